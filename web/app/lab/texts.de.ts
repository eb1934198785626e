// The texts of the page of the lab as they stand in its HTML, in German.
import { placementsDe } from '../../element/placements.de.ts';
import { PLACEMENTS } from '../../lib/placements.ts';
import { html } from '../site/markup.ts';
import { type LabPageTexts, textsEn } from './texts.en.ts';

type Passage = LabPageTexts['warmup'];

const add: Passage = {
  title: 'Add: die Residualverbindung',
  paragraphs: [
    html`Eine Residualverbindung reicht die Eingabe einer Teilschicht weiter, wie sie ist, und addiert, was
      die Teilschicht dazu zu sagen hat: <span class="math"><i>x</i> + <i>F</i>(<i>x</i>)</span>. Die
      Teilschicht muss nicht nachbauen, was schon da ist; sie schreibt eine Korrektur.`,
    html`Auf dem Rückweg reicht die Addition auch den Gradienten weiter, wie er ist, neben dem, was durch
      <span class="math"><i>F</i></span> kommt: die Ableitung ist
      <span class="math">I + <i>F</i>′(<i>x</i>)</span>. Durch einen ganzen Stapel hindurch ist das ein
      Produkt, in dem die Identität überlebt. Wird das Residual aufgetrennt, bleibt nur das Produkt aller
      <span class="math"><i>F</i>′</span> übrig.`,
  ],
};

const norm: Passage = {
  title: 'Norm: LayerNorm',
  paragraphs: [
    html`LayerNorm nimmt die Zahlen eines Tokens, zieht ihren Mittelwert ab, teilt durch ihre
      Standardabweichung und skaliert und verschiebt dann jede mit einem gelernten
      <span class="math">γ</span> und <span class="math">β</span>. Aus
      <span class="vector">[2, 4, 4, 6]</span> macht sie <span class="vector">[−1,41; 0; 0; 1,41]</span>.`,
    html`Wie groß der Strom auch geworden ist: was auf eine Norm folgt, sieht Zahlen von einer Größe. Andere
    Token und andere Sequenzen spielen dabei keine Rolle, darum tut sie bei einem Batch von eins dasselbe wie
    bei einem von tausend. BatchNorm, deren Statistik aus dem Batch kommt, tut das nicht.`,
  ],
};

const place: Passage = {
  title: 'Post-LN und pre-LN',
  paragraphs: [
    html`Der erste Transformer (2017) normierte die Summe:
      <span class="math">LN(<i>x</i> + <i>F</i>(<i>x</i>))</span>. Das ist post-LN. Der Strom selbst geht in
      jedem Block durch zwei Normen, vorwärts und rückwärts.`,
    html`Pre-LN, <span class="math"><i>x</i> + <i>F</i>(LN(<i>x</i>))</span>, gibt der Teilschicht eine
      normierte Kopie und lässt den Strom in Ruhe. Er läuft von den Embeddings bis zum letzten Block, ohne
      einer Norm zu begegnen, und wächst unterwegs, wie die rms neben der Zeichnung zeigt; darum steht an
      seinem Ende noch eine Norm. GPT-2 und die meisten Sprachmodelle seither sind so gebaut.`,
  ],
};

const warmup: Passage = {
  title: 'Warum ein Warm-up hilft',
  paragraphs: [
    html`Das Lab öffnen, <a href="#v=1">wie es am Anfang ist</a>, und auf
      <em>Gradient nach Block</em> schauen. Bei Schritt 1 ist der Gradient von post-LN in jedem Block der
      größere, etwa das Dreifache dessen von pre-LN, und vom ersten bis zum letzten Block von einer
      Größenordnung. Zehn Schritte bei voller Lernrate später bekommt Block 1 weniger als ein Hundertstel
      dessen, was Block 6 bekommt, bei Schritt 100 weniger als ein Tausendstel; was die letzten Blöcke aus dem
      Verlust lernen, kommt kaum noch bis zum ersten durch. Der Verlust bleibt bei
      <span class="math">ln 14 = 2,64</span>, und das kostet Raten unter vierzehn Symbolen. Steigt die
      Lernrate stattdessen über die ersten 200 Schritte von null an, bleiben die Gradienten aller Blöcke fast
      den ganzen Lauf lang innerhalb eines Faktors von zehn: dasselbe Modell, mit denselben Anfangsgewichten,
      lernt die Aufgabe. Pre-LN kommt ohne aus.`,
  ],
};

const formula: Passage = {
  title: 'Eine Formel für alle',
  paragraphs: [
    html`Input, Output und After sind Plätze: auf jedem steht eine Norm oder nichts.
      <span class="math"><i>a</i></span> ist der Faktor des Residualstroms (0 trennt ihn auf),
      <span class="math"><i>b</i></span> der des Zweigs. Veröffentlichte Anordnungen sind Arten, die Plätze zu
      besetzen, und in der Zeichnung lassen sie sich auch anders besetzen. Jeder Name unten öffnet die
      Anordnung, neben pre-LN, wenn es eine andere ist.`,
  ],
};

