// Workers that fail, in every way and at every moment: what waits is rejected with an error that names the variant, nothing
// is left behind, and a new start gives the numbers of a lab where nothing ever failed.
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Lab, type LabOptions } from '../../web/lab/index.ts';
import { followTimers, HUGE, reached, record, sleep, TINY, trainPlainly, TWINS } from './helpers.ts';
import { bundleWorker, NodeWorker } from './node-worker.ts';

let script: string;
let workers: NodeWorker[] = [];
let timers: ReturnType<typeof followTimers>;

beforeAll(async () => {
  script = await bundleWorker();
});

beforeEach(() => {
  timers = followTimers();
});

afterEach(async () => {
  timers.stop();
  for (const worker of workers) worker.terminate();
  await Promise.all(workers.map((worker) => worker.ended));
  workers = [];
});

/** Long enough for a sound worker on a busy machine. */
const LIMIT = 1500;
const SILENT = /did not answer for 1.5 s/;

/** What a worker does wrong: instead of the worker's script, or in addition to it. */
interface Fault {
  readonly name: string;
  readonly script: (sound: string) => string;
  readonly message: RegExp;
}

/** Does `fault` instead of answering the first request of this kind. */
const onRequest = (operation: string, fault: string) => (sound: string) => `${sound};
  const sound = self.onmessage;
  self.onmessage = (event) => {
    if (event.data.operation === '${operation}') { ${fault} } else sound(event);
  };`;

const SPEECHLESS: readonly Fault[] = [
  {
    name: 'a script that throws',
    script: () => 'throw new Error("boom")',
    message: /its worker stopped: boom/,
  },
  { name: 'a script that cannot be parsed', script: () => '}', message: /its worker stopped: .*'}'/ },
  {
    name: 'a script that says nothing',
    script: () => 'setInterval(() => {}, 1000)',
    message: SILENT,
  },
  { name: 'an end without a word', script: () => 'process.exit()', message: SILENT },
];

const STARTING: readonly Fault[] = [
  {
    name: 'garbage for a first message',
    script: () => 'self.postMessage("hello")',
    message: /its worker sent a message that is no reply/,
  },
  {
    name: 'a page of HTML for a first message',
    script: () => 'self.postMessage({ id: 0 })',
    message: /its worker sent a message that is no reply/,
  },
  {
    name: 'another version',
    script: () => 'self.postMessage({ id: 0, result: "0.0.0" })',
    message: /its worker is of version 0\.0\.0 and the page of \d+\.\d+\.\d+; reload/,
  },
  {
    name: 'a crash while the model is made',
    script: onRequest('start', 'throw new Error("boom")'),
    message: /its worker stopped: boom/,
  },
  {
    name: 'an end while the model is made',
    script: onRequest('start', 'process.exit()'),
    message: SILENT,
  },
  {
    name: 'an error while the model is made',
    script: onRequest(
      'start',
      'self.postMessage({ id: event.data.id, error: { name: "RangeError", message: "out of memory" } })',
    ),
    message: /variant "pre": out of memory/,
  },
];

const TRAINING: readonly Fault[] = [
  {
    name: 'a crash',
    script: onRequest('advance', 'throw new Error("boom")'),
    message: /its worker stopped: boom/,
  },
  { name: 'an end', script: onRequest('advance', 'process.exit()'), message: SILENT },
  { name: 'silence', script: onRequest('advance', ''), message: SILENT },
  {
    name: 'a loop without end',
    script: onRequest('advance', 'for (;;);'),
    message: SILENT,
  },
  {
    name: 'garbage',
    script: onRequest('advance', 'self.postMessage(null)'),
    message: /its worker sent a message that is no reply/,
  },
  {
    name: 'a reply to another request',
    script: onRequest('advance', 'self.postMessage({ id: 77, result: null })'),
    message: /its worker sent a message that is no reply/,
  },
  {
    name: 'a malformed error',
    script: onRequest('advance', 'self.postMessage({ id: event.data.id, error: "bad" })'),
    message: /its worker sent a message that is no reply/,
  },
  {
    name: 'an error',
    script: onRequest(
      'advance',
      'self.postMessage({ id: event.data.id, error: { name: "Error", message: "odd" } })',
    ),
    message: /variant "pre": odd/,
  },
];

