// What is copied to share a lab: a link, and the code that puts it into another page. Texts from settings; pure functions.
import { formatHash, type Params } from './address.ts';

/** Enough for all of the lab in two columns; where the frame is narrow, it scrolls. */
const FRAME_HEIGHT = 900;

/** A page that opens the lab with these settings. @param page its address without what stands behind the # */
export const shareLink = (page: string, params: Params): string => `${page}${formatHash(params)}`;

/** An iframe with the lab alone. @param title what the frame is called by a screen reader */
export function frameCode(page: string, params: Params, title: string): string {
  const { href } = new URL(shareLink(withEmbed(page), params));
  return `<iframe src="${escaped(href)}" title="${escaped(title)}" width="100%" height="${FRAME_HEIGHT}" loading="lazy" allow="clipboard-write"></iframe>`;
}

/** The custom element with the settings as its attributes. */
export function elementCode(params: Params): string {
  const attributes = params.map(([key, text]) => ` ${key}="${escaped(text)}"`);
  return `<script type="module">import 'addnorm/define';</script>\n<addnorm-lab${attributes.join('')}></addnorm-lab>`;
}

/** The address of a page in full, without query and hash; '' if it is none. */
export function pageAddress(page: string, base: string): string {
  if (page === '' || !URL.canParse(page, base)) return '';
  const url = new URL(page, base);
  url.search = url.hash = '';
  return url.href;
}

/** Does this address lead somewhere only on this computer? */
export function isLocal(page: string): boolean {
  const { protocol, hostname } = new URL(page);
  return protocol === 'file:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function withEmbed(page: string): string {
  const url = new URL(page);
  url.search = 'embed';
  return url.href;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
