// Canvases cannot use custom properties: this reads them, resolved to colours a canvas understands, and says
// when the system or a printer asks for others.

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

/**
 * Draws a view anew when light, dark or forced colours are switched in the system, and before and after printing, when there is
 * no next frame to wait for; returns the way to stop.
 */
export function watchSystemTheme(view: { refreshTheme(): void; flush(): void }): () => void {
  const redraw = (): void => {
    view.refreshTheme();
    view.flush();
  };
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print'].map((query) =>
    matchMedia(query),
  );
  for (const query of queries) query.addEventListener('change', redraw);
  return () => {
    for (const query of queries) query.removeEventListener('change', redraw);
  };
}