/** A lab in which the worker of the second variant is faulty the first time. */
function makeLab(fault: Fault, options: Partial<LabOptions> = {}): Lab {
  const createWorker = () => {
    const worker = new NodeWorker(workers.length === 1 ? fault.script(script) : script);
    workers.push(worker);
    return worker;
  };
  return new Lab({
    variants: TWINS,
    createWorker,
    modes: ['given'],
    limits: { start: LIMIT, reply: LIMIT },
    ...options,
  });
}

async function expectFreshStart(lab: Lab): Promise<void> {
  const { rows } = record(lab);
  await lab.step(12);
  for (const { id, config } of TWINS) {
    const plain = await trainPlainly(config!, 12);
    expect(rows.get(id)).toEqual(plain.rows);
    expect((await lab.fingerprint()).get(id)).toBe(plain.fingerprint);
  }
}

describe('a worker that fails at its start', () => {
  test.each([...SPEECHLESS, ...STARTING])(
    'with $name rejects all that waits, and can be started again',
    async (fault) => {
      const lab = makeLab(fault);
      const { events } = record(lab);
      const calls = [lab.start(), lab.step(5), lab.reset(), lab.fingerprint(), lab.checkpoint('post')];
      for (const call of calls) await expect(call).rejects.toThrow(fault.message);
      await expect(calls[0]).rejects.toThrow('variant "pre"');
      expect(lab).toMatchObject({ state: 'failed', stepsDone: 0, mode: null });
      expect(events.filter((event) => event.startsWith('error'))).toHaveLength(1);
      await Promise.all(workers.map((worker) => worker.ended));
      expect(timers.pending()).toBe(0);
      await expectFreshStart(lab);
      lab.dispose();
    },
  );
});

