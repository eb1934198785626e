import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import createSimd from 'virtual:addnorm-glue';
import createScalar from 'virtual:addnorm-glue-scalar';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { version } from '../../package.json';
import { load, type LoadOptions } from '../../web/lib/index.ts';
import { type Glue, makeBuild, makeFileBuild, makeLoad } from '../../web/lib/load.ts';
import type { RawModule } from '../../web/lib/raw.ts';
import { scalarBytes, simdBytes } from './raw-module.ts';

const worksAs = async (options: LoadOptions | undefined) => {
  const addnorm = await load(options);
  expect(addnorm.layerNorm([2, 4, 4, 6], { dModel: 4 }).y[3]).toBeCloseTo(1.414, 3);
  return addnorm.backend;
};

/** Another version, of the same length. */
const OTHER_VERSION = version.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));

/** These bytes with the stamp that every build carries changed to that of another version. */
function ofOtherVersion(bytes: Uint8Array): Uint8Array {
  const at = Buffer.from(bytes).indexOf(`addnorm${version} `);
  expect(at).toBeGreaterThan(0);
  const changed = bytes.slice();
  changed.set(new TextEncoder().encode(OTHER_VERSION), at + 'addnorm'.length);
  return changed;
}

describe('load', () => {
  it('takes SIMD where there is SIMD, and the scalar build if asked to', async () => {
    expect(await worksAs(undefined)).toBe('simd');
    expect(await worksAs({ simd: 'auto' })).toBe('simd');
    expect(await worksAs({ simd: 'on' })).toBe('simd');
    expect(await worksAs({ simd: 'off' })).toBe('scalar');
  });

  it('says nothing where there is nothing to say, and has the version of the package', async () => {
    const addnorm = await load();
    expect(addnorm.notice).toBeUndefined();
    expect(addnorm.version).toBe(version);
  });

  it('compiles once: instances have one module and a memory each', async () => {
    const [a, b] = await Promise.all([load(), load()]);
    expect(a.module).toBe(b.module);
    a.createModel({ nLayer: 12, dModel: 64 });
    expect(a.memoryBytes).toBeGreaterThan(b.memoryBytes);
  });

  it.each([
    [{ simd: 'yes' }, new RangeError('invalid simd: "yes" (must be "auto" or "on" or "off")')],
    [{ simd: true }, new TypeError('invalid simd: true (must be "auto" or "on" or "off")')],
    [{ wasmURL: 'x' }, new RangeError('options has no "wasmURL"; did you mean "wasmUrl"?')],
    [{ wasmUrl: 5 }, new TypeError('invalid wasmUrl: 5 (must be a string or a URL)')],
    [{ wasmBinary: 'x' }, new TypeError('invalid wasmBinary: "x" (must be a Uint8Array or an ArrayBuffer)')],
    [
      { wasmModule: {} },
      new TypeError('invalid wasmModule: {} (must be a WebAssembly.Module, as addnorm.module is)'),
    ],
    [
      { wasmUrl: 'x', wasmBinary: new Uint8Array() },
      new TypeError('wasmUrl and wasmBinary are both given, and only one can be used'),
    ],
    [{ timeout: 0 }, new RangeError('invalid timeout: 0 (must be a number from 1 to 3600000)')],
    [5, new TypeError('invalid options: 5 (must be an object)')],
  ])('refuses %j', async (options, error) => {
    await expect(load(options as LoadOptions)).rejects.toThrow(error);
  });
});

describe('a module that the caller brings', () => {
  it('can be bytes, a buffer, or compiled', async () => {
    expect(await worksAs({ wasmBinary: simdBytes() })).toBe('simd');
    expect(await worksAs({ wasmBinary: simdBytes().buffer })).toBe('simd');
    expect(await worksAs({ wasmBinary: scalarBytes(), simd: 'off' })).toBe('scalar');
    const { module } = await load({ simd: 'on' });
    const shared = await load({ wasmModule: module });
    expect(shared.module).toBe(module);
  });

  it('is taken for the build that its stamp says, and refused if of another version', async () => {
    expect(await worksAs({ wasmBinary: scalarBytes() })).toBe('scalar');
    await expect(load({ wasmBinary: ofOtherVersion(simdBytes()) })).rejects.toThrow(
      `wasmBinary is of addnorm ${OTHER_VERSION}, and this is addnorm ${version}: both must be of one version`,
    );
  });

  it('is refused if simd insists on the other build', async () => {
    const { module: scalar } = await load({ simd: 'off' });
    await expect(load({ wasmModule: scalar, simd: 'on' })).rejects.toThrow(
      new RangeError('invalid simd: "on" (must be "auto" or "off" for a module of the scalar build)'),
    );
    await expect(load({ wasmBinary: simdBytes(), simd: 'off' })).rejects.toThrow(
      new RangeError('invalid simd: "off" (must be "auto" or "on" for a module of the simd build)'),
    );
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['nothing', new Uint8Array(), /^wasmBinary is not WebAssembly: it is empty$/],
    [
      'a page',
      new TextEncoder().encode('\n<!doctype html>'),
      /^wasmBinary is not WebAssembly: it is an HTML page/,
    ],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47), /it begins with 89 50 4e 47, not 00 61 73 6d$/],
    ['a file cut off', simdBytes().subarray(0, 1000), /^wasmBinary cannot be compiled \(1000 bytes\): /],
    ['somebody else', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0), /./],
  ])(
    'but is %s rejects, at once',
    async (_, wasmBinary, message) => {
      await expect(load({ wasmBinary })).rejects.toThrow(message);
    },
    2000,
  );
});

