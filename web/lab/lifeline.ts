// How a page learns that a worker is gone when no event says so: the worker holds a lock (Web Locks) for as long as it lives,
// and the page asks for the same lock. Browsers release it whichever way the worker ended. Where there are no locks, in the
// page or in the worker (an opaque origin, plain http, Node 20), the time limit of runner.ts is what remains.

/** The DOM's types promise locks everywhere. */
function lockManager(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : (navigator as { readonly locks?: LockManager }).locks;
}

/** A name for a new lock, or null where there are none. */
export function nameLifeline(): string | null {
  return lockManager() ? `addnorm-worker-${crypto.randomUUID()}` : null;
}

/** In the worker: takes the lock for good. Resolves to whether it is held. */
export function holdLifeline(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const holdForever = () => {
      resolve(true);
      return new Promise<never>(() => {});
    };
    const held = lockManager()?.request(name, holdForever) ?? Promise.reject(new Error('no locks'));
    held.catch(() => resolve(false));
  });
}

/** In the page: calls `onEnd` when the worker that holds the lock is gone, unless `signal` is aborted first. */
export function watchLifeline(name: string, signal: AbortSignal, onEnd: () => void): void {
  // Rejected when aborted, and where this origin may hold no locks: then there is nothing to watch.
  lockManager()
    ?.request(name, { signal }, onEnd)
    .catch(() => {});
}
