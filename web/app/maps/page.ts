// maps.html: the stability map and the initial-gradient figure.
import { inLanguages } from '../site/languages.ts';
import { html } from '../site/markup.ts';
import { definePage } from '../site/page.ts';
import { textsDe } from './texts.de.ts';
import { type MapsPageTexts, textsEn } from './texts.en.ts';

const PAPER = 'https://arxiv.org/abs/2002.04745';

export const mapsPage = definePage<MapsPageTexts>({
  file: 'maps.html',
  script: 'maps/main.ts',
  style: 'maps/maps.css',
  place: 'navigation',
  texts: inLanguages(textsEn, { de: textsDe }),
  main: (texts, { link }) => html`
    <div class="intro">
      <h1>${texts.heading}</h1>
      <p class="premise">${texts.premise(link('index.html'))}</p>
    </div>
    <noscript><p class="plain-message">${texts.noScript}</p></noscript>
    <section class="figure">
      <h2>${texts.map.title}</h2>
      <p class="prose">${texts.map.prose}</p>
      <div class="stability-map" data-lab="${link('index.html')}"></div>
    </section>
    <section class="figure">
      <h2>${texts.gradients.title}</h2>
      <p class="prose">
        ${texts.gradients.prose(html`<a href="${PAPER}" rel="noreferrer">${texts.gradients.paper}</a>`)}
      </p>
      <div class="initial-gradients"></div>
    </section>
  `,
});
