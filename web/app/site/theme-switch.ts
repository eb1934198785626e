// The switch between the colours of the system, light and dark ones: three buttons that the page has already.

const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const isTheme = (text: string): text is Theme => (THEMES as readonly string[]).includes(text);

export class ThemeSwitch {
  readonly #buttons: readonly HTMLButtonElement[];

  /** Takes over the buttons in `root` and shows it. */
  constructor(root: HTMLElement, onChoice: (theme: Theme) => void) {
    this.#buttons = [...root.querySelectorAll('button')];
    for (const button of this.#buttons) {
      button.addEventListener('click', () => onChoice(button.dataset['themeChoice'] as Theme));
    }
    this.mark('auto');
    root.hidden = false;
  }

  mark(theme: Theme): void {
    for (const button of this.#buttons) {
      button.setAttribute('aria-pressed', String(button.dataset['themeChoice'] === theme));
    }
  }
}
