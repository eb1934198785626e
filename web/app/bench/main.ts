// The script of bench.html: the colours, and the panel that measures.
import { ThemeSwitch } from '../theme-switch.ts';
import { messagesEn } from './messages.en.ts';
import { BenchPanel } from './panel.ts';
import '../report.css';
import './bench.css';

const one = (selector: string) => document.querySelector<HTMLElement>(selector)!;

const themeSwitch = new ThemeSwitch(one('.theme-switch'), (theme) => {
  themeSwitch.mark(theme);
  document.documentElement.dataset['theme'] = theme;
});
one('.bench-quick-label').textContent = messagesEn.quick;
one('[data-version]').textContent = __ADDNORM_VERSION__;
new BenchPanel(
  one('.report'),
  document.querySelector<HTMLButtonElement>('.bench-start')!,
  document.querySelector<HTMLInputElement>('.bench-quick')!,
);
one('.bench-controls').hidden = false;
