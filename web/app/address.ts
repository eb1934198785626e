// The settings of the lab in the address: everything behind the #, as keys and texts, with the version of that form. Read
// when the page opens and when the address changes, written a moment after a setting was changed.

/** Of the form of the address: a later one may mean another thing by the same key. */
export const ADDRESS_VERSION = '1';

/** Browsers refuse an address that is written too often. */
const WRITE_MS = 300;

export type Params = readonly (readonly [key: string, text: string])[];

/** What stands behind the #; null if that is a place on the page, not settings. */
export function parseHash(hash: string): Params | null {
  const text = hash.replace(/^#/, '');
  if (text !== '' && !text.includes('=')) return null;
  return [...new URLSearchParams(text)];
}

/** The text behind the #, which parseHash reads again; empty if there is nothing to say. */
export function formatHash(params: Params): string {
  if (params.length === 0) return '';
  const text = new URLSearchParams([['v', ADDRESS_VERSION], ...params.map(([key, value]) => [key, value])]);
  // A comma needs no escape here, and lists are to be read.
  return `#${text.toString().replaceAll('%2C', ',')}`;
}

/** Writes into the address, not oftener than browsers like; what was there before is replaced. */
export class AddressWriter {
  #timer: ReturnType<typeof setTimeout> | undefined;

  write(params: Params): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { pathname, search } = location;
      history.replaceState(history.state, '', `${pathname}${search}${formatHash(params)}`);
    }, WRITE_MS);
  }

  /** The address has been changed otherwise: what waits to be written is of before. */
  cancel(): void {
    clearTimeout(this.#timer);
  }
}
