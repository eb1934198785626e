// The metrics of one variant, kept in columns for charts and tables. Appending costs a copy of one row; a chart reads the
// columns as they are. Numbers that belong to a run as a whole are doubles; those of a sub-layer or block, of which there
// are hundreds a step, are kept as floats.
import type { StepMetrics } from '../lib/index.ts';

/** Names of the metrics with values of this type. */
type NameOf<Value> = {
  [Name in keyof StepMetrics]-?: StepMetrics[Name] extends Value ? Name : never;
}[keyof StepMetrics];

/** A metric with one number a step; true and false are 1 and 0. */
export type ScalarName = NameOf<number | boolean>;
/** A metric with one number a step for each sub-layer or block. */
export type MatrixName = NameOf<Float64Array>;

/** Rows are steps, columns are sub-layers or blocks. */
export interface Matrix {
  /** (rows, width), row after row. Valid until the history changes. */
  readonly data: Float32Array;
  readonly rows: number;
  readonly width: number;
}

/** Growable storage of `width` numbers a row. */
class Column<Data extends Float64Array | Float32Array> {
  #data: Data;
  readonly width: number;
  readonly #allocate: (length: number) => Data;

  constructor(width: number, allocate: (length: number) => Data) {
    this.width = width;
    this.#allocate = allocate;
    this.#data = allocate(width * FIRST_CAPACITY);
  }

  get bytes(): number {
    return this.#data.byteLength;
  }

  /** Writes row `row`. Storage doubles when it is full, so that a row costs the same however many there are. */
  write(row: number, values: ArrayLike<number>): void {
    if ((row + 1) * this.width > this.#data.length) {
      const larger = this.#allocate(2 * this.#data.length);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data.set(values, row * this.width);
  }

  view(rows: number): Data {
    return this.#data.subarray(0, rows * this.width) as Data;
  }
}

const FIRST_CAPACITY = 256;

/**
 * The metrics of one variant by step.
 *
 * @example
 * const history = new History();
 * lab.on('reset', () => history.clear());
 * lab.on('steps', ({ rows }) => rows.get('pre')!.forEach((row) => history.append(row)));
 * history.scalar('loss').at(-1);
 */
export class History {
  #scalars = new Map<ScalarName, Column<Float64Array>>();
  #matrices = new Map<MatrixName, Column<Float32Array>>();
  #length = 0;
  #firstStep = 1;

  /** Steps that are kept. */
  get length(): number {
    return this.#length;
  }

  /** The last step that is kept; 0 if none is. */
  get lastStep(): number {
    return this.#length === 0 ? 0 : this.#firstStep + this.#length - 1;
  }

  /** Memory that the columns take. */
  get bytes(): number {
    return [...this.#scalars.values(), ...this.#matrices.values()].reduce(
      (sum, column) => sum + column.bytes,
      0,
    );
  }

  /**
   * Adds the metrics of the step after the last one.
   *
   * @throws RangeError if it is another step, or has more or fewer sub-layers than those before
   */
  append(metrics: StepMetrics): void {
    if (this.#length === 0) this.#layOut(metrics);
    const expected = this.#firstStep + this.#length;
    if (metrics.step !== expected) {
      throw new RangeError(`invalid step: ${metrics.step} (must be ${expected}, the one after the last)`);
    }
    for (const [name, { width }] of this.#matrices) {
      const { length } = metrics[name];
      if (length !== width) throw new RangeError(`invalid ${name}: ${length} values (must be ${width})`);
    }
    for (const [name, column] of this.#scalars) column.write(this.#length, [Number(metrics[name])]);
    for (const [name, column] of this.#matrices) column.write(this.#length, metrics[name]);
    this.#length++;
  }

  /** One number a step, oldest first. A view, not a copy: valid until the history changes. */
  scalar(name: ScalarName): Float64Array {
    return this.#scalars.get(name)?.view(this.#length) ?? new Float64Array(0);
  }

  /** One row of numbers a step, oldest first. A view, not a copy: valid until the history changes. */
  matrix(name: MatrixName): Matrix {
    const column = this.#matrices.get(name);
    if (!column) return { data: new Float32Array(0), rows: 0, width: 0 };
    return { data: column.view(this.#length), rows: this.#length, width: column.width };
  }

  /** Forgets every step after `step`. */
  truncate(step: number): void {
    const kept = Math.max(0, step - this.#firstStep + 1);
    if (kept < this.#length) this.#length = kept;
    if (kept === 0) this.clear();
  }

  /** Forgets everything and frees its memory. */
  clear(): void {
    this.#scalars.clear();
    this.#matrices.clear();
    this.#length = 0;
  }

  #layOut(metrics: StepMetrics): void {
    this.clear();
    this.#firstStep = metrics.step;
    for (const [name, value] of Object.entries(metrics)) {
      if (typeof value === 'number' || typeof value === 'boolean') {
        this.#scalars.set(name as ScalarName, new Column(1, (length) => new Float64Array(length)));
      } else if (value instanceof Float64Array) {
        this.#matrices.set(
          name as MatrixName,
          new Column(value.length, (length) => new Float32Array(length)),
        );
      }
    }
  }
}
