// Every page of the site as it is built, in every language: sound HTML, links that lead somewhere, and texts for all of it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Window } from 'happy-dom';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../web/app/site/languages.ts';
import { html } from '../../web/app/site/markup.ts';
import { PRESETS } from '../../web/element/presets.ts';
import { relative } from '../../web/app/site/page.ts';
import { PAGES, renderOEmbed, renderSite } from '../../web/app/site/pages.ts';
import { siteTexts } from '../../web/app/site/texts.ts';

const APP = fileURLToPath(new URL('../../web/app', import.meta.url));
const SITE = renderSite('1.2.3');
const FILES = [...SITE.keys()];

const documents = new Map<string, ReturnType<typeof parse>>();

function documentOf(file: string) {
  const document = documents.get(file) ?? parse(file);
  documents.set(file, document);
  return document;
}

function parse(file: string) {
  const { document } = new Window({ url: `http://host/sub/${file}` });
  document.write(SITE.get(file)!);
  return document;
}

/** What a file is made of; that of another language has the same address in its folder. */
const pageOf = (file: string) => PAGES.find((one) => one.file === file.replace(/^de\//, ''))!;

const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|!doctype)$/i;

/** Tags that do not close what is open, or are left open; self-closing ones inside SVG and MathML count as closed. */
function unbalanced(text: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  for (const [tag, end, name = '', close] of text.matchAll(
    /<(\/?)([!a-z][\w-]*)(?:"[^"]*"|'[^']*'|[^'">])*?(\/?)>/gi,
  )) {
    if (VOID.test(name) || close === '/') continue;
    if (end !== '/') open.push(name);
    else if (open.pop() !== name) faults.push(tag);
  }
  return [...faults, ...open];
}

test('there is every page in every language, the lab first', () => {
  expect(FILES).toHaveLength(PAGES.reduce((sum, { languages }) => sum + languages.length, 0));
  expect(FILES[0]).toBe('index.html');
  expect(FILES).toContain('de/index.html');
});

describe.each(FILES)('%s', (file) => {
  const document = documentOf(file);
  const all = (selector: string) => [...document.querySelectorAll(selector)];

  test('is sound HTML with a title, a description and one heading of the first order', () => {
    expect(unbalanced(SITE.get(file)!)).toEqual([]);
    expect(document.title).not.toBe('');
    expect(all('meta[name=description]')[0]?.getAttribute('content')).toMatch(/[.?…]$/);
    expect(all('h1')).toHaveLength(1);
    expect(all('main')).toHaveLength(1);
    // The documentation speaks of them.
    if (!file.startsWith('docs/')) expect(SITE.get(file)).not.toMatch(/undefined|NaN/);
    expect(SITE.get(file)).not.toMatch(/\[object/);
    const ids = all('[id]').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has no script and no style of its own', () => {
    expect(all('style, [style], script:not([src], [type="application/json"])')).toEqual([]);
    expect(SITE.get(file)).not.toMatch(/\son\w+=/);
  });

  test('has its script and its styles', () => {
    const scripts = all('script[type=module]').map((script) => script.getAttribute('src')!);
    const styles = all('link[rel=stylesheet]').map((link) => link.getAttribute('href')!);
    expect(scripts).toHaveLength(1);
    for (const path of [...scripts, ...styles]) expect(existsSync(join(APP, path)), path).toBe(true);
    const early = all('script[vite-ignore]')[0]!.getAttribute('src')!;
    expect(new URL(early, `http://host/sub/${file}`).pathname).toBe('/sub/early.js');
  });

  test('links to pages that there are, by relative addresses', () => {
    for (const link of all('a[href], link[hreflang]')) {
      const href = link.getAttribute('href')!;
      expect(href).not.toMatch(/^\//);
      const url = new URL(href, `http://host/sub/${file}`);
      if (url.host !== 'host') continue;
      expect(FILES, href).toContain(url.pathname.replace('/sub/', ''));
      const place = url.hash.slice(1);
      if (place === '' || place.includes('=')) continue;
      const target = url.pathname.replace('/sub/', '');
      const there = target === file ? document : documentOf(target);
      expect(there.getElementById(decodeURIComponent(place)), href).not.toBeNull();
    }
  });

  test('says in which language it is, and leads to the same page in the others', () => {
    const { lang } = document.documentElement;
    expect(file.startsWith('de/') ? 'de' : 'en').toBe(lang);
    expect(all('a.language').map((link) => link.getAttribute('hreflang'))).toEqual(
      LANGUAGES.filter((language) => language !== lang),
    );
    const page = pageOf(file);
    const ownFile = new URL(document.location.href).pathname.replace('/sub/', '');
    for (const link of all('a.language, link[hreflang]')) {
      const to = new URL(link.getAttribute('href')!, document.location.href).pathname.replace('/sub/', '');
      const language = link.getAttribute('hreflang') as 'en';
      expect(pageOf(to)).toBe(page.languages.includes(language) ? page : PAGES[0]);
      expect(to).not.toBe(ownFile);
    }
    const mainLanguage = document.querySelector('main')!.getAttribute('lang') ?? lang;
    expect(mainLanguage).toBe(page.inLanguage(lang as 'en').language);
  });

  test('marks itself where links lead to all pages', () => {
    const isListed = pageOf(file).place !== undefined;
    const current = all(':is(.page-head, .page-foot) [aria-current=page]').map((link) =>
      link.getAttribute('href'),
    );
    expect(current.length).toBeLessThanOrEqual(1);
    if (isListed && all('.site-nav').length > 0) expect(current).toEqual([file.split('/').pop()]);
  });
});

test('translations say everything that the English texts say', () => {
  const shapeOf = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]))
      : typeof value;
  for (const language of LANGUAGES) {
    expect(siteTexts[language].language).toBe(language);
    expect(shapeOf(siteTexts[language].texts)).toEqual(shapeOf(siteTexts.en.texts));
  }
});

