// The settings of the lab in the address: everything behind the #, as keys and texts, with the version of that form. Read
// when the page opens and when the address changes, written a moment after a setting was changed.

import { formatHash, type Params } from '../element/address.ts';

export { ADDRESS_VERSION, type Params, parseHash } from '../element/address.ts';

/** Browsers refuse an address that is written too often. */
const WRITE_MS = 300;

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
