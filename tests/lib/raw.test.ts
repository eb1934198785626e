import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { resolveModelConfig, resolveTrainerConfig } from '../../web/lib/index.ts';
import { METRIC_KINDS } from '../../web/lib/metrics.ts';
import type { RawModule } from '../../web/lib/raw.ts';
import { rawModelConfig, rawTrainerConfig } from '../../web/lib/raw-config.ts';
import { rawModule } from './raw-module.ts';

let raw: RawModule;
beforeAll(async () => {
  raw = await rawModule();
});

const file = ts.createSourceFile(
  'raw.ts',
  readFileSync(new URL('../../web/lib/raw.ts', import.meta.url), 'utf8'),
  ts.ScriptTarget.Latest,
);

function membersOf(interfaceName: string): string[] {
  const declaration = file.statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === interfaceName,
  );
  return (declaration?.members ?? []).map((member) => member.name!.getText(file)).sort();
}

/** What Embind adds to the module: bindings begin with one underscore, and Emscripten's own functions are these. */
const EMSCRIPTENS_OWN = ['_malloc', '_free', '_main'];
const isOurs = (name: string) => /^_[A-Za-z]/.test(name) && !EMSCRIPTENS_OWN.includes(name);

const methodsOf = (prototype: object) =>
  Object.getOwnPropertyNames(prototype)
    .filter((name) => name !== 'constructor')
    .sort();

/** What stands in an object, whatever it stands in there. */
const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];

describe('the type of the raw module', () => {
  it('has every binding of the module and no other', () => {
    // Classes are bound under their own names, and nothing makes them but _createModel and _createTrainer.
    const bindings = Object.keys(raw).filter(
      (name) => isOurs(name) && name !== '_Model' && name !== '_Trainer',
    );
    expect(membersOf('RawModule').filter(isOurs)).toEqual(bindings.sort());
    expect(bindings.length).toBeGreaterThan(20);
  });

  it('has the views of memory that the module has', () => {
    for (const view of ['HEAPU8', 'HEAP32', 'HEAPF32', 'HEAPF64'] as const) {
      expect(ArrayBuffer.isView(raw[view]), view).toBe(true);
    }
  });

  it('has the methods of models and trainers', () => {
    const config = resolveModelConfig({ nLayer: 1 });
    const model = raw._createModel(rawModelConfig(raw, config), 1)!;
    const trainer = raw._createTrainer(model, rawTrainerConfig(raw, resolveTrainerConfig({}, config)))!;
    expect(methodsOf(Object.getPrototypeOf(model) as object)).toEqual(membersOf('RawModel'));
    expect(methodsOf(Object.getPrototypeOf(trainer) as object)).toEqual(membersOf('RawTrainer'));
    trainer.delete();
    model.delete();
  });

  it('passes no 64-bit integer, which JavaScript would have to give and get as a bigint', () => {
    const config = resolveModelConfig({ nLayer: 1 });
    const model = raw._createModel(rawModelConfig(raw, config), 1)!;
    const trainer = raw._createTrainer(model, rawTrainerConfig(raw, resolveTrainerConfig({}, config)))!;
    const values = [
      ...leavesOf(raw._defaultModelConfig()),
      ...leavesOf(raw._defaultTrainerConfig()),
      ...[model.parameters(), model.size(), model.nParameters(), model.parameterOffset(1)],
      ...[model.parameterDimension(0, 0), model.parameterRank(0), model.runningStats()],
      ...[model.nRunningStats(), trainer.step(), trainer.nFields(), trainer.fieldOffset(1)],
      ...[trainer.fieldCount(1), trainer.siteBlock(0), raw._bytesNeeded(rawModelConfig(raw, config), 1, 0)],
    ];
    for (const value of values) expect(['number', 'boolean', 'function']).toContain(typeof value);
    trainer.delete();
    model.delete();
  });

  it('has the fields of the configurations', () => {
    expect(Object.keys(raw._defaultModelConfig()).sort()).toEqual(membersOf('RawModelConfig'));
    expect(Object.keys(raw._defaultModelConfig().arrangement).sort()).toEqual(membersOf('RawArrangement'));
    expect(Object.keys(raw._defaultTrainerConfig()).sort()).toEqual(membersOf('RawTrainerConfig'));
  });
});

describe('the metrics row', () => {
  it.each([1, 2, 5])(
    'has the fields that StepMetrics is made of, each of its length, at depth %s',
    (nLayer) => {
      const config = resolveModelConfig({ nLayer });
      const model = raw._createModel(rawModelConfig(raw, config), 1)!;
      const trainer = raw._createTrainer(model, rawTrainerConfig(raw, resolveTrainerConfig({}, config)))!;
      const indices = Array.from({ length: trainer.nFields() }, (_, index) => index);
      expect(indices.map((index) => trainer.fieldName(index))).toEqual(Object.keys(METRIC_KINDS));
      // The model is post-LN: two norms a block.
      const counts: Record<string, number> = { cosine: nLayer, attnEntropy: nLayer * config.nHead };
      let offset = 0;
      for (const [index, [name, kind]] of Object.entries(METRIC_KINDS).entries()) {
        const count = kind !== 'list' ? 1 : (counts[name] ?? 2 * nLayer);
        expect([trainer.fieldOffset(index), trainer.fieldCount(index)], name).toEqual([offset, count]);
        offset += count;
      }
      trainer.delete();
      model.delete();
    },
  );
});
