// The texts of a script in the language of its page. English ones are there at once; a translation is loaded when its
// page is.
import type { Language } from './languages.ts';

type Translations<Texts> = Partial<Record<Exclude<Language, 'en'>, () => Promise<Texts>>>;

/** The translation into the language of the page, or the English texts if there is none. */
export async function catalogue<Texts>(
  english: Texts,
  translations: Translations<Texts> = {},
): Promise<Texts> {
  const language = document.documentElement.lang as Language;
  return (language !== 'en' && (await translations[language]?.())) || english;
}
