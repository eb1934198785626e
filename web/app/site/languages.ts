// The languages of the site, and how a text that is not translated yet is found: the English one stands in for it.

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Texts in each language. */
export type Translated<Texts> = Readonly<
  Record<Language, { readonly texts: Texts; readonly language: Language }>
>;

/** The English texts and their translations, as far as there are some; `language` says in which language a text is. */
export function inLanguages<Texts>(
  english: Texts,
  translations: Partial<Record<Exclude<Language, 'en'>, Texts>> = {},
): Translated<Texts> {
  const all: Partial<Record<Language, Texts>> = { en: english, ...translations };
  const entries = LANGUAGES.map((language) => {
    const texts = all[language];
    return [language, texts ? { texts, language } : { texts: english, language: 'en' as const }] as const;
  });
  return Object.fromEntries(entries) as Translated<Texts>;
}
