// The page of the lab: the element, and below it the explanation.
import { PLACEMENT_NAMES, PLACEMENTS, type Placement } from '../../lib/placements.ts';
import { inLanguages } from '../site/languages.ts';
import { html, type Markup } from '../site/markup.ts';
import { definePage } from '../site/page.ts';
import { textsDe } from './texts.de.ts';
import { type LabPageTexts, textsEn } from './texts.en.ts';

export const labPage = definePage<LabPageTexts>({
  file: 'index.html',
  script: 'lab/main.ts',
  style: 'lab/lab.css',
  place: 'navigation',
  texts: inLanguages(textsEn, { de: textsDe }),
  premise: ({ premise }) => premise,
  skip: ({ skip }) => ({ to: 'explanation', text: skip }),
  main: (texts, { language }) => html`
    <addnorm-lab lang="${language}"></addnorm-lab>
    <noscript><p class="plain-message">${texts.noScript}</p></noscript>
    <article id="explanation" class="not-embedded" tabindex="-1">${explanation(texts)}</article>
  `,
});

const explanation = (texts: LabPageTexts) => html`
  <h2>${texts.explanation}</h2>
  <p class="lead">${texts.lead}</p>
  <div class="columns">
    ${texts.columns.map(
      ({ title, paragraphs }) =>
        html`<section>
          <h3>${title}</h3>
          ${paragraphs.map((text) => html`<p>${text}</p>`)}
        </section>`,
    )}
  </div>
  <div class="halves">
    <section>
      <h2>${texts.warmup.title}</h2>
      ${texts.warmup.paragraphs.map((text) => html`<p class="prose">${text}</p>`)}
    </section>
    <section>
      <h2>${texts.formula.title}</h2>
      <p class="formula math">
        <i>y</i> = After(<i>a</i>·<i>x</i> + <i>b</i>·Output(<i>F</i>(Input(<i>x</i>))))
      </p>
      ${texts.formula.paragraphs.map((text) => html`<p class="prose">${text}</p>`)} ${arrangements(texts)}
    </section>
  </div>
  <h2>${texts.triesTitle}</h2>
  <ul class="tries">
    ${texts.tries.map(
      ({ settings, name, text }) =>
        html`<li>
          <a href="#v=1&amp;${settings}">${name}</a>
          <p>${text}</p>
        </li>`,
    )}
  </ul>
  <section class="verify">
    <h2>${texts.verify.title}</h2>
    <p class="prose">${texts.verify.text}</p>
    <p><button type="button" class="verify-start" hidden>${texts.verify.start}</button></p>
    <div class="verify-panel report"></div>
  </section>
`;

const arrangements = (texts: LabPageTexts) => html`
  <div class="table-scroll" tabindex="0" role="region" aria-label="${texts.table.label}">
    <table>
      <thead>
        <tr>
          ${texts.table.headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${PLACEMENT_NAMES.map((placement) => arrangementRow(placement, texts))}
      </tbody>
    </table>
  </div>
`;

/** How post-LN is opened is the lab as it is at first; all but pre-LN itself stand beside pre-LN. */
function arrangementRow(placement: Placement, { placements, formulas, table }: LabPageTexts): Markup {
  const { label, source } = placements[placement];
  const { finalNorm } = PLACEMENTS[placement].arrangement(1);
  const beside = placement === 'pre' ? placement : `${placement},pre`;
  return html`<tr>
    <th scope="row"><a href="#v=1&amp;placement=${beside}">${label}</a></th>
    <td class="math">${formulas[placement]}</td>
    <td>${finalNorm ? table.yes : table.no}</td>
    <td>${source}</td>
  </tr>`;
}
