// Keeps the whole site for when there is no network: one cache for each build, filled when that build is first seen and
// taken into use at the next visit, when no page of the one before is open. What it does not know it leaves to the network.

/** What the build has made (web/tools/site-plugins.mjs): a hash of all, and the path of every file. */
declare const __ADDNORM_BUILD__: { readonly hash: string; readonly files: readonly string[] };
const worker = self as unknown as ServiceWorkerGlobalScope;

const { hash, files } = __ADDNORM_BUILD__;
const { scope } = worker.registration;
/** Another copy of the site on this host has caches of its own. */
const PREFIX = `addnorm ${scope} `;
const NAME = `${PREFIX}${hash}`;
const ADDRESSES: ReadonlySet<string> = new Set(files.map((file) => new URL(file, scope).href));

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
worker.addEventListener('fetch', (event) => {
  const address = addressOf(event.request);
  if (address !== undefined) event.respondWith(answer(address, event.request));
});

async function keepAll(): Promise<void> {
  const cache = await caches.open(NAME);
  await Promise.all(
    [...ADDRESSES].map(async (address) => {
      // A file whose name has a hash in it is the same in every build that has it.
      const known = address.startsWith(new URL('assets/', scope).href) && (await caches.match(address));
      await cache.put(address, known || (await fetchWhole(address)));
    }),
  );
}

/**
 * A file as the network has it now. Some hosts lead `index.html` on to its folder, and a browser takes no answer that was led
 * on for a page it goes to; a copy of it is plain.
 */
async function fetchWhole(address: string): Promise<Response> {
  const response = await fetch(address, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  if (!response.redirected) return response;
  const { status, statusText, headers } = response;
  return new Response(await response.blob(), { status, statusText, headers });
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The file that is asked for, without what stands after it; undefined if it is none of the site's. */
function addressOf({ method, url }: Request): string | undefined {
  if (method !== 'GET') return undefined;
  const { origin, pathname } = new URL(url);
  const address = `${origin}${pathname}${pathname.endsWith('/') ? 'index.html' : ''}`;
  return ADDRESSES.has(address) ? address : undefined;
}

async function answer(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  return (await cache.match(address)) ?? fetch(request);
}
