// Every text of the microscope, in German.
import type { MicroscopeMessages } from './messages.en.ts';
import { MAX_FEATURES, MAX_ROWS } from './numbers.ts';

export const messagesDe: MicroscopeMessages = {
  decimalMark: ',',

  // Controls.
  controls: 'Was zu sehen ist',
  example: 'Beispiel',
  ownNumbers: 'Eigene Zahlen',
  view: 'Ansicht',
  views: { forward: 'Vorwärts', backward: 'Rückwärts', block: 'Ein Block' },
  norm: 'Norm',
  norms: { layer: 'LayerNorm', rms: 'RMSNorm', batch: 'BatchNorm' },
  statisticsLabel: 'Statistik aus',
  statistics: { batch: 'dem Batch (Training)', running: 'früheren Batches (Auswertung)' },
  stepping: 'Schritte',
  previous: 'Zurück',
  next: 'Nächster Schritt',
  oneByOne: 'Schritt für Schritt',
  allSteps: 'Alle Schritte',
  stepOf: (step, count) => `Schritt ${step} von ${count}`,
  steppingHint: 'Bild ab und Bild auf oder die Pfeiltasten gehen ebenfalls von Schritt zu Schritt.',
  reset: 'Zurücksetzen',
  resetLong: 'Auf das erste Beispiel zurücksetzen',

  // Numbers.
  numbers: 'Die Zahlen x',
  numbersHint: 'Liste eintippen oder einfügen; eine neue Zeile ist eine neue Zeile von x.',
  dragHint: 'Einen Balken ziehen oder in seinem Feld die Pfeiltasten nehmen (mit Umschalt zehnmal so weit).',
  addFeature: 'Merkmal hinzufügen',
  removeFeature: 'Letztes Merkmal entfernen',
  addRow: 'Zeile hinzufügen',
  removeRow: 'Letzte Zeile entfernen',
  features: 'Merkmale',
  rows: 'Zeilen',
  eps: 'ε (eps)',
  epsHint: 'Kommt unter der Wurzel zur Varianz hinzu.',
  changes: 'Ausprobieren',
  addFive: 'Zu allen 5 addieren',
  timesTen: 'Mal 10',
  tenth: 'Durch 10',
  negate: 'Alle Vorzeichen umkehren',
  trainOnce: 'Diesen Batch merken (ein Trainingsschritt)',
  evaluate: 'Nehmen, was frühere Batches hinterließen',

  // The batch.
  batch: 'Der Batch',
  rowName: (row) => `Zeile ${row}`,
  featureName: (feature) => `Merkmal ${feature}`,
  whatIsAveraged: {
    layer: 'LayerNorm mittelt jede Zeile für sich; andere Zeilen spielen keine Rolle.',
    rms: 'RMSNorm betrachtet jede Zeile für sich und zieht keinen Mittelwert ab.',
    batch: 'BatchNorm mittelt jedes Merkmal über alle Zeilen; andere Merkmale spielen keine Rolle.',
    running:
      'In der Auswertung mittelt BatchNorm nichts: Mittelwert und Varianz sind gemerkte Zahlen, ein Paar je Merkmal.',
  },

  // The grid of steps.
  steps: 'Die Rechnung, Schritt für Schritt',
  step: 'Schritt',
  place: { feature: (n) => `Merkmal ${n}`, row: (n) => `Zeile ${n}` },
  hidden: 'noch nicht gezeigt',
  oneScale: (scale) => `Alle Balken haben einen Maßstab: Die volle Höhe ist ${scale}.`,
  scaleOf: (scale) => `volle Höhe: ${scale}`,
  fieldName: (source, place) => `${source}, ${place}`,
  sources: {
    x: 'x',
    dy: 'dy',
    gamma: 'γ',
    beta: 'β',
    runningMean: 'gemerkter Mittelwert',
    runningVar: 'gemerkte Varianz',
    attention: 'F',
    feedForward: 'G',
  },
  names: {
    x: 'Die Eingabe',
    mean: 'Ihr Mittelwert',
    runningMean: 'Gemerkter Mittelwert',
    deviation: 'Den Mittelwert abziehen',
    square: 'Quadrieren',
    variance: 'Die Varianz: Mittel der Quadrate',
    meanSquare: 'Mittel der Quadrate',
    runningVar: 'Gemerkte Varianz',
    root: 'ε addieren, Wurzel ziehen',
    xHat: 'Dadurch teilen',
    scaled: 'Mit γ skalieren',
    y: 'Um β verschieben: die Ausgabe',
    dy: 'Der Gradient der Ausgabe',
    t: 'Durch γ zurück',
    meanT: 'Sein Mittelwert',
    centred: 'Seinen Mittelwert abziehen',
    normalised: 'x̂, vom Hinweg',
    product: 'Wie weit er längs x̂ zeigt',
    meanProduct: 'Das Mittel davon',
    along: 'Der Teil längs x̂',
    difference: 'Auch diesen Teil abziehen',
    dx: 'Teilen: der Gradient der Eingabe',
    dgamma: 'Gradient von γ, Summe über Zeilen',
    dbeta: 'Gradient von β, Summe über Zeilen',
    stream: 'Der Strom kommt herein',
    norm1: 'Eine normierte Kopie',
    attention: 'Was die Attention aus der Kopie macht',
    add1: 'Zum Strom selbst addiert',
    norm2: 'Noch eine normierte Kopie',
    feedForward: 'Was das Feed-forward-Netz daraus macht',
    add2: 'Wieder addiert: Der Strom fließt weiter',
  },
  rmsOutput: 'Mit γ skalieren: die Ausgabe',
  marked: '(gestrichelt: vorher)',

  // Facts.
  facts: 'An diesen Zahlen geprüft',
  holds: 'gilt',
  fails: 'gilt nicht',
  told: 'zu beachten',
  fact: {
    meanOfXHat: (found) => `Der Mittelwert von x̂ ist ${found}.`,
    sizeOfXHat: (found) =>
      found === '1' || found === '0'
        ? `Das Mittel von x̂² ist ${found}.`
        : `Das Mittel von x̂² ist ${found}; ohne ε wäre es 1.`,
    meanStays: (found) => `Der Mittelwert von x̂ ist ${found}: Nichts hat ihn zu 0 gemacht.`,
    sumOfDx: (found) =>
      `Die Summe von dx ist ${found}: Werden alle x verschoben, ändert sich kein y; also verlangt kein Gradient danach.`,
    sumOfDxStays: (found) =>
      `Die Summe von dx ist ${found}: Ohne Abzug des Mittelwerts ist eine Verschiebung von x nicht gleichgültig.`,
    sumOfDxXHat: (found, expected) =>
      found === '0'
        ? 'Die Summe von dx · x̂ ist 0: Eine Streckung von x ändert kein y.'
        : `Die Summe von dx · x̂ ist ${found}; ε lässt ${expected} davon übrig.`,
    onePass: (found, expected) =>
      `Mittel von x² minus μ² wäre, mit 32 Bit gerechnet, ${found} statt ${expected}: Darum wird zuerst der Mittelwert abgezogen.`,
  },

  // What is seen, in a sentence.
  says: {
    layer: (lane, mean, root, low, high) =>
      `${lane} hat den Mittelwert ${mean}; ohne ihn und durch ${root} geteilt, reichen die Zahlen von ${low} bis ${high}.`,
    rms: (lane, root, mean) =>
      `RMSNorm teilt ${lane} nur durch ${root} und zieht nichts ab: Der Mittelwert von x̂ bleibt bei ${mean}.`,
    running: (lane) =>
      `Jede Zahl von ${lane} wird mit Mittelwert und Varianz normiert, die für ihr Merkmal gemerkt sind; der Batch spielt keine Rolle.`,
    rowLane: (row, count) => (count > 1 ? `Zeile ${row}` : 'die Zeile'),
    columnLane: (feature, rows) => `Merkmal ${feature}, über ${rows} Zeilen,`,
    constant:
      'Alle diese Zahlen sind gleich: Ohne den Mittelwert bleibt nichts übrig. ε bewahrt die Division vor 0 / 0, und y ist β.',
    single: 'Hier steht eine einzige Zahl: Sie ist ihr eigener Mittelwert, nichts bleibt übrig, und y ist β.',
    epsDecides: (variance, eps, size) =>
      `Die Varianz, ${variance}, ist klein neben ε = ${eps}: ε hält die Zahlen klein, und x̂ hat die Größe ${size} statt 1.`,
    outlier: (place, value) =>
      `Eine Zahl liegt weit draußen (${place}): Sie allein macht die Varianz, wird deshalb zu ${value}, und die übrigen rücken zusammen.`,
    undone:
      'γ ist die alte Streuung und β der alte Mittelwert: Zusammen heben sie die Normierung auf, und y ist wieder x.',
    offset: (mean) =>
      `Weit weg von null, bei ${mean}, zählen nur die Unterschiede: y ist, was es nahe null wäre.`,
    rmsOffset:
      'Alle diese Zahlen liegen weit auf einer Seite: Ohne Zentrierung bleiben sie fast gleich, und ihre Unterschiede sind in y klein.',
    refused:
      'Der Kernel lehnt ab: Das Mittel über einen Batch aus einer Zeile ist die Zahl selbst, es bliebe nichts übrig.',
    backward: (mean, along) =>
      `Vom Gradienten werden zwei Teile abgezogen, sein Mittelwert (${mean}) und was längs x̂ liegt (${along} davon); der Rest, durch σ geteilt, ist dx.`,
    backwardRms: (along) =>
      `Vom Gradienten wird ein Teil abgezogen, was längs x̂ liegt (${along} davon); der Rest, durch das quadratische Mittel geteilt, ist dx.`,
    backwardNothing:
      'dy verlangt nur eine Verschiebung oder Streckung von x, und die bemerkt y nicht: Nichts bleibt übrig, dx ist 0.',
    backwardRunning:
      'In der Auswertung sind Mittelwert und Varianz Konstanten: Jedes dx ist dy · γ / √(σ² + ε), und nichts wird abgezogen.',
    block: (before, after, change) =>
      `Der Strom kommt mit Mittelwert ${before} herein und geht mit Mittelwert ${after} hinaus: Keine Norm berührt ihn, die Teilschichten bewegen ihn um höchstens ${change}.`,
  },
  changed: {
    same: (what, change) => `${what}: x hat sich geändert, y nicht (um höchstens ${change}).`,
    little: (what, change) => `${what}: y hat sich um höchstens ${change} geändert; das liegt an ε.`,
    much: (what, change) => `${what}: y hat sich um bis zu ${change} geändert.`,
    mirrored: (what) => `${what}: Auch jedes y hat sein Vorzeichen gewechselt.`,
  },
  rounded: (typed, kept) => `Der Kernel rechnet mit 32 Bit: ${typed} ist dort ${kept}.`,

  // Examples: what each is called, and what to look at.
  presets: {
    lesson: {
      name: '[2, 4, 4, 6], von Hand nachzurechnen',
      look: 'Einer Spalte nach unten folgen: Mittelwert 4, Abweichungen −2, 0, 0, 2, Varianz 2, und x̂ von −1,414 bis 1,414.',
    },
    block: {
      name: 'Ein pre-LN-Block auf vier Merkmalen',
      look: 'Die Attention sieht eine normierte Kopie und antwortet mit einer kleinen Änderung; addiert wird sie zu x selbst. Der Mittelwert von x′ ist 1,0125.',
    },
    undo: {
      name: 'γ und β heben die Norm auf',
      look: 'Mit γ = σ und β = μ ist die Ausgabe die Eingabe. Ein Netz kann das lernen: Nichts ist für immer verloren.',
    },
    outlier: {
      name: 'Ein Ausreißer',
      look: 'Wie weit er auch draußen liegt, von acht Zahlen wird keine größer als √7 = 2,646. Ihn herunterziehen und die anderen beobachten.',
    },
    constant: {
      name: 'Eine konstante Zeile',
      look: 'Die Varianz ist 0. Ohne ε wäre das 0 / 0; mit ε ist y bis aufs Bit β. Einen Balken ein wenig ziehen.',
    },
    tiny: {
      name: 'Eine winzige Zeile',
      look: 'Die Varianz ist kleiner als ε, deshalb hat y nicht die Größe 1. Ein paarmal „Mal 10“ drücken: ε verliert an Gewicht.',
    },
    offset: {
      name: 'Weit weg von null',
      look: 'Die Quadrate sind 10¹², und 32 Bit halten sieben Stellen: Ein Kernel, der zuerst quadriert, verliert alles.',
    },
    rms: {
      name: 'RMSNorm weit auf einer Seite',
      look: 'Die Streuung ist in y kaum zu sehen. Mit LayerNorm als Norm füllt sie den ganzen Maßstab.',
    },
    gradient: {
      name: 'Ein Gradient, rückwärts',
      look: 'dx hat die Summe 0 und nichts längs x̂: Eine Verschiebung oder Streckung von x bliebe unbemerkt.',
    },
    batch: {
      name: 'Drei Zeilen: Was wird gemittelt?',
      look: 'BatchNorm mittelt Spalten, LayerNorm Zeilen. Eine Zeile ändern und sehen, wessen Ausgabe sich bewegt.',
    },
    batchOfOne: {
      name: 'BatchNorm mit nur einer Zeile',
      look: 'Im Training gibt es nichts zu mitteln. In der Auswertung nimmt BatchNorm gemerkte Zahlen; LayerNorm braucht keine.',
    },
  },

  // Faults and notices.
  fault: (fault) => {
    switch (fault.kind) {
      case 'notNumber':
        return fault.given === '' ? 'muss eine Zahl sein' : `„${fault.given}“ ist keine Zahl`;
      case 'tooLarge':
        return 'muss zwischen −10⁹ und 10⁹ liegen';
      case 'empty':
        return 'muss mindestens eine Zahl enthalten';
      case 'uneven':
        return `Zeile ${fault.row} hat ${fault.given} Zahlen, die erste hat ${fault.expected}`;
      case 'tooManyRows':
        return `darf höchstens ${MAX_ROWS} Zeilen haben, nicht ${fault.given}`;
      case 'tooManyFeatures':
        return `darf höchstens ${MAX_FEATURES} Zahlen je Zeile haben, nicht ${fault.given}`;
    }
  },
  faults: {
    choice: (choices) => `muss eines von diesen sein: ${choices.join(', ')}`,
    shape: (rows, features) => `muss ${rows} ${rows === 1 ? 'Zeile' : 'Zeilen'} mit ${features} Zahlen haben`,
    oneOrEach: (features) => `muss 1 oder ${features} Zahlen haben`,
    range: (min, max) => `muss zwischen ${min} und ${max} liegen`,
    whole: 'muss eine ganze Zahl sein',
  },
  noticesTitle: 'Zur Adresse',
  notice: (key, given, rule) => `${key}: „${given}“ geht nicht (${rule}); es gilt die Vorgabe`,
  unknownKey: (key) => `Eine Einstellung „${key}“ gibt es nicht`,
  close: 'Schließen',
  starting: 'Startet …',
  notStarted: (reason) => `Das WebAssembly-Modul ließ sich nicht starten: ${reason}`,
  kernelSays: 'Der Kernel sagt:',
};
