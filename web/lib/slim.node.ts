// The package's entry `addnorm/slim` in Node: as slim.ts, but the files are read from the disk.
import { readFile } from 'node:fs/promises';
import createSimd from 'virtual:addnorm-glue';
import { FileError, messageOf } from './compile.ts';
import { makeBuild, makeLoad } from './load.ts';
import { createScalar } from './scalar-glue.ts';

export * from './api.ts';

/** A bundler for servers may have moved the file to where only browsers find it, or say so by a URL that is not Node's. */
async function read(url: URL): Promise<Uint8Array> {
  const address = String(url);
  if (address.startsWith('file:')) {
    return readFile(new URL(address)).catch((error: unknown) => {
      throw new FileError(`cannot read ${address}: ${messageOf(error)}`, { cause: error });
    });
  }
  throw new FileError(
    `${address} is not on the disk: a bundler has moved it (leave addnorm out of the server's bundle, as serverExternalPackages of Next does, or import "addnorm", which needs no file)`,
  );
}

export const load = makeLoad(
  makeBuild(createSimd, () => read(new URL('./addnorm.wasm', __ADDNORM_HERE__)), 'addnorm.wasm'),
  makeBuild(
    createScalar,
    () => read(new URL('./addnorm.scalar.wasm', __ADDNORM_HERE__)),
    'addnorm.scalar.wasm',
  ),
);
