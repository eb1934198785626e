// What runs in a worker: nothing but a session that is spoken to by messages. The loop over steps is here, so a tab in the
// background trains on; it waits for no timer and for no frame.
import type { Request } from './protocol.ts';
import { serve } from './session.ts';

const service = serve((reply, transfer) => self.postMessage(reply, { transfer }));
self.onmessage = (event: MessageEvent<Request>) => void service.receive(event.data);
