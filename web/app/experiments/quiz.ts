// The questions that close a group, as markup. Without a script the answers can be opened; quiz-panel.ts checks them.
import { type GroupId, type GroupTexts, QUIZZES, type QuizQuestion } from '../../experiments/index.ts';
import { html, type Markup } from '../site/markup.ts';
import type { ExperimentPageTexts } from './texts.en.ts';

export const quizMarkup = (id: GroupId, group: GroupTexts, { quiz }: ExperimentPageTexts): Markup => html`
  <section class="quiz">
    <h2>${quiz.title(group.title)}</h2>
    <ol>
      ${QUIZZES[id].map((question) => questionMarkup(question, group, quiz.answer))}
    </ol>
    <p class="quiz-score" role="status"></p>
  </section>
`;

function questionMarkup({ id, choices, right }: QuizQuestion, { quiz }: GroupTexts, answer: string): Markup {
  const texts = quiz[id]!;
  return html`<li>
    <fieldset class="question" data-right="${right}">
      <legend>${texts.question}</legend>
      ${choices.map(
        (choice) =>
          html`<label class="choice"
            ><input type="radio" name="quiz-${id}" value="${choice}" />
            <span>${texts.choices[choice]}</span></label
          >`,
      )}
    </fieldset>
    <details>
      <summary>${answer}</summary>
      <p><span class="question-result"></span> ${texts.why}</p>
    </details>
  </li>`;
}
