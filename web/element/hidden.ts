// Controls that are not shown, so that whoever puts a lab in front of others decides what they have to look at: `depth_hide=1`
// hides the control of `depth`. What is hidden is still set as the address says.
import { parseSetting, type Setting, SETTINGS } from '../lib/index.ts';
import { OPTIONS } from './options.ts';

const SUFFIX = '_hide';

/** Parts of the lab that are no setting's. */
const PARTS = ['step', 'reset', 'rewind', 'models', 'more'] as const;

/** What can be hidden: the control of every setting (of `view`, the tabs), the buttons for steps and for another start, the slider back, adding models, and "More settings". */
export type Control = (typeof PARTS)[number] | (string & {});

const CONTROLS: ReadonlySet<Control> = new Set([
  ...SETTINGS.map(({ setting }) => setting.key),
  ...Object.values(OPTIONS).map(({ key }) => key),
  ...PARTS,
]);

/** Where nothing but play and pause is to be pressed, these go besides the parts of the lab that are controls alone. */
export const BESIDES_PLAY: readonly Control[] = ['models', 'placement', 'warmup'];

/** The keys in an address, which are attributes as well. */
export const HIDE_KEYS: readonly string[] = [...CONTROLS].map((control) => `${control}${SUFFIX}`);

export const isHideKey = (key: string): boolean => HIDE_KEYS.includes(key);

/** The control that a key hides. */
export const hiddenBy = (key: string): Control => key.slice(0, -SUFFIX.length);

/** The row of such a key, so that its text is read and its faults are told as those of a setting. */
const hideSetting = (key: string): Setting => ({
  type: 'boolean',
  default: false,
  key,
  label: key,
  help: '',
  group: 'more',
});

/** Is the control to be hidden, and what rule does the text break? An attribute may stand alone. */
export const readHide = (key: string, text: string): ReturnType<typeof parseSetting> =>
  parseSetting(hideSetting(key), text);
