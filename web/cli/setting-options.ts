// The settings of a run as options of the command line: each row of the schema is one, under its key in the address, with
// its range and default in the help.
import { OPTIONS } from '../element/options.ts';
import { formatSetting, type Setting, SETTINGS } from '../lib/index.ts';
import type { Command } from './command.ts';

const WIDTH = 96;
const NAME_WIDTH = 22;

export const SETTING_OPTIONS: Command['options'] = {
  ...Object.fromEntries(SETTINGS.map(({ setting }) => [setting.key, { type: 'string' } as const])),
  steps: { type: 'string' },
  seeds: { type: 'string' },
  'text-file': { type: 'string' },
};

/** `--tied` is `--tied 1`. */
export const BARE_SETTINGS: Readonly<Record<string, string>> = Object.fromEntries(
  SETTINGS.flatMap(({ setting: { key, type } }) => (type === 'boolean' ? [[key, '1']] : [])),
);

/** A line of help for an option, wrapped. */
export function optionLine(name: string, text: string): string {
  const lines: string[] = [];
  let line = `  ${name}`.padEnd(NAME_WIDTH);
  if (line.length > NAME_WIDTH) {
    lines.push(line);
    line = ''.padEnd(NAME_WIDTH);
  }
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > WIDTH && line.trim() !== '') {
      lines.push(line);
      line = ''.padEnd(NAME_WIDTH);
    }
    line += `${line.length > NAME_WIDTH ? ' ' : line.endsWith(' ') || line === '' ? '' : ' '}${word}`;
  }
  return [...lines, line].join('\n');
}

const VALUE_NAMES: Readonly<Record<Setting['type'], string>> = {
  integer: 'N',
  number: 'X',
  boolean: '0|1',
  choice: 'NAME',
  slots: 'SLOTS',
  text: 'TEXT',
};

function rangeOf(setting: Setting): string {
  switch (setting.type) {
    case 'integer':
      return setting.max === Number.MAX_SAFE_INTEGER
        ? `a whole number from ${setting.min}`
        : `${setting.min} to ${setting.max}`;
    case 'number':
      return `${setting.min} to ${setting.max}`;
    case 'choice':
      return setting.choices.join(', ');
    case 'text':
      return `${setting.min} to ${setting.max} characters`;
    case 'slots':
      return 'input-output-after, any of them, or empty';
    case 'boolean':
      return '0 or 1';
  }
}

function defaultOf(setting: Setting): string {
  if (typeof setting.default === 'function') return 'default: follows from others';
  return setting.type === 'text' ? 'default: sonnets' : `default: ${formatSetting(setting, setting.default)}`;
}

/** What the settings are, for the help of a command. */
export const SETTINGS_HELP = `Settings (a list like post,pre gives each of several models its own):
${SETTINGS.map(({ setting }) =>
  optionLine(
    `--${setting.key} ${VALUE_NAMES[setting.type]}`,
    `${setting.help} (${rangeOf(setting)}; ${setting.key === 'placement' ? 'default: post,pre' : defaultOf(setting)})`,
  ),
).join('\n')}
${optionLine('--text-file FILE', 'The text to learn from a file; the task is then text.')}
${optionLine('--steps N', `Steps of each run. (${OPTIONS.stop.min} to ${OPTIONS.stop.max}; default: ${OPTIONS.stop.default})`)}
${optionLine('--seeds LIST', 'Each model once with each of these seeds, like 1..5 or 1,2,7.')}
`;

export const SOURCE_HELP = `What is trained: the settings of an address of the lab (or what stands after its #), or of a file
with JSON (the element's config, or a run that the lab saved), and over them those given as
options. Without any of them it is the lab as it opens: post-LN and pre-LN.
`;
