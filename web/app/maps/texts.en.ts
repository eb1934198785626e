// The texts of maps.html as they stand in its HTML; those that scripts write are in web/maps/messages.en.ts.
import { html, type Markup } from '../site/markup.ts';

export const textsEn = {
  title: 'Where it learns – Add & Norm Lab',
  name: 'Maps',
  description:
    'For which learning rate, warm-up and depth does a Transformer learn, post-LN beside pre-LN? And how large is its gradient before the first step?',
  heading: 'Where it learns, and why',
  premise: (lab: string): Markup =>
    html`Many short runs instead of one: the <a href="${lab}">lab</a> from further away.`,
  map: {
    title: 'Stability map',
    prose:
      'Each cell is one short run of the same model from the same seed, with another learning rate (to the right) and another warm-up or depth (upwards). Dark is a low loss at its end, yellow is no better than guessing. A cell opens as a run in the lab.',
  },
  gradients: {
    title: 'The gradient before the first step',
    prose: (link: Markup): Markup =>
      html`Why warm-up matters so much more to post-LN. Nothing is trained here: models of many depths are
      made from many seeds, and the gradient of the first batch is measured. ${link} show that in the last
      block it does not get smaller with depth N for post-LN, and falls as 1/√N for pre-LN. The theorem is
      about the second matrix of the last feed-forward sub-layer, at random weights and over many inputs;
      measured is the whole sub-layer, on one small batch of the task.`,
    paper: 'Xiong et al. (2020, theorem 1)',
  },
  noScript: 'The maps need JavaScript and WebAssembly.',
};

export type MapsPageTexts = typeof textsEn;
