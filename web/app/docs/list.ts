// Which pages the documentation has, and in which order. A text in web/docs joins it by standing here; one that is not there
// yet has no page.
import { API } from 'virtual:addnorm-api';
import { CPP_NAMES, cppMarkdown } from './cpp-api.ts';
import { settingsMarkdown } from './settings.ts';

export interface Doc {
  /** Its file is `docs/<name>.html`. */
  readonly name: string;
  readonly group: string;
  readonly markdown: string;
  /** Names in its code that are explained somewhere, and the addresses where. */
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

/** `addnorm/lab` → `api-lab`. */
function apiName(entry: string): string {
  return entry.replace(/^addnorm\/?/, 'api-').replace(/-$/, '');
}

const SOURCES: Readonly<Record<string, string>> = {
  ...WRITTEN,
  ...Object.fromEntries(API.map(({ entry, markdown }) => [apiName(entry), markdown])),
  'cpp-api': cppMarkdown(),
  settings: settingsMarkdown(),
};

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Begin: ['index', 'getting-started'],
  'Use it': ['embedding', 'command-line', 'settings', 'deployment'],
  Interfaces: [...API.map(({ entry }) => apiName(entry)), 'cpp-api'],
  Background: ['mathematics', 'accuracy', 'experiments', 'performance'],
  'The project': ['contributing', 'changelog'],
};

export const DOCS: readonly Doc[] = Object.entries(GROUPS).flatMap(([group, names]) =>
  names.flatMap((name) => {
    const markdown = SOURCES[name];
    const places = placesFor(name);
    return markdown === undefined ? [] : { name, group, markdown, ...(places && { places }) };
  }),
);

/** On a page of an interface, names in code lead to what they stand for: of the own entry first. */
function placesFor(name: string): ReadonlyMap<string, string> | undefined {
  const place = (export_: string) => `#${export_.toLowerCase()}`;
  if (name === 'cpp-api') return new Map(CPP_NAMES.map((export_) => [export_, place(export_)]));
  const page = API.find(({ entry }) => apiName(entry) === name);
  if (!page) return undefined;
  const others = API.filter((other) => other !== page).flatMap(({ entry, names }) =>
    names.map((export_): [string, string] => [export_, `${apiName(entry)}.html${place(export_)}`]),
  );
  return new Map([...others, ...page.names.map((export_): [string, string] => [export_, place(export_)])]);
}

/** `web/docs/performance.md` → `performance`. */
export function nameOf(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.md$/, '').toLowerCase();
}
