// The texts of the page of the lab that scripts write; those of its HTML are in texts.en.ts. A translation is another of these.

export const messagesEn = {
  notLoaded: (error: string): string => `This part of the page could not be loaded (${error}). Try again.`,
};

export type LabPageMessages = typeof messagesEn;
