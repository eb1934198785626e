// Labs with a name: settings that belong together, as a key `preset` or an attribute of that name takes them. Settings given
// beside a preset come over its own.
import { parseSetting, type Setting } from '../lib/index.ts';

export const PRESETS: Readonly<Record<string, string>> = {
  default: '',
  deep: 'depth=12',
  shallow: 'depth=2',
  'warm-up': 'warmup=200',
  'no-residual': 'placement=plain,pre',
  'no-norm': 'placement=none,pre',
  'rms-norm': 'norm=rms',
  'no-final-norm': 'placement=pre,pre&final-norm=1,0',
  'batch-norm': 'placement=pre,pre&norm=layer,batch',
  'cures-for-depth': 'placement=post,sandwich,resPost,deepnorm,rezero&depth=12',
};

export const PRESET_KEY = 'preset';

/** The row of the key, so that a name that there is not is told of as a choice of a setting. */
const PRESET_SETTING: Setting = {
  type: 'choice',
  choices: Object.keys(PRESETS),
  default: 'default',
  key: PRESET_KEY,
  label: 'Preset',
  help: '',
  group: 'more',
};

/** The settings of a preset, as keys and texts; or the rule that its name breaks. */
export function readPreset(name: string): {
  readonly params: readonly (readonly [key: string, text: string])[];
  readonly rule: string | undefined;
} {
  const { value, rule } = parseSetting(PRESET_SETTING, name);
  return { params: [...new URLSearchParams(typeof value === 'string' ? PRESETS[value] : '')], rule };
}
