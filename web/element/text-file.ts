// A text file of the reader's own, as the text of the task: read here, checked, and sent nowhere.

/** More bytes than the longest text that is allowed can have. */
const MAX_BYTES = 1_000_000;

/** What is wrong with a file. */
export type FileFault = 'tooLarge' | 'notText' | 'unreadable';

export type ReadText = { readonly text: string } | { readonly fault: FileFault };

/** Its text, with one kind of line end and without a byte order mark. */
export async function readTextFile(file: Blob): Promise<ReadText> {
  if (file.size > MAX_BYTES) return { fault: 'tooLarge' };
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return { fault: 'unreadable' };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? { fault: 'notText' } : { text: text.replace(/\r\n?/g, '\n') };
  } catch {
    return { fault: 'notText' };
  }
}
