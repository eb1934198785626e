// Checks the answers to the questions of a page: says at once what is right and why. Counts only while the page is open.
import type { ExperimentPageMessages } from './messages.en.ts';

interface Question {
  readonly fields: HTMLFieldSetElement;
  readonly answer: HTMLDetailsElement;
  isRight: boolean | undefined;
}

/** Takes over the questions in `root`. */
export function startQuiz(root: HTMLElement, messages: ExperimentPageMessages): void {
  const score = root.querySelector('.quiz-score')!;
  const questions = [...root.querySelectorAll('li')].map((item): Question => ({
    fields: item.querySelector('fieldset')!,
    answer: item.querySelector('details')!,
    isRight: undefined,
  }));
  for (const question of questions) {
    question.fields.addEventListener('change', () => {
      // The first answer counts; others may be tried.
      question.isRight ??= judge(question, messages);
      judge(question, messages);
      const answered = questions.filter(({ isRight }) => isRight !== undefined);
      const right = answered.filter(({ isRight }) => isRight);
      score.textContent = messages.score(right.length, answered.length, questions.length);
    });
  }
}

/** Says whether the choice that is made is right, and opens why. */
function judge({ fields, answer }: Question, messages: ExperimentPageMessages): boolean {
  const { right } = fields.dataset;
  const labelOf = (input: HTMLInputElement) => input.labels![0]!.textContent.trim();
  const inputs = [...fields.querySelectorAll('input')];
  const isRight = inputs.find(({ checked }) => checked)?.value === right;
  const text = labelOf(inputs.find(({ value }) => value === right)!);
  const result = answer.querySelector<HTMLElement>('.question-result')!;
  result.textContent = isRight ? messages.right : messages.wrong(text);
  answer.open = true;
  return isRight;
}
