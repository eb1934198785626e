// The pages of the documentation: each is a text in Markdown, beside a list of all of them and of its own headings.
import { inLanguages } from '../site/languages.ts';
import { html, type Markup } from '../site/markup.ts';
import { definePage, type Page, type PageTexts, relative } from '../site/page.ts';
import { type Doc, DOCS, nameOf } from './list.ts';
import { type Heading, type Rendered, renderMarkdown } from './markdown.ts';

const fileOf = (name: string) => `docs/${name}.html`;

const NAVIGATION: Readonly<Record<string, Partial<PageTexts>>> = {
  en: { name: 'Docs' },
  de: { name: 'Doku' },
};

const RENDERED: ReadonlyMap<string, Rendered> = new Map(
  DOCS.map(({ name, markdown, places }) => [
    name,
    renderMarkdown(markdown, { link: (href) => addressOf(href, name), ...(places && { places }) }),
  ]),
);

export const docsPages: readonly Page[] = DOCS.map(pageOf);

function pageOf(doc: Doc): Page {
  const { headings, summary } = RENDERED.get(doc.name)!;
  const heading = titleOf(doc);
  const isIndex = doc.name === 'index';
  const says = {
    title: isIndex ? `${heading} – Add & Norm Lab` : `${heading} – Add & Norm Lab documentation`,
    name: heading,
    description: firstSentence(summary),
  };
  return definePage<PageTexts>({
    file: fileOf(doc.name),
    script: 'docs/main.ts',
    style: 'docs/docs.css',
    ...(isIndex && { place: 'navigation' }),
    languages: ['en'],
    texts: inLanguages(
      { ...says, ...(isIndex && NAVIGATION['en']) },
      isIndex ? { de: { ...says, ...NAVIGATION['de'] } } : {},
    ),
    main: () =>
      html`<div class="docs">
        <a class="docs-jump" href="#pages">All pages of the documentation</a>
        <article class="docs-text">${RENDERED.get(doc.name)!.markup}</article>
        ${navigation(doc, headings)}
      </div>`,
  });
}

function titleOf({ name }: Doc): string {
  return RENDERED.get(name)!.headings[0]!.text;
}

function firstSentence(text: string): string {
  return (/^.*?[.?](?=\s|$)/s.exec(text)?.[0] ?? text).replace(/\s+/g, ' ');
}

/** All pages by group; below the page itself its sections. */
function navigation(doc: Doc, headings: readonly Heading[]): Markup {
  const groups = [...new Set(DOCS.map(({ group }) => group))];
  return html`<nav class="docs-nav" id="pages" aria-label="Documentation">
    ${groups.map(
      (group) =>
        html`<p class="docs-group">${group}</p>
          <ul>
            ${DOCS.filter((other) => other.group === group).map((other) => entry(other, doc, headings))}
          </ul>`,
    )}
  </nav>`;
}

function entry(other: Doc, doc: Doc, headings: readonly Heading[]): Markup {
  if (other !== doc) return html`<li><a href="${other.name}.html">${titleOf(other)}</a></li>`;
  const sections = headings.filter(({ level }) => level === 2);
  return html`<li>
    <a href="${doc.name}.html" aria-current="page">${titleOf(doc)}</a>
    ${
      sections.length > 0 &&
      html`<ul>
        ${sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
      </ul>`
    }
  </li>`;
}

/** Where a link in a text leads to from its page. One that leads nowhere is an error of the build. */
function addressOf(href: string, from: string): string {
  if (/^(https?:|#)/.test(href)) return href;
  if (href.startsWith('site:')) return relative(fileOf(from), href.slice('site:'.length));
  const [file = '', anchor] = href.split('#');
  if (file.endsWith('.png')) return `../../docs/${file}`;
  const name = nameOf(file);
  if (!file.endsWith('.md') || !DOCS.some((doc) => doc.name === name)) {
    throw new Error(`web/docs/${from}.md links to ${href}, which has no page`);
  }
  return `${name}.html${anchor === undefined ? '' : `#${anchor}`}`;
}
