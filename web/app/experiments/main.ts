// The script of the page of an experiment: takes the prediction, runs on request, and says what came of it. The address
// holds seed and prediction.
import type { Params } from '../address.ts';
import { catalogue } from '../site/catalogue.ts';
import { followAddress } from '../site/follow-address.ts';
import { hasWebAssembly } from '../site/web-assembly.ts';
import { ExperimentView } from './experiment-view.ts';
import type { Laboratory } from './laboratory.ts';
import { messagesEn } from './messages.en.ts';
import { FIRST_SEED, readData } from './page-data.ts';
import { startQuiz } from './quiz-panel.ts';

const MAX_SEED = Number.MAX_SAFE_INTEGER;
/** New seeds are short enough to be read out. */
const NEW_SEEDS = 100_000;

const data = readData();
const messages = await catalogue(messagesEn, {
  de: async () => (await import('./messages.de.ts')).messagesDe,
});
const view = new ExperimentView(data, messages);
let laboratory: Laboratory | undefined;
let stop = new AbortController();
let hasRun = false;
const { write } = followAddress({ read, params, onTheme: () => laboratory?.refreshTheme() });

/** A seed that is none stands in its field as it was given, and is refused when it is to be used. */
function read(given: Params): string[] {
  const { seed = String(FIRST_SEED), prediction, ...others } = Object.fromEntries(given);
  const choices = Object.keys(data.texts.choices);
  const isKnown = prediction === undefined || choices.includes(prediction);
  view.choice = isKnown ? prediction : undefined;
  view.seedText = seed;
  return [
    ...(isKnown ? [] : [messages.unknownPrediction(prediction, choices)]),
    ...Object.keys(others).map(messages.unknownKey),
  ];
}

function params(): Params {
  const texts: Params = [
    ['seed', view.seedText === String(FIRST_SEED) ? '' : view.seedText],
    ['prediction', view.choice ?? ''],
  ];
  return texts.filter(([, text]) => text !== '');
}

/** The number, if the text is that of a seed. */
function seedOf(text: string): number | undefined {
  return /^\d{1,16}$/.test(text) && Number(text) <= MAX_SEED ? Number(text) : undefined;
}

async function run(seed: number): Promise<void> {
  stop = new AbortController();
  const { signal } = stop;
  view.begin(messages.started(seed));
  const begun = performance.now();
  try {
    laboratory ??= await openLaboratory();
    const onProgress = (share: number) => view.showProgress(progressText(share, begun), share);
    const numbers = await laboratory.run(seed, { signal, onProgress });
    hasRun = true;
    view.finish(laboratory.experiment, numbers);
    view.nameStart(messages.again);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    view.end(signal.aborted ? messages.cancelled : messages.failed(reason));
  }
}

async function openLaboratory(): Promise<Laboratory> {
  const module = await import('./laboratory.ts');
  return module.Laboratory.open(view.charts, data);
}

function progressText(share: number, begun: number): string {
  if (share >= 1) return messages.counting;
  const seconds = Math.ceil(((performance.now() - begun) / 1000 / share) * (1 - share));
  const left = seconds > 1 ? `, ${messages.timeLeft(seconds)}` : '';
  return `${messages.progress(share)}${left}`;
}

/** After a run the button means another one, and so another seed, unless one was typed. */
function nextSeed(): number | undefined {
  if (hasRun && !isSeedNew) view.seedText = String(Math.floor(Math.random() * NEW_SEEDS));
  return seedOf(view.seedText);
}

let isSeedNew = false;

view.form.addEventListener('input', (event) => {
  if ((event.target as HTMLInputElement).name === 'seed') isSeedNew = true;
  write();
});
view.form.addEventListener('submit', (event) => {
  event.preventDefault();
  const seed = nextSeed();
  isSeedNew = false;
  view.showFault(seed === undefined ? messages.invalidSeed(MAX_SEED) : '');
  write();
  if (seed !== undefined) void run(seed);
});
view.cancel.addEventListener('click', () => stop.abort());
view.reveal.addEventListener('click', () => {
  view.showAfter();
  view.focusAfter();
});
// What it showed beforehand stands here all the same.
if (!hasWebAssembly()) view.showWithoutRun();
const quiz = document.querySelector<HTMLElement>('.quiz');
if (quiz) startQuiz(quiz, messages);
