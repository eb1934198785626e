// A run that has to rest for something that is of one step: what was asked of training before and meanwhile still holds after.
import { afterEach, expect, test } from 'vitest';
import { messagesEn } from '../../web/element/messages.en.ts';
import { Run } from '../../web/element/run.ts';
import { LabSettings } from '../../web/element/settings.ts';

const TINY = 'placement=pre&depth=1&width=8&heads=2&ctx=8&batch=2&stop=1000000';

let run: Run | undefined;

afterEach(() => run?.dispose());

function begin(): Run {
  const none = () => {};
  run = new Run(LabSettings.read(new URLSearchParams(TINY)).settings, messagesEn, {
    ...{ onState: none, onReady: none, onSteps: none, onReset: none, onRewound: none },
    ...{ onDiverged: none, onDone: none, onError: none },
  });
  return run;
}

/** Work at rest that ends when `end` is called. */
function held(of: Run) {
  let end = () => {};
  const steps: number[] = [];
  const done = of.atRest(async () => {
    steps.push(of.stepsDone);
    await new Promise<void>((resolve) => (end = resolve));
    steps.push(of.stepsDone);
  });
  return { end: () => end(), steps, done };
}

test('training that was on goes on', async () => {
  const training = begin();
  training.start();
  await expect.poll(() => training.stepsDone).toBeGreaterThan(5);
  await training.atRest(async () => {});
  await expect.poll(() => training.state).toBe('running');
});

test('steps that were asked for are all taken, and no more', async () => {
  const training = begin();
  training.step(400);
  await expect.poll(() => training.stepsDone).toBeGreaterThan(0);
  await training.atRest(async () => {});
  await expect.poll(() => training.stepsDone).toBe(400);
  await expect.poll(() => training.state).toBe('paused');
});

test('a pause meanwhile is kept', async () => {
  const training = begin();
  training.start();
  await expect.poll(() => training.stepsDone).toBeGreaterThan(5);
  const work = held(training);
  await expect.poll(() => work.steps.length).toBe(1);
  training.pause();
  work.end();
  await work.done;
  const rested = training.stepsDone;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(training.state).toBe('paused');
  expect(training.stepsDone).toBe(rested);
});

test('training that nobody sees rests, whatever has been done at rest before or meanwhile, until it is seen', async () => {
  const training = begin();
  training.start();
  await expect.poll(() => training.stepsDone).toBeGreaterThan(5);
  const work = held(training);
  await expect.poll(() => work.steps.length).toBe(1);
  training.suspend();
  work.end();
  await work.done;
  await training.atRest(async () => {});
  const rested = training.stepsDone;
  await new Promise((next) => setTimeout(next, 100));
  expect([training.state, training.stepsDone]).toEqual(['paused', rested]);
  training.resume();
  await expect.poll(() => training.stepsDone).toBeGreaterThan(rested);
});

test('two at once are each of one step', async () => {
  const training = begin();
  training.start();
  await expect.poll(() => training.stepsDone).toBeGreaterThan(5);
  const [first, second] = [held(training), held(training)];
  await expect.poll(() => first.steps.length).toBe(1);
  first.end();
  await expect.poll(() => second.steps.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  second.end();
  await Promise.all([first.done, second.done]);
  for (const { steps } of [first, second]) expect(steps[1]).toBe(steps[0]);
  await expect.poll(() => training.state).toBe('running');
});
