// The experiments of the group "depth", in German.
import type { GROUPS } from '../experiment.ts';
import type { ExperimentTexts } from '../texts.ts';
import { byRate, CUT_DEPTHS, GRADIENT_DEPTHS } from './names.ts';

const LOSS = { x: 'Schritt', y: 'Verlust (nats)', series: {}, columns: {} };
const WARM_UP_ARMS = {
  ...byRate('pre', '6', 'pre-LN, {shallow} Blöcke'),
  ...byRate('post', '6', 'post-LN, {shallow} Blöcke'),
  ...byRate('pre', '12', 'pre-LN, {deep} Blöcke'),
  ...byRate('post', '12', 'post-LN, {deep} Blöcke'),
  'warm-6-high': 'post-LN mit Warm-up, {shallow} Blöcke, {high}',
  'warm-12-mid': 'post-LN mit Warm-up, {deep} Blöcke, {mid}',
};

const byDepth = (kind: string, name: string, depths: readonly number[]) =>
  Object.fromEntries(depths.map((depth) => [`${kind}-${depth}`, `${name}, ${depth} Blöcke`]));
const GRADIENT_ARMS = {
  ...byDepth('post', 'post-LN', GRADIENT_DEPTHS),
  ...byDepth('pre', 'pre-LN', GRADIENT_DEPTHS),
};
const CUT_ARMS = {
  ...byDepth('bare', 'weder Norm noch Residualverbindung', CUT_DEPTHS),
  ...byDepth('normed', 'Norm, keine Residualverbindung', CUT_DEPTHS),
  ...byDepth('residual', 'Norm und Residualverbindung', CUT_DEPTHS),
};
const UNNORMED_ARMS = {
  ...byDepth('none', 'ohne Norm', [24]),
  ...byDepth('pre', 'pre-LN', [24]),
  ...Object.assign(
    {},
    ...['2', '4', '8'].map((depth) => byRate('none', depth, `ohne Norm, ${depth} Blöcke`)),
  ),
  ...Object.assign({}, ...['2', '4', '8'].map((depth) => byRate('pre', depth, `pre-LN, ${depth} Blöcke`))),
} as Readonly<Record<string, string>>;

