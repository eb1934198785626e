// Every text of the guided experiments, in German. The experiments of each group have a file of texts/.
import type { ExperimentMessages } from './messages.en.ts';
import { depthDe } from './texts/depth.de.ts';
import { designDe } from './texts/design.de.ts';
import { normDe } from './texts/norm.de.ts';
import { quizzesDe } from './texts/quizzes.de.ts';

export const messagesDe: ExperimentMessages = {
  decimalMark: ',',
  unit: { number: '', percent: ' %', times: '-mal', integer: '', milliseconds: ' ms' },
  page: {
    title: 'Was die geführten Experimente behaupten, und was herauskam',
    intro: (version, seeds) =>
      `Geschrieben von \`npm run experiments\` mit addnorm ${version}: jedes Experiment mit ${seeds} Startwerten. Der Lauf scheitert, wenn eine Behauptung bei weniger Startwerten gilt, als sie muss. Jeder Rechner bekommt dieselben Zahlen, bis auf Zeiten.`,
    claim: 'Behauptung',
    heldIn: 'Galt bei',
    hasToHoldIn: 'Muss gelten bei',
    held: (seeds, of) => `${seeds} von ${of}`,
    measure: 'Messgröße',
    median: 'Median',
    least: 'Kleinster',
    most: 'Größter',
  },
  groups: {
    depth: {
      title: 'Tiefe',
      intro: 'Was aus Gradienten und Strom wird, wenn Blöcke gestapelt werden.',
      quiz: quizzesDe.depth,
    },
    norm: {
      title: 'Was die Norm tut',
      intro: 'Was eine Norm ändert, wovon sie abhängt und was sie die späten Blöcke kostet.',
      quiz: quizzesDe.norm,
    },
    design: {
      title: 'Entwurf',
      intro: 'Welche Anordnungen gefunden wurden und worauf sie beruhen.',
      quiz: quizzesDe.design,
    },
  },
  experiments: { ...depthDe, ...normDe, ...designDe },
};
