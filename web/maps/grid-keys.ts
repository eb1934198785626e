// Where a key leads in a grid whose first row is at the bottom. Pure.

export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** The place that a key leads to, which may be the same; undefined for other keys. */
export function moveInGrid(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { row, column }: GridPlace,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): GridPlace | undefined {
  if (metaKey || altKey) return undefined;
  const [top, right] = [rows - 1, columns - 1];
  if (ctrlKey) {
    if (key === 'Home') return { row: top, column: 0 };
    return key === 'End' ? { row: 0, column: right } : undefined;
  }
  const moves: Record<string, GridPlace> = {
    ArrowUp: { row: Math.min(row + 1, top), column },
    ArrowDown: { row: Math.max(row - 1, 0), column },
    ArrowLeft: { row, column: Math.max(column - 1, 0) },
    ArrowRight: { row, column: Math.min(column + 1, right) },
    PageUp: { row: top, column },
    PageDown: { row: 0, column },
    Home: { row, column: 0 },
    End: { row, column: right },
  };
  return moves[key];
}
