// Hands a file to the browser to be saved. A frame in a sandbox may not be allowed to, and a browser does not tell: what can
// be known about that is known here.

/** Whether a file can be saved from here: in some frames nobody can know. */
export type Savable = 'yes' | 'no' | 'maybe';

export function savable(): Savable {
  if (window.parent === window) return 'yes';
  const frame = ownFrame();
  if (frame)
    return frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-downloads') ? 'no' : 'yes';
  // A frame without an origin of its own is in a sandbox of whose rights nothing can be known.
  return window.origin === 'null' ? 'maybe' : 'yes';
}

/** The frame around the page; null where there is none, or one of another origin. */
function ownFrame(): HTMLIFrameElement | null {
  try {
    const { frameElement } = window;
    return frameElement?.tagName === 'IFRAME' ? (frameElement as HTMLIFrameElement) : null;
  } catch {
    return null;
  }
}

/** How long a browser may take to read the file. */
const KEPT_MS = 60_000;

export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Letters; some file systems take no more than 255 bytes. */
const LONGEST = 100;

/** A name for a file from words: lower case, only letters that every file system takes, joined by hyphens. */
export function fileName(words: readonly string[], extension: string): string {
  const plain = words
    .join(' ')
    .normalize('NFKD')
    .replaceAll('γ', 'gamma')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+/, '');
  const stem = Array.from(plain).slice(0, LONGEST).join('').replace(/-+$/, '');
  return `addnorm-${stem}.${extension}`;
}
