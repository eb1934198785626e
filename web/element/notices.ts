// What has to be said before anything else: settings that are not as given or not in the address, and why training cannot go
// on, with a way to try again.
import { html, nothing, type TemplateResult } from 'lit';
import type { VariantIdentity } from '../charts/index.ts';
import { ICONS } from './icons.ts';
import type { LabMessages } from './messages.en.ts';

type Rendered = TemplateResult | typeof nothing;

export function settingNotices(
  notices: readonly string[],
  messages: Pick<LabMessages, 'noticesTitle' | 'close'>,
  close: () => void,
): Rendered {
  if (notices.length === 0) return nothing;
  return html`<div class="notice" role="status">
    <div>
      <strong>${messages.noticesTitle}</strong>
      <ul>
        ${notices.map((notice) => html`<li>${notice}</li>`)}
      </ul>
    </div>
    <button type="button" class="button square" aria-label=${messages.close} @click=${close}>
      ${ICONS.close}
    </button>
  </div>`;
}

export function failure(
  error: Error | null,
  identities: readonly VariantIdentity[],
  messages: LabMessages,
  retry: () => void,
): Rendered {
  if (!error) return nothing;
  return html`<div class="notice failure" role="alert">
    <div>
      <strong>${messages.errorTitle}</strong>
      <p>${messages.errorHint[causeOf(error)]}</p>
      <p class="reason">${reasonOf(error, identities)}</p>
    </div>
    <button type="button" class="button" part="button" @click=${retry}>${messages.retry}</button>
  </div>`;
}

/** The lab names a variant by its id, which nobody sees: here it is called as in the charts, or not at all. */
export function reasonOf({ message }: Error, identities: readonly VariantIdentity[]): string {
  return message.replace(/^variant "([^"]*)": /, (_, id: string) => {
    const identity = identities.find((one) => one.id === id);
    return identity ? `${identity.label}: ` : '';
  });
}

/** Which advice fits. The texts are those of the library and of the browsers. */
function causeOf({ message }: Error): keyof LabMessages['errorHint'] {
  if (/content security policy|unsafe-eval/i.test(message)) return 'policy';
  if (/out of memory/i.test(message)) return 'memory';
  return /WebAssembly is not available/.test(message) ? 'wasm' : 'other';
}
