// The settings in German, by the key of the address: what the schema (lib/config.ts, options.ts) says of them in English.
import type { SettingKey, SettingTexts } from './setting-texts.ts';

export const settingTextsDe: Readonly<Record<SettingKey, SettingTexts>> = {
  // The model.
  placement: {
    label: 'Anordnung',
    help: 'Wo um jede Teilschicht die Normen und das Residual stehen.',
  },
  norm: {
    label: 'Norm',
    help: 'LayerNorm, RMSNorm (ohne Zentrieren) oder BatchNorm (Statistik über den Batch).',
  },
  depth: {
    label: 'Tiefe',
    unit: 'Blöcke',
    help: 'Zahl der Blöcke; jeder hat eine Attention- und eine Feed-forward-Teilschicht.',
  },
  width: {
    label: 'Breite',
    help: 'd_model: wie viele Zahlen der Residualstrom für jedes Token führt.',
  },
  heads: {
    label: 'Köpfe',
    help: 'Attention-Köpfe; die Breite muss ein Vielfaches von ihnen sein.',
  },
  ff: {
    label: 'Feed-forward-Breite',
    help: 'd_ff: Breite der verborgenen Schicht der Feed-forward-Teilschicht, in der Regel das Vierfache der Breite.',
  },
  ctx: {
    label: 'Sequenzlänge',
    unit: 'Token',
    help: 'Token in jeder Trainingssequenz; weiter zurück sieht das Modell nie.',
  },
  vocab: {
    label: 'Vokabular',
    unit: 'Token',
    help: 'Wie viele verschiedene Token es gibt; zwei davon sind die Leerstelle und der Trenner. Ohne Angabe 16, oder so viele, wie der Text braucht.',
  },
  slots: {
    label: 'Plätze der Norm',
    help: 'Welche der drei Plätze um jede Teilschicht eine Norm haben: am Eingang, am Ausgang, nach der Addition.',
  },
  residual: {
    label: 'Residualfaktor',
    help: 'Faktor vor dem Residualstrom bei der Addition; 0 trennt das Residual auf.',
  },
  branch: {
    label: 'Zweigfaktor',
    help: 'Faktor vor dem, was die Teilschicht addiert; wird er gelernt, der Wert, bei dem er anfängt.',
  },
  'learn-branch': {
    label: 'Zweigfaktor lernen',
    help: 'Macht den Zweigfaktor zu einem Parameter jeder Teilschicht, wie bei ReZero.',
  },
  'init-gain': {
    label: 'Faktor der Anfangsgewichte',
    help: 'Faktor vor den Anfangsgewichten von Value, Ausgang und Feed-forward, wie bei DeepNorm; 0 macht jeden Block zur Identität.',
  },
  'final-norm': {
    label: 'Norm am Ende',
    help: 'Noch eine Norm nach dem letzten Block.',
  },
  activation: {
    label: 'Aktivierung',
    help: 'Was zwischen den beiden Schichten der Feed-forward-Teilschicht steht.',
  },
  causal: {
    label: 'Kausale Attention',
    help: 'Jedes Token sieht nur sich selbst und die vor ihm.',
  },
  positions: {
    label: 'Positionen',
    help: 'Woher das Modell weiß, wo in der Sequenz ein Token steht.',
  },
  init: {
    label: 'Anfangsgewichte',
    help: 'xavier: gleichverteilt nach Fan-in und Fan-out; gpt2: normalverteilt mit Standardabweichung 0,02, kleiner, wo in den Strom geschrieben wird.',
  },
  'embedding-scale': {
    label: 'Faktor der Embeddings',
    help: 'Faktor vor der Summe von Token- und Positions-Embedding.',
  },
  tied: {
    label: 'Geteilte Embeddings',
    help: 'Das Unembedding ist das Token-Embedding, transponiert.',
  },
  dropout: {
    label: 'Dropout',
    help: 'Wahrscheinlichkeit, mit der ein Wert im Training wegfällt.',
  },
  eps: {
    label: 'Epsilon der Norm',
    help: 'Wird zur Varianz addiert, unter der Wurzel.',
  },

  // The task.
  task: {
    label: 'Aufgabe',
    help: 'Was das Modell lernen soll.',
  },
  modulus: {
    label: 'Modul',
    help: 'Der Modul der modularen Addition.',
  },
  text: {
    label: 'Text',
    unit: 'Zeichen',
    help: 'Was das Modell fortzusetzen lernt, Zeichen für Zeichen; das letzte Zehntel bleibt zum Prüfen zurück.',
  },

  // The optimiser.
  optimizer: {
    label: 'Optimierer',
    help: 'Wie aus den Gradienten Änderungen der Parameter werden.',
  },
  lr: {
    label: 'Lernrate',
    help: 'Größe eines Schritts, vor dem Lernratenplan; der von Noam benutzt sie nicht.',
  },
  momentum: {
    label: 'Momentum',
    help: 'Wie viel vom letzten Schritt in diesem weitergeht.',
  },
  beta1: {
    label: 'Beta 1',
    help: 'Abklingen des laufenden Mittels des Gradienten.',
  },
  beta2: {
    label: 'Beta 2',
    help: 'Abklingen des laufenden Mittels des quadrierten Gradienten.',
  },
  'adam-eps': {
    label: 'Epsilon von Adam',
    help: 'Wird zum Nenner addiert, außerhalb der Wurzel.',
  },
  decay: {
    label: 'Weight Decay',
    help: 'Zieht die Matrizen zur 0: bei AdamW unmittelbar, bei den anderen über den Gradienten; Normen und Biases bleiben, wie sie sind.',
  },

  // The schedule.
  warmup: {
    label: 'Warm-up',
    unit: 'Schritte',
    help: 'Schritte, über die die Lernrate von null ansteigt; 0 heißt keines.',
  },
  schedule: {
    label: 'Lernratenplan',
    help: 'Wie sich die Lernrate mit den Schritten ändert; „lineares Warm-up“ steigt an und bleibt dann gleich.',
  },
  'total-steps': {
    label: 'Länge des Plans',
    unit: 'Schritte',
    help: 'Der Schritt, bei dem der Kosinus am Ende ist.',
  },

  // The run.
  batch: {
    label: 'Batch',
    unit: 'Sequenzen',
    help: 'Sequenzen in jedem Trainingsschritt.',
  },
  seed: {
    label: 'Startwert',
    help: 'Aus ihm folgen Anfangsgewichte und Batches: derselbe Startwert ist derselbe Lauf, auf jedem Rechner.',
  },
  clip: {
    label: 'Gradienten kappen bei',
    help: 'Größte Norm des ganzen Gradienten; 0 heißt: nichts wird gekappt.',
  },

  // The lab.
  view: {
    label: 'Ansicht',
    help: 'Was neben den Zeichnungen der Modelle steht.',
  },
  speed: {
    label: 'Tempo',
    help: 'Trainingsschritte in der Sekunde, höchstens.',
  },
  seeds: {
    label: 'Startwerte',
    help: 'So oft wird jedes Modell trainiert, mit diesem Startwert und den folgenden. Kurven sind der Median; das Band ist die mittlere Hälfte von vier oder mehr Startwerten, von weniger alle.',
  },
  stop: {
    label: 'Pause nach',
    unit: 'Schritte',
    help: 'Nach so vielen Schritten ruht das Training; läuft es weiter, dann nach noch einmal so vielen.',
  },
};
