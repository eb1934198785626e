// What runs on each thread of the command line: nothing but a session that is spoken to by messages, as in the lab's workers.
import { parentPort } from 'node:worker_threads';
import { serve } from '../lab/session.ts';
import type { Request } from '../lab/protocol.ts';

const service = serve((reply, transfer) => parentPort?.postMessage(reply, transfer));
parentPort?.on('message', (request: Request) => void service.receive(request));
