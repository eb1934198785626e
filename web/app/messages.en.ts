// The texts of the page that scripts write; all others stand in index.html. A translation is another of each.

export const messagesEn = {
  otherVersion: (given: string, known: string): string =>
    `v: this address is of version ${given} and this page knows version ${known}; what it does not know is left out`,
  notLoaded: (error: string): string => `This part of the page could not be loaded (${error}). Try again.`,
  unknownTheme: (given: string): string =>
    `theme: "${given}" is not allowed (must be auto, light or dark); auto is used`,
};