describe('a worker that fails in training', () => {
  test.each(TRAINING)('with $name rejects all that waits, and can be started again', async (fault) => {
    const lab = makeLab(fault);
    const { events } = record(lab);
    await lab.start();
    const calls = [
      lab.step(1_000_000),
      lab.pause(),
      lab.fingerprint(),
      lab.evaluate(),
      lab.checkpoint('pre'),
    ];
    for (const call of calls) await expect(call).rejects.toThrow(fault.message);
    expect(lab.state).toBe('failed');
    expect(events.slice(-2)).toEqual(['failed', expect.stringMatching(fault.message)]);
    await Promise.all(workers.map((worker) => worker.ended));
    expect(timers.pending()).toBe(0);
    await lab.reset();
    expect(lab.state).toBe('paused');
    await expectFreshStart(lab);
    lab.dispose();
  });

  const SOUND: Fault = { name: 'none', script: (sound) => sound, message: SILENT };

  test('by being ended from outside in the middle of a step, is noticed', async () => {
    const lab = makeLab(SOUND, { variants: [TWINS[0]!, { id: 'huge', config: HUGE }] });
    await lab.reset();
    const step = lab.step();
    await sleep(20);
    workers[1]!.terminate();
    await expect(step).rejects.toThrow('variant "huge": its worker did not answer for 1.5 s');
    expect(lab.state).toBe('failed');
    await Promise.all(workers.map((worker) => worker.ended));
    await lab.setVariants(TWINS);
    await expectFreshStart(lab);
    lab.dispose();
  });

  test('while paused, fails the lab as well', async () => {
    const lab = makeLab({
      ...SOUND,
      script: (sound) => `${sound}; setTimeout(() => { throw new Error('late'); }, 500)`,
    });
    const { events } = record(lab);
    await lab.step(3);
    expect(lab.state).toBe('paused');
    await new Promise((resolve) => lab.on('error', resolve));
    expect(events.slice(-2)).toEqual(['failed', 'error: variant "pre": its worker stopped: late']);
    await Promise.all(workers.map((worker) => worker.ended));
    await expectFreshStart(lab);
    lab.dispose();
  });

  test('by sending what cannot be read, or not taking messages, is given up', async () => {
    for (const spoil of [
      (worker: NodeWorker) => worker.onmessageerror?.({} as never),
      (worker: NodeWorker) => {
        worker.postMessage = () => {
          throw new DOMException('it could not be cloned', 'DataCloneError');
        };
      },
    ]) {
      const lab = makeLab(SOUND);
      await lab.step(3);
      const step = lab.step(1_000_000);
      spoil(workers.at(-1)!);
      await expect(step).rejects.toThrow(
        /variant "pre": its worker (sent a message that cannot be read|could not be sent)/,
      );
      await expectFreshStart(lab);
      lab.dispose();
      workers.splice(0).forEach((worker) => worker.terminate());
    }
  });

  test('while others are being started in its place, does no harm', async () => {
    const lab = makeLab(SOUND);
    await lab.start();
    await reached(lab, 10);
    const change = lab.setVariants([{ id: 'new', config: TINY }]);
    workers[1]!.onerror?.({ message: 'boom' } as never);
    await change;
    await reached(lab, 5);
    expect(lab).toMatchObject({ state: 'running' });
    lab.dispose();
  });

  test('and others that could not be started either leave a lab that can be', async () => {
    const lab = makeLab(SOUND);
    await lab.step(2);
    const model = { nLayer: 48, dModel: 512, nCtx: 256, nHead: 64 };
    const change = lab.setVariants([{ id: 'large', config: { model, batch: 256 } }]);
    workers[1]!.onerror?.({ message: 'boom' } as never);
    await expect(change).rejects.toThrow(/variant "large": out of memory/);
    expect(lab.state).toBe('failed');
    await expectFreshStart(lab);
    lab.dispose();
  });

  test('is not taken for dead because the machine slept', async () => {
    const lab = makeLab(SOUND);
    await lab.step(3);
    const step = lab.step(3);
    // This thread stands still for longer than the limit, as it does while a laptop is closed.
    const until = performance.now() + LIMIT + 500;
    while (performance.now() < until);
    await step;
    expect(lab.state).toBe('paused');
    lab.dispose();
  });
});

test('a module that cannot be loaded fails the lab before a worker is made', async () => {
  const load = { wasmBinary: new TextEncoder().encode('<!doctype html>') };
  const lab = makeLab(SPEECHLESS[0]!, { load });
  await expect(lab.start()).rejects.toThrow('wasmBinary is not WebAssembly: it is an HTML page');
  expect(lab.state).toBe('failed');
  expect(workers).toHaveLength(0);
  expect(timers.pending()).toBe(0);
});

describe('where workers cannot be had', () => {
  test.each(SPEECHLESS)('for $name, variants train in this thread', async (fault) => {
    const createWorker = () => {
      const worker = new NodeWorker(fault.script(script));
      workers.push(worker);
      return worker;
    };
    const lab = new Lab({ variants: TWINS, createWorker, limits: { start: LIMIT, reply: 10_000 } });
    await expectFreshStart(lab);
    expect(lab.mode).toBe('main');
    await Promise.all(workers.map((worker) => worker.ended));
    lab.dispose();
  });

  test('because making one throws, or there are none, variants train in this thread', async () => {
    const createWorker = () => {
      throw new Error('not here');
    };
    for (const options of [{ createWorker }, {}]) {
      const lab = new Lab({ variants: TWINS, ...options });
      await expectFreshStart(lab);
      expect(lab.mode).toBe('main');
      lab.dispose();
    }
    const lab = new Lab({ variants: TWINS, createWorker, modes: ['given'] });
    await expect(lab.start()).rejects.toThrow(
      'variant "post": its worker could not be made (Error: not here)',
    );
  });
});
