// The script of bench.html: the colours, and the panel that measures.
import { followAddress } from '../site/follow-address.ts';
import { messagesEn as rowMessagesEn } from '../../bench/messages.en.ts';
import { catalogue } from '../site/catalogue.ts';
import { messagesEn } from './messages.en.ts';
import { BenchPanel } from './panel.ts';
import '../report.css';
import './bench.css';

const one = (selector: string) => document.querySelector<HTMLElement>(selector)!;

followAddress();
const messages = await catalogue(messagesEn, {
  de: async () => (await import('./messages.de.ts')).messagesDe,
});
const rowMessages = await catalogue(rowMessagesEn, {
  de: async () => (await import('../../bench/messages.de.ts')).messagesDe,
});
one('.bench-quick-label').textContent = messages.quick;
new BenchPanel(
  one('.report'),
  document.querySelector<HTMLButtonElement>('.bench-start')!,
  document.querySelector<HTMLInputElement>('.bench-quick')!,
  {
    page: messages,
    rows: rowMessages,
    performance: `${document.documentElement.dataset['root']}docs/performance.html#what-limits-it`,
  },
);
one('.bench-controls').hidden = false;
