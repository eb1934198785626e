// From what a caller gives to a complete, sound configuration: defaults, shorthand, and every rule of the schema checked.
// The first fault is thrown and names the setting, shows the value and says what is allowed.
import type {
  ModelConfig,
  PartialModelConfig,
  PartialRunConfig,
  PartialTrainerConfig,
  RunConfig,
  TrainerConfig,
} from './config.ts';
import { SCHEMA } from './config.ts';
import {
  checkOptions,
  type Expectation,
  integerRule,
  invalid,
  isInteger,
  isNumber,
  numberRule,
  refusal,
  show,
  withSuggestion,
} from './errors.ts';
import type { Slots } from './placements.ts';
import type { Basis, Section, Setting } from './setting.ts';
import { brokenTextRule, textLength, textVocabSize } from './text-vocabulary.ts';

const SLOT_NAMES = ['input', 'output', 'after'] as const satisfies readonly (keyof Slots)[];
/** What stands at the top of a trainer's configuration. */
export const TRAINER_KEYS: readonly string[] = ['task', 'optimizer', 'schedule', ...Object.keys(SCHEMA.run)];

/**
 * A complete model configuration from a partial one.
 *
 * @returns every setting, defaults filled in: `dFf` = 4·dModel, `embeddingScale` = √dModel (xavier) or 1, slots, gains and
 * final norm as the placement says
 * @throws RangeError or TypeError for the first setting that is unknown or has a value that is not allowed
 * @example
 * resolveModelConfig({ placement: 'pre', dModel: 64 }).dFf; // 256
 */
export function resolveModelConfig(config: PartialModelConfig = {}): ModelConfig {
  return resolveModel(config, {});
}

function resolveModel(config: PartialModelConfig | undefined, basis: Partial<Basis>): ModelConfig {
  const model = resolveSection('model', SCHEMA.model, config, basis) as unknown as ModelConfig;
  throwFirst(modelFaults(model));
  return model;
}

/**
 * A complete trainer configuration from a partial one, for a model of this configuration.
 *
 * @throws RangeError or TypeError for the first setting that is unknown, has a value that is not allowed, or does not fit the
 * model
 * @example
 * resolveTrainerConfig({ task: 'sort', schedule: { warmup: 200 } }, resolveModelConfig()).schedule.kind; // 'linear'
 */
export function resolveTrainerConfig(
  config: PartialTrainerConfig = {},
  model: ModelConfig = resolveModelConfig(),
): TrainerConfig {
  const given = checkOptions('configuration', config, TRAINER_KEYS);
  const { task, optimizer, schedule, ...run } = given;
  const trainer = {
    task: resolveSection('task', SCHEMA.task, task, model),
    optimizer: resolveSection('optimizer', SCHEMA.optimizer, optimizer, model),
    schedule: resolveSection('schedule', SCHEMA.schedule, schedule, model),
    ...resolveSection('run', SCHEMA.run, run, model),
  } as unknown as TrainerConfig;
  throwFirst(trainerFaults(trainer, model));
  return trainer;
}

/**
 * A complete configuration of model and trainer from a partial one; throws as the two above. Where the task is a text, the
 * vocabulary is as large as it needs.
 */
export function resolveRunConfig(config: PartialRunConfig = {}): RunConfig {
  const { model: givenModel, ...givenTrainer } = checkOptions('configuration', config, [
    'model',
    ...TRAINER_KEYS,
  ]);
  const model = resolveModel(givenModel, basisOfTask(givenTrainer.task));
  return { model, ...resolveTrainerConfig(givenTrainer, model) };
}

/** What the defaults of a model follow from in a task, which need not be sound. */
export function basisOfTask(task: unknown): Pick<Basis, 'textVocabSize'> {
  const { kind, text = SCHEMA.task.text.default } = Object(expandKind(SCHEMA.task, task)) as {
    kind?: unknown;
    text?: unknown;
  };
  const isText = kind === 'text' && brokenTextRule(text) === undefined;
  return { textVocabSize: isText ? textVocabSize(text as string) : undefined };
}

/** A setting with a value that does not go with others, and the change that would settle it. */
export interface Fault {
  readonly path: string;
  readonly value: unknown;
  readonly rule: string;
  readonly mended: { readonly path: string; readonly value: unknown };
}

/** What is wrong with a model whose settings are each within their own bounds. */
export function modelFaults({ dModel, nHead }: ModelConfig): Fault[] {
  if (dModel % nHead === 0) return [];
  let divisor = Math.min(nHead, dModel);
  while (dModel % divisor !== 0) divisor--;
  const rule = `must be a multiple of nHead = ${nHead}`;
  return [{ path: 'model.dModel', value: dModel, rule, mended: { path: 'model.nHead', value: divisor } }];
}

/** What is wrong with a trainer on this model, where each setting is within its own bounds. */
export function trainerFaults(
  { task, batch }: TrainerConfig,
  { vocabSize, nCtx, norm }: ModelConfig,
): Fault[] {
  const faults: Fault[] = [];
  if (task.kind === 'parity' && vocabSize < 4) {
    const rule = `needs vocabSize of at least 4, not ${vocabSize}`;
    faults.push({ path: 'task.kind', value: task.kind, rule, mended: { path: 'model.vocabSize', value: 4 } });
  }
  if (task.kind === 'modularAddition' && task.modulus > vocabSize - 2) {
    const rule = `must be at most vocabSize - 2 = ${vocabSize - 2}`;
    const mended = { path: 'task.modulus', value: vocabSize - 2 };
    faults.push({ path: 'task.modulus', value: task.modulus, rule, mended });
  }
  if (task.kind === 'text') faults.push(...textFaults(task.text, vocabSize, nCtx));
  if (norm === 'batch' && batch * nCtx < 2) {
    const rule = `must be at least 2 for norm "batch" where nCtx = 1`;
    faults.push({ path: 'batch', value: batch, rule, mended: { path: 'batch', value: 2 } });
  }
  return faults;
}

