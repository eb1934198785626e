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

const one = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const writer = new AddressWriter();
startPage({ onTheme: () => writeAddress() });

function paramsIn(hash: string): { readonly map: Params; readonly gradients: Params } {
  const params = (parseHash(hash) ?? []).filter(([key]) => !OWN_KEYS.includes(key));
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
  const ofGradients = gradients.params.map(([key, text]): [string, string] => [GRADIENT_PREFIX + key, text]);
  writer.write([...map.params, ...ofGradients, ...themeParams()]);
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
const given = paramsIn(location.hash);
const map: Figure = mountStabilityMap(place, { ...shared, params: given.map });
const gradients: Figure = mountInitialGradients(one('.initial-gradients'), {
  ...shared,
  params: given.gradients,
});

addEventListener('hashchange', () => {
  if (parseHash(location.hash) === null) return;
  writer.cancel();
  const changed = paramsIn(location.hash);
  map.params = changed.map;
  gradients.params = changed.gradients;
});
addEventListener('addnorm-theme', () => {
  map.refreshTheme();
  gradients.refreshTheme();
});
