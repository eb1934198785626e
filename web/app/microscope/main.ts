// The script of microscope.html: keeps the microscope and the address in step, and lets people choose the colours.
import '../../microscope/define.ts';
import { ADDRESS_VERSION, AddressWriter, type Params, parseHash } from '../address.ts';
import { catalogue } from '../site/catalogue.ts';
import { startPage } from '../site/start.ts';
import { isTheme, type Theme } from '../site/theme-switch.ts';
import { type MicroscopePageMessages, messagesEn } from './messages.en.ts';

const microscope = document.querySelector('addnorm-microscope')!;
const writer = new AddressWriter();
const messages = catalogue(messagesEn, {
  de: async () => (await import('./messages.de.ts')).messagesDe,
});
const { theme: themeNow, setTheme } = startPage({
  onTheme: (theme) => {
    microscope.theme = theme;
    writeAddress();
  },
});
/** Keys of the address that are the page's own. */
const OWN_KEYS = ['v', 'theme'];

function readAddress(): void {
  const params = parseHash(location.hash);
  if (params === null) return;
  writer.cancel();
  const own = new Map(params.filter(([key]) => OWN_KEYS.includes(key)));
  microscope.params = params.filter(([key]) => !OWN_KEYS.includes(key));
  const version = own.get('v') ?? ADDRESS_VERSION;
  if (version !== ADDRESS_VERSION) void notify(({ otherVersion }) => otherVersion(version, ADDRESS_VERSION));
  const theme = own.get('theme') ?? themeNow();
  if (isTheme(theme)) applyTheme(theme);
  else void notify(({ unknownTheme }) => unknownTheme(theme));
}

async function notify(text: (messages: MicroscopePageMessages) => string): Promise<void> {
  microscope.notify(text(await messages));
}

function writeAddress(): void {
  const theme: Params = microscope.theme === 'auto' ? [] : [['theme', microscope.theme]];
  writer.write([...microscope.params, ...theme]);
}

function applyTheme(theme: Theme): void {
  setTheme(theme);
  microscope.theme = theme;
}

readAddress();
microscope.addEventListener('addnorm-microscope-change', writeAddress);
addEventListener('hashchange', readAddress);
