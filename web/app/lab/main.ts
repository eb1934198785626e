// The hosted page around the lab: keeps settings and address in step, and lets people choose the colours.
import '../../element/define.ts';
import { ADDRESS_VERSION, AddressWriter, isOwnEntry, type Params, parseHash } from '../address.ts';
import { catalogue } from '../site/catalogue.ts';
import { startPage } from '../site/start.ts';
import { isTheme, type Theme } from '../site/theme-switch.ts';
import { type LabPageMessages, messagesEn } from './messages.en.ts';

const lab = document.querySelector('addnorm-lab')!;
const writer = new AddressWriter();
const messages = catalogue(messagesEn, { de: async () => (await import('./messages.de.ts')).messagesDe });
const { theme: themeNow, setTheme } = startPage({
  saysWhatIsMissing: true,
  onTheme: (theme) => {
    lab.theme = theme;
    writeAddress();
  },
});
/** Keys of the address that are the page's own. */
const OWN_KEYS = ['v', 'theme'];

function readAddress(): boolean {
  const params = parseHash(location.hash);
  if (params === null) return false;
  writer.cancel();
  const own = new Map(params.filter(([key]) => OWN_KEYS.includes(key)));
  lab.params = params.filter(([key]) => !OWN_KEYS.includes(key));
  const version = own.get('v') ?? ADDRESS_VERSION;
  if (version !== ADDRESS_VERSION) void notify(({ otherVersion }) => otherVersion(version, ADDRESS_VERSION));
  const theme = own.get('theme') ?? themeNow();
  if (isTheme(theme)) applyTheme(theme);
  else void notify(({ unknownTheme }) => unknownTheme(theme));
  return true;
}

async function notify(text: (messages: LabPageMessages) => string): Promise<void> {
  lab.notify(text(await messages));
}

function writeAddress(): void {
  const theme: Params = lab.theme === 'auto' ? [] : [['theme', lab.theme]];
  writer.write([...lab.params, ...theme]);
}

function applyTheme(theme: Theme): void {
  setTheme(theme);
  lab.theme = theme;
}

/** Whoever follows a link to settings wants to see them at work; whoever goes back takes back a change. */
async function followAddress(): Promise<void> {
  if (!readAddress() || isOwnEntry()) return;
  lab.scrollIntoView({ block: 'start' });
  await lab.updateComplete;
  lab.start();
}

lab.page = location.href.replace(/[?#].*/, '');
readAddress();
lab.addEventListener('addnorm-config', writeAddress);
addEventListener('hashchange', () => void followAddress());

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
