// What a page of the site is, and the one template that makes HTML of it in each language: head, navigation, main part and
// foot. Runs when the site is built; what a page says stands in its HTML and needs no script.
import { ICON } from './icon.ts';
import { type Language, LANGUAGES, type Translated } from './languages.ts';
import { html, type Markup } from './markup.ts';
import { previewTags } from './previews.ts';
import { siteTexts } from './texts.ts';

/** What each page has to say of itself. */
export interface PageTexts {
  readonly title: string;
  /** What links to it are called. */
  readonly name: string;
  readonly description: string;
}

/** Where a page stands while it is written. */
export interface Surroundings {
  readonly language: Language;
  /** The address of another page (`experiments/index.html`) from this one: in the same language, or in English if it has no other. */
  readonly link: (file: string) => string;
}

export interface PageDefinition<Texts> {
  /** Below the folder of a language. */
  readonly file: string;
  /** The module that runs in it, and its styles besides page.css, from web/app. */
  readonly script: string;
  readonly style?: string;
  /** Where all pages have a link to it, if they do. */
  readonly place?: 'navigation' | 'foot';
  /** The languages that it is in, English among them; all, if left out. In the others, links lead to the English page. */
  readonly languages?: readonly Language[];
  readonly texts: Translated<Texts>;
  /** A sentence in the head, if the name of the site is the heading of this page. */
  readonly premise?: (texts: Texts) => Markup;
  /** Where the first link of the page leads; to the main part, if left out. */
  readonly skip?: (texts: Texts) => { readonly to: string; readonly text: string };
  readonly main: (texts: Texts, surroundings: Surroundings) => Markup;
}

/** What texts say of their page, unless they are just that. */
type Says<Texts> = Texts extends PageTexts
  ? { readonly says?: (texts: Texts) => PageTexts }
  : { readonly says: (texts: Texts) => PageTexts };

/** A page whose texts only it knows. */
export interface Page {
  readonly file: string;
  readonly script: string;
  readonly style: string | undefined;
  readonly place: 'navigation' | 'foot' | undefined;
  readonly languages: readonly Language[];
  /** What it says in a language, and in which language it then really is. */
  readonly inLanguage: (language: Language) => PageTexts & { readonly language: Language };
  readonly premise: (language: Language) => Markup | undefined;
  readonly skip: (language: Language) => { readonly to: string; readonly text: string } | undefined;
  readonly main: (language: Language, surroundings: Surroundings) => Markup;
}

export function definePage<Texts>(definition: PageDefinition<Texts> & Says<Texts>): Page {
  const { file, script, style, place, languages = LANGUAGES, texts, premise, skip, main } = definition;
  const says = definition.says ?? ((own: Texts) => own as PageTexts);
  return {
    file,
    script,
    style,
    place,
    languages,
    inLanguage: (language) => {
      const { title, name, description } = says(texts[language].texts);
      return { title, name, description, language: texts[language].language };
    },
    premise: (language) => premise?.(texts[language].texts),
    skip: (language) => skip?.(texts[language].texts),
    main: (language, surroundings) => main(texts[language].texts, surroundings),
  };
}

/** The file of a page in a language: the English ones stand at the top, others in a folder of their own. */
export const fileIn = (language: Language, file: string): string =>
  language === 'en' ? file : `${language}/${file}`;

/** The file that links in a language lead to. */
const fileFor = (language: Language, page: Page): string =>
  page.languages.includes(language) ? fileIn(language, page.file) : page.file;

/** The way from one file of the site to another. */
export function relative(from: string, to: string): string {
  const [folders, parts] = [from.split('/').slice(0, -1), to.split('/')];
  const shared = folders.findIndex((folder, i) => folder !== parts[i]);
  const first = shared < 0 ? folders.length : shared;
  return `${'../'.repeat(folders.length - first)}${parts.slice(first).join('/')}`;
}

/** What a page has to know of the site it is in. */
export interface Build {
  readonly version: string;
  /** The address of the site in full, with the slash at its end; '' if it is not known. */
  readonly address: string;
}

