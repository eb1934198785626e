// A worker that is none: it serves a session in the thread that asked for it, where workers cannot be had. It trains in short
// slices and lets the page have its turn between them.
import { letOthersRun } from '../lib/let-others-run.ts';
import type { Request, WorkerLike } from './protocol.ts';
import { serve, type Service } from './session.ts';

export class MainThreadWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onmessageerror: WorkerLike['onmessageerror'] = null;
  onerror: WorkerLike['onerror'] = null;
  #service: Service | null = null;

  constructor() {
    // Later, as with a real worker: whoever makes it still has to listen.
    queueMicrotask(() => {
      this.#service ??= serve((reply) => this.onmessage?.({ data: reply } as never), letOthersRun);
    });
  }

  postMessage(request: unknown): void {
    void this.#service?.receive(request as Request);
  }

  terminate(): void {
    this.onmessage = null;
    this.#service?.dispose();
  }
}
