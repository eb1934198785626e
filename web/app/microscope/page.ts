// microscope.html: one norm on a few numbers, step by step.
import { inLanguages } from '../site/languages.ts';
import { html } from '../site/markup.ts';
import { definePage } from '../site/page.ts';
import { textsDe } from './texts.de.ts';
import { type MicroscopePageTexts, textsEn } from './texts.en.ts';

export const microscopePage = definePage<MicroscopePageTexts>({
  file: 'microscope.html',
  script: 'microscope/main.ts',
  style: 'microscope/microscope.css',
  place: 'navigation',
  texts: inLanguages(textsEn, { de: textsDe }),
  main: (texts, { language }) => html`
    <div class="intro not-embedded">
      <h1>${texts.heading}</h1>
      <p class="premise">${texts.premise}</p>
    </div>
    <addnorm-microscope lang="${language}"></addnorm-microscope>
    <noscript><p class="plain-message">${texts.noScript}</p></noscript>
  `,
});
