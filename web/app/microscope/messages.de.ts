// The texts of the page of the microscope that its script writes, in German.
import type { MicroscopePageMessages } from './messages.en.ts';

export const messagesDe: MicroscopePageMessages = {
  otherVersion: (given, known) =>
    `v: Diese Adresse hat die Version ${given}, diese Seite kennt Version ${known}; was sie nicht kennt, entfällt`,
  unknownTheme: (given) => `theme: „${given}“ geht nicht (muss auto, light oder dark sein); es gilt auto`,
};
