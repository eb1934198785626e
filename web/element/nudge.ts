// The next or previous sensible value of a number, for the arrow keys: whole numbers by one, logarithmic scales through
// 1, 2, 5, 10, linear ones by a tenth.
import { parseSetting, type Setting } from '../lib/index.ts';

const LINEAR_STEP = 0.1;

/** The text of the value after (direction 1) or before (-1) this one; undefined where there is none. */
export function nudge(setting: Setting, text: string, direction: 1 | -1): string | undefined {
  if (setting.type !== 'integer' && setting.type !== 'number') return undefined;
  const { value } = parseSetting(setting, text);
  if (typeof value !== 'number') return undefined;
  const within = (moved: number) => Math.min(Math.max(moved, setting.min), setting.max);
  if (setting.type === 'integer') return String(within(value + direction));
  return String(within(Number(moveNumber(setting.scale, value, direction).toPrecision(6))));
}

function moveNumber(scale: 'linear' | 'log', value: number, direction: 1 | -1): number {
  if (scale === 'linear') return Math.round(value / LINEAR_STEP + direction) * LINEAR_STEP;
  if (value <= 0) return direction > 0 ? 1e-3 : 0;
  const decade = Math.floor(Math.log10(value) + 1e-9);
  const ladder = [-1, 0, 1].flatMap((shift) =>
    [1, 2, 5].map((digit) => Number(`${digit}e${decade + shift}`)),
  );
  return direction > 0
    ? ladder.find((rung) => rung > value * (1 + 1e-9))!
    : ladder.filter((rung) => rung < value * (1 - 1e-9)).at(-1)!;
}
