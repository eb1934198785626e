// The texts of bench.html as they stand in its HTML; those that scripts write are in messages.en.ts.
import { html, type Markup } from '../site/markup.ts';
import { unbroken } from '../unbroken.ts';

export const textsEn = {
  title: 'How fast it is here – Add & Norm Lab',
  name: 'How fast it is in this browser',
  description:
    'Measures how fast this browser trains small Transformers in WebAssembly, beside what it could do at best.',
  heading: 'How fast it is here',
  premise: (lab: string): Markup =>
    html`What this browser makes of the arithmetic behind the <a href="${lab}">Add &amp; Norm Lab</a>.`,
  prose: (performance: string): Markup =>
    html`Training steps of three sizes are timed, and the kernels they are made of, each beside what this
      engine could do at best: products beside multiplications and additions that never leave the registers,
      norms beside a copy of the same bytes. Works that are compared run in turn; a figure is a median, a
      ratio the median of ratios. The bars are goals for a current computer with nothing else to do, so close
      other tabs; a phone or an old laptop will miss some of them, and trains all the same.
      <a href="${performance}" hreflang="en">Performance</a> says how all of it is measured, and what came out
      elsewhere.`,
  namesHeading: unbroken('What L6 d32 T32 B16, (512, 32) × (32, 16), GFLOP/s and the other names mean'),
  names: html`
    <dt>L6 d32 T32 B16</dt>
    <dd>
      A model of six blocks (L, layers) of width 32 (d), trained on sixteen sequences at once (B, the batch)
      of 32 tokens each (T). The lab begins with this one.
    </dd>
    <dt>(512, 32) × (32, 16)</dt>
    <dd>
      The product of two matrices, one of 512 rows and 32 columns, the other of 32 rows and 16 columns; 512
      rows are the tokens of sixteen sequences of 32. The lowest of a model’s products is the one that is held
      to the bar.
    </dd>
    <dt>GFLOP/s</dt>
    <dd>
      Billions of operations with floating-point numbers in a second. A multiplication with its addition
      counts as two.
    </dd>
    <dt>share of the peak</dt>
    <dd>
      How much of the peak of this engine, which the first row measures, a step, its products or its attention
      reach. Of a step only the operations of matrix products are counted, so that all else lowers its share.
      Noise, or a compiler that makes more of a product than of the loop that measures the peak, can lead
      above 100 %.
    </dd>
    <dt>what it is made of</dt>
    <dd>
      The time of a step’s kernels, each measured by itself and taken as often as a step runs it, as shares of
      the step. The rest is everything else: embedding, activations, additions, loss, optimizer, probes, and
      the norms that are made again on the way back.
    </dd>
    <dt>with SIMD, without SIMD</dt>
    <dd>With instructions that compute four numbers at once, and without, as for engines that have none.</dd>
    <dt>probes</dt>
    <dd>What the lab reads from a model in every step for its charts.</dd>
    <dt>a line, R²</dt>
    <dd>
      Time against depth or batch should lie on a straight line. R² is how much of its variance a line
      explains; 1 is all of it.
    </dd>
    <dt>twins</dt>
    <dd>
      The two models that the lab trains side by side, each in a thread of its own: how many steps a second
      both make together, over those of one alone. 2 would be ideal.
    </dd>
    <dt>glue</dt>
    <dd>The JavaScript between a page and the WebAssembly module.</dd>
  `,
  noScript: 'Measuring needs JavaScript and WebAssembly.',
};

export type BenchPageTexts = typeof textsEn;
