// In which language the element speaks: that of its attribute `lang`, if there is a translation, which is loaded then.
import { type MicroscopeMessages, messagesEn } from './messages.en.ts';

const TRANSLATIONS: Readonly<Record<string, () => Promise<MicroscopeMessages>>> = {
  de: async () => (await import('./messages.de.ts')).messagesDe,
};

/** The texts in a language by its tag (`de`, `de-CH`), at once if they are there; the English ones if there are none. */
export function messagesIn(tag: string): MicroscopeMessages | Promise<MicroscopeMessages> {
  const [language = ''] = tag.toLowerCase().split('-');
  return (Object.hasOwn(TRANSLATIONS, language) && TRANSLATIONS[language]?.()) || messagesEn;
}
