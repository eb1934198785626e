// What every page does with its address: it begins with what stands there, follows it when it changes, and writes into it.
// Version and colours are the same for all pages; the rest is the page's own.
import { ADDRESS_VERSION, AddressWriter, isOwnEntry, type Params, parseHash } from '../address.ts';
import { catalogue } from './catalogue.ts';
import { messagesEn, type SiteMessages } from './messages.en.ts';
import { NoticeList } from './notice-list.ts';
import { startPage, type StartOptions } from './start.ts';
import { isTheme, type Theme } from './theme-switch.ts';

export interface AddressOptions extends Partial<Pick<StartOptions, 'saysWhatIsMissing'>> {
  /**
   * Takes the settings of the address, when the page begins and when it is led on, `isLink` if a link on it did so. What it
   * returns is wrong with them, a sentence each.
   */
  readonly read?: (params: Params, isLink: boolean) => readonly string[] | undefined;
  /** The settings as they are. */
  readonly params?: () => Params;
  /** Draws in these colours; the page itself has them already. */
  readonly onTheme?: (theme: Theme) => void;
  /** Says what is wrong with the address; where the page has no place for it, it stands over its main part. */
  readonly notify?: (notice: string) => void;
}

export interface FollowedAddress {
  readonly theme: () => Theme;
  /** Writes settings and colours into the address, a moment later. */
  readonly write: () => void;
}

/** Keys of the address that every page takes. */
const SHARED_KEYS = ['v', 'theme'];
const isShared = ([key]: Params[number]) => SHARED_KEYS.includes(key);

export function followAddress(options: AddressOptions = {}): FollowedAddress {
  const { read = () => {}, params = () => [], onTheme = () => {}, saysWhatIsMissing = false } = options;
  const writer = new AddressWriter();
  const list = new NoticeList();
  const notify = options.notify ?? ((notice: string) => list.add(notice));
  const { theme, setTheme } = startPage({
    saysWhatIsMissing,
    onTheme: (chosen) => {
      onTheme(chosen);
      write();
    },
  });
  const write = () => writer.write([...params(), ...themeParams(theme())]);

  const follow = (isLink: boolean) => {
    const given = parseHash(location.hash);
    if (given === null) return;
    writer.cancel();
    list.clear();
    const faults = read(
      given.filter((param) => !isShared(param)),
      isLink,
    );
    for (const fault of faults ?? []) notify(fault);
    const shared = new Map(given.filter(isShared));
    const version = shared.get('v') ?? ADDRESS_VERSION;
    if (version !== ADDRESS_VERSION)
      void say(({ otherVersion }) => notify(otherVersion(version, ADDRESS_VERSION)));
    const wanted = shared.get('theme') ?? theme();
    if (isTheme(wanted)) {
      setTheme(wanted);
      onTheme(wanted);
    } else void say(({ unknownTheme }) => notify(unknownTheme(wanted)));
  };
  follow(false);
  addEventListener('hashchange', () => follow(!isOwnEntry()));
  return { theme, write };
}

/** The texts are loaded when there is something to say. */
async function say(what: (messages: SiteMessages) => void): Promise<void> {
  what(await catalogue(messagesEn, { de: async () => (await import('./messages.de.ts')).messagesDe }));
}

export const themeParams = (theme: Theme): Params => (theme === 'auto' ? [] : [['theme', theme]]);
