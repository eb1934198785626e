// The script of maps.html: mounts both figures over one pool, and keeps their settings in the address.
import { messagesEn as chartMessagesEn } from '../../charts/index.ts';
import { Pool } from '../../lab/index.ts';
import { type Figure, messagesEn, mountInitialGradients, mountStabilityMap } from '../../maps/index.ts';
import { formatHash, type Params } from '../../element/address.ts';
import { catalogue } from '../site/catalogue.ts';
import { followAddress, themeParams } from '../site/follow-address.ts';

/** Both figures have a depth and a seed: in the address those of the second one have this before their keys. */
const GRADIENT_PREFIX = 'gradient-';

interface OfFigures<What> {
  readonly map: What;
  readonly gradients: What;
}

const one = (selector: string) => document.querySelector<HTMLElement>(selector)!;
/** Null until the texts are there; colours may be chosen before. */
let figures: OfFigures<Figure> | null = null;
let given: Params = [];

const { theme, write } = followAddress({
  read: (params) => {
    given = params;
    if (!figures) return;
    const { map, gradients } = paramsOf(params);
    figures.map.params = map;
    figures.gradients.params = gradients;
  },
  params: () => (figures ? formatted(figures) : given),
  onTheme: () => {
    figures?.map.refreshTheme();
    figures?.gradients.refreshTheme();
  },
});

/** What an address says of each figure. */
function paramsOf(params: Params): OfFigures<Params> {
  const isOfGradients = ([key]: Params[number]) => key.startsWith(GRADIENT_PREFIX);
  return {
    map: params.filter((param) => !isOfGradients(param)),
    gradients: params.filter(isOfGradients).map(([key, text]) => [key.slice(GRADIENT_PREFIX.length), text]),
  };
}

/** What an address says of both. */
function formatted({ map, gradients }: OfFigures<Figure>): Params {
  const ofGradients = gradients.params.map(([key, text]): [string, string] => [GRADIENT_PREFIX + key, text]);
  return [...map.params, ...ofGradients];
}

const place = one('.stability-map');
const lab = place.dataset['lab']!;
const shared = {
  pool: new Pool(),
  messages: await catalogue(messagesEn, {
    de: async () => (await import('../../maps/messages.de.ts')).messagesDe,
  }),
  chartMessages: await catalogue(chartMessagesEn, {
    de: async () => (await import('../../charts/messages.de.ts')).messagesDe,
  }),
  onParams: write,
  labHref: (params: Params) => `${lab}${formatHash([...params, ...themeParams(theme())])}`,
};
const first = paramsOf(given);
figures = {
  map: mountStabilityMap(place, { ...shared, params: first.map }),
  gradients: mountInitialGradients(one('.initial-gradients'), { ...shared, params: first.gradients }),
};
