// The texts of the page for frames, in English. A translation is another of these.

export const messagesEn = {
  title: 'Add & Norm Lab',
  description:
    'Two tiny Transformers train side by side in the browser, one with its norms after the addition, one with them before it.',
  loading: 'Loading the lab …',
  noScript: 'The lab is a program: it needs JavaScript, which is switched off or blocked here.',
  /** Where there is a whole page of the lab. */
  whole: 'Open the whole lab',
};

export type FrameMessages = typeof messagesEn;
