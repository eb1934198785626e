// Lets the site be kept for when there is no network. A page in another page keeps nothing, and a file on disk is kept.

interface Connection {
  readonly saveData?: boolean;
}

/** @param root the address of the site's folder, from this page */
export function keepForOffline(root: string): void {
  const serviceWorker = container();
  const { connection } = navigator as { readonly connection?: Connection };
  if (!serviceWorker || connection?.saveData) return;
  const scope = new URL(root, location.href).href;
  const register = () => {
    // Where it may not be kept, as in a private window, the page works all the same.
    serviceWorker.register(new URL('sw.js', scope), { scope }).catch(() => {});
  };
  // What the page itself needs comes first.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

/** Undefined where there is none; in a frame in a sandbox it may not even be looked for. */
function container(): ServiceWorkerContainer | undefined {
  try {
    return (navigator as { readonly serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  } catch {
    return undefined;
  }
}
