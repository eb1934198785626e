// Which pages the documentation has, and in which order. A text in web/docs joins it by standing here; one that is not there
// yet has no page.
import { settingsMarkdown } from './settings.ts';

export interface Doc {
  /** Its file is `docs/<name>.html`. */
  readonly name: string;
  readonly group: string;
  readonly markdown: string;
  /** Names in its code that have a place on its page. */
  readonly places?: ReadonlyMap<string, string>;
}

const WRITTEN: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>(['../../docs/*.md', '../../../CONTRIBUTING.md', '../../../CHANGELOG.md'], {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  ).map(([file, text]) => [nameOf(file), text]),
);

const SOURCES: Readonly<Record<string, string>> = { ...WRITTEN, settings: settingsMarkdown() };

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Begin: ['index', 'getting-started'],
  'Use it': ['embedding', 'command-line', 'settings', 'deployment'],
  Background: ['mathematics', 'accuracy', 'experiments', 'performance'],
  'The project': ['contributing', 'changelog'],
};

export const DOCS: readonly Doc[] = Object.entries(GROUPS).flatMap(([group, names]) =>
  names.flatMap((name) => {
    const markdown = SOURCES[name];
    return markdown === undefined ? [] : { name, group, markdown };
  }),
);

/** `web/docs/performance.md` → `performance`. */
export function nameOf(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.md$/, '').toLowerCase();
}
