// Canvases cannot use custom properties: this reads them, resolved to colours a canvas understands, and says
// when the system's theme changes.

export interface CanvasTheme {
  fontFamily: string;
  forcedColors: boolean;
  /** Colour of a custom property, as the browser resolves it where the view stands. */
  color(customProperty: string): string;
}

/** Reads the theme that holds for `element` now; call again after a change. */
export function readTheme(element: HTMLElement): CanvasTheme {
  const resolved = new Map<string, string>();
  return {
    fontFamily: getComputedStyle(element).fontFamily,
    forcedColors: matchMedia('(forced-colors: active)').matches,
    color(customProperty) {
      const known = resolved.get(customProperty);
      if (known !== undefined) return known;
      const probe = document.createElement('span');
      probe.style.cssText = `display:none;forced-color-adjust:none;color:var(${customProperty})`;
      element.append(probe);
      const color = getComputedStyle(probe).color;
      probe.remove();
      resolved.set(customProperty, color);
      return color;
    },
  };
}

/** Calls `onChange` when light, dark or forced colours are switched in the system; returns the way to stop. */
export function watchSystemTheme(onChange: () => void): () => void {
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  );
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}
