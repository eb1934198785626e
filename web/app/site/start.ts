// What every page does when its script begins: the choice of colours, the skip link, and links out of an embedded page.
// The address holds a choice of colours (follow-address.ts), and the links to other pages take it along; nothing else keeps it.
import { formatHash } from '../../element/address.ts';
import { keepForOffline } from '../offline/register.ts';
import { hasWebAssembly } from './web-assembly.ts';
import { isTheme, type Theme, ThemeSwitch } from './theme-switch.ts';

export interface StartOptions {
  /** Called with a choice of colours. */
  readonly onTheme: (theme: Theme) => void;
  /** Does the page itself say so where there is no WebAssembly? */
  readonly saysWhatIsMissing: boolean;
}

export interface StartedPage {
  readonly theme: () => Theme;
  readonly setTheme: (theme: Theme) => void;
}

export function startPage({ onTheme, saysWhatIsMissing }: StartOptions): StartedPage {
  const themeSwitch = new ThemeSwitch(document.querySelector<HTMLElement>('.theme-switch')!, (theme) => {
    setTheme(theme);
    onTheme(theme);
  });
  const setTheme = (theme: Theme) => {
    themeSwitch.mark(theme);
    document.documentElement.dataset['theme'] = theme;
    carryTheme(theme);
  };
  setTheme(chosenTheme());
  leadSkipLink();
  if (!saysWhatIsMissing && !hasWebAssembly())
    document.querySelector<HTMLElement>('.missing')!.hidden = false;
  if (document.documentElement.classList.contains('embedded')) openLinksOutside();
  else keepForOffline(document.documentElement.dataset['root']!);
  return { theme: chosenTheme, setTheme };
}

/** What early.js has found, or what was chosen since. */
function chosenTheme(): Theme {
  const theme = document.documentElement.dataset['theme'] ?? 'auto';
  return isTheme(theme) ? theme : 'auto';
}

/** The links of head and foot lead to pages in the same colours. */
function carryTheme(theme: Theme): void {
  const links = document.querySelectorAll<HTMLAnchorElement>('.page-head a, .page-foot a');
  for (const link of links) link.hash = theme === 'auto' ? '' : formatHash([['theme', theme]]);
}

/** The skip link must not put its own name where the settings are. */
function leadSkipLink(): void {
  document.querySelector<HTMLAnchorElement>('.skip')!.addEventListener('click', (event) => {
    event.preventDefault();
    document.querySelector<HTMLElement>((event.currentTarget as HTMLAnchorElement).hash)!.focus();
  });
}

/** Who follows a link out of a frame wants the whole page, and the page around the frame to stay. */
function openLinksOutside(): void {
  const base = document.createElement('base');
  base.target = '_blank';
  document.head.append(base);
}
