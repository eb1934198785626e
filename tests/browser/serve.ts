// A static file server for browser tests: one folder under one path, as a plain web host would serve it.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { CONTENT_SECURITY_POLICY } from '../../web/tools/csp.mjs';

const MIME_TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

export interface ServeOptions {
  /** The path the folder appears under; begins and ends with a slash. */
  base?: string;
  /** Sent with every answer. Default: the hosted page's content security policy. */
  headers?: Record<string, string>;
  /** Texts that stand in for files of the folder, or beside them, by their paths in it. */
  files?: Record<string, string>;
  /** Whether `index.html` is led on to its folder, as some hosts do. Default: no. */
  leadsOn?: boolean;
}

export interface StaticServer {
  /** The address of the folder, with the slash at its end. */
  url: string;
  close(): Promise<void>;
}

/** Serves `folder` on a free port of this machine. Whatever is not a file of it is a 404. */
export async function serve(
  folder: string,
  {
    base = '/some/sub-path/',
    headers = { 'Content-Security-Policy': CONTENT_SECURITY_POLICY },
    files = {},
    leadsOn = false,
  }: ServeOptions = {},
): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    // A favicon is asked for at the root of the host, whatever is served.
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    if (leadsOn && pathname.endsWith('/index.html')) {
      return void response.writeHead(308, { Location: './' }).end();
    }
    const name = pathname.startsWith(base) ? nameOf(pathname.slice(base.length)) : '';
    const file = join(folder, name);
    if (!Object.hasOwn(files, name) && !isFile(file)) return void response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Type': MIME_TYPES[extname(name)] ?? 'application/octet-stream',
      ...headers,
    });
    if (Object.hasOwn(files, name)) response.end(files[name]);
    else createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** The path inside the folder that an address names. It cannot leave the folder. */
function nameOf(path: string): string {
  const inside = normalize(join('/', decodeURIComponent(path))).slice(1);
  return inside === '' || inside.endsWith('/') ? `${inside}index.html` : inside;
}

const isFile = (file: string): boolean => existsSync(file) && statSync(file).isFile();
