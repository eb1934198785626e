// What both figures have in common for whoever puts them into a page.
import type { ChartMessages } from '../charts/index.ts';
import type { Pool } from '../lab/index.ts';
import { formatHash, type Params } from '../element/address.ts';
import type { MapMessages } from './messages.en.ts';

/** What both figures of this folder take. */
export interface FigureOptions {
  /** Settings by their keys in the address; what is left out has its default. */
  readonly params?: Params | undefined;
  /** Called when the reader has changed them. */
  readonly onParams?: ((params: Params) => void) | undefined;
  /** The address of the lab with these settings. */
  readonly labHref?: ((params: Params) => string) | undefined;
  /** Who makes the runs; the figure makes a pool of its own if left out, and ends it. */
  readonly pool?: Pool | undefined;
  readonly messages?: MapMessages | undefined;
  readonly chartMessages?: ChartMessages | undefined;
}

/** A figure in a page. */
export interface Figure {
  /** Settings that differ from the defaults; set, they are read afresh. */
  params: Params;
  /** Begins, or goes on. */
  start(): void;
  cancel(): void;
  /** To be called after custom properties changed. */
  refreshTheme(): void;
  dispose(): void;
}

/** In the folder of the page. */
export const defaultLabHref = (params: Params): string => `index.html${formatHash(params)}`;
