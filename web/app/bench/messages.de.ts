// The texts of bench.html that scripts write, in German.
import type { BenchPageMessages } from './messages.en.ts';

export const messagesDe: BenchPageMessages = {
  start: 'Diesen Browser messen',
  again: 'Noch einmal messen',
  cancel: 'Abbrechen',
  quick: 'Schnell: etwa 15 Sekunden, weniger genau',
  starting: 'Fängt an …',
  progress: (share) => `${Math.floor(100 * share)} % gemessen`,
  timeLeft: (seconds) => `noch etwa ${seconds} s`,
  progressLabel: 'Fortschritt der Messung',
  cancelled: (share) => `Abgebrochen nach ${Math.floor(100 * share)} %.`,
  done: (met, bars) => `${met} von ${bars} Zielen sind erreicht.`,
  everywhere: 'Welche Ziele überall verfehlt werden, erklärt Performance (auf Englisch)',
  failed: (message) => `Die Messung kam nicht weiter: ${message}`,
  noScript: 'Der Teil der Seite, der misst, ließ sich nicht laden. Ist das Netz da?',
  engine: (name, threads) => `${name}, ${threads} ${threads === 1 ? 'Thread' : 'Threads'}`,
  caption:
    'Zeiten sind die eines Threads, außer bei den Zwillingen. Die Spitze ist, was diese Engine an Multiplikationen und Additionen von vier Zahlen zugleich schafft, wenn sie in den Registern bleiben.',
  tableLabel: 'Messungen, Zeile für Zeile',
  copy: 'Als Text kopieren',
  copied: 'Kopiert.',
  notCopied: 'Dieser Browser lässt die Seite nicht kopieren; die Tabelle lässt sich markieren.',
};
