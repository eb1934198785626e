// All CSS of the element's shadow root: tokens, buttons and fields as the lab has them, and its own.
import { type CSSResult, unsafeCSS } from 'lit';
import { styles } from '../element/styles.ts';
import microscopeCss from './addnorm-microscope.css?inline';

export const microscopeStyles: CSSResult[] = [...styles, unsafeCSS(microscopeCss)];
