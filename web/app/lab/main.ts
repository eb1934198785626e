// The hosted page around the lab: keeps settings and address in step, and lets people choose the colours.
import '../../element/define.ts';
import { catalogue } from '../site/catalogue.ts';
import { followAddress } from '../site/follow-address.ts';
import { messagesEn } from './messages.en.ts';

const lab = document.querySelector('addnorm-lab')!;
const messages = catalogue(messagesEn, { de: async () => (await import('./messages.de.ts')).messagesDe });

lab.page = location.href.replace(/[?#].*/, '');
const { lang, dataset } = document.documentElement;
lab.embedPage = `${dataset['root']}embed.html${lang === 'en' ? '' : `?lang=${lang}`}`;
const { write } = followAddress({
  saysWhatIsMissing: true,
  read: (params, isLink) => {
    lab.params = params;
    if (isLink) void showAtWork();
  },
  params: () => [...lab.params],
  onTheme: (theme) => {
    lab.theme = theme;
  },
  notify: (notice) => lab.notify(notice),
});
lab.addEventListener('addnorm-config', write);

/** Whoever follows a link to settings wants to see them at work; whoever goes back takes back a change. */
async function showAtWork(): Promise<void> {
  lab.scrollIntoView({ block: 'start' });
  await lab.updateComplete;
  lab.start();
}

const verifyButton = document.querySelector<HTMLButtonElement>('.verify-start')!;
verifyButton.hidden = false;
verifyButton.addEventListener('click', () => void openVerifyPanel(), { once: true });

/** The panel is loaded when it is first wanted, and has the button from then on. */
async function openVerifyPanel(): Promise<void> {
  const root = document.querySelector<HTMLElement>('.verify-panel')!;
  root.textContent = '';
  try {
    const [{ VerifyPanel }, { messagesEn: verifyEn }] = await Promise.all([
      import('../verify/panel.ts'),
      import('../verify/messages.en.ts'),
    ]);
    const verifyMessages = await catalogue(verifyEn, {
      de: async () => (await import('../verify/messages.de.ts')).messagesDe,
    });
    new VerifyPanel(root, verifyButton, verifyMessages).start();
  } catch (error) {
    root.textContent = (await messages).notLoaded(String(error));
    verifyButton.addEventListener('click', () => void openVerifyPanel(), { once: true });
  }
}
