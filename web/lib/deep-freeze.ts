// Tables that everything reads: nobody can change them, by mistake or otherwise.

/** Freezes a tree of plain objects and arrays, and returns it. */
export function deepFreeze<T extends object>(tree: T): T {
  for (const value of Object.values(tree) as unknown[]) {
    if (typeof value === 'object' && value !== null) deepFreeze(value);
  }
  return Object.freeze(tree);
}
