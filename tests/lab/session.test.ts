// What a worker posts: no message drags the module's memory along, as one with a view of it would, and what is large changes
// hands instead of being copied.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { load, resolveRunConfig } from '../../web/lib/index.ts';
import { type Operation, type Reply, type Request } from '../../web/lab/protocol.ts';
import { serve, type Service } from '../../web/lab/session.ts';
import { TINY } from './helpers.ts';

interface Posted {
  readonly reply: Reply;
  readonly transfer: readonly ArrayBuffer[];
}

let posted: Posted[];
let service: Service;

beforeEach(async () => {
  posted = [];
  service = serve((reply, transfer) => posted.push({ reply, transfer }));
  const { module } = await load();
  await ask('start', {
    config: resolveRunConfig(TINY),
    load: { wasmModule: module, simd: 'on' },
    lifeline: null,
  });
});
afterEach(() => service.dispose());

/** What the service posts as its answer. */
async function ask(operation: Operation, argument: unknown): Promise<Posted> {
  await service.receive({ id: posted.length, operation, argument } as Request);
  const answer = posted.at(-1)!;
  expect(answer.reply).toHaveProperty('result');
  return answer;
}

const resultOf = ({ reply }: Posted): unknown => (reply as { result: unknown }).result;

/** Every view of a buffer in a message. */
function viewsIn(value: unknown): ArrayBufferView[] {
  if (ArrayBuffer.isView(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(viewsIn) : [];
}

const ARGUMENTS: Record<Exclude<Operation, 'start' | 'restore'>, unknown> = {
  advance: { steps: 3 },
  reset: null,
  rewind: { step: 3 },
  restart: { config: resolveRunConfig(TINY) },
  evaluate: { batches: 2 },
  fingerprint: null,
  checkpoint: null,
  snapshot: null,
  batch: null,
  names: null,
  attnPattern: { tokens: [2, 3, 4], options: { block: 0 } },
  normInternals: { tokens: [2, 3, 4], options: { norm: 'layers.0.norm1' } },
  histogram: { tensor: 'unembedding.bias' },
  reference: null,
  nextToken: { prompt: [2, 3, 4] },
};
const WITHOUT_NUMBERS = ['reset', 'restart', 'evaluate', 'fingerprint', 'names'];

test.each(Object.entries(ARGUMENTS))(
  'the answer to %s has its own numbers and no more',
  async (name, argument) => {
    const { reply, transfer } = await ask(name as Operation, argument);
    const views = viewsIn(reply);
    for (const { buffer, byteLength } of views) expect(buffer.byteLength).toBe(byteLength);
    expect(views.length > 0).toBe(!WITHOUT_NUMBERS.includes(name));
    // What stands in the list must stand in the message, or posting it throws.
    for (const buffer of transfer) expect(views.map((view) => view.buffer)).toContain(buffer);
    expect(transfer.length).toBe(['checkpoint', 'snapshot'].includes(name) ? 1 : 0);
    expect(() => structuredClone(reply, { transfer: [...transfer] })).not.toThrow();
  },
);

test('a checkpoint that has changed hands leaves the model as it was', async () => {
  const first = await ask('checkpoint', null);
  structuredClone(first.reply, { transfer: [...first.transfer] });
  expect(first.transfer[0]!.byteLength).toBe(0);
  await ask('advance', { steps: 1 });
  const { reply } = await ask('checkpoint', null);
  expect((reply as { result: Uint8Array }).result.byteLength).toBeGreaterThan(1000);
});

test('a run goes on from a snapshot in another worker, to the same bits', async () => {
  await ask('advance', { steps: 3 });
  const snapshot = resultOf(await ask('snapshot', null));
  await ask('advance', { steps: 2 });
  const fingerprint = resultOf(await ask('fingerprint', null));
  await ask('reset', null);
  expect(resultOf(await ask('restore', { snapshot, step: 3 }))).toBeNull();
  const { rows } = resultOf(await ask('advance', { steps: 2 })) as { rows: { step: number }[] };
  expect(rows.map(({ step }) => step)).toEqual([4, 5]);
  expect(resultOf(await ask('fingerprint', null))).toBe(fingerprint);
  // It counts on from there.
  expect(resultOf(await ask('rewind', { step: 5 }))).toMatchObject({ step: 5, row: { step: 5 } });
});

test('a long replay comes in pieces, each the answer to a request', async () => {
  // A step of this takes longer than a piece, so that each piece is one step.
  const config = resolveRunConfig({ model: { nLayer: 2, dModel: 128, nCtx: 64 }, batch: 16 });
  const inSlices: Posted[] = [];
  const slow = serve(
    (reply, transfer) => inSlices.push({ reply, transfer }),
    () => Promise.resolve(),
  );
  const { module } = await load();
  const steps = async (operation: Operation, argument: unknown) => {
    await slow.receive({ id: inSlices.length, operation, argument } as Request);
    return (inSlices.at(-1)!.reply as { result: { step?: number } }).result.step;
  };
  await steps('start', { config, load: { wasmModule: module, simd: 'on' }, lifeline: null });
  await steps('advance', { steps: 4 });
  expect(await steps('rewind', { step: 2 })).toBe(1);
  expect(await steps('rewind', { step: 2 })).toBe(2);
  expect(await steps('rewind', { step: 2 })).toBe(2);
  slow.dispose();
});
