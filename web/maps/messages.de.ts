// The German texts of the stability map and of the initial-gradient figure.
import { messagesDe as chartMessagesDe } from '../charts/messages.de.ts';
import { inWords } from '../element/in-words.ts';
import { placementsDe } from '../element/placements.de.ts';
import { ruleDe } from '../element/rules.de.ts';
import { settingTextsDe } from '../element/setting-texts.de.ts';
import type { SettingKey } from '../element/setting-texts.ts';
import type { MapMessages } from './messages.en.ts';

const list = new Intl.ListFormat('de', { type: 'conjunction' });
const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const messagesDe: MapMessages = {
  decimalMark: ',',
  placements: placementsDe,
  name: chartMessagesDe.name,

  // Settings, by their keys in the address.
  labels: {
    by: 'Zeilen',
    columns: 'Lernraten',
    rows: 'Anzahl der Zeilen',
    'lr-from': 'Von',
    'lr-to': 'Bis',
    'warmup-to': 'Längstes Warm-up',
    'depth-to': 'Größte Tiefe',
    steps: 'Schritte je Lauf',
    seeds: 'Startwerte',
    'profile-depth': 'Verlauf bei Tiefe',
    depth: 'Tiefe',
    width: 'Breite',
    task: 'Aufgabe',
    seed: 'Startwert',
    batch: 'Batch',
    norm: 'Norm',
    init: 'Anfangsgewichte',
    'embedding-scale': 'Skala der Embeddings',
  },
  placementLabel: (nth) => `Anordnung ${nth}`,
  noPlacement: 'keine weitere',
  choices: {
    warmup: 'Warm-up',
    depth: 'Tiefe',
    modularAddition: 'modulare Addition',
    layer: 'LayerNorm',
    rms: 'RMSNorm',
    batch: 'BatchNorm',
    xavier: 'Xavier',
    gpt2: 'GPT-2',
  },
  settings: 'Einstellungen',
  more: 'Weitere Einstellungen',

  notice: (key, text, rule, used) => `${key}: ${text} geht nicht (${rule}); es gilt ${used ?? 'die Vorgabe'}`,
  rule: (rule) => inWords(ruleDe(rule), ({ key }) => settingTextsDe[key as SettingKey].label),
  unknown: (given, closest) =>
    `die Einstellung ${given} gibt es nicht${closest === undefined ? '' : `; ${closest} gemeint?`}`,
  varied: (key) => `${key} ist das, was diese Abbildung verändert; es lässt sich nicht festlegen`,
  placementsMended: (text, most, used) =>
    `placement: ${text} geht nicht (müssen 1 bis ${most} bekannte Anordnungen sein); es gilt ${used}`,

  // Running.
  start: 'Starten',
  cancel: 'Abbrechen',
  goOn: 'Fortsetzen',
  progress: (done, all) => `${done} von ${plural(all, 'Lauf', 'Läufen')}`,
  progressLabel: 'Fertige Läufe',
  timeLeft: (seconds) =>
    seconds < 90 ? `noch etwa ${seconds} s` : `noch etwa ${Math.round(seconds / 60)} min`,
  cancelled: 'Abgebrochen; was fertig ist, bleibt.',
  failed: (message) => `Ein Lauf war nicht möglich: ${message}`,
  allDone: (all) => `Alle ${all} Läufe sind fertig.`,
  csv: 'Als CSV speichern',

  // The stability map.
  mapTitle: 'Wo gelernt wird',
  mapOf: (label) => `Stabilitätskarte von ${label}`,
  mapHint: 'Auf ein Feld zeigen oder mit den Pfeiltasten wandern. Die Eingabetaste öffnet es im Lab.',
  learningRate: 'Lernrate',
  rowTitle: { warmup: 'Warm-up (Schritte)', depth: 'Tiefe (Blöcke)' },
  rowUnit: {
    warmup: (steps) => (steps === '0' ? 'ohne Warm-up' : `${steps} Schritte Warm-up`),
    depth: (blocks) => (blocks === '1' ? '1 Block' : `${blocks} Blöcke`),
  },
  loss: 'Verlust',
  lossAtEnd: 'Verlust der letzten 20 Schritte (Median)',
  legendLearned: (loss) => `gelernt (unter ${loss})`,
  legendDiverged: 'divergiert',
  legendWaiting: 'noch nicht gelaufen',
  cell: (label, lr, row, result) => `${label}, Lernrate ${lr}, ${row}: ${result}`,
  waiting: 'noch nicht gelaufen',
  divergedAt: (step) => `divergiert bei Schritt ${step}`,
  lossOf: (loss) => `Verlust ${loss}`,
  learnedLoss: (loss) => `Verlust ${loss}, gelernt`,
  nothingYet: 'Noch kein Lauf ist fertig.',
  soFar: (clauses) => `Bisher: ${clauses}`,
  learnedIn: (label, learned, of) =>
    `${label}: gelernt in ${learned === 0 ? 'keinem' : learned} von ${plural(of, 'Lauf', 'Läufen')}`,
  highest: (parts) => `bis zur Lernrate ${list.format(parts)}`,
  highestAt: (lr, row) => `${lr} (${row})`,
  noneAt: (row) => `keiner (${row})`,
  diverged: (count) => `${count} divergiert`,
  end: '.',

  // The initial-gradient figure.
  gradientTitle: 'Die letzte Feed-forward-Teilschicht, nach Tiefe',
  gradientY: 'Norm des Gradienten: Median der Startwerte; das Band fasst ihre mittlere Hälfte',
  gradientX: 'Tiefe (Blöcke)',
  profileTitle: 'Dasselbe, Block für Block',
  profileY: 'Norm des Gradienten jeder Feed-forward-Teilschicht',
  profileX: 'Block',
  theoryFlat: 'Theorie: in jeder Tiefe gleich groß',
  theoryFalls: 'Theorie: 1/√N',
  powerOf: (power, label) => `${power} in ${label}`,
  slopes: (powers, from, to) =>
    `Von Tiefe ${from} bis ${to} verhält sich der Gradient des letzten Blocks wie die Tiefe hoch ${list.format(powers)}`,
  theorySlopes: (powers) => `; nach Theorem 1 von Xiong et al. (2020) sind es ${list.format(powers)}`,
  profileSentence: (parts, depth) =>
    `Vom ersten zum letzten von ${depth} Blöcken wird der Gradient ${list.format(parts)}`,
  grows: (label, times) => `in ${label} ${times}-mal so groß`,
  shrinks: (label, times) => `in ${label} ${times}-mal so klein`,
  stays: (label) => `in ${label} kaum anders`,
};
