// The texts of the page of the lab that scripts write; those of its HTML are in texts.en.ts. A translation is another of these.

export const messagesEn = {
  otherVersion: (given: string, known: string): string =>
    `v: this address is of version ${given} and this page knows version ${known}; what it does not know is left out`,
  notLoaded: (error: string): string => `This part of the page could not be loaded (${error}). Try again.`,
  unknownTheme: (given: string): string =>
    `theme: "${given}" is not allowed (must be auto, light or dark); auto is used`,
};

export type LabPageMessages = typeof messagesEn;
