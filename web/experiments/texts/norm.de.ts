// The experiments of the group "norm", in German.
import type { GROUPS } from '../experiment.ts';
import type { ExperimentTexts } from '../texts.ts';
import { FINAL_DEPTHS } from './names.ts';

const LOSS = { x: 'Schritt', y: 'Verlust (nats)', series: {}, columns: {} };
const TABLE = { x: '', y: '' };
const startOf = (kind: string, name: string) =>
  Object.fromEntries(FINAL_DEPTHS.map((depth) => [`${kind}-${depth}`, `${name}, ${depth} Blöcke`]));
const FINAL_ARMS = { ...startOf('with', 'mit Norm am Ende'), ...startOf('without', 'ohne Norm am Ende') };

export const normDe: Readonly<Record<(typeof GROUPS.norm)[number], ExperimentTexts>> = {
  collapse: {
    title: 'Späte pre-LN-Blöcke ändern immer weniger',
    intro: [
      'Wie sehr ändert ein Block den Strom, der durch ihn fließt? Verglichen wird, was hineingeht und was herauskommt, mit dem Kosinus des Winkels dazwischen: 1 heißt, dass der Block an der Richtung nichts geändert hat. Ein pre-LN- und ein post-LN-Modell mit {deep} Blöcken werden vor dem Training betrachtet, ein pre-LN-Modell mit {trained} Blöcken nach {steps} Schritten.',
    ],
    question: 'Welche Blöcke eines pre-LN-Modells ändern den Strom am meisten?',
    choices: { first: 'Die ersten', last: 'Die letzten', alike: 'Alle etwa gleich viel' },
    arms: {
      pre: 'pre-LN, {deep} Blöcke, untrainiert',
      post: 'post-LN, {deep} Blöcke, untrainiert',
      trained: 'pre-LN, {trained} Blöcke, trainiert',
    },
    charts: {
      cosine: {
        title: 'Kosinus zwischen Eingabe und Ausgabe jedes Blocks',
        note: '1 ist ein Block, der die Richtung des Stroms lässt, wie sie ist.',
        x: 'Block',
        y: 'Kosinus',
        series: {},
        columns: {},
      },
      ratio: {
        title: 'Was jede Teilschicht hinzufügt, verglichen mit dem Strom',
        note: 'Quadratisches Mittel des Zweigs geteilt durch das des Stroms.',
        x: 'Teilschicht',
        y: 'Zweig / Strom',
        series: {},
        columns: {},
      },
    },
    measures: {
      preEarly: 'Kosinus, erstes Viertel der Blöcke: pre-LN',
      preLate: 'Kosinus, letztes Viertel: pre-LN',
      postEarly: 'Kosinus, erstes Viertel: post-LN',
      postLate: 'Kosinus, letztes Viertel: post-LN',
      trainedEarly: 'Kosinus, erstes Viertel: pre-LN trainiert',
      trainedLate: 'Kosinus, letztes Viertel: pre-LN trainiert',
      preShrinks: 'Zweig durch Strom, letztes Viertel durch erstes: pre-LN',
      postShrinks: 'Zweig durch Strom, letztes Viertel durch erstes: post-LN',
      trainedLoss: 'Verlust des trainierten Modells',
    },
    claims: {
      preLateIsStill:
        'Pre-LN, untrainiert: Der Kosinus des letzten Viertels liegt über {preLateIsStill.limit}',
      preAddsLess:
        'Was sein letztes Viertel hinzufügt, ist, verglichen mit dem Strom, weniger als {preAddsLess.limit} so groß wie beim ersten',
      postLateMoves: 'Post-LN: Der Kosinus des letzten Viertels liegt unter {postLateMoves.limit}',
      postAddsAsMuch:
        'Was sein letztes Viertel hinzufügt, ist mehr als {postAddsAsMuch.limit} so groß wie beim ersten',
      trainedLateIsStill:
        'Pre-LN, trainiert: Der Kosinus des letzten Viertels liegt über {trainedLateIsStill.limit}',
      trainedEarlyMoves: 'Der des ersten Viertels liegt unter {trainedEarlyMoves.limit}',
    },
    answer:
      'Die ersten. Im trainierten Modell ist der Kosinus {trainedEarly} im ersten Viertel der Blöcke und {trainedLate} im letzten (Mediane von {seeds} Startwerten). Vor dem Training geht pre-LN von {preEarly} auf {preLate}, während post-LN bei {postEarly} und {postLate} bleibt.',
    explanation: [
      'Bei pre-LN bekommt jede Teilschicht eine normierte Kopie des Stroms; was sie hinzufügt, ist deshalb überall etwa gleich groß. Der Strom selbst ist die Summe von allem, was zuvor addiert wurde, und wächst. Je später ein Block, desto kleiner sein Anteil: Hier ist der Zweig des letzten Viertels, verglichen mit dem Strom, {preShrinks} so groß wie der des ersten.',
      'Das heißt Kollaps der Repräsentationen: Tiefe pre-LN-Modelle haben späte Blöcke, die wenig tun. Es ist der Preis des freien Identitätspfads und der Grund, warum nach Anordnungen dazwischen gesucht wird. Bei dieser Größe schadet es nicht: Das trainierte Modell endet bei einem Verlust von {trainedLoss}.',
      'Bei post-LN setzt jede Norm den Strom auf dieselbe Größe zurück, und der letzte Block hat so viel zu sagen wie der erste.',
    ],
    formulas: [
      {
        formula: 'x_N = x_0 + F_1 + F_2 + … + F_N, alle F_l etwa gleich groß',
        source: 'Xiong et al. 2020, Lemma 2',
      },
      { formula: 'rms(F_l) / rms(x_l) ≈ 1/√l', source: 'folgt daraus' },
      {
        formula: 'Kollaps: späte Blöcke von pre-LN fügen wenig hinzu',
        source: 'Liu et al. 2020, Understanding the Difficulty of Training Transformers',
      },
    ],
  },

  'final-norm': {
    title: 'Warum pre-LN eine Norm am Ende will',
    intro: [
      'Modelle mit pre-LN haben eine Norm mehr, als die Blöcke brauchen: zwischen dem letzten Block und dem Unembedding. Hier wird sie herausgenommen. Betrachtet wird der Verlust des allerersten Batches, in Modellen mit {shallow} bis {deep} Blöcken; danach trainieren Zwillinge mit {trained} Blöcken mit ihr und ohne sie.',
    ],
    question:
      'Wie ändert sich der Verlust eines frischen pre-LN-Modells mit der Tiefe, wenn es keine Norm am Ende hat?',
    choices: { same: 'Er bleibt nahe dem des Ratens', grows: 'Er wächst', falls: 'Er fällt' },
    arms: FINAL_ARMS,
    charts: {
      depths: {
        title: 'Verlust des ersten Batches, nach Tiefe',
        note: 'Raten ist {guessing}.',
        x: 'Blöcke',
        y: 'Verlust (nats)',
        series: { without: 'ohne Norm am Ende', with: 'mit Norm am Ende' },
        columns: {},
      },
      curves: {
        ...LOSS,
        title: 'Verlust, {trained} Blöcke, Lernrate {rate}',
        note: 'Die Zwillinge beginnen mit denselben Gewichten.',
      },
    },
    measures: {
      ...Object.fromEntries(
        Object.entries(FINAL_ARMS).map(([id, name]) => [id, `Verlust des ersten Batches: ${name}`]),
      ),
      withGradient: 'Norm des Gradienten des ersten Batches: mit Norm am Ende, {deep} Blöcke',
      withoutGradient: 'Norm des Gradienten des ersten Batches: ohne Norm am Ende, {deep} Blöcke',
      gradientRatio: 'Ohne durch mit',
      withLoss: 'Verlust nach {steps} Schritten: mit Norm am Ende, {trained} Blöcke',
      withoutLoss: 'Verlust nach {steps} Schritten: ohne Norm am Ende, {trained} Blöcke',
    },
    claims: {
      withStartsLow: 'Mit Norm am Ende beginnen {deep} Blöcke unter {withStartsLow.limit}',
      withoutStartsHigh: 'Ohne sie beginnen {deep} Blöcke über {withoutStartsHigh.limit}',
      gradientIsLarger: 'Der erste Gradient ist ohne sie mehr als {gradientIsLarger.limit} so groß',
      withLearns: 'Mit Norm am Ende enden {trained} Blöcke unter {withLearns.limit}',
    },
    answer:
      'Er wächst: von {without-2} bei {shallow} Blöcken auf {without-24} bei {deep} (Mediane von {seeds} Startwerten). Mit Norm am Ende ist er {with-2} und {with-24}. Der erste Gradient von {deep} Blöcken ist ohne sie {gradientRatio} so groß.',
    explanation: [
      'Keine Norm von pre-LN steht auf dem Strom selbst; er wächst von Block zu Block, und an seinem Ende werden die Logits abgelesen. Je größer der Strom, desto größer die Logits, und große Logits eines Modells, das nichts weiß, sind selbstsichere Fehler. Die Norm am Ende bringt den Strom in jeder Tiefe auf die Größe, für die das Unembedding gemacht ist.',
      'Was die Zahlen nicht zeigen: dass pre-LN ohne sie nicht auskäme. Nach {steps} Schritten enden die Zwillinge bei {withLoss} und {withoutLoss}. Das Modell ohne sie muss seine großen Logits erst verlernen, und wie lange das dauert, ist verschieden: von {withoutLoss.min} bis {withoutLoss.max}.',
      'Post-LN braucht sie nicht, weil sein letzter Block ohnehin mit einer Norm endet.',
    ],
    formulas: [
      {
        formula: 'logits = W · LN(x_N) + b',
        source: 'Xiong et al. 2020, Tabelle 1; Radford et al. 2019 (GPT-2), Abschnitt 2.3',
      },
    ],
  },

  'batch-of-one': {
    title: 'LayerNorm ist der Batch gleichgültig',
    intro: [
      'LayerNorm nimmt Mittelwert und Varianz über die Merkmale eines Tokens, BatchNorm die eines Merkmals über alle Token des Batches. Zwei Zwillinge mit {blocks} Blöcken, je einer mit jeder Norm, lernen die Aufgabe gut. Dann wird der Verlust von {batch} Sequenzen, die keiner von beiden gesehen hat, zweimal berechnet wie in einem Trainingsschritt: alle zusammen, und jede allein.',
    ],
    question: 'Bei welcher Norm ist der Verlust einer Sequenz derselbe, ob allein oder unter anderen?',
    choices: { both: 'Bei beiden', layer: 'Nur bei LayerNorm', batch: 'Nur bei BatchNorm' },
    arms: { layer: 'LayerNorm', batch: 'BatchNorm' },
    charts: {
      losses: {
        ...TABLE,
        title: 'Verlust derselben Sequenzen, zusammen und allein',
        note: 'Mit der Statistik des jeweiligen Batches, wie im Training.',
        series: { layer: 'LayerNorm', batch: 'BatchNorm' },
        columns: { together: 'zusammen', alone: 'jede allein', worse: 'allein durch zusammen' },
      },
      curves: {
        ...LOSS,
        title: 'Verlust im Training',
        note: 'Beide lernen: Auf vollen Batches unterscheidet sie wenig.',
      },
    },
    measures: {
      layerLoss: 'Verlust am Ende des Trainings: LayerNorm',
      batchLoss: 'Verlust am Ende des Trainings: BatchNorm',
      layerTogether: 'Verlust eines neuen Batches, zusammen: LayerNorm',
      layerAlone: 'Verlust eines neuen Batches, jede Sequenz allein: LayerNorm',
      layerWorse: 'Allein durch zusammen: LayerNorm',
      batchTogether: 'Verlust eines neuen Batches, zusammen: BatchNorm',
      batchAlone: 'Verlust eines neuen Batches, jede Sequenz allein: BatchNorm',
      batchWorse: 'Allein durch zusammen: BatchNorm',
      layerLeak: 'Änderung des Verlusts der ersten Antwort durch ein späteres Token: LayerNorm',
      batchLeak: 'Änderung des Verlusts der ersten Antwort durch ein späteres Token: BatchNorm',
      layerGenerated: 'Richtige Antworten, Token für Token erzeugt: LayerNorm',
      batchGenerated: 'Richtige Antworten, Token für Token erzeugt: BatchNorm',
      layerBits: 'Abweichende Logits, wenn eine Sequenz allein ist, nach dem Training: LayerNorm',
      batchBits: 'Abweichende Logits, wenn eine Sequenz allein ist, nach dem Training: BatchNorm',
      refused: 'BatchNorm mit nur einer Zeile im Training wird abgelehnt (1 ist ja)',
    },
    claims: {
      layerSame:
        'LayerNorm: Der Verlust der Sequenzen allein ist weniger als {layerSame.limit} so groß wie zusammen',
      batchWorse: 'BatchNorm: Er ist mehr als {batchWorse.limit} so groß wie zusammen',
      layerSeals:
        'LayerNorm: Ein späteres Token ändert den Verlust einer früheren Antwort um genau {layerSeals.limit}',
      batchLeaks: 'BatchNorm, im Training: Es ändert ihn um mehr als {batchLeaks.limit}',
      layerBitsSame: 'LayerNorm: Kein Logit hat ein anderes Bit, wenn eine Sequenz allein berechnet wird',
      batchBitsSame: 'BatchNorm mit der Statistik, die es sich im Training gemerkt hat: auch kein Logit',
      oneRowRefused:
        'BatchNorm mit nur einer Zeile wird im Training abgelehnt: Eine einzelne Zahl hat keine Varianz',
    },
    answer:
      'Nur bei LayerNorm. Dort ist der Verlust {layerTogether} zusammen und {layerAlone} allein; bei BatchNorm geht er von {batchTogether} auf {batchAlone} und ist damit {batchWorse} so groß (Mediane von {seeds} Startwerten).',
    explanation: [
      'Für LayerNorm gibt es nur das Token: Seine Statistik ist die seiner eigenen Merkmale. Was sonst im Batch ist, und wie viel davon, ändert nichts, nicht einmal ein Bit.',
      'BatchNorm sieht jedes Token durch seine Gesellschaft. Allein hat eine Sequenz eine andere Statistik als die, mit der die Gewichte trainiert wurden. Und ein Token, das später kommt, ändert die Statistik der früheren; im Training kann das Modell also ein wenig von dem sehen, was es vorhersagen soll, obwohl seine Attention kausal ist.',
      'Nach dem Training fragt BatchNorm nicht mehr den Batch: Es nimmt laufende Mittelwerte und Varianzen, die es sich gemerkt hat. Damit erzeugt es ein Token nach dem anderen so gut wie LayerNorm ({batchGenerated} und {layerGenerated} der Antworten sind richtig). Es funktioniert hier also, wo alle Sequenzen eine Länge haben und das Training zur Ruhe gekommen ist. Was es nicht kann, ist Training und Gebrauch gleich zu behandeln, und das macht es für Sequenzen unhandlich: Die gemerkte Statistik muss zu allem passen, was kommt, und ein Batch aus einer Zeile hat gar keine.',
    ],
    formulas: [
      {
        formula: 'LayerNorm: μ, σ² über die d Merkmale eines Tokens',
        source: 'Ba, Kiros und Hinton 2016, Gl. 3',
      },
      {
        formula: 'BatchNorm: μ_j, σ_j² des Merkmals j über alle Token des Batches',
        source: 'Ioffe und Szegedy 2015, Algorithmus 1',
      },
    ],
  },

  'gamma-beta': {
    title: 'γ und β können die Norm aufheben',
    intro: [
      'Nach dem Normieren multipliziert LayerNorm jedes Merkmal mit γ und addiert β; beide werden gelernt. Hier wird eine Zeile von Zahlen normiert, und γ und β sind von Hand gewählt: γ als Standardabweichung eben dieser Zeile, β als ihr Mittelwert.',
      'Dann trainiert ein kleines Modell, und es zeigt sich, was es aus seinen eigenen γ und β gemacht hat.',
    ],
    question: 'Was ergibt LayerNorm mit γ = σ und β = μ der Zeile?',
    choices: {
      same: 'Die Zeile, wie sie war, bis auf Rundung',
      scaled: 'Die Zeile mit Mittelwert 0, aber der alten Streuung',
      never: 'Eine Zeile mit Mittelwert 0 und Varianz 1, wie immer',
    },
    arms: { pre: 'pre-LN' },
    charts: {
      undo: {
        ...TABLE,
        title: 'Wie weit die Ausgabe von der Eingabe entfernt ist',
        note: 'Größter Unterschied eines Merkmals; in der letzten Zeile zu β.',
        series: {
          plain: 'γ = 1, β = 0',
          undone: 'γ = σ, β = μ der Zeile',
          other: 'dieselben γ und β, eine doppelt so große Zeile',
          constant: 'γ = 0: Unterschied zu β',
        },
        columns: { difference: 'größter Unterschied' },
      },
      gamma: {
        title: 'Wie weit sich γ in jeder Norm von 1 entfernt hat',
        note: 'Quadratisches Mittel über die Merkmale, nach {steps} Schritten; die letzte ist die Norm am Ende.',
        x: 'Norm',
        y: 'rms von γ − 1',
        series: {},
        columns: {},
      },
      forget: {
        ...TABLE,
        title: 'Verlust des trainierten Modells auf Sequenzen, die es nicht kennt',
        note: 'Alle anderen Gewichte bleiben, wie sie sind.',
        series: { kept: 'mit den gelernten γ und β', forgotten: 'wieder mit γ = 1 und β = 0' },
        columns: { loss: 'Verlust' },
      },
    },
    measures: {
      plain: 'Größter Unterschied zur Zeile: γ = 1, β = 0',
      undone: 'Größter Unterschied zur Zeile: γ = σ, β = μ',
      other: 'Dieselben γ und β auf einer doppelt so großen Zeile',
      constant: 'Größter Unterschied zu β mit γ = 0',
      moved: 'Wie weit sich γ von 1 entfernt hat, Mittel aller Normen',
      loss: 'Verlust am Ende des Trainings',
      kept: 'Verlust auf neuen Sequenzen mit gelernten γ und β',
      forgotten: 'Verlust auf neuen Sequenzen, wieder mit γ = 1, β = 0',
      worse: 'Ohne durch mit',
    },
    claims: {
      plainDiffers: 'Mit γ = 1 und β = 0 ändert sich die Zeile um mehr als {plainDiffers.limit}',
      undoneIsSame: 'Mit γ = σ und β = μ kommt sie bis auf {undoneIsSame.limit} zurück',
      otherDiffers:
        'Dieselben γ und β geben keine andere Zeile zurück: Eine doppelt so große ändert sich um mehr als {otherDiffers.limit}',
      zeroGammaIsBeta: 'Mit γ = 0 ist die Ausgabe β, bis aufs Bit',
      gammaMoves: 'Das Training bewegt γ um mehr als {gammaMoves.limit} von 1 weg',
      worseWithout: 'Zurückgesetzt auf γ = 1 und β = 0 ist der Verlust mehr als {worseWithout.limit} so groß',
    },
    answer:
      'Die Zeile, wie sie war: Mit γ = σ und β = μ ist der größte Unterschied {undone}, mit γ = 1 und β = 0 ist er {plain} (Mediane von {seeds} Startwerten). Das trainierte Modell nutzt γ und β: Auf ihren Anfang zurückgesetzt, geht sein Verlust von {kept} auf {forgotten}.',
    explanation: [
      'Mittelwert 0 und Varianz 1 tun dem Training gut, sind aber nicht, was jede nächste Schicht braucht: Eine Teilschicht will vielleicht manche Merkmale groß und andere gar nicht. γ und β geben diese Freiheit zurück. Im Extremfall heben sie die Normierung auf, und ein Modell mit Normen kann für eine solche Zeile berechnen, was eines ohne kann.',
      'Aufheben gelingt nur für Zeilen mit diesem Mittelwert und dieser Streuung. γ und β sind für alle Token dieselben, während μ und σ jedem Token selbst gehören: Eine doppelt so große Zeile kommt heraus wie die kleinere. Was LayerNorm für immer wegnimmt, ist, wie groß ein Token neben einem anderen ist.',
      'Meist tut das Modell etwas dazwischen. Hier hat sich γ im Mittel um {moved} von 1 entfernt.',
    ],
    formulas: [
      { formula: 'y = γ ⊙ (x − μ) / √(σ² + ε) + β', source: 'Ba, Kiros und Hinton 2016, Gl. 4' },
      { formula: 'γ = √(σ² + ε), β = μ ergibt y = x', source: 'Ioffe und Szegedy 2015, Abschnitt 3' },
    ],
  },
};
