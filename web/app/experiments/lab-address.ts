// Where the lab shows the models of an experiment: its address, from here.
import type { Experiment } from '../../experiments/index.ts';
import { formatHash } from '../../element/address.ts';
import { LabSettings } from '../../element/settings.ts';

/** The settings of the lab for these arms, with a seed; undefined if the lab has nothing to show of it. */
export function labAddress({ arms, inTheLab }: Experiment, seed: number): string | undefined {
  const shown = inTheLab.map((id) => arms.find((arm) => arm.id === id)!);
  if (shown.length === 0) return undefined;
  const { settings } = LabSettings.read([['stop', String(Math.max(...shown.map(({ steps }) => steps)))]]);
  const configs = shown.map(({ config }) => ({ ...config, seed }));
  return formatHash(LabSettings.of(configs, settings).toParams());
}
