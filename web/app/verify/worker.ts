// Verifies in a thread of its own, from the moment it is started, and tells what it finds. Ended by terminate().
import { verify, type VerifyProgress, type VerifyReport, type VerifyResult } from '../../lib/verify.ts';

export type VerifyMessage =
  | { readonly result: VerifyResult; readonly progress: VerifyProgress }
  | { readonly report: VerifyReport }
  | { readonly error: string };

const post = (message: VerifyMessage) => self.postMessage(message);

verify({ onResult: (result, progress) => post({ result, progress }) }).then(
  (report) => post({ report }),
  (error: unknown) => post({ error: error instanceof Error ? error.message : String(error) }),
);
