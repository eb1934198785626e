// The texts of the panel that verifies this browser, in German.
import type { VerifyMessages } from './messages.en.ts';

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const runs = (count: number) => counted(count, 'Lauf', 'Läufen');
const answers = (count: number) => counted(count, 'bekannten Antwort', 'bekannten Antworten');
const backends = { simd: 'Fassung mit SIMD', scalar: 'Fassung ohne SIMD' };

export const messagesDe: VerifyMessages = {
  again: 'Noch einmal prüfen',
  cancel: 'Abbrechen',
  starting: 'Fängt an …',
  progress: (done, total) => `${done} von ${total}`,
  timeLeft: (seconds) => `noch etwa ${seconds} s`,
  progressLabel: 'Fortschritt der Prüfung',
  cancelled: (done, total) => `Abgebrochen nach ${done} von ${total}.`,
  allRight: (counts) =>
    `Läufe: ${counts.runs}, alle endeten in denselben Bits wie überall sonst. Bekannte Antworten: ${counts.answers}, alle sind richtig.`,
  wrong: (counts) => {
    const parts = [
      counts.wrongRuns > 0 &&
        `in ${counts.wrongRuns} von ${runs(counts.runs)} kamen andere Bits heraus als überall sonst`,
      counts.wrongAnswers > 0 &&
        `${counts.wrongAnswers} von ${answers(counts.answers)} ${counts.wrongAnswers === 1 ? 'ist' : 'sind'} falsch`,
    ];
    return `Nicht alles stimmt: ${parts.filter(Boolean).join(', und ')}. Die Kurven dieses Browsers sind nicht die der anderen.`;
  },
  missing: (backend, reason) => `Die ${backends[backend]} wurde nicht gefragt: ${reason}.`,
  failed: (message) => `Die Prüfung kam nicht weiter: ${message}`,
  noScript: 'Der Teil der Seite, der prüft, ließ sich nicht laden. Ist das Netz da?',
  caption:
    'Was dieser Browser berechnet. Ein Lauf ist ein kurzes Training; gezeigt ist der Hash aller Parameter, in denen er endet. Von einer bekannten Antwort ist die Zahl gezeigt, die am weitesten daneben liegt; sie muss auf 1e-6 stimmen. Von zwei Werten ist der linke erwartet, der rechte kam heraus.',
  tableLabel: 'Prüfung, Zeile für Zeile',
  check: 'Prüfung',
  expected: 'Erwartet',
  actual: 'Erhalten',
  result: 'Ergebnis',
  ok: 'gut',
  wrongWord: 'falsch',
  backends,
  copy: 'Als Text kopieren',
  copied: 'Kopiert.',
  notCopied: 'Dieser Browser lässt die Seite nicht kopieren; die Tabelle lässt sich markieren.',
};
