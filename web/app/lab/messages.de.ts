// The texts of the page of the lab that scripts write, in German.
import type { LabPageMessages } from './messages.en.ts';

export const messagesDe: LabPageMessages = {
  notLoaded: (error) =>
    `Dieser Teil der Seite ließ sich nicht laden (${error}). Bitte noch einmal versuchen.`,
};
