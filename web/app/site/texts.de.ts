// The texts that all pages have, in German.
import type { SiteTexts } from './texts.en.ts';

export const textsDe: SiteTexts = {
  language: 'Deutsch',
  skip: 'Zum Inhalt',
  navigation: 'Seiten',
  colours: 'Farben',
  themes: { auto: 'Auto', light: 'Hell', dark: 'Dunkel' },
  missing:
    'In diesem Browser gibt es kein WebAssembly, oder etwas hält es auf; auf dieser Seite kann deshalb nichts gerechnet werden. Ihr Text steht trotzdem hier. Ein aktueller Browser ohne die strengste Sicherheitseinstellung hat es.',
  fromDisk:
    'Browser laden keine Skripte für eine Seite, die von der Platte geöffnet wird; deshalb steht hier nur ihr Text. Ein Server für den Ordner hilft (npm start ist einer), oder standalone.html: das ganze Labor in einer Datei.',
  foot: (version) =>
    `Add & Norm Lab ${version}, MIT-Lizenz. Nichts verlässt diesen Browser: kein Konto, kein Cookie, und nichts wird irgendwohin gesendet; nach dem ersten Besuch geht alles auch ohne Netz. Gerechnet wird in C++, das nach WebAssembly übersetzt ist; derselbe Startwert ergibt auf jedem Rechner dieselben Zahlen.`,
};
