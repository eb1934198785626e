// Every text of the element, in German.
import { messagesDe as chartMessagesDe } from '../charts/messages.de.ts';
import { inWords } from './in-words.ts';
import { generateMessagesDe } from './messages-generate.de.ts';
import { shareMessagesDe } from './messages-share.de.ts';
import type { LabMessages } from './messages.en.ts';
import { placementsDe } from './placements.de.ts';
import { quantitiesDe } from './quantities.de.ts';
import { ruleDe } from './rules.de.ts';
import { settingTextsDe } from './setting-texts.de.ts';
import type { SettingKey } from './setting-texts.ts';

export const messagesDe: LabMessages = {
  language: 'de',
  controls: 'Steuerung des Trainings',
  settings: 'Einstellungen der Modelle',
  models: 'Die Modelle',
  charts: chartMessagesDe,

  // Transport.
  play: 'Start',
  pause: 'Pause',
  step: 'Schritt',
  steps: (n) => `+${n}`,
  stepLong: 'Ein Schritt',
  stepsLong: (n) => `+${n} Schritte`,
  reset: 'Reset',
  resetLong: 'Zurück zu Schritt 0',
  rewind: 'Zurück zu',
  rewindHelp:
    'Zu einem früheren Schritt ziehen, oder Pfeiltasten und Eingabetaste. Start macht von dort aus weiter.',
  rewindTo: (step) => `zurück zu ${step}`,
  rewindValue: (step, last) => `Schritt ${step} von ${last}`,
  rewound: (step) => `Wieder bei Schritt ${step}.`,
  speedMax: 'schnellstens',
  speedOf: (perSecond) => (perSecond === '1' ? '1 Schritt/s' : `${perSecond} Schritte/s`),
  newSeed: 'Neuer Startwert',
  standing: (step, state) => `Schritt ${step} · ${state}`,
  rate: (perSecond) => `${perSecond} Schritte/s`,
  state: {
    idle: 'mit Start beginnen',
    loading: 'fängt an …',
    paused: 'angehalten',
    rewinding: 'geht zurück …',
    done: 'ruht, Start macht weiter',
    failed: 'abgebrochen',
    disposed: '',
  },

  // Variants.
  placements: placementsDe,
  placementOf: (letter) => `Anordnung von Modell ${letter}`,
  custom: 'eigene',
  block: {
    normAt: (norm, slots) => `${norm}: ${slots}`,
    noNorm: 'ohne Norm',
    noResidual: 'ohne Residual',
    learnedGain: 'b gelernt',
    initGain: (gain) => `Anfangsgewichte × ${gain}`,
    andMore: (name) => `${name} …`,
    slots: { input: 'Eingang', output: 'Ausgang', after: 'danach' },
  },
  normShort: { layer: 'LN', rms: 'RMS', batch: 'BN' },
  withFinalNorm: (label, hasFinalNorm) =>
    hasFinalNorm ? `${label} + Norm am Ende` : `${label}, keine Norm am Ende`,
  distinguished: (label, distinction) => `${label} (${distinction})`,
  onOff: (on) => (on ? 'an' : 'aus'),
  shown: 'Gezeigte Zeichnungen',
  addModel: 'Modell dazu',
  addModelLong: 'Ein Modell wie das letzte hinzufügen, mit anderer Anordnung',
  noMoreModels: 'Mehr als sechs Modelle gehen nicht',
  duplicateModel: (label) => `${label} verdoppeln`,
  removeModel: (label) => `${label} entfernen`,
  blockHint: 'Änderbar per Klick: Plätze, Faktoren, dicke Linie.',
  blockKey: 'rms: Signal, ∇: Gradient, von Block',

  // Settings.
  settingOf: ({ key }) => settingTextsDe[key as SettingKey],
  rule: (rule) => inWords(ruleDe(rule), ({ key }) => settingTextsDe[key as SettingKey].label),
  more: 'Weitere Einstellungen',
  groups: { model: 'Modell', training: 'Training', data: 'Daten' },
  forEach: (label) => `${label}: für jedes Modell eigens`,
  ofVariant: (label, variant) => `${label}, ${variant}`,
  range: (min, max) => `Von ${min.replace(/^-/, '−')} bis ${max}.`,
  helpHint: 'Eine Änderung beginnt einen neuen Lauf.',
  newRun: 'Neuer Lauf: das Training hat wieder bei Schritt 0 angefangen.',
  choice: {
    layer: 'LayerNorm',
    rms: 'RMSNorm',
    batch: 'BatchNorm',
    relu: 'ReLU',
    gelu: 'GELU',
    geluTanh: 'GELU (tanh)',
    learned: 'gelernt',
    sinusoidal: 'sinusförmig',
    none: 'keine',
    xavier: 'Xavier',
    gpt2: 'GPT-2',
    copy: 'kopieren',
    reverse: 'umkehren',
    sort: 'sortieren',
    modularAddition: 'modulare Addition',
    parity: 'Parität',
    induction: 'Induktion',
    text: 'Text',
    sgd: 'SGD',
    adam: 'Adam',
    adamw: 'AdamW',
    constant: 'konstant',
    linear: 'lineares Warm-up',
    cosine: 'Kosinus',
    inverseSqrt: 'inverse Wurzel',
    noam: 'Noam',
  },

  // Tabs.
  views: 'Ansichten',
  view: {
    overview: 'Überblick',
    learning: 'Lernen',
    gradients: 'Gradienten',
    stream: 'Strom',
    norms: 'Normen',
    attention: 'Attention',
    generate: 'Fortsetzen',
    share: 'Teilen',
  },

  // Charts.
  medianOf: (seeds) => `Median von ${seeds} Startwerten`,
  mapOfMedians: (seeds) => `Die Farben sind der Median von ${seeds} Startwerten.`,
  bands: (seeds, areQuartiles) =>
    areQuartiles
      ? `Kurven sind der Median von ${seeds} Startwerten, Bänder deren mittlere Hälfte.`
      : `Kurven sind der Median von ${seeds} Startwerten, Bänder reichen vom niedrigsten zum höchsten.`,
  attention: 'Worauf ein Kopf schaut',
  attentionShare: 'Anteil der Attention',
  ofModel: 'Modell',
  allModels: 'alle, nebeneinander',
  otherSequence: 'Andere Sequenz',
  headOfBlock: (head, block) => `Kopf ${head} von Block ${block}`,
  guessing: (value) => `Raten: ${value}`,
  warmupEnds: 'Ende des Warm-ups',
  clippedIn: (label, steps, of) => `${label} in ${steps} von ${of} Schritten`,
  clipped: (clauses) => `Gekappt wurde ${clauses.join(', ')} (am unteren Rand markiert).`,
  heldOut: 'An zurückgehaltenen Daten messen',
  heldOutLong: 'Verlust und Genauigkeit auf Batches, mit denen nie trainiert wird',
  heldOutAt: (step, values) => `Zurückgehaltene Daten, nach Schritt ${step}: ${values.join('; ')}.`,
  heldOutOf: (label, accuracy, loss) => `${label}: Genauigkeit ${accuracy}, Verlust ${loss}`,
  heldOutFailed: (reason) => `Das ließ sich nicht messen: ${reason}`,
  clippedAt: (value) => `gekappt bei ${value}`,
  place: { block: 'Block', subLayer: 'Teilschicht', norm: 'Norm', head: 'Kopf' },
  subLayerOf: (block, isAttention) => `${block}${isAttention ? 'a' : 'f'}`,
  headOf: (block, head) => `${block}.${head}`,
  quantities: quantitiesDe,
  addWarmup: (n) => `${n} Schritte Warm-up dazu`,
  removeWarmup: 'Warm-up weglassen',

  // Divergence.
  firstNotFinite: (label, where, step) => `Zuerst nicht endlich in ${label}: ${where}, bei Schritt ${step}.`,
  inBlock: (tensor, block) => `${tensor} (Block ${block})`,
  whyBeforeStep: 'Das war schon vor allem Training so: die Anfangsgewichte sind zu groß.',
  whyNoNorm: (lr) =>
    `Nichts bringt den Strom hier wieder auf seine Größe: nach Schritten der Größe ${lr} wächst er von Block zu Block über das hinaus, was eine Gleitkommazahl fasst.`,
  whyForward: (lr) =>
    `Nach Schritten der Größe ${lr} wachsen die Zahlen auf dem Weg vorwärts über das hinaus, was eine Gleitkommazahl fasst.`,
  whyBackward: (lr) =>
    `Vorwärts war noch alles endlich, der Gradient nicht mehr: Schritte der Größe ${lr} sind hier zu groß.`,
  whyParameter: (lr) => `Schon die Änderung war zu groß für eine Gleitkommazahl: die Lernrate ist ${lr}.`,

  // Notices and errors.
  noticesTitle: 'Zu den Einstellungen',
  notice: (key, given, rule, used = 'the default') =>
    `${key}: ${given} ist nicht erlaubt (${rule}); verwendet wird ${used === 'the default' ? 'der Standardwert' : used}`,
  unknownSetting: (given, closest) =>
    `eine Einstellung ${given} gibt es nicht${closest === undefined ? '' : `; ${closest} gemeint?`}`,
  nothingToPredict: 'In einer so kurzen Sequenz gibt die Aufgabe nichts vorherzusagen; der Verlust ist 0.',
  ownText: 'Einen Text einfügen oder eine .txt-Datei hierher ziehen. Er bleibt in diesem Browser.',
  openFile: 'Eine .txt-Datei öffnen',
  fileFaults: {
    tooLarge: 'Die Datei ist zu groß: ein Text darf 200.000 Zeichen haben, eine Datei 1 MB.',
    notText: 'Die Datei ist kein Text in UTF-8. Als UTF-8 sichern und noch einmal versuchen.',
    unreadable: 'Die Datei ließ sich nicht lesen.',
  },
  characters: (min, max) => `Von ${min} bis ${max} Zeichen, höchstens 510 verschiedene.`,
  textTooLong: (key, most) =>
    `${key}: steht nicht in der Adresse, weil es mehr als ${most} Zeichen hat; ein Link führt zum eingebauten Text`,
  textsDiffer: (key) =>
    `${key}: steht nicht in der Adresse, weil die Modelle verschiedene haben; ein Link führt zum eingebauten Text`,
  seedsRoom: (room, seed) => `darf beim Startwert ${seed} höchstens ${room} sein`,
  seedRoom: (largest, seeds) => `darf bei ${seeds} Startwerten höchstens ${largest} sein`,
  tooManyVariants: (given, most) => `${given} Varianten sind zu viele, verwendet werden die ersten ${most}`,
  close: 'Schließen',
  errorTitle: 'Das Training kam nicht weiter',
  errorHint: {
    wasm: 'Diese Seite braucht WebAssembly. Hier fehlt es oder ist gesperrt: ein aktueller Browser ohne die strengste Sicherheitseinstellung hat es.',
    policy:
      'Die Sicherheitsrichtlinie dieser Seite lässt WebAssembly nicht laufen. In script-src fehlt ’wasm-unsafe-eval’.',
    memory:
      'Dieses Modell ist zu groß: ein Lauf darf 268 MB belegen. Weniger Tiefe, Breite oder Batch braucht weniger Speicher.',
    other: 'Die Einstellungen bleiben; auch sonst ist nichts verloren.',
  },
  retry: 'Noch einmal',
  panelNotLoaded: (reason) => `Diese Ansicht ließ sich nicht laden (${reason}).`,

  generate: generateMessagesDe,
  share: shareMessagesDe,

  // Spoken, besides the verdict.
  said: {
    idle: '',
    loading: 'Fängt an.',
    paused: 'Angehalten.',
    running: 'Trainiert.',
    rewinding: '',
    done: 'Das Training ruht.',
    failed: 'Das Training ist abgebrochen.',
    disposed: '',
  },
};
