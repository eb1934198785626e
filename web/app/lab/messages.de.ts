// The texts of the page of the lab that scripts write, in German.
import type { LabPageMessages } from './messages.en.ts';

export const messagesDe: LabPageMessages = {
  otherVersion: (given, known) =>
    `v: diese Adresse hat Version ${given}, und diese Seite kennt Version ${known}; was sie nicht kennt, ist weggelassen`,
  notLoaded: (error) =>
    `Dieser Teil der Seite ließ sich nicht laden (${error}). Bitte noch einmal versuchen.`,
  unknownTheme: (given) =>
    `theme: "${given}" ist nicht erlaubt (muss auto, light oder dark sein); verwendet wird auto`,
};
