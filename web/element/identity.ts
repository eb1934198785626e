// What each variant is called and how it is told apart: the identities that charts, verdicts and the lab share.
import type { VariantIdentity } from '../charts/index.ts';
import { configToParams, formatSetting, type RunConfig, type Setting, SETTINGS } from '../lib/index.ts';
import { show } from '../lib/errors.ts';
import { nameArrangement } from './arrangement.ts';
import type { LabMessages } from './messages.en.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** One identity a variant. Labels differ: variants of one placement also say in what else they differ. */
export function identify(configs: readonly RunConfig[], messages: LabMessages): VariantIdentity[] {
  const names = configs.map(({ model }) => nameArrangement(model));
  const plain = configs.map(({ model }, i) => {
    const { label, finalNorm } = names[i]!;
    const name = withNorm(label ?? messages.custom, messages.normShort[model.norm]);
    return finalNorm === null ? name : messages.withFinalNorm(name, finalNorm);
  });
  return names.map(({ placement }, i) => {
    const twins = plain.flatMap((label, j) => (label === plain[i] ? [j] : []));
    const distinction = twins.length > 1 ? distinguish(configs, twins, i, messages) : '';
    return {
      id: IDS[i]!,
      label: distinction === '' ? plain[i]! : messages.distinguished(plain[i]!, distinction),
      placement,
      nth: names.slice(0, i).filter((other) => other.placement === placement).length,
    };
  });
}

/** "pre-LN" is short for LayerNorm; with RMSNorm it is "pre-RMS". */
const withNorm = (label: string, norm: string): string => label.replace(/-LN$/, `-${norm}`);

/**
 * "Warm-up 200", for each setting in which the variants of one name were made to differ; the letter of the variant if there
 * is none.
 */
function distinguish(
  configs: readonly RunConfig[],
  twins: readonly number[],
  i: number,
  messages: LabMessages,
) {
  const given = new Set(twins.flatMap((twin) => configToParams(configs[twin]!).map(([key]) => key)));
  const parts = SETTINGS.flatMap(({ section, name, setting }) => {
    if (!given.has(setting.key)) return [];
    const texts = twins.map((twin) => {
      const values: object = section === 'run' ? configs[twin]! : configs[twin]![section];
      return textOf(setting, (values as Record<string, unknown>)[name], messages);
    });
    const own = texts[twins.indexOf(i)]!;
    return new Set(texts).size > 1 ? [`${setting.label} ${own}`] : [];
  });
  return parts.length > 0 ? parts.join(', ') : IDS[i]!.toUpperCase();
}

function textOf(setting: Setting, value: unknown, messages: LabMessages): string {
  if (setting.type === 'boolean') return messages.onOff(value === true);
  return setting.type === 'text' ? show(value) : formatSetting(setting, value);
}
