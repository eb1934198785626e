// What any page says of its address, in German.
import type { SiteMessages } from './messages.en.ts';

export const messagesDe: SiteMessages = {
  otherVersion: (given, known) =>
    `v: Diese Adresse hat die Version ${given}, diese Seite kennt Version ${known}; was sie nicht kennt, entfällt`,
  unknownTheme: (given) => `theme: „${given}“ geht nicht (muss auto, light oder dark sein); es gilt auto`,
};
