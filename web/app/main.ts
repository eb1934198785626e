// The hosted page around the lab: keeps settings and address in step, and lets people choose the colours.
import '../element/define.ts';
import { ADDRESS_VERSION, AddressWriter, type Params, parseHash } from './address.ts';
import { messagesEn } from './messages.en.ts';
import { isTheme, type Theme, ThemeSwitch } from './theme-switch.ts';

const lab = document.querySelector('addnorm-lab')!;
const writer = new AddressWriter();
const themeSwitch = new ThemeSwitch(document.querySelector<HTMLElement>('.theme-switch')!, (theme) => {
  applyTheme(theme);
  writeAddress();
});
/** Keys of the address that are the page's own. */
const OWN_KEYS = ['v', 'theme'];
/** What the address does not hold, as far as it was said. */
let leftOut: readonly string[] = [];

function readAddress(): boolean {
  const params = parseHash(location.hash);
  if (params === null) return false;
  writer.cancel();
  const own = new Map(params.filter(([key]) => OWN_KEYS.includes(key)));
  lab.params = params.filter(([key]) => !OWN_KEYS.includes(key));
  const version = own.get('v') ?? ADDRESS_VERSION;
  if (version !== ADDRESS_VERSION) lab.notify(messagesEn.otherVersion(version, ADDRESS_VERSION));
  const theme = own.get('theme') ?? 'auto';
  if (isTheme(theme)) applyTheme(theme);
  else lab.notify(messagesEn.unknownTheme(theme));
  return true;
}

function writeAddress(): void {
  const theme: Params = lab.theme === 'auto' ? [] : [['theme', lab.theme]];
  writer.write([...lab.params, ...theme]);
  for (const notice of lab.settings.leftOut) if (!leftOut.includes(notice)) lab.notify(notice);
  ({ leftOut } = lab.settings);
}

function applyTheme(theme: Theme): void {
  themeSwitch.mark(theme);
  lab.theme = theme;
  document.documentElement.dataset['theme'] = theme;
}

/** Whoever follows a link to settings wants to see them at work. */
async function followAddress(): Promise<void> {
  if (!readAddress()) return;
  lab.scrollIntoView({ block: 'start' });
  await lab.updateComplete;
  lab.start();
}

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
    const { VerifyPanel } = await import('./verify/panel.ts');
    new VerifyPanel(root, verifyButton).start();
  } catch (error) {
    root.textContent = messagesEn.notLoaded(String(error));
    verifyButton.addEventListener('click', () => void openVerifyPanel(), { once: true });
  }
}

// The skip link must not put its own name where the settings are.
document.querySelector('.skip')!.addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('explanation')!.focus();
});
document.querySelector('[data-version]')!.textContent = __ADDNORM_VERSION__;
