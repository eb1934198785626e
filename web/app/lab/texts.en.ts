// The texts of the page of the lab as they stand in its HTML; those that scripts write are in messages.en.ts.
// A translation is another of these.
import { PLACEMENTS, type Placement } from '../../lib/placements.ts';
import { html, type Markup } from '../site/markup.ts';

/** A passage with a heading. */
interface Passage {
  readonly title: string;
  readonly paragraphs: readonly Markup[];
}

const add: Passage = {
  title: 'Add: the residual connection',
  paragraphs: [
    html`A residual connection hands the input of a sub-layer on as it is and adds what the sub-layer has to
      say: <span class="math"><i>x</i> + <i>F</i>(<i>x</i>)</span>. The sub-layer need not rebuild what is
      there already; it writes a correction.`,
    html`On the way back the addition passes the gradient on as it is, too, beside whatever comes through
      <span class="math"><i>F</i></span
      >: the derivative is <span class="math">I + <i>F</i>′(<i>x</i>)</span>. Through a whole stack that is a
      product in which the identity survives. Cut the residual and only the product of all the
      <span class="math"><i>F</i>′</span> is left.`,
  ],
};

const norm: Passage = {
  title: 'Norm: LayerNorm',
  paragraphs: [
    html`LayerNorm takes the numbers of one token, subtracts their mean, divides by their standard deviation,
      then scales and shifts each by a learned <span class="math">γ</span> and <span class="math">β</span>.
      From <span class="vector">[2, 4, 4, 6]</span> it makes
      <span class="vector">[−1.41, 0, 0, 1.41]</span>.`,
    html`Whatever the stream has grown to, what follows a norm sees numbers of one size. Other tokens and
    other sequences play no part in it, so it does the same for a batch of one as for a batch of a thousand.
    BatchNorm, which takes its statistics from the batch, does not.`,
  ],
};

const place: Passage = {
  title: 'Post-LN and pre-LN',
  paragraphs: [
    html`The first Transformer (2017) normalised the sum:
      <span class="math">LN(<i>x</i> + <i>F</i>(<i>x</i>))</span>. This is post-LN. The stream itself passes
      two norms in every block, forward and backward.`,
    html`Pre-LN, <span class="math"><i>x</i> + <i>F</i>(LN(<i>x</i>))</span>, gives the sub-layer a normalised
      copy and leaves the stream alone. It runs from the embeddings to the last block without meeting a norm,
      and grows on its way, as the rms beside the drawing shows; so one norm stands at its end. GPT-2 and most
      language models since are built like this.`,
  ],
};

const warmup: Passage = {
  title: 'Why a warm-up helps',
  paragraphs: [
    html`Open the lab <a href="#v=1">as it is at first</a> and look at <em>Gradient by block</em>. At step 1
      the gradient of post-LN is the larger one in every block, about three times that of pre-LN, and of one
      order from the first block to the last. Ten steps at the full learning rate later, block 1 receives more
      than a hundred times less than block 6, by step 100 more than a thousand times less; what the last
      blocks learn from the loss hardly gets through to the first. The loss stays at
      <span class="math">ln 14 = 2.64</span>, which is what guessing among fourteen symbols costs. Let the
      learning rate rise from zero over the first 200 steps instead, and for most of the run the gradients of
      all blocks stay within a factor of ten: the same model, from the same weights, learns the task. Pre-LN
      does without.`,
  ],
};

const formula: Passage = {
  title: 'One formula for all of them',
  paragraphs: [
    html`Input, Output and After are slots: each holds a norm or nothing.
      <span class="math"><i>a</i></span> is the gain of the residual (0 cuts it),
      <span class="math"><i>b</i></span> that of the branch. Published arrangements are ways to fill the
      slots, and the drawing lets you fill them otherwise. Each name below opens that arrangement, beside
      pre-LN if it is another.`,
  ],
};

