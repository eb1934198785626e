// The texts of bench.html as they stand in its HTML; those that scripts write are in messages.en.ts.
import { html, type Markup } from '../site/markup.ts';

export const textsEn = {
  title: 'How fast it is here – Add & Norm Lab',
  name: 'How fast it is in this browser',
  description:
    'Measures how fast this browser trains small Transformers in WebAssembly, beside what it could do at best.',
  heading: 'How fast it is here',
  premise: (lab: string): Markup =>
    html`What this browser makes of the arithmetic behind the <a href="${lab}">Add &amp; Norm Lab</a>.`,
  prose:
    'Training steps of three sizes are timed, and the kernels they are made of, each beside what this engine could do at best: products beside multiplications and additions that never leave the registers, norms beside a copy of the same bytes. Works that are compared run in turn; a figure is a median, a ratio the median of ratios. The bars are goals for a current computer with nothing else to do, so close other tabs; a phone or an old laptop will miss some of them, and trains all the same.',
  noScript: 'Measuring needs JavaScript and WebAssembly.',
};

export type BenchPageTexts = typeof textsEn;