/** Where it comes from; papers are called alike in both languages. */
const placements: LabPageTexts['placements'] = {
  post: { label: placementsDe.post, source: PLACEMENTS.post.source },
  pre: { label: placementsDe.pre, source: PLACEMENTS.pre.source },
  sandwich: { label: placementsDe.sandwich, source: PLACEMENTS.sandwich.source },
  resPost: { label: placementsDe.resPost, source: PLACEMENTS.resPost.source },
  deepnorm: { label: placementsDe.deepnorm, source: 'Wang et al. 2022, Abschnitt 3.2' },
  rezero: { label: placementsDe.rezero, source: PLACEMENTS.rezero.source },
  none: { label: placementsDe.none, source: 'nur Residual' },
  plain: { label: placementsDe.plain, source: 'nur Norm' },
};

export const textsDe: LabPageTexts = {
  title: 'Add & Norm Lab',
  name: 'Lab',
  description:
    'Trainiert im Browser einen pre-LN- und einen post-LN-Transformer nebeneinander und zeigt, warum der Platz der LayerNorm entscheidet, ob er lernt.',
  premise: html`Kleine Transformer trainieren hier nebeneinander auf denselben Daten.
    <strong>Norm ändern und hinsehen.</strong>`,
  skip: 'Zur Erklärung',
  noScript: 'Das Lab braucht JavaScript und WebAssembly. Die Erklärung darunter nicht.',
  explanation: 'Warum steht die Norm da, und kommt es auf ihren Platz an?',
  lead: html`Ein Transformer-Block hat zwei Teilschichten, Attention und ein Feed-forward-Netz. Um jede stehen
    eine Addition und eine Normierung. Die beiden Modelle, mit denen das Lab <a href="#v=1">anfängt</a>, haben
    dieselben Teilschichten, beginnen mit denselben Gewichten und sehen dieselben Sequenzen in derselben
    Reihenfolge, die sie umzukehren lernen; das eine normiert nach der Addition, das andere vor der
    Teilschicht. Mit den Einstellungen des Anfangs lernt eines von ihnen die Aufgabe, und das andere rät
    weiter.`,
  columns: [add, norm, place],
  warmup,
  formula,
  formulas: {
    ...textsEn.formulas,
    rezero: html`<i>x</i> + <i>b</i>·<i>F</i>(<i>x</i>), <i>b</i> gelernt, ab 0`,
  },
  placements,
  table: {
    label: 'Anordnungen',
    headings: ['Anordnung', 'Jede Teilschicht rechnet', 'Norm am Ende', 'Quelle'],
    yes: 'ja',
    no: 'nein',
  },
  triesTitle: 'Was sich als Nächstes lohnt',
  tries: [
    {
      settings: 'depth=12',
      name: 'Zwölf Blöcke',
      text: 'Pre-LN lernt wie zuvor. Post-LN nicht, und 200 Schritte Warm-up retten es hier bis Schritt 500 nicht mehr.',
    },
    {
      settings: 'depth=2',
      name: 'Zwei Blöcke',
      text: 'Die Schwierigkeit kommt mit der Tiefe: mit zwei Blöcken lernt post-LN ohne Warm-up, etwa so schnell wie pre-LN.',
    },
    {
      settings: 'placement=plain,pre',
      name: 'Ohne Residual',
      text: 'Die Norm allein reicht nicht: ohne die Addition rät das Modell weiter.',
    },
    {
      settings: 'norm=rms',
      name: 'RMSNorm',
      text: 'Kein Mittelwert wird mehr abgezogen. Das Bild bleibt dasselbe: auf den Platz kommt es an, auf das Zentrieren nicht.',
    },
    {
      settings: 'placement=pre,pre&final-norm=1,0',
      name: 'Die Norm am Ende weglassen',
      text: 'Pre-LN ohne die Norm am Ende fängt mit höherem Verlust an und lernt bei dieser Tiefe trotzdem.',
    },
    {
      settings: 'lr=0.01&warmup=200',
      name: 'Doppelte Lernrate, mit Warm-up',
      text: '1e-2 statt 5e-3: mit 200 Schritten Warm-up lernen beide.',
    },
  ],
  verify: {
    title: 'Auf jedem Rechner dieselben Zahlen',
    text: 'Ein Lauf folgt aus Einstellungen und Startwert, bis aufs letzte Bit: wer einen Link dorthin öffnet, sieht dieselbe Kurve. Dieser Browser lässt sich daran messen. Er wird nach bekannten Antworten gefragt und trainiert kleine Modelle, deren Parameter in denselben Bits enden müssen wie überall, mit und ohne SIMD.',
    start: 'Diesen Browser prüfen',
  },
};