export const depthDe: Readonly<Record<(typeof GROUPS.depth)[number], ExperimentTexts>> = {
  'warm-up': {
    title: 'Tiefes post-LN braucht ein Warm-up',
    intro: [
      'Zwei Zwillinge mit {shallow} Blöcken lernen, eine Sequenz rückwärts zu schreiben. Sie beginnen mit denselben Gewichten und sehen dieselben Batches; nur der Platz der Norm ist verschieden. Die Lernrate ist hoch, {high}, und gilt voll vom ersten Schritt an.',
      'Daneben trainieren weitere Zwillinge: mit {deep} Blöcken, mit kleineren Raten, und post-LN noch einmal mit einem Warm-up, in dem die Rate über die ersten {warmUp} Schritte von null an steigt.',
    ],
    question:
      'Welcher der beiden Zwillinge mit {shallow} Blöcken hat nach {steps} Schritten bei der Rate {high} die Aufgabe gelernt?',
    choices: { both: 'Beide', pre: 'Nur pre-LN', post: 'Nur post-LN', neither: 'Keiner' },
    arms: WARM_UP_ARMS,
    charts: {
      curves: {
        ...LOSS,
        title: 'Verlust, {shallow} Blöcke, Lernrate {high}',
        note: 'Ein Modell, das nur rät, bleibt bei {guessing}.',
      },
      deep: {
        ...LOSS,
        title: 'Verlust, {deep} Blöcke, Lernrate {mid}',
        note: 'In einem tieferen Modell ist schon eine kleinere Rate zu viel für post-LN ohne Warm-up.',
      },
      rates: {
        title: 'Verlust nach {steps} Schritten, nach Lernrate',
        note: 'Ohne Warm-up. Pre-LN gewinnt durch eine höhere Rate; post-LN wirft sie aus der Bahn, je tiefer, desto eher.',
        x: 'Lernrate',
        y: 'Verlust (nats)',
        series: {
          'post-6': 'post-LN, {shallow} Blöcke',
          'pre-6': 'pre-LN, {shallow} Blöcke',
          'post-12': 'post-LN, {deep} Blöcke',
          'pre-12': 'pre-LN, {deep} Blöcke',
        },
        columns: {},
      },
    },
    measures: Object.fromEntries(
      Object.entries(WARM_UP_ARMS).map(([id, name]) => [id, `Verlust am Ende: ${name}`]),
    ),
    claims: {
      preLearns: 'Pre-LN mit {shallow} Blöcken endet bei {high} unter {preLearns.limit}',
      deepPreLearns: 'Pre-LN mit {deep} Blöcken endet bei {high} unter {deepPreLearns.limit}',
      postLearnsSlowly: 'Post-LN mit {shallow} Blöcken endet bei {mid} unter {postLearnsSlowly.limit}',
      postGuesses: 'Post-LN mit {shallow} Blöcken endet bei {high} über {postGuesses.limit}',
      deepPostGuesses: 'Post-LN mit {deep} Blöcken endet bei {mid} über {deepPostGuesses.limit}',
      warmLearns:
        'Mit {warmUp} Schritten Warm-up endet post-LN mit {shallow} Blöcken bei {high} unter {warmLearns.limit}',
      deepWarmLearns:
        'Mit {warmUp} Schritten Warm-up endet post-LN mit {deep} Blöcken bei {mid} unter {deepWarmLearns.limit}',
    },
    answer:
      'Nur pre-LN. Bei {high} endet sein Verlust bei {pre-6-high} (Median von {seeds} Startwerten) und der von post-LN bei {post-6-high}, und Raten ist {guessing}. Mit Warm-up lernt auch post-LN und endet bei {warm-6-high}. Bei {mid} braucht post-LN mit {shallow} Blöcken kein Warm-up ({post-6-mid}), mit {deep} Blöcken schon: {post-12-mid} ohne, {warm-12-mid} mit.',
    explanation: [
      'Bei post-LN steht die Norm auf dem Strom selbst: Jeder Block normiert die Summe. Am Anfang, solange die Gewichte zufällig sind, sind die Gradienten der Blöcke nahe der Ausgabe groß, wie tief das Modell auch ist. Adam macht seine ersten Schritte so lang, wie die Lernrate es erlaubt, alle entlang solcher Gradienten; das Modell landet beim Verlust des Ratens und kommt davon nicht mehr weg.',
      'Ein Warm-up macht die ersten Schritte kurz. Bis die Rate voll ist, sind die Gewichte nicht mehr zufällig, und die Schritte schaden nicht mehr.',
      'Bei pre-LN steht die Norm auf dem Zweig. Der Strom ist eine einfache Summe, sein Identitätspfad führt den Gradienten zu jedem Block, und die Gradienten werden mit der Tiefe kleiner, statt groß zu bleiben. Darum darf die Rate sofort voll sein.',
      'Die Tiefe entscheidet: Flaches post-LN trainiert auch ohne Warm-up. Der ursprüngliche Transformer hatte sechs Blöcke auf jeder Seite und bekam ein Warm-up.',
    ],
    formulas: [
      { formula: 'post-LN: y = LN(x + F(x))', source: 'Vaswani et al. 2017, Abschnitt 3.1' },
      { formula: 'pre-LN: y = x + F(LN(x))', source: 'Xiong et al. 2020, Tabelle 1' },
      { formula: 'Warm-up: lr(t) = lr · min(1, t / warmup)', source: 'Xiong et al. 2020, Abschnitt 3.2' },
    ],
  },

  'initial-gradients': {
    title: 'Gradienten am Anfang',
    intro: [
      'Hier wird nicht trainiert: Ein Batch geht durch ein frisches Modell, vorwärts und zurück, und gemessen wird, wie groß der Gradient der Gewichte ist. Im letzten Block gehen die Schritte eines tiefen post-LN-Modells schief; er ist es also, der gemessen wird, in Modellen mit {shallow} bis {deep} Blöcken.',
    ],
    question: 'Wie ändert sich der Gradient des letzten Blocks von {shallow} zu {deep} Blöcken?',
    choices: {
      bothFall: 'Er fällt bei beiden',
      preFalls: 'Er fällt bei pre-LN, nicht bei post-LN',
      postFalls: 'Er fällt bei post-LN, nicht bei pre-LN',
      neither: 'Er fällt bei keinem',
    },
    arms: GRADIENT_ARMS,
    charts: {
      depths: {
        title: 'Gradient des letzten Blocks, nach Tiefe',
        note: 'Norm des Gradienten der Gewichte der letzten Feed-forward-Teilschicht, vor jedem Training.',
        x: 'Blöcke',
        y: 'Norm des Gradienten',
        series: { post: 'post-LN', pre: 'pre-LN' },
        columns: {},
      },
      profile: {
        title: 'Gradient jeder Teilschicht, {middle} Blöcke',
        note: 'Von der ersten Teilschicht zur letzten.',
        x: 'Teilschicht',
        y: 'Norm des Gradienten',
        series: {},
        columns: {},
      },
    },
    measures: {
      ...Object.fromEntries(
        Object.entries(GRADIENT_ARMS).map(([id, name]) => [id, `Gradient des letzten Blocks: ${name}`]),
      ),
      postChange: 'Post-LN: {deep} Blöcke durch {shallow}',
      preChange: 'Pre-LN: {deep} Blöcke durch {shallow}',
      postOverPre: 'Post-LN durch pre-LN, {deep} Blöcke',
    },
    claims: {
      preFalls: 'Pre-LN: bei {deep} Blöcken weniger als {preFalls.limit} so groß wie bei {shallow}',
      postStays: 'Post-LN: bei {deep} Blöcken mehr als {postStays.limit} so groß wie bei {shallow}',
      postIsLarger:
        'Bei {deep} Blöcken ist der Gradient von post-LN mehr als {postIsLarger.limit} so groß wie der von pre-LN',
    },
    answer:
      'Er fällt nur bei pre-LN. Von {shallow} zu {deep} Blöcken wird der Gradient des letzten Blocks bei pre-LN {preChange} so groß und bei post-LN {postChange} so groß (Mediane von {seeds} Startwerten). Bei {deep} Blöcken ist der von post-LN {postOverPre} so groß wie der von pre-LN.',
    explanation: [
      'Bei pre-LN ist der Strom eine Summe, zu der jeder Block etwas addiert; er wächst also mit der Tiefe. Die Norm am Ende teilt durch seine Größe und damit auch den Gradienten von allem, was in den Strom schreibt: um etwa die Wurzel aus der Zahl der Blöcke. Von {shallow} zu {deep} Blöcken wäre das allein ein Faktor von {fall}; die Embeddings, die von Anfang an in der Summe sind, lassen ihn hier langsamer fallen.',
      'Bei post-LN normiert jeder Block die Summe von Neuem. Der Strom verlässt den letzten Block so groß wie den ersten; der letzte Block kann also nicht merken, wie tief das Modell ist, und sein Gradient wird nicht kleiner.',
      'Oft ist zu lesen, dass die Gradienten von post-LN mit der Tiefe wachsen. Für einen einzelnen Block sagt die Theorie nur, dass sie nicht fallen; hier steigen sie ein wenig, von {post-2} auf {post-32}, und sind von Startwert zu Startwert sehr verschieden ({postChange.min} bis {postChange.max}).',
    ],
    formulas: [
      { formula: 'post-LN: ‖∂L/∂W_last‖ ≤ O(d·√ln d)', source: 'Xiong et al. 2020, Theorem 1' },
      { formula: 'pre-LN: ‖∂L/∂W_last‖ ≤ O(d·√(ln d / N))', source: 'Xiong et al. 2020, Theorem 1' },
    ],
  },

  'no-residual': {
    title: 'Ohne Residualverbindung kein Training',
    intro: [
      'Hier wird die Residualverbindung weggenommen; ein Block gibt nur weiter, was seine Teilschichten berechnet haben. Einmal steht nach jeder Teilschicht eine Norm, einmal nicht; zum Vergleich dient post-LN, das beides hat.',
      'Die Modelle mit {trained} Blöcken trainieren {steps} Schritte mit der Lernrate {rate}. In tieferen wird nur der Gradient des ersten Blocks betrachtet, verglichen mit dem des letzten, vor jedem Training.',
    ],
    question:
      'Was wird ein Modell mit {trained} Blöcken tun, das Normen hat, aber keine Residualverbindungen?',
    choices: {
      learns: 'So gut lernen wie mit ihnen: Die Normen halten die Gradienten in Ordnung',
      slower: 'Lernen, aber langsamer',
      guesses: 'Nicht über das Raten hinauskommen',
    },
    arms: CUT_ARMS,
    charts: {
      curves: { ...LOSS, title: 'Verlust, {trained} Blöcke', note: 'Raten ist {guessing}.' },
      depths: {
        title: 'Gradient des ersten Blocks durch den des letzten, nach Tiefe',
        note: 'Vor jedem Training. 1 heißt, dass der erste Block so viel erfährt wie der letzte.',
        x: 'Blöcke',
        y: 'erster durch letzten',
        series: {
          bare: 'weder Norm noch Residualverbindung',
          normed: 'Norm, keine Residualverbindung',
          residual: 'Norm und Residualverbindung',
        },
        columns: {},
      },
    },
    measures: {
      ...Object.fromEntries(
        Object.entries(CUT_ARMS).map(([id, name]) => [id, `Erster Block durch letzten: ${name}`]),
      ),
      normedAlike: 'Kosinus zwischen Positionen nach {trained} Blöcken: Norm, keine Residualverbindung',
      residualAlike: 'Kosinus zwischen Positionen nach {trained} Blöcken: Norm und Residualverbindung',
      bareLoss: 'Verlust am Ende: weder Norm noch Residualverbindung',
      normedLoss: 'Verlust am Ende: Norm, keine Residualverbindung',
      residualLoss: 'Verlust am Ende: Norm und Residualverbindung',
    },
    claims: {
      vanishes:
        'Ohne beides ist der Gradient des ersten von {deep} Blöcken weniger als {vanishes.limit} von dem des letzten',
      vanishesDeeper: 'Bei {deepest} Blöcken ist er weniger als {vanishesDeeper.limit} davon',
      residualKeeps:
        'Mit Norm und Residualverbindung ist er sogar bei {deepest} Blöcken mehr als {residualKeeps.limit} davon',
      normKeeps: 'Mit Normen allein ist er bei {deep} Blöcken mehr als {normKeeps.limit} davon',
      normedAlike:
        'Mit Normen allein verlassen die Positionen einer Sequenz {trained} Blöcke mit einem Kosinus über {normedAlike.limit}',
      residualDiffers: 'Mit Norm und Residualverbindung liegt er unter {residualDiffers.limit}',
      bareGuesses: 'Ohne beides enden {trained} Blöcke über {bareGuesses.limit}',
      normedGuesses: 'Mit Normen allein enden {trained} Blöcke über {normedGuesses.limit}',
      residualLearns: 'Mit Norm und Residualverbindung enden {trained} Blöcke unter {residualLearns.limit}',
    },
    answer:
      'Es kommt nicht über das Raten hinaus. Nach {steps} Schritten ist sein Verlust {normedLoss} (Raten ist {guessing}), mit Residualverbindungen {residualLoss}. Ohne Normen verschwindet auch noch der Gradient des ersten Blocks: Bei {deep} Blöcken ist er {bare-12} von dem des letzten, bei {deepest} Blöcken {bare-24}.',
    explanation: [
      'Auf dem Rückweg wird ein Gradient mit der Jacobi-Matrix jedes Blocks multipliziert. Bei frisch gezogenen Gewichten macht ihn jede kleiner, und ein Produkt vieler Zahlen unter 1 verschwindet geometrisch. Mit Residualverbindung ist jeder Faktor die Identität plus eine Jacobi-Matrix: Wird das Produkt ausmultipliziert, so ist einer seiner Summanden der Gradient der Ausgabe selbst, unverändert, wie klein die anderen auch sind.',
      'Die Normen bewahren den Gradienten durchaus vor dem Verschwinden: Mit ihnen allein bekommt der erste von {deep} Blöcken noch {normed-12} von dem, was der letzte bekommt (von {normed-12.min} bis {normed-12.max}, je nach Startwert). Und doch wird nichts gelernt. Ein Gradient der richtigen Größe genügt nicht, wenn nichts mehr zu unterscheiden ist: Die Attention mischt die Positionen einer Sequenz, und ohne den Identitätspfad bringt nichts zurück, was jede von ihnen war. Wenn sie {trained} frische Blöcke verlassen, ist der Kosinus zwischen zweien {normedAlike}: Sie sind alle gleich. Mit Residualverbindungen ist er {residualAlike}.',
      'Norm und Residualverbindung haben also verschiedene Aufgaben: Die Norm sorgt für die Größe, die Residualverbindung für den Inhalt.',
    ],
    formulas: [
      {
        formula: 'mit Residualverbindung: ∂L/∂x₁ = ∂L/∂x_N · ∏ (I + ∂F_k/∂x_k)',
        source: 'He et al. 2016, Identity Mappings in Deep Residual Networks, Gl. 5, als Produkt geschrieben',
      },
      { formula: 'ohne: ∂L/∂x₁ = ∂L/∂x_N · ∏ ∂F_k/∂x_k', source: 'die Kettenregel' },
      {
        formula: 'x_N → alle Zeilen gleich, ohne Residualverbindung',
        source: 'Dong, Cordonnier und Loukas 2021, Attention is not all you need, Abschnitt 2',
      },
    ],
  },

  'no-norm': {
    title: 'Ohne Norm: ein Strom, der wächst',
    intro: [
      'Nun umgekehrt: Residualverbindungen, und gar keine Norm. Jeder Block addiert zum Strom, was er aus ihm berechnet. Betrachtet wird die Größe des Stroms vor dem Training; dann trainieren Modelle mit {shallow}, {middle} und {deeper} Blöcken mit drei Lernraten: {low}, {mid} und {high}. Eine Rate gilt als brauchbar, wenn der Verlust nach {steps} Schritten unter {learned} liegt.',
    ],
    question: 'Wie ändert sich die höchste brauchbare Lernrate eines Modells ohne Normen mit seiner Tiefe?',
    choices: { same: 'Sie bleibt gleich', smaller: 'Sie wird kleiner', larger: 'Sie wird größer' },
    arms: UNNORMED_ARMS,
    charts: {
      stream: {
        title: 'Größe des Stroms am Eingang jeder Teilschicht, {deep} Blöcke',
        note: 'Quadratisches Mittel, vor jedem Training; die Skala ist logarithmisch, eine Gerade ist also Wachstum um denselben Faktor je Block.',
        x: 'Teilschicht',
        y: 'rms des Stroms',
        series: {},
        columns: {},
      },
      curves: {
        ...LOSS,
        title: 'Verlust bei der Lernrate {mid}',
        note: 'Dieselbe Rate für alle; nur Tiefe und Norm sind verschieden.',
      },
      usable: {
        title: 'Höchste brauchbare Lernrate',
        note: 'Von {low}, {mid} und {high}; 0, wenn es keine von ihnen ist.',
        x: '',
        y: '',
        series: { none: 'ohne Norm', pre: 'pre-LN' },
        columns: { '2': '2 Blöcke', '4': '4 Blöcke', '8': '8 Blöcke' },
      },
    },
    measures: {
      noneGrowth: 'Strom am Ende durch Strom am Anfang, {deep} Blöcke, ohne Norm',
      preGrowth: 'Strom am Ende durch Strom am Anfang, {deep} Blöcke, pre-LN',
      noneUsable2: 'Höchste brauchbare Rate: ohne Norm, 2 Blöcke',
      noneUsable4: 'Höchste brauchbare Rate: ohne Norm, 4 Blöcke',
      noneUsable8: 'Höchste brauchbare Rate: ohne Norm, 8 Blöcke',
      preUsable2: 'Höchste brauchbare Rate: pre-LN, 2 Blöcke',
      preUsable4: 'Höchste brauchbare Rate: pre-LN, 4 Blöcke',
      preUsable8: 'Höchste brauchbare Rate: pre-LN, 8 Blöcke',
    },
    claims: {
      noneGrows: 'Ohne Normen wird der Strom in {deep} Blöcken mehr als {noneGrows.limit} so groß',
      preGrowsLittle: 'Bei pre-LN wird er weniger als {preGrowsLittle.limit} so groß',
      shallowUsesSome:
        'Ohne Normen ist für {shallow} Blöcke eine Rate über {shallowUsesSome.limit} brauchbar',
      shallowUsesAll: 'In der Regel ist für sie eine über {shallowUsesAll.limit} brauchbar',
      middleUsesSome: 'Ohne Normen ist für {middle} Blöcke eine Rate über {middleUsesSome.limit} brauchbar',
      deepUsesNone: 'Ohne Normen ist für {deeper} Blöcke keine der Raten brauchbar',
      preUsesAll: 'Bei pre-LN ist für {deeper} Blöcke eine Rate über {preUsesAll.limit} brauchbar',
    },
    answer:
      'Sie wird kleiner. Ohne Normen ist sie {noneUsable2} bei {shallow} Blöcken und {noneUsable4} bei {middle} (Mediane von {seeds} Startwerten); bei {deeper} Blöcken ist keine der Raten brauchbar, bei {deepUsesNone.held} von {seeds} Startwerten. Für pre-LN mit {deeper} Blöcken ist es {preUsable8}. Vor dem Training verlässt der Strom {deep} Blöcke ohne Normen {noneGrowth} so groß, wie er hineinging, bei pre-LN {preGrowth} so groß.',
    explanation: [
      'Ohne Norm fügt eine Teilschicht mehr hinzu, wenn sie einen größeren Strom bekommt: Jeder Block multipliziert die Größe mit etwa demselben Faktor, und das Wachstum ist exponentiell. Rückwärts gilt dasselbe; auch die Gradienten der ersten Blöcke sind also riesig, und eine Lernrate, die zu zwei Blöcken passt, wirft acht aus der Bahn.',
      'Bei pre-LN bekommt jede Teilschicht einen Strom derselben Größe, in welcher Tiefe auch immer, und fügt etwa gleich viel hinzu. Unabhängige Beiträge addieren sich wie ihre Quadrate: Der Strom wächst wie die Wurzel aus der Tiefe.',
    ],
    formulas: [
      { formula: 'ohne Norm: y = x + F(x), rms(x_l) wächst wie c^l', source: 'F verdoppelt sich mit x' },
      {
        formula: 'pre-LN: (1 + l/2)·d ≤ E‖x_l‖² ≤ (1 + 3l/2)·d',
        source: 'Xiong et al. 2020, Lemma 2',
      },
    ],
  },
};
