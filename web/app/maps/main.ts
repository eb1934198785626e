// The script of maps.html: mounts both figures over one pool, and keeps their settings in the address.
import { messagesEn as chartMessagesEn } from '../../charts/index.ts';
import { Pool } from '../../lab/index.ts';
import { type Figure, messagesEn, mountInitialGradients, mountStabilityMap } from '../../maps/index.ts';
import { formatHash, type Params, parseHash } from '../../element/address.ts';
import { AddressWriter } from '../address.ts';
import { catalogue } from '../site/catalogue.ts';
import { startPage } from '../site/start.ts';

/** Both figures have a depth and a seed: in the address those of the second one have this before their keys. */
const GRADIENT_PREFIX = 'gradient-';
/** Keys of the address that are the page's own. */
const OWN_KEYS = ['v', 'theme'];

interface Figures {
  readonly map: Figure;
  readonly gradients: Figure;
}

const one = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const writer = new AddressWriter();
/** Null until the texts are there; colours may be chosen before. */
let figures: Figures | null = null;
startPage({ onTheme: () => writeAddress() });

/** What the address says of the figures. */
const ownParams = (): Params => (parseHash(location.hash) ?? []).filter(([key]) => !OWN_KEYS.includes(key));

function paramsInAddress(): { readonly map: Params; readonly gradients: Params } {
  const params = ownParams();
  const isOfGradients = ([key]: Params[number]) => key.startsWith(GRADIENT_PREFIX);
  return {
    map: params.filter((param) => !isOfGradients(param)),
    gradients: params.filter(isOfGradients).map(([key, text]) => [key.slice(GRADIENT_PREFIX.length), text]),
  };
}

/** As the page is drawn: what is chosen, or nothing for the colours of the system. */
function themeParams(): Params {
  const { theme = 'auto' } = document.documentElement.dataset;
  return theme === 'auto' ? [] : [['theme', theme]];
}

function writeAddress(): void {
  writer.write([...(figures ? paramsOf(figures) : ownParams()), ...themeParams()]);
}

function paramsOf({ map, gradients }: Figures): Params {
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
  onParams: writeAddress,
  labHref: (params: Params) => `${lab}${formatHash([...params, ...themeParams()])}`,
};
const given = paramsInAddress();
const map = mountStabilityMap(place, { ...shared, params: given.map });
const gradients = mountInitialGradients(one('.initial-gradients'), { ...shared, params: given.gradients });
figures = { map, gradients };

addEventListener('hashchange', () => {
  if (parseHash(location.hash) === null) return;
  writer.cancel();
  const changed = paramsInAddress();
  map.params = changed.map;
  gradients.params = changed.gradients;
});
addEventListener('addnorm-theme', () => {
  map.refreshTheme();
  gradients.refreshTheme();
});
