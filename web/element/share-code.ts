// What is copied to share a lab: a link, and the code that puts it into another page. Texts from settings; pure functions.
import { ADDRESS_VERSION, formatHash, formatParams, type Params } from './address.ts';

/** Enough for all of the lab in two columns; where the frame is narrow, it scrolls. */
const FRAME_HEIGHT = 900;

/** A page that opens the lab with these settings. @param page its address without what stands after the # */
export const shareLink = (page: string, params: Params): string => `${page}${formatHash(params)}`;

/** An iframe with the lab alone. @param page the address of the page for frames @param title what the frame is called by a screen reader */
export function frameCode(page: string, params: Params, title: string): string {
  const { href } = frameAddress(page, params);
  return `<iframe src="${escaped(href)}" title="${escaped(title)}" width="100%" height="${FRAME_HEIGHT}" loading="lazy" allow="clipboard-write"></iframe>`;
}

/** The custom element with the settings as its attributes. */
export function elementCode(params: Params): string {
  const attributes = params.map(([key, text]) => ` ${key}="${escaped(text)}"`);
  return `<script type="module">import 'addnorm/define';</script>\n<addnorm-lab${attributes.join('')}></addnorm-lab>`;
}

/** The address of a page in full; '' if it is none. */
export function fullAddress(page: string, base: string): string {
  if (page === '') return '';
  try {
    return new URL(page, base).href;
  } catch {
    // Asking first (URL.canParse) is for browsers younger than those that run all the rest.
    return '';
  }
}

/** The address of a page in full, without query and hash; '' if it is none. */
export const pageAddress = (page: string, base: string): string =>
  fullAddress(page, base).replace(/[?#].*/s, '');

/** Does this address lead somewhere only on this computer? */
export function isLocal(page: string): boolean {
  const { protocol, hostname } = new URL(page);
  return protocol === 'file:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function frameAddress(page: string, params: Params): URL {
  const url = new URL(page);
  url.searchParams.set('v', ADDRESS_VERSION);
  url.hash = formatParams(params);
  return url;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
