// The quizzes, one for each group, in German.
import type { GroupId } from '../experiment.ts';
import type { QuizTexts } from '../texts.ts';

export const quizzesDe: Readonly<Record<GroupId, Readonly<Record<string, QuizTexts>>>> = {
  depth: {
    residual: {
      question: 'Warum hilft eine Residualverbindung, einen tiefen Stapel von Blöcken zu trainieren?',
      choices: {
        weights: 'Sie halbiert die Zahl der Gewichte, die zu lernen sind',
        path: 'Sie gibt dem Gradienten einen zweiten Rückweg, auf dem ihn keine Teilschicht verkleinern kann',
        smaller: 'Sie macht alle Gradienten kleiner, sodass keiner explodiert',
        norm: 'Sie normiert den Strom, sodass keine Norm nötig ist',
      },
      why: 'Ohne sie muss der Gradient auf dem Rückweg durch jede Teilschicht und wird mit jeder ihrer Jacobi-Matrizen multipliziert. Mit ihr ist jeder Faktor die Identität plus eine Jacobi-Matrix, und das Produkt enthält immer den Gradienten der Ausgabe selbst, unverändert.',
    },
    'warm-up': {
      question: 'Warum braucht tiefes post-LN oft ein Warm-up der Lernrate, und pre-LN nicht?',
      choices: {
        memory: 'Weil es in den ersten Schritten mehr Speicher braucht',
        data: 'Weil es zuerst leichtere Sequenzen braucht',
        steep: 'Weil seine letzten Blöcke große Gradienten haben, solange die Gewichte noch zufällig sind',
      },
      why: 'Diese Gradienten werden mit der Tiefe nicht kleiner, und volle Schritte entlang ihnen werfen das Modell aus der Bahn, bevor es etwas gelernt hat. Ein Warm-up hält die ersten Schritte kurz. Bei pre-LN fallen die Gradienten mit der Tiefe, und der Strom trägt sie auf einem Identitätspfad zurück; die volle Rate schadet also nicht.',
    },
    placement: {
      question: 'Was lässt pre-LN, wie es ist, und post-LN ändert es in jedem Block?',
      choices: {
        clean: 'Den Residualstrom: Nur eine Kopie von ihm wird normiert',
        cheap: 'Die Zahl der Operationen: Es braucht nur halb so viele Normen',
        same: 'Nichts: Die beiden unterscheiden sich nur in der Schreibweise',
      },
      why: 'In x + F(LN(x)) ist das x der Summe durch keine Norm gegangen, vom ersten Block bis zum letzten. In LN(x + F(x)) wird in jedem Block die Summe selbst normiert. Je tiefer das Modell, desto mehr zählt das.',
    },
    jobs: {
      question: 'Was stimmt über Residualverbindungen und LayerNorm?',
      choices: {
        replace: 'Mit Residualverbindungen sind Normen nicht nötig',
        batch: 'LayerNorm nimmt seine Statistik über den Batch, wie BatchNorm',
        both: 'Residualverbindungen geben Gradienten einen direkten Weg durch den Stapel; Normen halten Aktivierungen in einem Bereich, der weder von der Tiefe noch vom Batch abhängt',
        order: 'Wo die Norm steht, ist für das Training gleichgültig',
      },
      why: 'Sie lösen verschiedene Probleme, und was ohne sie fehlt, war zu sehen: Ohne Residualverbindungen wird nichts gelernt, ohne Normen wächst der Strom mit jedem Block, und die brauchbare Lernrate schrumpft.',
    },
  },
  norm: {
    'by-hand': {
      question: 'Ein Token ist [2, 4, 4, 6]. Was macht LayerNorm daraus, vor γ und β?',
      choices: {
        halves: '[−1; 0; 0; 1]',
        quarters: '[−2; 0; 0; 2]',
        roots: '[−1,414; 0; 0; 1,414]',
      },
      why: 'Der Mittelwert ist 4, die Abweichungen sind −2, 0, 0, 2, und ihre Quadrate 4, 0, 0, 4 haben das Mittel 2: Das ist die Varianz. Geteilt durch √2 = 1,414 werden die Abweichungen zu −1,414; 0; 0; 1,414.',
    },
    'gamma-beta': {
      question: 'Warum hat LayerNorm γ und β und bleibt nicht bei Mittelwert 0 und Varianz 1?',
      choices: {
        zero: 'Damit es nie durch null teilt',
        freedom:
          'Damit das Modell Skala und Verschiebung wählen kann, die die nächste Schicht braucht, bis hin zum Aufheben der Norm',
        speed: 'Damit es schneller zu berechnen ist',
      },
      why: 'Mittelwert 0 und Varianz 1 an jedem Eingang wären eine Einschränkung. γ und β werden gelernt und heben sie auf: Der Bereich bleibt unter Kontrolle, und das Modell kann weiterhin darstellen, was es ohne die Norm könnte. Gegen das Teilen durch null gibt es ε.',
    },
    generation: {
      question:
        'Warum ist es wichtig, wenn ein Text Token für Token erzeugt wird, dass LayerNorm seine Statistik über die Merkmale eines Tokens nimmt?',
      choices: {
        causal: 'Weil die Attention sonst nicht kausal sein könnte',
        batch:
          'Weil der Batch dann oft nur eine Sequenz hat, und LayerNorm für ein Token dasselbe ergibt, was auch sonst im Batch ist',
        long: 'Weil ein Text länger sein kann als die Sequenzen des Trainings',
      },
      why: 'Eine Statistik über einen Batch aus einer Sequenz sagt wenig, und für ein einzelnes Token gibt es sie nicht. BatchNorm muss auf die zurückgreifen, die es sich im Training gemerkt hat. LayerNorm braucht nur das Token selbst, im Training und danach.',
    },
    'trade-off': {
      question: 'Was zahlt pre-LN für seinen freien Identitätspfad?',
      choices: {
        none: 'Nichts: Es ist in jeder Hinsicht besser',
        late: 'Sein Strom wächst, sodass späte Blöcke ihn immer weniger ändern, und das Ende braucht eine eigene Norm',
        warm: 'Es braucht ein längeres Warm-up als post-LN',
      },
      why: 'Jeder Block fügt einem wachsenden Strom etwa so viel hinzu wie die anderen. Der Anteil der letzten Blöcke wird klein, und ohne Norm am Ende wüchsen die Logits mit der Tiefe des Modells.',
    },
  },
  design: {
    'post-line': {
      question: 'Welche Zeile ist eine Teilschicht mit post-LN?',
      choices: {
        after: 'x = layer_norm(x + sublayer(x))',
        before: 'x = x + sublayer(layer_norm(x))',
        branch: 'x = x + layer_norm(sublayer(x))',
      },
      why: 'Post-LN addiert zuerst und normiert die Summe. Die zweite Zeile ist pre-LN, die dritte res-post.',
    },
    'pre-line': {
      question: 'Und welche ist eine Teilschicht mit pre-LN?',
      choices: {
        after: 'x = layer_norm(x + sublayer(x))',
        before: 'x = x + sublayer(layer_norm(x))',
        copy: 'n = layer_norm(x); x = n + sublayer(n)',
      },
      why: 'Die Teilschicht bekommt eine normierte Kopie, aber was sie berechnet, wird zu dem x addiert, das nicht normiert wurde. Die dritte Zeile ist ein häufiger Fehler: Sie addiert zur Kopie und normiert damit doch den Strom.',
    },
    depth: {
      question: '„Mit Residualverbindungen kann Tiefe nicht schaden.“ Was heißt das?',
      choices: {
        trains: 'Dass ein tieferes Modell immer besser trainiert',
        represents:
          'Dass ein tieferes Modell alles darstellen kann, was ein flacheres kann, weil seine weiteren Blöcke die Identität sein können',
        faster: 'Dass ein tieferes Modell weniger Schritte braucht',
      },
      why: 'Ein Block, dessen Ausgangsgewichte null sind, gibt den Strom Bit für Bit weiter. Ob das Training etwas Besseres findet, ist eine andere Frage und hängt von Normen, Lernrate und Anfangsgewichten ab.',
    },
    cost: {
      question:
        'Sequenzen werden immer länger. Was wird aus dem Anteil von Normen und Residualverbindungen an der Arbeit eines Blocks?',
      choices: {
        half: 'Er bleibt bei etwa der Hälfte',
        grows: 'Er wächst: Es sind mehr Token zu normieren',
        shrinks: 'Er schrumpft: Sie wachsen mit n, die Attention mit n²',
      },
      why: 'Eine Norm braucht eine feste Zahl von Operationen für jede von n·d Zahlen. Die Attention vergleicht jedes Token mit allen vor ihm, das ist O(n²·d).',
    },
  },
};
