// The texts of a script in the language of its page. English ones are there at once; a translation is loaded when its
// page is; where it cannot be had, the English ones stand in for it.
import type { Language } from './languages.ts';

type Translations<Texts> = Partial<Record<Exclude<Language, 'en'>, () => Promise<Texts>>>;

/** The translation into the language of the page, or the English texts if there is none. */
export async function catalogue<Texts>(
  english: Texts,
  translations: Translations<Texts> = {},
): Promise<Texts> {
  const language = document.documentElement.lang as Language;
  if (language === 'en') return english;
  const translation = translations[language]?.().catch(() => undefined);
  return (await translation) ?? english;
}
