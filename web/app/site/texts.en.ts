// The texts that all pages have: navigation, colours, foot. A translation is another of these.

export const textsEn = {
  /** What the language calls itself. */
  language: 'English',
  skip: 'Skip to the content',
  navigation: 'Pages',
  colours: 'Colours',
  themes: { auto: 'Auto', light: 'Light', dark: 'Dark' },
  missing:
    'There is no WebAssembly in this browser, or something blocks it, so nothing can be computed on this page. What it says stands here all the same. A current browser without its strictest security mode has it.',
  fromDisk:
    'Browsers load no scripts for a page that is opened from the disk, so only its text is here. Serve the folder it lies in (npm start does), or open standalone.html, which has the whole lab in one file.',
  foot: (version: string): string =>
    `Add & Norm Lab ${version}, MIT licence. Nothing leaves this browser: no account, no cookie, and nothing is sent anywhere; after the first visit all of it works without a network. The arithmetic is C++ compiled to WebAssembly; the same seed gives the same numbers on every machine.`,
};

export type SiteTexts = typeof textsEn;
