// The texts that all pages have, in every language.
import { inLanguages } from './languages.ts';
import { textsDe } from './texts.de.ts';
import { textsEn } from './texts.en.ts';

export const siteTexts = inLanguages(textsEn, { de: textsDe });
