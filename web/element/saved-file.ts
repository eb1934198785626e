// Files for the reader to keep: made here, saved at once where the browser lets a script do that, and offered as a link for
// where it does not. Nothing is sent anywhere.

/** A file that waits to be saved. It holds its bytes until it is disposed of. */
export class SavedFile {
  readonly name: string;
  readonly bytes: number;
  readonly url: string;

  constructor(name: string, parts: BlobPart[], type: string) {
    const blob = new Blob(parts, { type });
    this.name = name;
    this.bytes = blob.size;
    this.url = URL.createObjectURL(blob);
  }

  /** Saves it as a press on its link would. */
  save(): void {
    const link = document.createElement('a');
    link.href = this.url;
    link.download = this.name;
    link.click();
  }

  dispose(): void {
    URL.revokeObjectURL(this.url);
  }
}

/** A name that every file system takes: "pre-LN, no final norm" becomes "pre-LN-no-final-norm". */
export const fileName = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .slice(0, 60)
    .replace(/^[-.]+|[-.]+$/g, '') || 'model';