/** What each sub-layer of an arrangement computes. */
const formulas: Readonly<Record<Placement, Markup>> = {
  post: html`LN(<i>x</i> + <i>F</i>(<i>x</i>))`,
  pre: html`<i>x</i> + <i>F</i>(LN(<i>x</i>))`,
  sandwich: html`<i>x</i> + LN(<i>F</i>(LN(<i>x</i>)))`,
  resPost: html`<i>x</i> + LN(<i>F</i>(<i>x</i>))`,
  deepnorm: html`LN(<i>a</i>·<i>x</i> + <i>F</i>(<i>x</i>)), <i>a</i> = (2<i>N</i>)<sup>¼</sup>`,
  rezero: html`<i>x</i> + <i>b</i>·<i>F</i>(<i>x</i>), <i>b</i> learned from 0`,
  none: html`<i>x</i> + <i>F</i>(<i>x</i>)`,
  plain: html`LN(<i>F</i>(<i>x</i>))`,
};

export const textsEn = {
  title: 'Add & Norm Lab',
  name: 'Lab',
  description:
    'Train a pre-LN and a post-LN Transformer side by side in your browser and see why the place of the LayerNorm decides whether it learns.',
  premise: html`Small Transformers train here side by side on the same data.
    <strong>Change the norm, and see.</strong>`,
  skip: 'Skip to the explanation',
  noScript: 'The lab needs JavaScript and WebAssembly. The explanation below does not.',
  explanation: 'Why is the norm there, and does its place matter?',
  lead: html`A Transformer block has two sub-layers, attention and a feed-forward network. Around each of them
    stand an addition and a normalisation. The two models that the lab <a href="#v=1">begins with</a> have the
    same sub-layers, start from the same weights and see the same sequences in the same order, which they
    learn to reverse; one normalises after the addition, the other before the sub-layer. With the settings as
    they are at first one of them learns the task and the other goes on guessing.`,
  columns: [add, norm, place],
  warmup,
  formula,
  formulas,
  placements: PLACEMENTS as Readonly<Record<Placement, { readonly label: string; readonly source: string }>>,
  table: {
    label: 'Arrangements',
    headings: ['Arrangement', 'Each sub-layer computes', 'Final norm', 'Source'],
    yes: 'yes',
    no: 'no',
  },
  triesTitle: 'What to try next',
  /** Each of them settings of the lab, as they stand in its address. */
  tries: [
    {
      settings: 'depth=12',
      name: 'Twelve blocks',
      text: 'Pre-LN learns as before. Post-LN does not, and here 200 steps of warm-up no longer save it by step 500.',
    },
    {
      settings: 'depth=2',
      name: 'Two blocks',
      text: 'The trouble comes with depth: with two blocks post-LN learns without a warm-up, about as fast as pre-LN.',
    },
    {
      settings: 'placement=plain,pre',
      name: 'No residual',
      text: 'The norm alone does not do it: without the addition the model goes on guessing.',
    },
    {
      settings: 'norm=rms',
      name: 'RMSNorm',
      text: 'No mean is subtracted any more. The picture stays the same: the place matters, the centring does not.',
    },
    {
      settings: 'placement=pre,pre&final-norm=1,0',
      name: 'Cut the final norm',
      text: 'Pre-LN without the norm at its end starts from a higher loss, and at this depth still learns.',
    },
    {
      settings: 'lr=0.01&warmup=200',
      name: 'Twice the learning rate, with warm-up',
      text: '1e-2 instead of 5e-3: with 200 steps of warm-up both learn.',
    },
  ],
  verify: {
    title: 'The same numbers on every machine',
    text: 'A run follows from its settings and its seed, to the last bit: whoever opens a link to one sees the same curve. Hold your browser to it. It is asked for answers that are known, and trains small models whose parameters have to end in the same bits as everywhere, with and without SIMD.',
    start: 'Verify this browser',
  },
};

export type LabPageTexts = typeof textsEn;