describe('a module from a URL', () => {
  let server: Server;
  let origin: string;
  const files: Record<string, { status?: number; type?: string; body: Uint8Array | string }> = {
    '/addnorm.wasm': { type: 'application/wasm', body: simdBytes() },
    '/scalar.wasm': { type: 'application/wasm; charset=binary', body: scalarBytes() },
    '/stale.wasm': { type: 'application/wasm', body: ofOtherVersion(simdBytes()) },
    '/wrong-type.wasm': { type: 'text/plain', body: simdBytes() },
    '/page.wasm': { type: 'text/html', body: '<!doctype html>' },
    '/cut.wasm': { type: 'application/wasm', body: simdBytes().subarray(0, 5000) },
    '/error.wasm': { status: 503, type: 'text/plain', body: 'busy' },
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/silent.wasm') return;
      if (request.url === '/stops.wasm' || request.url === '/breaks.wasm') {
        response.writeHead(200, { 'content-type': 'application/wasm', 'content-length': simdBytes().length });
        response.write(simdBytes().subarray(0, 5000), () => {
          if (request.url === '/breaks.wasm') response.destroy();
        });
        return;
      }
      const {
        status = 200,
        type,
        body,
      } = files[request.url ?? ''] ?? { status: 404, type: 'text/html', body: '<p>' };
      response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('works, as a string or a URL, whatever type the server says it has', async () => {
    expect(await worksAs({ wasmUrl: `${origin}/addnorm.wasm` })).toBe('simd');
    expect(await worksAs({ wasmUrl: new URL(`${origin}/wrong-type.wasm`) })).toBe('simd');
    expect(await worksAs({ wasmUrl: `${origin}/scalar.wasm` })).toBe('scalar');
  });

  it('is compiled while it arrives where its type is right, and only there', async () => {
    const streaming = vi.spyOn(WebAssembly, 'compileStreaming');
    await load({ wasmUrl: `${origin}/wrong-type.wasm` });
    expect(streaming).not.toHaveBeenCalled();
    await load({ wasmUrl: `${origin}/addnorm.wasm` });
    expect(streaming).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
  });

  it.each([
    ['missing.wasm', 'cannot load WebAssembly from ORIGIN/missing.wasm (HTTP 404, text/html)'],
    ['error.wasm', 'cannot load WebAssembly from ORIGIN/error.wasm (HTTP 503, text/plain)'],
    ['page.wasm', 'ORIGIN/page.wasm (HTTP 200, text/html) is not WebAssembly: it is an HTML page'],
    ['cut.wasm', 'ORIGIN/cut.wasm (HTTP 200, application/wasm) cannot be compiled (5000 bytes)'],
    ['breaks.wasm', 'cannot fetch ORIGIN/breaks.wasm (HTTP 200, application/wasm): '],
    [
      'stale.wasm',
      `ORIGIN/stale.wasm (HTTP 200, application/wasm) is of addnorm ${OTHER_VERSION}, and this is addnorm ${version}`,
    ],
  ])(
    'that gives %s rejects, at once',
    async (path, message) => {
      await expect(load({ wasmUrl: `${origin}/${path}` })).rejects.toThrow(message.replace('ORIGIN', origin));
    },
    2000,
  );

  it.each([
    ['silent.wasm', 'cannot fetch ORIGIN/silent.wasm: it was not all there after 0.2 s'],
    [
      'stops.wasm',
      'cannot fetch ORIGIN/stops.wasm (HTTP 200, application/wasm): it was not all there after 0.2 s',
    ],
  ])(
    'that does not come to its end (%s) is given up',
    async (path, message) => {
      await expect(load({ wasmUrl: `${origin}/${path}`, timeout: 200 })).rejects.toThrow(
        message.replace('ORIGIN', origin),
      );
    },
    2000,
  );

  it('on the disk is not fetched, and the error says what to do', async () => {
    await expect(load({ wasmUrl: 'file:///addnorm.wasm' })).rejects.toThrow(
      /^cannot fetch file:\/\/\/addnorm.wasm: .* \(read the file, and give its bytes as wasmBinary\)$/,
    );
  });

  it('that nobody answers rejects', async () => {
    await expect(load({ wasmUrl: 'http://127.0.0.1:1/addnorm.wasm' })).rejects.toThrow(
      'cannot fetch http://127.0.0.1:1/addnorm.wasm: ',
    );
  });
});

describe('an engine', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const loadWith = (simdGlue: Glue, scalarGlue: Glue = createScalar) =>
    makeLoad(makeBuild(simdGlue, simdBytes), makeBuild(scalarGlue, scalarBytes));

  /** Glue of a module that computes one thing wrongly. */
  const wrongGlue: Glue = async (options) => {
    const raw = await createSimd(options);
    const wrong: RawModule['_layerNorm'] = (out, ...others) => {
      raw._layerNorm(out, ...others);
      raw.HEAPF32[(out >>> 2) + 1]! += 1e-4;
    };
    return Object.create(raw, { _layerNorm: { value: wrong } }) as RawModule;
  };

  it('without WebAssembly is told so', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    await expect(load()).rejects.toThrow('WebAssembly is not available here');
  });

  it('without DecompressionStream gets the scalar build, which needs none, and a notice', async () => {
    vi.resetModules();
    vi.stubGlobal('DecompressionStream', undefined);
    const fresh = await import('../../web/lib/index.ts');
    const addnorm = await fresh.load();
    expect(addnorm.backend).toBe('scalar');
    expect(addnorm.notice).toBe('the scalar build is used: this engine cannot inflate what is compressed');
    await expect(fresh.load({ simd: 'on' })).rejects.toThrow('cannot inflate');
  });

  it.each([
    "WebAssembly.compile(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script in the following Content Security Policy directive: \"script-src 'self'\"",
    'call to WebAssembly.compile() blocked by CSP',
    "Refused to create a WebAssembly object because 'unsafe-eval' or 'wasm-unsafe-eval' is not an allowed source of script",
  ])('that a policy forbids to compile says what the policy must have: %s', async (said) => {
    vi.spyOn(WebAssembly, 'compile').mockRejectedValue(new WebAssembly.CompileError(said));
    await expect(load({ wasmBinary: simdBytes() })).rejects.toThrow(
      `${said} (the page's Content-Security-Policy must have 'wasm-unsafe-eval' in its script-src)`,
    );
    vi.restoreAllMocks();
  });

  it('does not look for the other file where one is missing', async () => {
    const asked: string[] = [];
    const at = (file: string) => () => {
      asked.push(file);
      return `http://127.0.0.1:1/${file}`;
    };
    const loadHere = makeLoad(
      makeFileBuild(createSimd, at('simd')),
      makeFileBuild(createScalar, at('scalar')),
    );
    await expect(loadHere()).rejects.toThrow('cannot fetch http://127.0.0.1:1/simd: ');
    expect(asked).toEqual(['simd']);
  });

  it('without SIMD gets the scalar build and a notice, or an error if SIMD was insisted on', async () => {
    const withoutSimd = {
      ...Object.fromEntries(
        Object.getOwnPropertyNames(WebAssembly).map((name) => [
          name,
          Reflect.get(WebAssembly, name) as unknown,
        ]),
      ),
      validate: () => false,
      compile: async (bytes: Uint8Array<ArrayBuffer>) => {
        if (bytes.length === simdBytes().length) throw new WebAssembly.CompileError('invalid value type');
        return WebAssembly.Module.prototype.constructor === WebAssembly.Module
          ? new WebAssembly.Module(bytes)
          : undefined;
      },
    };
    vi.stubGlobal('WebAssembly', withoutSimd);
    const loadHere = loadWith(createSimd);
    const addnorm = await loadHere();
    expect(addnorm.backend).toBe('scalar');
    expect(addnorm.notice).toBe('the scalar build is used: this engine has no WebAssembly SIMD');
    await expect(loadHere({ simd: 'on' })).rejects.toThrow('cannot be compiled');
  });

  it('whose SIMD computes wrongly gets the scalar build and a notice', async () => {
    const addnorm = await loadWith(wrongGlue)();
    expect(addnorm.backend).toBe('scalar');
    expect(addnorm.notice).toBe(
      'the scalar build is used: this engine computes wrongly: LayerNorm of a row far from zero',
    );
  });

  it('without memory for one more instance says so in words, whichever build was asked for', async () => {
    const said = 'WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance';
    for (const simd of ['auto', 'on', 'off'] as const) {
      vi.spyOn(WebAssembly, 'instantiate').mockRejectedValueOnce(new RangeError(said));
      const failed = load({ simd });
      await expect(failed).rejects.toThrow(RangeError);
      await expect(failed).rejects.toThrow(
        `out of memory: there is none left for one more instance (${said})`,
      );
      expect((await load({ simd })).layerNorm([2, 4, 4, 6], { dModel: 4 }).y.length).toBe(4);
    }
    vi.restoreAllMocks();
  });

  it('that computes wrongly in every way is refused', async () => {
    await expect(loadWith(wrongGlue, wrongGlue)()).rejects.toThrow('this engine computes wrongly');
    await expect(loadWith(wrongGlue)({ simd: 'on' })).rejects.toThrow('this engine computes wrongly');
  });

  it('may fail to compile once and be asked again', async () => {
    let isFirst = true;
    const build = makeBuild(createSimd, () => {
      const bytes = isFirst ? simdBytes().subarray(0, 100) : simdBytes();
      isFirst = false;
      return bytes;
    });
    const loadHere = makeLoad(build, build);
    await expect(loadHere({ simd: 'on' })).rejects.toThrow('cannot be compiled');
    expect((await loadHere({ simd: 'on' })).backend).toBe('simd');
  });
});
