// What other sites show of ours: OpenGraph tags for links that are posted, and oEmbed files (oembed.com, 1.0) for hosts that make a
// frame of an address. Both need full addresses, so that without that of the site only what needs none is there.
import { PRESETS } from '../../element/presets.ts';
import { type Language, LANGUAGES } from './languages.ts';
import { html, type Markup } from './markup.ts';

/** The picture of every preview, beside the pages. */
export const PREVIEW = { file: 'preview.png', width: 1440, height: 912 } as const;
const SITE_NAME = 'Add & Norm Lab';
const FRAME = { width: 1000, height: 900 } as const;

/** What is to be known of a page. */
interface Previewed {
  readonly file: string;
  readonly languages: readonly Language[];
  readonly inLanguage: (language: Language) => { readonly title: string };
}

/** `experiments/warm-up.html` → `oembed/experiments-warm-up.json`. */
const oEmbedFile = (file: string): string =>
  `oembed/${file.replace(/\.html$/, '').replaceAll('/', '-')}.json`;

/** Does a page make sense in a frame? */
const isEmbeddable = (file: string): boolean => !/^([a-z]{2}\/)?(docs\/|bench)/.test(file);

/** @param address that of the site in full, with the slash at its end; '' if it is not known */
export function previewTags(
  file: string,
  { title, description }: { readonly title: string; readonly description: string },
  address: string,
): Markup {
  return html`<meta property="og:type" content="website" />
    <meta property="og:site_name" content="${SITE_NAME}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    ${address !== '' && addressedTags(file, title, address)}`;
}

const addressedTags = (file: string, title: string, address: string) =>
  html`<meta property="og:url" content="${addressOf(address, file)}" />
    <meta property="og:image" content="${address}${PREVIEW.file}" />
    <meta property="og:image:width" content="${PREVIEW.width}" />
    <meta property="og:image:height" content="${PREVIEW.height}" />
    <meta name="twitter:card" content="summary_large_image" />
    ${
      isEmbeddable(file) &&
      html`<link
        rel="alternate"
        type="application/json+oembed"
        href="${address}${oEmbedFile(file)}"
        title="${title}"
      />`
    }`;

/** Every oEmbed file by its path in the site: one for each page that makes sense in a frame, and one for each preset. */
export function oEmbedFiles(pages: readonly Previewed[], address: string): Map<string, string> {
  const inAll = pages.flatMap((page) => page.languages.map((language) => ({ page, language })));
  const ofPages = inAll.flatMap(({ page, language }): [string, string][] => {
    const file = language === LANGUAGES[0] ? page.file : `${language}/${page.file}`;
    if (!isEmbeddable(file)) return [];
    const { title } = page.inLanguage(language);
    return [[oEmbedFile(file), oEmbed(title, frameOf(file, language, address), address)]];
  });
  const ofPresets = Object.keys(PRESETS).map((name): [string, string] => [
    `oembed/preset-${name}.json`,
    oEmbed(`${SITE_NAME}: ${name}`, `${address}embed.html?v=1&preset=${name}`, address),
  ]);
  return new Map([...ofPages, ...ofPresets]);
}

/** The lab has a page for frames of its own; others leave head and foot away. */
function frameOf(file: string, language: Language, address: string): string {
  if (!/^([a-z]{2}\/)?index\.html$/.test(file)) return `${addressOf(address, file)}?embed`;
  return `${address}embed.html?v=1${language === LANGUAGES[0] ? '' : `&lang=${language}`}`;
}

const addressOf = (address: string, file: string) => `${address}${file.replace(/(^|\/)index\.html$/, '$1')}`;

function oEmbed(title: string, source: string, address: string): string {
  const frame = html`<iframe
    src="${source}"
    title="${title}"
    width="100%"
    height="${FRAME.height}"
    style="border:0"
    loading="lazy"
  ></iframe>`;
  return JSON.stringify({
    version: '1.0',
    type: 'rich',
    provider_name: SITE_NAME,
    provider_url: address,
    title,
    ...FRAME,
    html: frame.text.replace(/\s+/g, ' '),
    thumbnail_url: `${address}${PREVIEW.file}`,
    thumbnail_width: PREVIEW.width,
    thumbnail_height: PREVIEW.height,
  });
}
