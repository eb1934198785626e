// The settings of the lab in the address: everything after the #, as keys and texts, with the version of that form. Read
// when the page opens and when the address changes, written a moment after a setting was changed.

import { formatHash, type Params, parseHash } from '../element/address.ts';

export { ADDRESS_VERSION, type Params, parseHash } from '../element/address.ts';

/** Browsers refuse an address that is written too often. */
const WRITE_MS = 300;

/** Changes of the same settings that follow one another this closely are one: someone is typing or dragging. */
const COALESCE_MS = 2000;

/** What entries of the history have that settings were written into. */
const OURS = { settings: true };

/** Did someone come to this entry by going back or forward, not by a link? */
export const isOwnEntry = (): boolean => (history.state as Partial<typeof OURS> | null)?.settings === true;

/**
 * Writes into the address, not oftener than browsers like. A change is an entry of its own in the history, so that going back
 * takes it back; one that goes on with the last takes its place.
 */
export class AddressWriter {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastKeys = '';
  #lastTime = -Infinity;

  write(params: Params): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(formatHash(params)), WRITE_MS);
  }

  /** The address has been changed otherwise: what waits to be written is of before. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#lastTime = -Infinity;
  }

  #write(hash: string): void {
    const { pathname, search, hash: before } = location;
    if (hash === before) return;
    const keys = changedKeys(before, hash);
    const isSame = keys === this.#lastKeys && performance.now() - this.#lastTime < COALESCE_MS;
    this.#lastKeys = keys;
    this.#lastTime = performance.now();
    const address = `${pathname}${search}${hash}`;
    if (isSame) history.replaceState(OURS, '', address);
    else {
      if (!isOwnEntry()) history.replaceState(OURS, '');
      history.pushState(OURS, '', address);
    }
  }
}

/** The settings in which two addresses differ. */
function changedKeys(before: string, after: string): string {
  const [a, b] = [before, after].map((hash) => new Map(parseHash(hash) ?? []));
  return [...new Set([...a!.keys(), ...b!.keys()])].filter((key) => a!.get(key) !== b!.get(key)).join();
}
