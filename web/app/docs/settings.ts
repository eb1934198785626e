// The page of all settings, from the one schema of a run: what each is called in code and in the address, what it may be, and
// what it is if nobody says so.
import { SCHEMA, type Setting } from '../../lib/index.ts';

const SECTIONS: Readonly<Record<keyof typeof SCHEMA, string>> = {
  model: 'Model',
  task: 'Task',
  optimizer: 'Optimiser',
  schedule: 'Schedule',
  run: 'Run',
};

/** A table for each section, as Markdown. */
export function settingsMarkdown(): string {
  const sections = (Object.keys(SCHEMA) as (keyof typeof SCHEMA)[]).map(
    (section) => `## ${SECTIONS[section]}\n\n${tableOf(SCHEMA[section])}`,
  );
  return `# Settings

Every setting of a run has one name in code and one in addresses and attributes, which \`<addnorm-lab>\` and the address
of the lab share. What is left out takes its default. What is not allowed is refused by the package with an error that names it,
shows it and says what is; in an address it is mended, and the page says so.

${sections.join('\n\n')}
`;
}

function tableOf(rows: Readonly<Record<string, Setting>>): string {
  const lines = Object.entries(rows).map(([name, row]) => {
    const cells = [`\`${name}\``, `\`${row.key}\``, allowed(row), defaultOf(row), row.help];
    return `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  });
  return [
    '| In code | In addresses | Allowed | Default | What it is |',
    '| - | - | - | - | - |',
    ...lines,
  ].join('\n');
}

function allowed(row: Setting): string {
  switch (row.type) {
    case 'choice':
      return row.choices.map((choice) => `\`${choice}\``).join(', ');
    case 'boolean':
      return '`true`, `false`';
    case 'slots':
      return 'any of `input`, `output`, `after`';
    case 'text':
      return `${row.min} to ${row.max} ${row.unit ?? 'characters'}`;
    case 'integer':
      return `whole, ${row.min} to ${row.max}`;
    case 'number':
      return `${row.min} to ${row.max}`;
  }
}

/** A default that follows from other settings says so. */
function defaultOf({ default: value, type }: Setting): string {
  if (typeof value === 'function' || typeof value === 'object') return 'follows from others';
  return type === 'text' ? 'a built-in text' : `\`${value}\``;
}