/** The whole HTML of a page; `pages` are all there are. */
export function renderPage(page: Page, language: Language, pages: readonly Page[], build: Build): string {
  const file = fileIn(language, page.file);
  const link = (to: string) =>
    relative(
      file,
      fileFor(
        language,
        pages.find((other) => other.file === to)!,
      ),
    );
  const texts = siteTexts[language].texts;
  const { title, description, language: ofMain } = page.inLanguage(language);
  const skip = page.skip(language) ?? { to: 'main', text: texts.skip };
  const others = page.languages.filter((other) => other !== language);
  const mainLanguage = ofMain === language ? '' : html` lang="${ofMain}"`;
  const document = html`
    <html lang="${language}" class="addnorm-theme" data-root="${relative(file, '') || './'}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${description}" />
        <meta name="color-scheme" content="light dark" />
        ${previewTags(file, { title, description }, build.address)}
        <link rel="icon" href="${ICON}" />
        ${others.map(
          (other) =>
            html`<link
              rel="alternate"
              hreflang="${other}"
              href="${relative(file, fileIn(other, page.file))}"
            />`,
        )}
        <script src="${relative(file, 'early.js')}" vite-ignore></script>
        <link rel="stylesheet" href="/page.css" />
        ${page.style !== undefined && html`<link rel="stylesheet" href="/${page.style}" />`}
        <script type="module" src="/${page.script}"></script>
      </head>
      <body>
        <a class="skip" href="#${skip.to}">${skip.text}</a>
        ${pageHead(page, language, pages)}
        <main id="main" tabindex="-1" ${mainLanguage}>
          <p class="plain-message missing" lang="${language}" hidden>${texts.missing}</p>
          <p class="plain-message from-disk" lang="${language}" hidden>${texts.fromDisk}</p>
          ${page.main(language, { language, link })}
        </main>
        <footer class="page-foot">
          <p>${texts.foot(build.version)} ${linksAt('foot', page, language, pages)}</p>
        </footer>
      </body>
    </html>
  `;
  return `<!doctype html>${document.text}`;
}

function pageHead(page: Page, language: Language, pages: readonly Page[]): Markup {
  const file = fileIn(language, page.file);
  const texts = siteTexts[language].texts;
  const others = LANGUAGES.filter((other) => other !== language);
  const links = linksAt('navigation', page, language, pages);
  const premise = page.premise(language);
  const name = html`<a href="${relative(file, fileIn(language, 'index.html'))}">Add &amp; Norm Lab</a>`;
  return html`<header class="page-head">
    ${premise ? html`<h1 class="site-name">${name}</h1>` : html`<p class="site-name">${name}</p>`}
    ${
      links.length > 1 &&
      html`<nav class="site-nav" aria-label="${texts.navigation}">
        <ul>
          ${links.map((link) => html`<li>${link}</li>`)}
        </ul>
      </nav>`
    }
    ${premise && html`<p class="premise">${premise}</p>`}
    <div class="page-tools">
      ${others.map(
        (other) =>
          html`<a
            class="language"
            href="${relative(file, fileIn(other, page.languages.includes(other) ? page.file : 'index.html'))}"
            hreflang="${other}"
            lang="${other}"
            >${siteTexts[other].texts.language}</a
          >`,
      )}
      <div class="theme-switch" role="group" aria-label="${texts.colours}" hidden>
        ${Object.entries(texts.themes).map(
          ([theme, name]) => html`<button type="button" data-theme-choice="${theme}">${name}</button>`,
        )}
      </div>
    </div>
  </header>`;
}

/** Links to the pages of a place; that of the page itself is marked, and that of the folder it is in. */
function linksAt(place: Page['place'], page: Page, language: Language, pages: readonly Page[]): Markup[] {
  const from = fileIn(language, page.file);
  return pages
    .filter((other) => other.place === place)
    .map((other) => {
      const { name } = other.inLanguage(language);
      const folder = /^(.+\/)index\.html$/.exec(other.file)?.[1];
      const isInside = folder !== undefined && page.file.startsWith(folder);
      const current = other === page ? 'page' : isInside && 'true';
      const mark = current !== false && html` aria-current="${current}"`;
      const foreign = !other.languages.includes(language) && html` hreflang="en"`;
      return html`<a href="${relative(from, fileFor(language, other))}" ${foreign} ${mark}>${name}</a> `;
    });
}
