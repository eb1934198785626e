// bench.html: how fast this browser is.
import { inLanguages } from '../site/languages.ts';
import { html } from '../site/markup.ts';
import { definePage } from '../site/page.ts';
import { textsDe } from './texts.de.ts';
import { type BenchPageTexts, textsEn } from './texts.en.ts';

export const benchPage = definePage<BenchPageTexts>({
  file: 'bench.html',
  script: 'bench/main.ts',
  place: 'foot',
  texts: inLanguages(textsEn, { de: textsDe }),
  main: (texts, { link }) => html`
    <div class="bench">
      <div class="intro">
        <h1>${texts.heading}</h1>
        <p class="premise">${texts.premise(link('index.html'))}</p>
      </div>
      <p class="prose">${texts.prose(link('docs/performance.html'))}</p>
      <details class="bench-names">
        <summary>${texts.namesHeading}</summary>
        <dl>${texts.names}</dl>
      </details>
      <noscript><p class="plain-message">${texts.noScript}</p></noscript>
      <div class="bench-controls" hidden>
        <button type="button" class="bench-start"></button>
        <label><input type="checkbox" class="bench-quick" /> <span class="bench-quick-label"></span></label>
      </div>
      <div class="report"></div>
    </div>
  `,
});
