// The experiments of the group "design", in German.
import { PLACEMENTS } from '../../lib/index.ts';
import type { GROUPS } from '../experiment.ts';
import type { ExperimentTexts } from '../texts.ts';
import { CURES, LENGTHS } from './names.ts';

const LOSS = { x: 'Schritt', y: 'Verlust (nats)', series: {}, columns: {} };
const TABLE = { x: '', y: '' };
/** Names that are published stay as they are; with a capital only Sandwich is German. */
const labelOf = (name: (typeof CURES)[number]) => (name === 'sandwich' ? 'Sandwich' : PLACEMENTS[name].label);
const CURE_ARMS = Object.fromEntries(CURES.map((name) => [name, labelOf(name)]));
const eachLength = (name: string, what: string) =>
  Object.fromEntries(LENGTHS.map((n) => [`${name}${n}`, `${what}, ${n} Token`]));

export const designDe: Readonly<Record<(typeof GROUPS.design)[number], ExperimentTexts>> = {
  identity: {
    title: 'Ein Block kann die Identität sein',
    intro: [
      'Ein pre-LN-Modell mit {shallow} Blöcken wird trainiert und dann zu einem mit {deep} Blöcken gemacht: Die ersten Blöcke bekommen seine Gewichte, und bei den neuen werden die Matrizen, die in den Strom schreiben, auf null gesetzt. Dasselbe geschieht mit post-LN und mit pre-LN ohne Residualverbindungen.',
    ],
    question:
      'Wie verhalten sich die Logits des pre-LN-Modells mit {deep} Blöcken zu denen mit {shallow} Blöcken?',
    choices: {
      bits: 'Sie sind dieselben bis aufs letzte Bit',
      nearly: 'Sie sind fast dieselben, bis auf Rundung',
      worse: 'Sie sind anders: Die neuen Blöcke haben noch nichts gelernt',
    },
    arms: { shallow: 'pre-LN, {shallow} Blöcke', deep: 'pre-LN, {deep} Blöcke' },
    charts: {
      grown: {
        ...TABLE,
        title: 'Abweichende Logits nach dem Anfügen von Blöcken mit Ausgabe null',
        note: 'Eines Batches, Bit für Bit verglichen.',
        series: { pre: 'pre-LN', post: 'post-LN', cut: 'pre-LN ohne Residualverbindungen' },
        columns: { bits: 'abweichende Logits' },
      },
      losses: {
        ...TABLE,
        title: 'Verlust des gewachsenen pre-LN-Modells auf neuen Sequenzen',
        note: 'Vor und nach {steps} weiteren Schritten.',
        series: { pre: 'pre-LN' },
        columns: { before: 'gewachsen', after: 'weiter trainiert' },
      },
      curves: {
        ...LOSS,
        title: 'Verlust beider Tiefen, von Anfang an trainiert',
        note: 'Zwillinge eines Startwerts.',
      },
    },
    measures: {
      preBits: 'Abweichende Logits: pre-LN',
      preBefore: 'Verlust des flachen Modells auf neuen Sequenzen: pre-LN',
      preAfter: 'Verlust des gewachsenen Modells nach {steps} weiteren Schritten: pre-LN',
      preChange: 'Nachher durch vorher',
      postBits: 'Abweichende Logits: post-LN',
      postDifference: 'Größter Unterschied eines Logits: post-LN',
      cutBits: 'Abweichende Logits: ohne Residualverbindungen',
      cutBefore: 'Verlust des flachen Modells: ohne Residualverbindungen',
      cutGrown: 'Verlust des gewachsenen Modells: ohne Residualverbindungen',
      shallowLoss: 'Verlust am Ende, {shallow} Blöcke von Anfang an',
      deepLoss: 'Verlust am Ende, {deep} Blöcke von Anfang an',
    },
    claims: {
      preSameBits: 'Pre-LN: Kein Logit des gewachsenen Modells weicht um ein Bit ab',
      grownGetsBetter: 'Weiter trainiert, ist sein Verlust kleiner als zuvor',
      postDiffers: 'Post-LN: Ein Logit weicht um mehr als {postDiffers.limit} ab',
      cutForgets:
        'Ohne Residualverbindungen hat das gewachsene Modell einen Verlust über {cutForgets.limit}: Es vergisst alles',
    },
    answer:
      'Dieselben bis aufs letzte Bit: {preBits} Logits weichen ab (bei {preSameBits.held} von {seeds} Startwerten). Mit {steps} weiteren Schritten geht das gewachsene Modell von {preBefore} auf {preAfter}. Ohne Residualverbindungen bringt derselbe Umbau den Verlust von {cutBefore} auf {cutGrown}.',
    explanation: [
      'Ein pre-LN-Block ergibt x + F(LN(x)). Sind die Matrizen null, mit denen F endet, so ergibt F null, und x + 0 ist x: genau, auch in Gleitkommazahlen. Um so gut zu sein wie ein flacheres, muss ein tieferes Modell nur nichts tun, und mit Residualverbindungen ist Nichtstun leicht. Im Prinzip kann Tiefe nicht schaden.',
      'Nur im Prinzip: Es sagt, was das tiefere Modell darstellen kann, nicht, dass das Training es findet. Von Anfang an trainiert, enden die beiden Tiefen bei {shallowLoss} und {deepLoss}.',
      'Ein post-LN-Block mit F = 0 ergibt LN(x): Er normiert immer noch, mit eigenen γ und β. Was eine trainierte Norm verlässt, hat nicht die Varianz 1; die nächste Norm ändert es also, hier ein Logit um bis zu {postDifference}. Ohne Residualverbindung gibt ein Block mit Ausgabe null gar nichts weiter.',
    ],
    formulas: [
      {
        formula: 'F = 0: x + F(LN(x)) = x',
        source: 'He et al. 2016, Identity Mappings in Deep Residual Networks, Gl. 3',
      },
      { formula: 'post-LN, F = 0: LN(x + F(x)) = LN(x)', source: 'Vaswani et al. 2017, Abschnitt 3.1' },
    ],
  },

  'rms-norm': {
    title: 'RMSNorm: Was fehlt ohne Zentrierung?',
    intro: [
      'RMSNorm teilt durch das quadratische Mittel und lässt zweierlei weg, was LayerNorm tut: Es zieht keinen Mittelwert ab, und es hat kein β. Zwillinge mit {blocks} Blöcken lernen die Aufgabe, je einer mit jeder Norm.',
    ],
    question: 'Wie lernt das Modell mit RMSNorm, verglichen mit LayerNorm?',
    choices: { asWell: 'Genauso gut', slower: 'Deutlich langsamer', fails: 'Gar nicht' },
    arms: { layer: 'LayerNorm', rms: 'RMSNorm' },
    charts: {
      curves: {
        ...LOSS,
        title: 'Verlust, {blocks} Blöcke',
        note: 'Derselbe Startwert, dieselbe Lernrate, dieselben Batches.',
      },
      shift: {
        ...TABLE,
        title: 'Was sich ändert, wenn zu jedem Merkmal einer Zeile {shift} addiert wird',
        note: 'Größte Änderung eines Merkmals der Ausgabe.',
        series: { layer: 'LayerNorm', rms: 'RMSNorm' },
        columns: { change: 'größte Änderung' },
      },
    },
    measures: {
      layerLoss: 'Verlust am Ende: LayerNorm',
      rmsLoss: 'Verlust am Ende: RMSNorm',
      layerShift: 'Änderung durch {shift} mehr in jedem Merkmal: LayerNorm',
      rmsShift: 'Änderung durch {shift} mehr in jedem Merkmal: RMSNorm',
      meanShare: 'Anteil des Mittelwerts am Mittel der Quadrate vor einer Norm, trainiertes Modell',
    },
    claims: {
      layerLearns: 'LayerNorm endet unter {layerLearns.limit}',
      rmsLearns: 'RMSNorm endet unter {rmsLearns.limit}',
      layerBlindToShift:
        'LayerNorm: {shift} mehr in jedem Merkmal ändert weniger als {layerBlindToShift.limit}',
      rmsSeesShift: 'RMSNorm: Es ändert mehr als {rmsSeesShift.limit}',
      meanIsSmall:
        'Im trainierten Modell macht der Mittelwert weniger als {meanIsSmall.limit} des Mittels der Quadrate vor einer Norm aus',
    },
    answer:
      'Genauso gut: Nach {steps} Schritten steht LayerNorm bei {layerLoss} und RMSNorm bei {rmsLoss} (Mediane von {seeds} Startwerten).',
    explanation: [
      'Es fehlt eine Invarianz. LayerNorm bemerkt nicht, wenn zu allen Merkmalen eines Tokens dieselbe Zahl addiert wird; RMSNorm schon. Hier ändert {shift} mehr in jedem Merkmal, was LayerNorm ergibt, um {layerShift}, und bei RMSNorm um {rmsShift}. Beide bemerken nicht, wenn ein Token mit einer Zahl multipliziert wird, und das ist die Invarianz, die das Training stabil hält.',
      'Den Mittelwert abzuziehen lohnt kaum: Im trainierten Modell macht er {meanShare} des Mittels der Quadrate aus, das bei einer Norm ankommt ({meanShare.min} bis {meanShare.max}, je nach Startwert). Will ein Modell ihn loswerden, können die Gewichte davor und danach dafür sorgen.',
      'Gewonnen sind eine Summe weniger über jede Zeile und die Hälfte der Parameter einer Norm. Große Modelle von heute nehmen meist RMSNorm.',
    ],
    formulas: [
      { formula: 'y = γ ⊙ x / √(mean(x²) + ε)', source: 'Zhang und Sennrich 2019, Gl. 4' },
      { formula: 'mean(x²) = σ² + μ²', source: 'also LayerNorm, wo μ = 0 und β = 0' },
    ],
  },

  'cures-for-depth': {
    title: 'Was tiefen Modellen hilft',
    intro: [
      'Post-LN mit {blocks} Blöcken trainiert bei der Rate {rate} nicht ohne Warm-up. Pre-LN ist ein Mittel dagegen, aber nicht das einzige. Vier weitere Anordnungen beginnen mit denselben Gewichten und sehen dieselben Batches:',
      'Sandwich hat eine Norm an beiden Enden des Zweigs, res-post nur an seinem Ende. DeepNorm lässt die Norm auf dem Strom, macht aber das Residual größer und die Anfangsgewichte kleiner. ReZero hat gar keine Norm: Es multipliziert jeden Zweig mit einer gelernten Zahl, die bei null beginnt.',
    ],
    question: 'Welche der vier haben nach {steps} Schritten das Raten hinter sich gelassen?',
    choices: {
      all: 'Alle',
      input: 'Nur Sandwich, das eine Norm vor der Teilschicht hat',
      none: 'Keine: Das gelingt nur pre-LN',
    },
    arms: CURE_ARMS,
    charts: {
      curves: {
        ...LOSS,
        title: 'Verlust, {blocks} Blöcke, Lernrate {rate}',
        note: 'Kein Warm-up. Raten ist {guessing}.',
      },
      stream: {
        title: 'Größe des Stroms am Eingang jeder Teilschicht',
        note: 'Quadratisches Mittel, nach {steps} Schritten.',
        x: 'Teilschicht',
        y: 'rms des Stroms',
        series: {},
        columns: {},
      },
    },
    measures: {
      ...Object.fromEntries(CURES.map((name) => [name, `Verlust am Ende: ${labelOf(name)}`])),
      postGradient: 'Norm des ersten Gradienten: post-LN',
      deepnormGradient: 'Norm des ersten Gradienten: DeepNorm',
    },
    claims: {
      postGuesses: 'Post-LN endet über {postGuesses.limit}',
      preLearns: 'Pre-LN endet unter {preLearns.limit}',
      sandwichLearns: 'Sandwich endet unter {sandwichLearns.limit}',
      resPostLearns: 'Res-post endet unter {resPostLearns.limit}',
      deepnormLearns: 'DeepNorm endet unter {deepnormLearns.limit}',
      rezeroLearns: 'ReZero endet unter {rezeroLearns.limit}',
    },
    answer:
      'Alle. Post-LN endet bei {post}, und Raten ist {guessing}; Sandwich bei {sandwich}, DeepNorm bei {deepnorm}, ReZero bei {rezero} und pre-LN bei {pre}. Am langsamsten ist res-post mit {resPost} (von {resPost.min} bis {resPost.max} bei {seeds} Startwerten).',
    explanation: [
      'Alle Mittel verhindern, dass die frühen Schritte zu groß werden, jedes auf seine Art. Sandwich und res-post nehmen die Norm vom Strom, wie pre-LN, und halten auf fester Größe, was ein Zweig hinzufügen darf. Sandwich gibt jeder Teilschicht außerdem eine normierte Eingabe; res-post tut das nicht und zahlt hier dafür.',
      'DeepNorm behält die Norm von post-LN auf dem Strom. Aber mit α x + F(x) und α über 1 ändert ein Block den Strom weniger, und mit kleineren Anfangsgewichten noch weniger: Sein erster Gradient ist {deepnormGradient}, der von post-LN {postGradient}.',
      'ReZero beginnt als Identität, bis aufs Bit: Alle Zweige werden mit null multipliziert. Das Modell lässt jeden von ihnen so weit herein, wie er hilft.',
      'Keines ist überall das beste. Gedacht sind sie für viel größere Modelle als diese, und was hier in {steps} Schritten gewinnt, sagt wenig über jene.',
    ],
    formulas: [
      { formula: 'Sandwich: y = x + LN(F(LN(x)))', source: 'Ding et al. 2021 (CogView), Abschnitt 2.4' },
      { formula: 'res-post: y = x + LN(F(x))', source: 'Liu et al. 2022 (Swin v2), Abschnitt 3.2' },
      { formula: 'DeepNorm: y = LN(α·x + F(x)), α = (2N)^¼', source: 'Wang et al. 2022, Abschnitt 3.2' },
      {
        formula: 'ReZero: y = x + α·F(x), α = 0 am Anfang',
        source: 'Bachlechner et al. 2020, Abschnitt 3',
      },
    ],
  },

  cost: {
    title: 'Was Norm und Residualverbindung kosten',
    intro: [
      'Wie viel Arbeit fügen die Normen und Residualverbindungen eines Blocks neben seiner Attention hinzu? Gezählt werden Operationen, vorwärts und rückwärts, für die Breite {width} und Sequenzen von {short} bis {long} Token; dazu wird die Zeit von beidem auf diesem Rechner gemessen, jetzt.',
    ],
    question:
      'Werden Sequenzen doppelt so lang, wird der Anteil von Norm und Residualverbindung neben der Attention …',
    choices: { more: 'größer', same: 'weder noch', less: 'kleiner' },
    arms: {},
    charts: {
      times: {
        title: 'Zeit auf diesem Rechner, nach Länge',
        note: 'Ein LayerNorm und die Attention einer Sequenz, je vorwärts und rückwärts. Zeiten werden bei jedem Lauf neu gemessen.',
        x: 'Token',
        y: 'Millisekunden',
        series: { attention: 'Attention', norm: 'LayerNorm' },
        columns: {},
      },
      operations: {
        ...TABLE,
        title: 'Operationen eines Blocks, nach Länge',
        note: 'Scores und gewichtete Summen der Attention; zwei Normen und zwei Residualverbindungen. Die Matrixprodukte daneben zählen bei keinem mit.',
        series: { attention: 'Attention', norm: 'Normen und Residualverbindungen' },
        columns: Object.fromEntries(LENGTHS.map((n) => [n, `${n} Token`])),
      },
    },
    measures: {
      ...eachLength('normOps', 'Operationen von Normen und Residualverbindungen'),
      ...eachLength('attentionOps', 'Operationen der Attention'),
      normDoubles: 'Normen und Residualverbindungen: {long} Token durch {half}',
      attentionDoubles: 'Attention: {long} Token durch {half}',
      shareShort: 'Normen und Residualverbindungen, von der Attention: {short} Token',
      shareLong: 'Normen und Residualverbindungen, von der Attention: {long} Token',
      ...eachLength('normMs', 'Zeit eines LayerNorm'),
      ...eachLength('attentionMs', 'Zeit der Attention'),
    },
    claims: {
      normIsLinear:
        'Doppelt so viele Token brauchen bei Normen und Residualverbindungen genau {normIsLinear.limit} so viele Operationen',
      attentionIsQuadratic: 'Bei der Attention brauchen sie mehr als {attentionIsQuadratic.limit} so viele',
      shareFalls:
        'Bei {long} Token sind Normen und Residualverbindungen weniger als {shareFalls.limit} der Attention',
    },
    answer:
      'Kleiner. Von {half} auf {long} Token werden die Operationen von Normen und Residualverbindungen {normDoubles} so viele, die der Attention {attentionDoubles} so viele. Bei {short} Token sind Normen und Residualverbindungen {shareShort} der Attention, bei {long} sind es {shareLong}.',
    explanation: [
      'Eine Norm betrachtet jede Zahl jedes Tokens einige Male: {normOperations} Operationen für jede der n·d Zahlen, vorwärts und rückwärts zusammen, eine Residualverbindung {residualOperations}. Doppelt so viele Token sind doppelt so viel Arbeit: O(n·d).',
      'Die Attention vergleicht jedes Token mit jedem anderen vor ihm: n²/2 Paare, jedes ein Produkt über d Merkmale. Doppelt so viele Token sind viermal so viel Arbeit: O(n²·d).',
      'Was tiefe Modelle trainierbar macht, kostet also fast nichts, und umso weniger, je länger die Sequenz. Spürbar ist eine Norm beim Speicher: Sie tut wenig mit jeder Zahl, die sie holt, und auf großen Rechnern wartet sie auf sie. Der schnellste der Läufe hinter diesen Zahlen brauchte {normMs256.min} für ein LayerNorm von {long} Token und {attentionMs256.min} für ihre Attention.',
    ],
    formulas: [
      { formula: 'Attention: O(n²·d)', source: 'Vaswani et al. 2017, Tabelle 1' },
      {
        formula: 'Norm und Residualverbindung: O(n·d)',
        source: 'eine feste Zahl von Operationen für jede von n·d Zahlen',
      },
    ],
  },
};