describe('previews', () => {
  const ADDRESS = 'https://example.org/a/';
  const tagsOf = (text: string) =>
    new Map(
      [...text.matchAll(/property="(og:[\w:]+)" content="([^"]*)"/g)].map(([, name, content]) => [
        name!,
        content!,
      ]),
    );

  test('without the address of the site there is nothing that needs one', () => {
    for (const [file, text] of SITE) {
      expect([...tagsOf(text).keys()], file).toEqual([
        'og:type',
        'og:site_name',
        'og:title',
        'og:description',
      ]);
      expect(text).not.toContain('json+oembed');
    }
  });

  test('with it every page has a picture, and those for frames name an oEmbed file that there is', () => {
    const files = renderOEmbed(ADDRESS);
    let named = 0;
    for (const [file, text] of renderSite('1.2.3', ADDRESS)) {
      expect(tagsOf(text).get('og:image')).toBe(`${ADDRESS}preview.png`);
      expect(tagsOf(text).get('og:url'), file).toMatch(/^https:\/\/example\.org\/a\/(?!.*index\.html)/);
      const [, oEmbed] = /href="https:\/\/example\.org\/a\/(oembed\/[^"]*)"/.exec(text) ?? [];
      if (oEmbed === undefined) continue;
      named++;
      const { html: frame, ...facts } = JSON.parse(files.get(oEmbed)!) as Record<string, string>;
      expect(facts).toMatchObject({
        version: '1.0',
        type: 'rich',
        width: 1000,
        height: 900,
        provider_url: ADDRESS,
      });
      expect(frame).toMatch(
        /^<iframe src="https:\/\/example\.org\/a\/[^"<>]*embed[^"<>]*" title="[^"<>]*" .*><\/iframe>$/,
      );
    }
    expect(named).toBeGreaterThan(20);
    for (const name of Object.keys(PRESETS)) expect(files.has(`oembed/preset-${name}.json`)).toBe(true);
  });
});

test('a way between files is as short as it can be', () => {
  expect(relative('index.html', 'experiments/a.html')).toBe('experiments/a.html');
  expect(relative('experiments/a.html', 'index.html')).toBe('../index.html');
  expect(relative('experiments/a.html', 'experiments/b.html')).toBe('b.html');
  expect(relative('de/experiments/a.html', 'experiments/a.html')).toBe('../../experiments/a.html');
  expect(relative('de/a.html', 'de/experiments/a.html')).toBe('experiments/a.html');
});

test('texts in markup are escaped, and markup is not', () => {
  expect(html`<p title="${'"a"'}">${'<i>'} ${html`<b>${['&', 1]}</b>`}${false}${undefined}</p>`.text).toBe(
    '<p title="&quot;a&quot;">&lt;i&gt; <b>&amp;1</b></p>',
  );
});
