// The list of all experiments, group by group.
import { GROUPS, type GroupId, QUIZZES } from '../../experiments/index.ts';
import { html, type Markup } from '../site/markup.ts';
import type { Surroundings } from '../site/page.ts';
import type { Content, Entry } from './content.ts';
import { effortOf } from './effort.ts';

export const listMain = (content: Content, { link }: Surroundings): Markup => html`
  <div class="intro">
    <h1>${content.page.list.heading}</h1>
    <p class="premise">${content.page.list.premise(content.seeds)}</p>
  </div>
  ${(Object.keys(GROUPS) as GroupId[]).map((group) => groupMarkup(group, content, link))}
`;

function groupMarkup(id: GroupId, content: Content, link: Surroundings['link']): Markup {
  const { page, messages, entries } = content;
  const { title, intro } = messages.groups[id];
  const first = entries.findIndex(({ group }) => group === id);
  return html`<section class="group" aria-labelledby="group-${id}">
    <div class="group-head">
      <h2 id="group-${id}">${title}</h2>
      <p>${intro} ${page.list.quiz(QUIZZES[id].length)}</p>
    </div>
    <ol class="entries" start="${first + 1}">
      ${entries.flatMap((entry, i) => (entry.group === id ? entryMarkup(entry, i + 1, content, link) : []))}
    </ol>
  </section>`;
}

function entryMarkup(
  { experiment, texts, file }: Entry,
  number: number,
  { page: { list } }: Content,
  link: Surroundings['link'],
): Markup {
  const runs = experiment.arms.length;
  const time = list.time[effortOf(experiment)];
  return html`<li>
    <span class="number" aria-hidden="true">${number}</span>
    <div>
      <h3><a href="${link(file)}">${texts.title}</a></h3>
      <p>${texts.question}</p>
      <p class="effort">${runs > 0 && `${list.runs(runs)}, `}${time}</p>
    </div>
  </li>`;
}
