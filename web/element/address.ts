// Settings as the part of an address after the #: keys and texts, with the version of that form. Pure functions; who owns an
// address reads and writes it.

/** Of the form of the address: a later one may mean another thing by the same key. */
export const ADDRESS_VERSION = '1';

export type Params = readonly (readonly [key: string, text: string])[];

/** What stands after the #; null if that is a place on the page, not settings. */
export function parseHash(hash: string): Params | null {
  const text = hash.replace(/^#/, '');
  if (text !== '' && !text.includes('=')) return null;
  return [...new URLSearchParams(text)];
}

/** The text after the #, which parseHash reads again; empty if there is nothing to say. */
export const formatHash = (params: Params): string =>
  params.length === 0 ? '' : `#${formatParams([['v', ADDRESS_VERSION], ...params])}`;

/** Keys and texts as an address has them. A comma needs no escape there, and lists are to be read. */
export const formatParams = (params: Params): string =>
  new URLSearchParams(params.map(([key, text]) => [key, text])).toString().replaceAll('%2C', ',');