/** A text must have one sequence, and the character after it, to train on, and another one that is held out. */
function textFaults(text: string, vocabSize: number, nCtx: number): Fault[] {
  const [size, length, shortest] = [textVocabSize(text), textLength(text), 2 * (nCtx + 1)];
  const faults: Fault[] = [];
  if (size > vocabSize) {
    const rule = `needs vocabSize of at least ${size}, not ${vocabSize}`;
    faults.push({ path: 'task.text', value: text, rule, mended: { path: 'model.vocabSize', value: size } });
  }
  if (length < shortest) {
    const rule = `must have at least 2·(nCtx + 1) = ${shortest} characters, not ${length}`;
    const mended = { path: 'model.nCtx', value: Math.floor(length / 2) - 1 };
    faults.push({ path: 'task.text', value: text, rule, mended });
  }
  return faults;
}

function throwFirst([fault]: Fault[]): void {
  if (fault) throw new RangeError(invalid(publicName(fault.path), fault.value, fault.rule));
}

/** A setting of a model is named alone ("dModel"), one of a trainer with its section ("optimizer.lr"). */
const publicName = (path: string) => path.replace(/^model\./, '');

function resolveSection(
  name: string,
  section: Section,
  given: unknown,
  basis?: Partial<Basis>,
): Record<string, unknown> {
  const prefix = name === 'model' || name === 'run' ? '' : `${name}.`;
  const values = checkOptions(name, expandKind(section, given), Object.keys(section)) as Record<
    string,
    unknown
  >;
  const checked: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(section)) {
    const value = values[key];
    if (value !== undefined) checked[key] = checkValue(prefix + key, setting, value);
  }
  return withDefaults(section, checked, basis);
}

/** 'adam' is short for { kind: 'adam' }. */
const expandKind = (section: Section, given: unknown) =>
  (typeof given === 'string' && 'kind' in section ? { kind: given } : given) as object | undefined;

/** Fills in what is missing. Defaults that follow from other settings look at this section and at what is given besides. */
export function withDefaults(
  section: Section,
  given: Readonly<Record<string, unknown>>,
  besides?: Partial<Basis>,
): Record<string, unknown> {
  const basis: Record<string, unknown> = { ...besides };
  for (const [key, setting] of Object.entries(section)) {
    basis[key] = key in given || typeof setting.default === 'function' ? given[key] : setting.default;
  }
  const complete: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(section)) {
    const fallback =
      typeof setting.default === 'function' ? setting.default(basis as unknown as Basis) : setting.default;
    const value = given[key] ?? fallback;
    complete[key] = setting.type === 'slots' ? { ...(fallback as Slots), ...(value as Slots) } : value;
  }
  return complete;
}

/** Returns the value if the setting allows it, else throws. */
function checkValue(name: string, setting: Setting, value: unknown): unknown {
  if (setting.type === 'slots') return checkSlots(name, value);
  // -0 is 0 here: the sum of the two is 0.
  if (allows(setting, value)) return typeof value === 'number' ? value + 0 : value;
  const { type, rule } = expectation(setting, value);
  const isNamed = setting.type === 'choice' && typeof value === 'string';
  throw refusal(name, value, { type, rule: isNamed ? withSuggestion(rule, value, setting.choices) : rule });
}

function checkSlots(name: string, value: unknown): Partial<Slots> {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(
      invalid(name, value, 'must be an object like { input: true, output: false, after: false }'),
    );
  }
  const slots = checkOptions(name, value as Partial<Slots>, SLOT_NAMES);
  const checked: Partial<Record<keyof Slots, boolean>> = {};
  for (const slot of SLOT_NAMES) {
    const isFilled: unknown = slots[slot];
    if (isFilled === undefined) continue;
    if (typeof isFilled !== 'boolean')
      throw new TypeError(invalid(`${name}.${slot}`, isFilled, 'must be true or false'));
    checked[slot] = isFilled;
  }
  return checked;
}

/** Is the value one that a setting (other than slots) may have? */
export function allows(setting: Setting, value: unknown): boolean {
  switch (setting.type) {
    case 'integer':
      return isInteger(value, setting);
    case 'number':
      return isNumber(value, setting);
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === 'string' && setting.choices.includes(value);
    case 'text':
      return brokenTextRule(value) === undefined;
    case 'slots':
      return false;
  }
}

/** What the values of a setting must be, in words; of a text, the rule that this value breaks. */
export function expectation(setting: Setting, value: unknown): Expectation {
  switch (setting.type) {
    case 'integer':
      return { type: 'number', rule: integerRule(setting) };
    case 'number':
      return { type: 'number', rule: numberRule(setting) };
    case 'boolean':
      return { type: 'boolean', rule: 'must be true or false' };
    case 'choice':
      return { type: 'string', rule: `must be ${setting.choices.map(show).join(' or ')}` };
    case 'text':
      return { type: 'string', rule: brokenTextRule(value) ?? 'must be a text' };
    case 'slots':
      return { type: 'object', rule: 'must name the slots that hold a norm: input, output, after' };
  }
}
