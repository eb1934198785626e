// A norm per block from norms per sub-layer, √(attention² + feed-forward²), step after step in one growing buffer: what the
// profile and the heat map of the gradient read.

const FIRST_CAPACITY = 256;

export class BlockNorms {
  readonly nBlock: number;
  #values: Float32Array;
  #count = 0;

  constructor(nBlock: number) {
    this.nBlock = nBlock;
    this.#values = new Float32Array(nBlock * FIRST_CAPACITY);
  }

  /** Steps that are kept. */
  get count(): number {
    return this.#count;
  }

  /** (count, nBlock), and room for more after. */
  get values(): Float32Array {
    return this.#values;
  }

  /** The last step, block by block; empty before the first. */
  get last(): Float32Array {
    return this.#values.subarray(Math.max(0, this.#count - 1) * this.nBlock, this.#count * this.nBlock);
  }

  /** Forgets all but the first `count` steps. */
  truncate(count: number): void {
    this.#count = Math.min(this.#count, count);
  }

  /** @param norms 2·nBlock of them: attention and feed-forward of each block */
  append(norms: ArrayLike<number>): void {
    const at = this.#count * this.nBlock;
    if (at + this.nBlock > this.#values.length) {
      const larger = new Float32Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    for (let block = 0; block < this.nBlock; ++block) {
      this.#values[at + block] = Math.hypot(norms[2 * block]!, norms[2 * block + 1]!);
    }
    ++this.#count;
  }
}
