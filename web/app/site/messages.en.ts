// What any page says of its address. A translation is another of these.

export const messagesEn = {
  otherVersion: (given: string, known: string): string =>
    `v: this address is of version ${given} and this page knows version ${known}; what it does not know is left out`,
  unknownTheme: (given: string): string =>
    `theme: "${given}" is not allowed (must be auto, light or dark); auto is used`,
};

export type SiteMessages = typeof messagesEn;
