// The page of one experiment: question, run, what happened, why. All of it stands in the HTML; a script hides what comes
// after the run until it is wanted (main.ts).
import { formatMeasure, GROUPS } from '../../experiments/index.ts';
import { html, type Markup } from '../site/markup.ts';
import type { Surroundings } from '../site/page.ts';
import type { Content, Entry } from './content.ts';
import { formulaMarkup } from './formula.ts';
import { labAddress } from './lab-address.ts';
import { dataMarkup, FIRST_SEED } from './page-data.ts';
import { quizMarkup } from './quiz.ts';

export function experimentMain(index: number, content: Content, surroundings: Surroundings): Markup {
  const entry = content.entries[index]!;
  const { texts, group } = entry;
  const { page, messages, entries } = content;
  const { link } = surroundings;
  const isLastOfGroup = GROUPS[group].at(-1) === entry.experiment.id;
  return html`
    <article class="experiment">
      <div class="intro">
        <p class="place not-embedded">
          <a href="${link('experiments/index.html')}">${page.list.name}</a>
          <span>${messages.groups[group].title}</span>
          <span>${page.place(index + 1, entries.length)}</span>
        </p>
        <h1>${texts.title}</h1>
        ${texts.intro.map((text) => html`<p class="prose">${text}</p>`)}
      </div>
      ${predictMarkup(entry, content)}
      <section class="run" hidden>
        <h2>${page.run}</h2>
        <p class="run-status" role="status"></p>
        <div class="run-progress" hidden>
          <progress max="1" aria-label="${page.progress}"></progress>
          <span class="run-share"></span>
          <button type="button" class="button cancel">${page.cancel}</button>
        </div>
        <div class="charts"></div>
      </section>
      <noscript><p class="plain-message">${page.noScript}</p></noscript>
      <div class="after">
        ${happenedMarkup(entry, content)} ${whyMarkup(entry, content, link)}
        ${isLastOfGroup && quizMarkup(group, messages.groups[group], page)}
      </div>
      ${sequenceMarkup(index, content, link)}
    </article>
    ${dataMarkup({
      id: entry.experiment.id,
      texts: { choices: texts.choices, arms: texts.arms, charts: texts.charts },
      numbers: { decimalMark: messages.decimalMark, unit: messages.unit },
      held: entry.outcome.held,
      seeds: content.seeds,
    })}
  `;
}

/** Buttons and the seed are there for a script only. */
const predictMarkup = ({ experiment, texts }: Entry, { page }: Content) => html`
  <section class="predict">
    <h2>${page.predict}</h2>
    <form>
      <fieldset class="choices">
        <legend>${texts.question}</legend>
        ${experiment.prediction.choices.map(
          (choice) =>
            html`<label class="choice"
              ><input type="radio" name="prediction" value="${choice}" />
              <span>${texts.choices[choice]}</span></label
            >`,
        )}
      </fieldset>
      <div class="actions" hidden>
        <button type="submit" class="button primary">${page.start}</button>
        <label class="seed"
          >${page.seed}
          <input
            type="text"
            name="seed"
            inputmode="numeric"
            autocomplete="off"
            value="${FIRST_SEED}"
            aria-describedby="seed-fault"
        /></label>
        <button type="button" class="reveal">${page.reveal}</button>
      </div>
      <p id="seed-fault" class="fault" role="alert"></p>
    </form>
  </section>
`;

const happenedMarkup = (entry: Entry, content: Content) => html`
  <section class="happened">
    <h2 id="happened" tabindex="-1">${content.page.happened}</h2>
    <p class="verdict" role="status"></p>
    <p class="answer prose">${entry.texts.answer}</p>
    <p class="medians prose">${content.page.medians(content.seeds)}</p>
    ${claimsMarkup(entry, content)}
    <details class="measures">
      <summary>${content.page.measures.summary}</summary>
      ${measuresMarkup(entry, content)}
    </details>
  </section>
`;

/** What a run of this page gives goes into the empty cells. */
const claimsMarkup = ({ experiment, outcome, texts }: Entry, { page: { claims }, seeds }: Content) =>
  tableMarkup(
    { caption: claims.caption(seeds), headings: claims.headings, ofHere: 1 },
    Object.keys(experiment.claims).map(
      (id) =>
        html`<tr data-claim="${id}">
          <th scope="row">${texts.claims[id]}</th>
          <td class="here" hidden></td>
          <td>${claims.held(outcome.held[id]!, seeds)}</td>
        </tr>`,
    ),
  );

const measuresMarkup = ({ experiment, outcome, texts }: Entry, { page, messages, seeds }: Content) =>
  tableMarkup(
    { caption: page.measures.caption(seeds), headings: page.measures.headings, ofHere: 1 },
    Object.entries(experiment.measures).map(([name, { format }]) => {
      const { median, min, max } = outcome.measures[name]!;
      return html`<tr data-measure="${name}">
        <th scope="row">${texts.measures[name]}</th>
        <td class="here" hidden></td>
        ${[median, min, max].map((value) => html`<td>${formatMeasure(value, format, messages)}</td>`)}
      </tr>`;
    }),
  );

interface TableHead {
  readonly caption: string;
  readonly headings: readonly string[];
  /** The column that is empty until this page has run. */
  readonly ofHere: number;
}

const tableMarkup = ({ caption, headings, ofHere }: TableHead, rows: readonly Markup[]) => html`
  <div class="table-scroll" tabindex="0" role="region" aria-label="${caption}">
    <table class="figures">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${headings.map((heading, i) =>
            i === ofHere
              ? html`<th scope="col" class="here" hidden>${heading}</th>`
              : html`<th scope="col">${heading}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>
`;

function whyMarkup({ experiment, texts }: Entry, { page }: Content, link: Surroundings['link']): Markup {
  const address = labAddress(experiment, FIRST_SEED);
  return html`
    <section class="why">
      <h2>${page.why}</h2>
      ${texts.explanation.map((text) => html`<p class="prose">${text}</p>`)}
      <ul class="formulas">
        ${texts.formulas.map(
          ({ formula, source }) =>
            html`<li>${formulaMarkup(formula)} <span class="source">${page.source(source)}</span></li>`,
        )}
      </ul>
      ${
        address !== undefined &&
        html`<p class="in-the-lab">
          <a href="${link('index.html')}${address}">${page.inTheLab}</a> ${page.inTheLabHint}
        </p>`
      }
    </section>
  `;
}

function sequenceMarkup(index: number, { page, entries }: Content, link: Surroundings['link']): Markup {
  const step = (to: number, name: string, rel: string) => {
    const entry = entries[to];
    return (
      entry &&
      html`<a href="${link(entry.file)}" rel="${rel}"
        ><span>${name}</span> <span class="title">${entry.texts.title}</span></a
      >`
    );
  };
  return html`<nav class="sequence not-embedded" aria-label="${page.sequence}">
    ${step(index - 1, page.previous, 'prev')} ${step(index + 1, page.next, 'next')}
  </nav>`;
}
