// What is measured on held-out data, asked of a run that trains: the answer is of the step that it names.
import { expect, test } from 'vitest';
import { formatNumber } from '../../web/charts/index.ts';
import { HeldOut } from '../../web/element/held-out.ts';
import { messagesEn } from '../../web/element/messages.en.ts';
import { Run } from '../../web/element/run.ts';
import { LabSettings } from '../../web/element/settings.ts';
import { load } from '../../web/lib/index.ts';

const TINY = 'placement=pre&depth=1&width=8&heads=2&ctx=8&batch=2&stop=1000000';

test('the answer is of the step that it names, while training goes on', async () => {
  const { settings } = LabSettings.read(new URLSearchParams(TINY));
  const none = () => {};
  const run = new Run(settings, messagesEn, {
    ...{ onState: none, onReady: none, onSteps: none, onReset: none, onRewound: none },
    ...{ onDiverged: none, onDone: none, onError: none },
  });
  const heldOut = new HeldOut(messagesEn);
  heldOut.show(run);
  run.start();
  await expect.poll(() => run.stepsDone).toBeGreaterThan(20);
  heldOut.root.querySelector('button')!.click();
  const answer = heldOut.root.querySelector('.held-out-answer')!;
  await expect.poll(() => answer.textContent).not.toBe('');
  await expect.poll(() => run.state).toBe('running');
  run.dispose();

  const step = Number(/after step (\d+)/.exec(answer.textContent)![1]);
  const [{ model: modelConfig, ...training }] = settings.configs as [(typeof settings.configs)[number]];
  const addnorm = await load();
  const model = addnorm.createModel(modelConfig, { seed: training.seed });
  const trainer = addnorm.createTrainer({ model, ...training });
  for (let i = 0; i < step; i++) trainer.step();
  const { accuracy, loss } = trainer.evaluate({ batches: 4 });
  const said = messagesEn.heldOutOf('pre-LN', formatNumber(accuracy), formatNumber(loss));
  expect(answer.textContent).toBe(messagesEn.heldOutAt(step, [said]));
  model.dispose();
});
