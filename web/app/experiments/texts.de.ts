// The texts that all pages of experiments have, as they stand in their HTML, in German.
import type { ExperimentPageTexts } from './texts.en.ts';

export const textsDe: ExperimentPageTexts = {
  list: {
    title: 'Geführte Experimente – Add & Norm Lab',
    name: 'Experimente',
    description:
      'Geführte Experimente zu Norm und Residualverbindung in Transformern: vorhersagen, was geschieht, im Browser ausprobieren und verstehen, warum.',
    heading: 'Geführte Experimente',
    premise: (seeds) =>
      `Zuerst eine Vorhersage, dann die Modelle hier trainieren und nachsehen. Was die Seiten behaupten, ist vorher mit ${seeds} Startwerten durchgerechnet; der eigene Lauf kommt hinzu.`,
    runs: (runs) => (runs === 1 ? 'ein Lauf' : `${runs} Läufe`),
    time: { moments: 'ein paar Sekunden', short: 'unter einer halben Minute', long: 'etwa eine Minute' },
    quiz: (questions) => (questions === 1 ? 'Mit einer Frage am Ende.' : `Mit ${questions} Fragen am Ende.`),
  },
  pageTitle: (title) => `${title} – Add & Norm Lab`,
  place: (number, of) => `Experiment ${number} von ${of}`,
  predict: 'Vorhersagen',
  run: 'Durchführen',
  happened: 'Was geschah',
  why: 'Warum',
  seed: 'Startwert',
  start: 'Starten',
  progress: 'Fortschritt des Experiments',
  cancel: 'Abbrechen',
  reveal: 'Die Antwort lesen, ohne es laufen zu lassen',
  noScript: 'Zum Durchführen braucht es JavaScript und WebAssembly. Was sich vorher zeigte, steht unten.',
  medians: (seeds) =>
    `Die Zahlen in diesen Texten sind Mediane über ${seeds} Startwerte; die des eigenen Laufs stehen in den Diagrammen und Tabellen.`,
  claims: {
    caption: (seeds) =>
      `Was dieses Experiment behauptet, und bei wie vielen von ${seeds} Startwerten es galt`,
    headings: ['Behauptung', 'Hier', 'Galt bei'],
    held: (seeds, of) => `${seeds} von ${of}`,
  },
  measures: {
    summary: 'Alle gemessenen Zahlen',
    caption: (seeds) => `Hier gemessen, und mit ${seeds} Startwerten`,
    headings: ['Messgröße', 'Hier', 'Median', 'Kleinster', 'Größter'],
  },
  inTheLab: 'Im Lab öffnen',
  inTheLabHint: 'Dieselben Modelle mit allen Diagrammen und Einstellungen.',
  source: (source) => `(${source})`,
  sequence: 'Andere Experimente',
  previous: 'Zurück',
  next: 'Weiter',
  quiz: {
    title: (group) => `Fragen zu dieser Gruppe: ${group}`,
    answer: 'Antwort',
  },
};
