// Files for the reader to keep: made here, saved at once where the browser lets a script do that, and offered as a link for
// where it does not. Nothing is sent anywhere.
import { download } from '../charts/download.ts';

/** A file that waits to be saved. It holds its bytes until it is disposed of. */
export class SavedFile {
  readonly name: string;
  readonly bytes: number;
  readonly url: string;
  readonly #blob: Blob;

  constructor(name: string, parts: BlobPart[], type: string) {
    this.#blob = new Blob(parts, { type });
    this.name = name;
    this.bytes = this.#blob.size;
    this.url = URL.createObjectURL(this.#blob);
  }

  /** Saves it as a press on its link would. */
  save(): void {
    download(this.#blob, this.name);
  }

  dispose(): void {
    URL.revokeObjectURL(this.url);
  }
}
