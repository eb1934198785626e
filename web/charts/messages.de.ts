// Every text the views show, in German. What is said of a quantity has no article, since the genders of the names differ.
import type { ChartMessages } from './messages.en.ts';

const list = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} und ${items.at(-1)}`;

const plural = (items: readonly string[], one: string, many: string): string =>
  items.length === 1 ? one : many;

export const messagesDe: ChartMessages = {
  decimalMark: ',',
  list,
  sentence: (clauses) => `${clauses.join('; ')}.`,

  chart: {
    scale: 'Senkrechte Skala',
    linear: 'linear',
    log: 'log',
    difference: 'Differenz',
    differenceLong: 'Differenz: jedes Modell minus eines von ihnen',
    minus: (label, base) => `${label} − ${base}`,
    base: 'minus',
    table: 'Datentabelle',
    tableSampled: (rows, of) => `${rows} von ${of} Zeilen, gleichmäßig verteilt`,
    empty: 'Noch nichts gemessen.',
    block: 'Block',
    step: 'Schritt',
    at: (xLabel, x) => `${xLabel} ${x}`,
    cursor: (title) => `${title}: Cursor. Pfeiltasten bewegen ihn, Escape verlässt ihn.`,
    valueOf: (label, value) => `${label} ${value}`,
    notFinite: (label, xLabel, x) => `${label} ab ${xLabel} ${x} nicht endlich`,
    aboveChart: (value) => `${value}, über dem Diagramm`,
    belowChart: (value) => `${value}, unter dem Diagramm`,
    none: '–',
  },

  save: {
    menu: 'Sichern',
    menuOf: (title) => `${title} sichern`,
    csv: 'Zahlen (CSV)',
    png: 'Bild (PNG)',
    svg: 'Zeichnung (SVG)',
    lo: (label) => `${label} unten`,
    hi: (label) => `${label} oben`,
    saved: (file) => `Gesichert als ${file}`,
    maybe: (file) =>
      `${file} ist dem Browser übergeben. Kommt die Datei nicht an, darf dieser Rahmen wohl nichts sichern: die Seite für sich öffnen.`,
    refused: 'Dieser Rahmen darf keine Dateien sichern. Dafür die Seite für sich öffnen.',
    failed: (reason) => `Sichern ging nicht: ${reason}`,
  },

  attention: {
    axes: 'Zeilen: das Token, das schaut; Spalten: die Token, auf die es schaut, und welchen Anteil jedes bekommt',
    token: (token, position) => `${token} (Position ${position})`,
    cell: (query, key, values) => `von ${query} zu ${key}: ${values.join(', ')}`,
    corner: 'von, zu',
    columns: [
      'Modell',
      'Position der Query',
      'Token der Query',
      'Position des Key',
      'Token des Key',
      'Anteil',
    ],
    picture: (head, step) => `${head}, nach Schritt ${step}`,
    at: (step, head, clauses) => `Nach Schritt ${step}, ${head}: ${clauses}`,
    sharpness: (label, mean, query, key, largest) =>
      `in ${label} bekommt das am stärksten beachtete Token im Mittel einen Anteil von ${mean}, höchstens ${largest} (von ${query} zu ${key})`,
    notFinite: (label) => `in ${label} ist es nicht endlich`,
  },

  heatMap: {
    cell: (place, xLabel, x) => `${place}, ${xLabel} ${x}`,
    axes: (quantity, placeLabel) => `${quantity}, nach ${placeLabel}`,
    steps: (from, to) => `${from} bis ${to}`,
    hint: 'Auf eine Zelle zeigen, um sie abzulesen.',
    map: (title, label) =>
      `${title}, ${label}: Heatmap. Pfeiltasten gehen von Zelle zu Zelle, Escape verlässt sie.`,
    notFinite: 'nicht endlich',
    scale: (valueLabel, low, high, kind) =>
      `Farbskala: ${valueLabel}, von ${low} bis ${high}, ${kind === 'log' ? 'logarithmisch' : 'linear'}`,
  },

  block: {
    norm: { layer: 'LayerNorm', rms: 'RMSNorm', batch: 'BatchNorm' },
    normShort: { layer: 'LN', rms: 'RMS', batch: 'BN' },
    attention: 'Attention',
    feedForward: 'Feed-forward',
    finalNorm: (norm) => `letzte ${norm}`,
    input: 'Embeddings',
    output: 'Logits',
    times: (n) => `× ${n}`,
    learned: 'gelernt',
    rms: 'rms',
    gradient: '∇',
    key: 'rms: Größe des Signals. ∇: Größe des Gradienten.',
    slotInput: (norm) => `${norm} am Eingang des Zweigs`,
    slotOutput: (norm) => `${norm} am Ausgang des Zweigs`,
    slotAfter: (norm) => `${norm} nach der Addition, auf dem Residualstrom`,
    residual: 'Residualverbindung',
    gain: { residual: 'Faktor des Residualstroms, a', branch: 'Faktor des Zweigs, b' },
    gainSign: { residual: 'a =', branch: 'b =' },
    gainIs: (gain, value) => `${gain}: ${value}`,
    gainHint: {
      residual: 'Faktor vor dem Strom; 0 trennt ihn auf.',
      branch: 'Faktor vor dem, was die Teilschicht addiert. Wird er gelernt, fängt er hier an.',
    },
    streamInto: (subLayer) => `Strom vor ${subLayer}`,
    branchOf: (subLayer) => `Zweig ${subLayer}`,
    streamOut: 'Strom nach dem Block',
    rmsOf: (where, value) => `${where}: rms ${value}`,
    gradientOf: (where, value) => `${where}: Gradientennorm ${value}`,
    formula: (formula) => `Formel: ${formula}`,
  },

  name: (label) => (/[\s,]/.test(label) ? `„${label}“` : label),
  describe: {
    nothing: 'Noch nichts gemessen.',
    nothingToPredict: 'Mit diesen Einstellungen gibt es nichts vorherzusagen.',
    atStep: (step, clauses) => `Schritt ${step}: ${clauses}`,
    upToStep: (step, clauses) => `Bis Schritt ${step}: ${clauses}`,
    learned: (labels, values) =>
      `${list(labels)} ${plural(labels, 'hat', 'haben')} die Aufgabe gelernt (Verlust ${list(values)})`,
    guessing: (labels, guessing) => `${list(labels)} ${plural(labels, 'rät', 'raten')} noch (${guessing})`,
    begun: (labels, values, guessing) =>
      `${list(labels)} ${plural(labels, 'hat', 'haben')} gerade erst angefangen (Verlust ${list(values)}; Raten ergibt ${guessing})`,
    worse: (labels, values, guessing) =>
      `${list(labels)} ${plural(labels, 'ist', 'sind')} schlechter als Raten (Verlust ${list(values)}, Raten ${guessing})`,
    learning: (label, value) => `${label} ist auf ${value} gefallen`,
    ahead: (better, low, worse, high) => `${better} (${low}) liegt vor ${worse} (${high})`,
    level: (labels, value) => `${list(labels)} liegen gleichauf bei etwa ${value}`,
    single: (label, value) => `${label} steht bei ${value}`,
    diverged: (labels, steps) =>
      `${list(labels)} ${plural(labels, 'ist', 'sind')} divergiert (${plural(steps, 'Schritt', 'Schritte')} ${list(steps)})`,
    waiting: (labels) => `${list(labels)} ${plural(labels, 'hat', 'haben')} noch nicht angefangen`,
    at: (xLabel, x, clauses) => `${xLabel} ${x}: ${clauses}`,
    curve: (quantity, label, value) => `${quantity} ${value} bei ${label}`,
    curves: (quantity, values) => `${quantity} ${list(values)}`,
    valueFor: (value, label) => `${value} bei ${label}`,
    curvesAlike: (quantity, value) => `${quantity} ${value} bei allen`,
    curvesBetween: (quantity, largest, high, smallest, low) =>
      `${quantity} am größten bei ${largest} (${high}), am kleinsten bei ${smallest} (${low})`,
    curvesNotFinite: (quantity, labels) => `${quantity} bei ${list(labels)} nicht endlich`,
    above: (quantity, label, size, base) => `${quantity} bei ${label} um ${size} größer als bei ${base}`,
    below: (quantity, label, size, base) => `${quantity} bei ${label} um ${size} kleiner als bei ${base}`,
    sameAs: (quantity, label, base) => `${quantity} bei ${label} wie bei ${base}`,
    noDifference: (quantity, label, base) => `${quantity} bei ${label} und ${base} nicht vergleichbar`,
    profileEven: (label, quantity) => `${quantity} bei ${label} vorn und hinten etwa gleich`,
    profileLarger: (label, quantity, ratio, first, last) =>
      `${quantity} bei ${label} in ${first} um den Faktor ${ratio} größer als in ${last}`,
    profileSmaller: (label, quantity, ratio, first, last) =>
      `${quantity} bei ${label} in ${first} um den Faktor ${ratio} kleiner als in ${last}`,
    profileEnds: (label, quantity, low, first, high, last) =>
      `${quantity} bei ${label} ${low} in ${first} und ${high} in ${last}`,
    profileZero: (label, quantity) => `${quantity} bei ${label} überall null`,
    profileOneEndZero: (label, quantity, place) => `${quantity} bei ${label} in ${place} null`,
    profileSingle: (label, quantity, value) => `${quantity} bei ${label} ${value} an der einzigen Stelle`,
    profileNotFinite: (label, quantity, place) => `${quantity} bei ${label} in ${place} nicht endlich`,
    heatMapStays: (label, quantity, low, high) =>
      `${quantity} bei ${label} stets zwischen ${low} und ${high}`,
    heatMapRange: (label, quantity, low, lowAt, high, highAt) =>
      `${quantity} bei ${label} von ${low} (${lowAt}) bis ${high} (${highAt})`,
    heatMapZero: (label, quantity) => `${quantity} bei ${label} stets null`,
    heatMapNotFinite: (label, quantity, step) => `${quantity} bei ${label} ab Schritt ${step} nicht endlich`,
    blockCut:
      'Die Residualverbindung ist getrennt: Was eine Teilschicht ausgibt, tritt an die Stelle ihrer Eingabe.',
    blockAfter:
      'Die Norm steht auf dem Residualstrom selbst: Alles geht in jedem Block durch sie, vorwärts wie rückwärts.',
    blockBranch:
      'Die Norm steht auf dem Zweig: Der Residualstrom läuft ununterbrochen von den Embeddings bis zum letzten Block.',
    blockBoth:
      'Normen stehen auf dem Zweig und auf dem Residualstrom; nichts kommt ohne eine Norm an einem Block vorbei.',
    blockNone: 'Im Block gibt es keine Norm: Im Residualstrom kommt immer nur etwas hinzu.',
  },
};
