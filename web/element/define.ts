// Registers <addnorm-lab>, once, wherever there are custom elements.
import { AddnormLab } from './addnorm-lab.ts';

if (typeof customElements !== 'undefined' && !customElements.get('addnorm-lab')) {
  customElements.define('addnorm-lab', AddnormLab);
}

declare global {
  interface HTMLElementTagNameMap {
    'addnorm-lab': AddnormLab;
  }
}
