// The script of the documentation: what every page does, but the choice of colours stands before the anchor of an address and not
// in its place, and the links inside the documentation take it along.
import type { Theme } from '../site/theme-switch.ts';
import { startPage } from '../site/start.ts';

const page = startPage({ onTheme: keepTheme, saysWhatIsMissing: true });
carryTheme(page.theme());

function keepTheme(theme: Theme): void {
  // A choice in the anchor would win over the one before it.
  const anchor = location.hash.includes('=') ? '' : location.hash;
  history.replaceState(history.state, '', `${location.pathname}${searchOf(theme)}${anchor}`);
  carryTheme(theme);
}

function carryTheme(theme: Theme): void {
  const links = document.querySelectorAll<HTMLAnchorElement>('.docs a[href*=".html"]');
  for (const link of links) if (link.origin === location.origin) link.search = searchOf(theme);
}

function searchOf(theme: Theme): string {
  return theme === 'auto' ? '' : `?theme=${theme}`;
}
