// The texts of what is measured, in German. The name in a sentence has no article.
import type { LabMessages } from './messages.en.ts';

export const quantitiesDe: LabMessages['quantities'] = {
  loss: { title: 'Verlust (Loss)', unit: 'Kreuzentropie jedes Batches, in nats', quantity: 'Verlust' },
  accuracy: {
    title: 'Genauigkeit',
    unit: 'Anteil der richtig vorhergesagten Ziele',
    quantity: 'Genauigkeit',
  },
  lr: { title: 'Lernrate', unit: 'wie der Lernratenplan sie vorgibt', quantity: 'Lernrate' },
  gradNorm: {
    title: 'Gradientennorm',
    unit: 'des ganzen Modells, vor dem Kappen',
    quantity: 'Gradientennorm',
  },
  weightGradNorm: {
    title: 'Gradient nach Block',
    unit: 'Gradientennorm der Gewichte je Block',
    quantity: 'Gradientennorm',
    overTime: 'Gradient im Verlauf',
  },
  inputGradNorm: {
    title: 'Gradient am Eingang',
    unit: 'Norm des Gradienten nach der Eingabe eines Blocks',
    quantity: 'Gradientennorm am Eingang',
    overTime: 'Gradient am Eingang im Verlauf',
  },
  updateRatio: {
    title: 'Änderung zu Gewicht',
    unit: 'Norm der Änderung der Gewichte in einem Schritt durch deren Norm; a: Attention, f: Feed-forward',
    quantity: 'Verhältnis Änderung zu Gewicht',
    overTime: 'Änderung zu Gewicht im Verlauf',
  },
  streamRms: {
    title: 'Größe des Stroms',
    unit: 'quadratisches Mittel des Residualstroms, der in einen Block geht',
    quantity: 'rms des Stroms',
    overTime: 'Größe des Stroms im Verlauf',
  },
  branchRatio: {
    title: 'Zweig zu Strom',
    unit: 'rms dessen, was eine Teilschicht addiert, durch die des Stroms; a: Attention, f: Feed-forward',
    quantity: 'Verhältnis Zweig zu Strom',
    overTime: 'Zweig zu Strom im Verlauf',
  },
  cosine: {
    title: 'Ähnlichkeit der Blöcke',
    unit: 'Kosinus zwischen Ein- und Ausgabe eines Blocks; 1: der Block ändert keine Richtung',
    quantity: 'Kosinus',
    overTime: 'Ähnlichkeit der Blöcke im Verlauf',
  },
  gammaAbsMean: {
    title: 'Faktor γ der Normen',
    unit: 'Mittel von |γ| einer Norm; Normen in der Reihenfolge des Wegs vorwärts',
    quantity: 'mittleres |γ|',
    overTime: 'Faktor γ im Verlauf',
  },
  gammaDeviation: {
    title: 'Wie weit γ gewandert ist',
    unit: 'quadratisches Mittel von γ − 1 einer Norm',
    quantity: 'Abweichung von γ',
    overTime: 'Wie weit γ gewandert ist, im Verlauf',
  },
  preNormStd: {
    title: 'Streuung vor jeder Norm',
    unit: 'Standardabweichung der Merkmale eines Tokens, Mittel über die Token',
    quantity: 'Streuung vor der Norm',
    overTime: 'Streuung vor jeder Norm im Verlauf',
  },
  attnEntropy: {
    title: 'Wie breit Köpfe schauen',
    unit: 'Entropie der Attention in nats: 0 ist ein Token, ln n sind n Token zu gleichen Teilen; Block.Kopf',
    quantity: 'Entropie der Attention',
    overTime: 'Wie breit Köpfe schauen, im Verlauf',
  },
};
