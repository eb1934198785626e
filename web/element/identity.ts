// What each variant is called and how it is told apart: the identities that charts, verdicts and the lab share.
import type { VariantIdentity } from '../charts/index.ts';
import { configToParams, formatSetting, type RunConfig, type Setting, SETTINGS } from '../lib/index.ts';
import { show } from '../lib/errors.ts';
import { blockParts, nameArrangement } from './arrangement.ts';
import type { LabMessages } from './messages.en.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Parts of a custom name, and settings of a distinction, that a name has at most. */
const MOST_PARTS = 2;

/** One identity a variant. Labels differ: variants of one placement also say in what else they differ. */
export function identify(configs: readonly RunConfig[], messages: LabMessages): VariantIdentity[] {
  const names = configs.map(({ model }) => nameArrangement(model));
  const plain = configs.map((config) => plainName(config, MOST_PARTS, messages));
  const labels = plain.map((label, i) => {
    const twins = plain.flatMap((other, j) => (other === label ? [j] : []));
    const distinction = twins.length > 1 ? distinguish(configs, twins, i, messages) : '';
    return distinction === '' ? label : messages.distinguished(label, distinction);
  });
  return names.map(({ placement }, i) => ({
    id: IDS[i]!,
    label: labels.indexOf(labels[i]!) === i ? labels[i]! : messages.distinguished(labels[i]!, letterOf(i)),
    placement,
    nth: names.slice(0, i).filter((other) => other.placement === placement).length,
  }));
}

/** The name of a variant with all its parts, however many. */
export const fullName = (config: RunConfig, messages: LabMessages): string =>
  plainName(config, Infinity, messages);

function plainName({ model }: RunConfig, most: number, messages: LabMessages): string {
  const { placement, finalNorm } = nameArrangement(model);
  const parts = placement === 'custom' ? blockParts(model, messages) : [];
  const custom = parts.slice(0, most).join(', ');
  const name =
    placement === 'custom'
      ? parts.length > most
        ? messages.block.andMore(custom)
        : custom
      : withNorm(messages.placements[placement], messages.normShort[model.norm]);
  return finalNorm === null ? name : messages.withFinalNorm(name, finalNorm);
}

const letterOf = (i: number): string => IDS[i]!.toUpperCase();

/** "pre-LN" is short for LayerNorm; with RMSNorm it is "pre-RMS". */
const withNorm = (label: string, norm: string): string => label.replace(/-LN$/, `-${norm}`);

/**
 * "Warm-up 200", for the first settings in which the variants of one name were made to differ; the letter of the variant if
 * there is none.
 */
function distinguish(
  configs: readonly RunConfig[],
  twins: readonly number[],
  i: number,
  messages: LabMessages,
) {
  const given = new Set(twins.flatMap((twin) => configToParams(configs[twin]!).map(([key]) => key)));
  const parts = SETTINGS.flatMap(({ section, name, setting }) => {
    if (!given.has(setting.key) || setting.type === 'slots') return [];
    const texts = twins.map((twin) => {
      const values: object = section === 'run' ? configs[twin]! : configs[twin]![section];
      return textOf(setting, (values as Record<string, unknown>)[name], messages);
    });
    const own = texts[twins.indexOf(i)]!;
    return new Set(texts).size > 1 ? [`${messages.settingOf(setting).label} ${own}`] : [];
  });
  return parts.length > 0 ? parts.slice(0, MOST_PARTS).join(', ') : letterOf(i);
}

function textOf(setting: Setting, value: unknown, messages: LabMessages): string {
  if (setting.type === 'boolean') return messages.onOff(value === true);
  return setting.type === 'text' ? show(value) : formatSetting(setting, value);
}
