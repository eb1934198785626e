// The texts of the pages of experiments that scripts write, in German.
import type { ExperimentPageMessages } from './messages.en.ts';

export const messagesDe: ExperimentPageMessages = {
  again: 'Mit anderem Startwert starten',
  progress: (share) => `${Math.floor(100 * share)} %`,
  counting: 'zählt …',
  timeLeft: (seconds) => `noch etwa ${seconds} s`,
  started: (seed) => `Läuft mit Startwert ${seed}.`,
  cancelled: 'Abgebrochen. Nichts davon wird behalten.',
  failed: (message) => `Das Experiment konnte nicht weitergehen: ${message}`,
  invalidSeed: (most) => `Der Startwert muss eine ganze Zahl von 0 bis ${most} sein.`,
  unknownPrediction: (given, allowed) =>
    `prediction: „${given}“ geht nicht (muss ${allowed.map((name) => `„${name}“`).join(' oder ')} sein); keine ist gewählt`,
  unknownKey: (given) => `eine Einstellung „${given}“ gibt es nicht (ein Experiment hat seed und prediction)`,
  asPredicted: (choice) => `Vorhersage: „${choice}“ – und so kam es.`,
  otherwise: (choice, right) => `Vorhersage: „${choice}“. Es kam anders: „${right}“.`,
  unpredicted: (right) => `Es kam so: „${right}“.`,
  exception: (choice, right) =>
    `${choice === undefined ? '' : `Vorhersage: „${choice}“. `}Dieser Startwert ist eine Ausnahme; in der Regel kommt es so: „${right}“.`,
  inHowMany: (held, of) => `So war es bei ${held} von ${of} Startwerten, die vorher durchgerechnet wurden.`,
  holds: 'gilt',
  fails: 'gilt nicht',
  right: 'Richtig.',
  wrong: (right) => `Nein: ${right}.`,
  score: (right, answered, all) =>
    `${right} von ${answered} richtig${answered < all ? `, noch ${all - answered} offen` : ''}.`,
};
