// The texts of maps.html as they stand in its HTML, in German.
import { html } from '../site/markup.ts';
import type { MapsPageTexts } from './texts.en.ts';

export const textsDe: MapsPageTexts = {
  title: 'Wo gelernt wird – Add & Norm Lab',
  name: 'Karten',
  description:
    'Bei welcher Lernrate, welchem Warm-up und welcher Tiefe lernt ein Transformer, post-LN neben pre-LN? Und wie groß ist sein Gradient vor dem ersten Schritt?',
  heading: 'Wo gelernt wird, und warum',
  premise: (lab) =>
    html`Viele kurze Läufe statt eines einzigen: das <a href="${lab}">Lab</a> aus größerer Entfernung.`,
  map: {
    title: 'Stabilitätskarte',
    prose:
      'Jedes Feld ist ein kurzer Lauf desselben Modells vom selben Startwert aus, mit einer anderen Lernrate (nach rechts) und einem anderen Warm-up oder einer anderen Tiefe (nach oben). Dunkel heißt: am Ende ein kleiner Verlust; Gelb ist nicht besser als Raten. Jedes Feld öffnet sich als Lauf im Lab.',
  },
  gradients: {
    title: 'Der Gradient vor dem ersten Schritt',
    prose: (link) =>
      html`Warum das Warm-up für post-LN so viel wichtiger ist. Hier wird nichts trainiert: Aus vielen
      Startwerten entstehen Modelle vieler Tiefen, und gemessen wird der Gradient des ersten Batches. ${link}
      zeigen, dass er im letzten Block bei post-LN mit der Tiefe N nicht kleiner wird und bei pre-LN wie 1/√N
      fällt. Das Theorem handelt von der zweiten Matrix der letzten Feed-forward-Teilschicht, mit zufälligen
      Gewichten und über viele Eingaben; gemessen wird die ganze Teilschicht, an einem kleinen Batch der
      Aufgabe.`,
    paper: 'Xiong et al. (2020, Theorem 1)',
  },
  noScript: 'Die Karten brauchen JavaScript und WebAssembly.',
};
