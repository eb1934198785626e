// Registers <addnorm-microscope>, once.
import { AddnormMicroscope } from './addnorm-microscope.ts';

if (!customElements.get('addnorm-microscope')) customElements.define('addnorm-microscope', AddnormMicroscope);

declare global {
  interface HTMLElementTagNameMap {
    'addnorm-microscope': AddnormMicroscope;
  }
}
