// Keys that belong to what has the focus in the lab. They stay inside, so that a slide show around it does not turn the page
// at an arrow in a field or a space on a button; all others are for the page.

const TEXT_FIELDS =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"], [type="file"])';
const PRESSED = 'button, summary, a[href], input, [role="button"]';
const SCROLLED = '[tabindex="0"]';

const PRESS_KEYS: readonly string[] = ['Enter', ' '];
const SCROLL_KEYS: readonly string[] = [
  ' ',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'PageUp',
  'PageDown',
  'Home',
  'End',
];
/** Whoever is where he does not want to be gets out by these. */
const WAYS_OUT: readonly string[] = ['Escape', 'Tab'];

/** Has the element that has the focus a use for this key? */
export function isOwnKey(
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  focused: { matches(selectors: string): boolean },
): boolean {
  if (ctrlKey || metaKey || altKey || WAYS_OUT.includes(key)) return false;
  if (focused.matches(TEXT_FIELDS)) return true;
  if (focused.matches(PRESSED)) return PRESS_KEYS.includes(key);
  return focused.matches(SCROLLED) && SCROLL_KEYS.includes(key);
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** A listener for what holds the shadow root. */
export function keepOwnKeys(event: KeyboardEvent): void {
  const focused = event.composedPath()[0];
  if (focused instanceof Element && isOwnKey(event, focused)) event.stopPropagation();
}
