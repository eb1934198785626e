// A model's tensors and its file: parameters, then batch norm's running statistics, all under the names PyTorch has for them.
import type { ModelConfig } from './config.ts';
import { show, unknownName } from './errors.ts';
import { readFloats } from './memory.ts';
import type { Pointer, RawModel, RawModule } from './raw.ts';
import { type Bytes, readSafetensors, type Tensor, writeSafetensors } from './safetensors.ts';

/** A tensor where it stands in the module's memory, for as long as its model lives. */
export interface ModelTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly size: number;
  readonly pointer: Pointer;
}

/** The parameters of a model, and everything that a checkpoint has of it. */
export function checkpointTensors(
  rawModel: RawModel,
  dModel: number,
): { parameters: readonly ModelTensor[]; all: readonly ModelTensor[] } {
  const first = rawModel.parameters();
  const parameters = Array.from({ length: rawModel.nParameters() }, (_, index) => {
    const rank = rawModel.parameterRank(index);
    const shape = Array.from({ length: rank }, (_item, axis) => rawModel.parameterDimension(index, axis));
    const size = shape.reduce((product, dimension) => product * dimension, 1);
    return {
      name: rawModel.parameterName(index),
      shape,
      size,
      pointer: first + 4 * rawModel.parameterOffset(index),
    };
  });
  return { parameters, all: [...parameters, ...runningStats(rawModel, dModel)] };
}

function runningStats(rawModel: RawModel, dModel: number): ModelTensor[] {
  const first = rawModel.runningStats();
  const nNorms = rawModel.nRunningStats() / (2 * dModel);
  return Array.from({ length: 2 * nNorms }, (_, index) => ({
    name: `${rawModel.normName(index >> 1)}.running_${index % 2 === 0 ? 'mean' : 'var'}`,
    shape: [dModel],
    size: dModel,
    pointer: first + 4 * dModel * index,
  }));
}

/** The tensors as a safetensors file that says what model they belong to. */
export function checkpointBytes(
  raw: RawModule,
  tensors: readonly ModelTensor[],
  config: ModelConfig,
): Uint8Array {
  const copies = tensors.map(({ name, shape, size, pointer }) => ({
    name,
    shape,
    data: readFloats(raw, pointer, size),
  }));
  return writeSafetensors(copies, { addnorm: __ADDNORM_VERSION__, config: JSON.stringify(config) });
}

/** Puts a file's tensors in place if each is there that belongs there, and no other; else throws and changes nothing. */
export function restoreCheckpoint(raw: RawModule, tensors: readonly ModelTensor[], bytes: Bytes): void {
  const found = readSafetensors(bytes).tensors;
  const pairs = tensors.map((expected): [ModelTensor, Tensor] => [expected, matching(expected, found)]);
  if (found.size > pairs.length) {
    const names = tensors.map(({ name }) => name);
    const unexpected = [...found.keys()].find((name) => !names.includes(name)) ?? '';
    throw new RangeError(unknownName('unexpected tensor', unexpected, names));
  }
  for (const [{ pointer }, { data }] of pairs) raw.HEAPF32.set(data, pointer >>> 2);
}

function matching({ name, shape }: ModelTensor, found: ReadonlyMap<string, Tensor>): Tensor {
  const tensor = found.get(name);
  if (!tensor) throw new RangeError(`missing tensor ${show(name)}`);
  if (tensor.shape.join() === shape.join()) return tensor;
  throw new RangeError(
    `tensor ${show(name)} has shape (${tensor.shape.join(', ')}) (must be (${shape.join(', ')}))`,
  );
}
