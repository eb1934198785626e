// The script of bench.html: the colours, and the panel that measures.
import { startPage } from '../site/start.ts';
import { messagesEn } from './messages.en.ts';
import { BenchPanel } from './panel.ts';
import '../report.css';
import './bench.css';

const one = (selector: string) => document.querySelector<HTMLElement>(selector)!;

startPage();
one('.bench-quick-label').textContent = messagesEn.quick;
new BenchPanel(
  one('.report'),
  document.querySelector<HTMLButtonElement>('.bench-start')!,
  document.querySelector<HTMLInputElement>('.bench-quick')!,
);
one('.bench-controls').hidden = false;
