// Small helpers to write DOM and SVG, and to read a pointer.

type Attributes = Record<string, string | number | boolean | null | undefined>;
type Child = Node | string;

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/** Sets attributes; true writes an empty one, false, null and undefined take it away. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) element.removeAttribute(name);
    else {
      const text = value === true ? '' : String(value);
      if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    }
  }
}

export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG_NAMESPACE, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** Writes text only if it changed, so that nothing is laid out or announced again for nothing. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Pointer position inside `element` in its own px, whatever scale an ancestor puts on it. */
export function pointerIn(
  element: HTMLElement,
  event: { clientX: number; clientY: number },
): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  const scaleX = box.width > 0 ? element.offsetWidth / box.width : 1;
  const scaleY = box.height > 0 ? element.offsetHeight / box.height : 1;
  return { x: (event.clientX - box.left) * scaleX, y: (event.clientY - box.top) * scaleY };
}
