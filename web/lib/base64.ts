// Bytes that stand in a script as text.

export function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Bytes that were compressed by deflate, in the format of zlib, which engines have known for longer than the bare one. */
export async function inflateBase64(base64: string): Promise<Uint8Array> {
  if (typeof DecompressionStream !== 'function')
    throw new Error('this engine cannot inflate what is compressed');
  const stream = new Blob([decodeBase64(base64)]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
