// The texts of bench.html as they stand in its HTML, in German.
import { html } from '../site/markup.ts';
import type { BenchPageTexts } from './texts.en.ts';

export const textsDe: BenchPageTexts = {
  title: 'Wie schnell es hier ist – Add & Norm Lab',
  name: 'Wie schnell es in diesem Browser ist',
  description:
    'Misst, wie schnell dieser Browser kleine Transformer in WebAssembly trainiert, neben dem, was er bestenfalls könnte.',
  heading: 'Wie schnell es hier ist',
  premise: (lab) =>
    html`Was dieser Browser aus dem Rechnen hinter dem <a href="${lab}">Add &amp; Norm Lab</a> macht.`,
  prose:
    'Gemessen werden Trainingsschritte von drei Größen und die Kernel, aus denen sie bestehen, jeder neben dem, was diese Engine bestenfalls könnte: Produkte neben Multiplikationen und Additionen, die die Register nie verlassen, Normen neben einer Kopie derselben Bytes. Was verglichen wird, läuft abwechselnd; ein Wert ist ein Median, ein Verhältnis der Median von Verhältnissen. Die Ziele gelten für einen heutigen Rechner, der nichts anderes zu tun hat; darum am besten andere Tabs schließen. Ein Telefon oder ein alter Laptop wird manche verfehlen und trainiert trotzdem.',
  noScript: 'Messen braucht JavaScript und WebAssembly.',
};
