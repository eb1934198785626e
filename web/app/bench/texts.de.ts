// The texts of bench.html as they stand in its HTML, in German.
import { html } from '../site/markup.ts';
import { unbroken } from '../unbroken.ts';
import type { BenchPageTexts } from './texts.en.ts';

export const textsDe: BenchPageTexts = {
  title: 'Wie schnell es hier ist – Add & Norm Lab',
  name: 'Wie schnell es in diesem Browser ist',
  description:
    'Misst, wie schnell dieser Browser kleine Transformer in WebAssembly trainiert, neben dem, was er bestenfalls könnte.',
  heading: 'Wie schnell es hier ist',
  premise: (lab) =>
    html`Was dieser Browser aus dem Rechnen hinter dem <a href="${lab}">Add &amp; Norm Lab</a> macht.`,
  prose: (performance) =>
    html`Gemessen werden Trainingsschritte von drei Größen und die Kernel, aus denen sie bestehen, jeder neben
      dem, was diese Engine bestenfalls könnte: Produkte neben Multiplikationen und Additionen, die die
      Register nie verlassen, Normen neben einer Kopie derselben Bytes. Was verglichen wird, läuft
      abwechselnd; ein Wert ist ein Median, ein Verhältnis der Median von Verhältnissen. Die Ziele gelten für
      einen heutigen Rechner, der nichts anderes zu tun hat; darum am besten andere Tabs schließen. Ein
      Telefon oder ein alter Laptop wird manche verfehlen und trainiert trotzdem. Wie das alles gemessen wird
      und was anderswo herauskam, steht in <a href="${performance}" hreflang="en">Performance</a> (auf
      Englisch).`,
  namesHeading: unbroken('Was L6 d32 T32 B16, (512, 32) × (32, 16), GFLOP/s und die anderen Namen bedeuten'),
  names: html`
    <dt>L6 d32 T32 B16</dt>
    <dd>
      Ein Modell aus sechs Blöcken (L, Layer) der Breite 32 (d), trainiert an sechzehn Sequenzen zugleich (B,
      der Batch) aus je 32 Token (T). Mit diesem fängt das Lab an.
    </dd>
    <dt>(512, 32) × (32, 16)</dt>
    <dd>
      Das Produkt zweier Matrizen, einer mit 512 Zeilen und 32 Spalten und einer mit 32 Zeilen und 16 Spalten;
      512 Zeilen sind die Token von sechzehn Sequenzen aus je 32. Am Ziel gemessen wird das niedrigste der
      Produkte eines Modells.
    </dd>
    <dt>GFLOP/s</dt>
    <dd>
      Milliarden Operationen mit Gleitkommazahlen in einer Sekunde. Eine Multiplikation mit ihrer Addition
      zählt als zwei.
    </dd>
    <dt>Anteil der Spitze</dt>
    <dd>
      Wie viel von der Spitze dieser Engine, die die erste Zeile misst, ein Schritt, seine Produkte oder seine
      Attention erreichen. Von einem Schritt zählen nur die Operationen der Matrixprodukte, sodass alles
      andere seinen Anteil senkt. Rauschen oder ein Compiler, der aus einem Produkt mehr macht als aus der
      Schleife, die die Spitze misst, kann über 100 % führen.
    </dd>
    <dt>woraus er besteht</dt>
    <dd>
      Die Zeit der Kernel eines Schritts, jeder für sich gemessen und so oft genommen, wie ein Schritt ihn
      braucht, als Anteile am Schritt. Der Rest ist alles andere: Embedding, Aktivierungen, Additionen, Loss,
      Optimizer, Sonden und die Normen, die auf dem Rückweg noch einmal gerechnet werden.
    </dd>
    <dt>mit SIMD, ohne SIMD</dt>
    <dd>Mit Befehlen, die vier Zahlen zugleich rechnen, und ohne, wie für Engines, die keine haben.</dd>
    <dt>Sonden</dt>
    <dd>Was das Lab in jedem Schritt für seine Diagramme aus einem Modell liest.</dd>
    <dt>eine Gerade, R²</dt>
    <dd>
      Die Zeit gegen Tiefe oder Batch sollte auf einer Geraden liegen. R² ist, wie viel ihrer Varianz eine
      Gerade erklärt; 1 ist alles.
    </dd>
    <dt>Zwillinge</dt>
    <dd>
      Die zwei Modelle, die das Lab nebeneinander trainiert, jedes in einem eigenen Thread: wie viele Schritte
      je Sekunde beide zusammen machen, durch die von einem allein. 2 wäre ideal.
    </dd>
    <dt>der Code darum</dt>
    <dd>Das JavaScript zwischen einer Seite und dem WebAssembly-Modul.</dd>
  `,
  noScript: 'Messen braucht JavaScript und WebAssembly.',
};
