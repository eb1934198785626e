// The host's side of a lab in a frame: makes the frame as high as its content, hands it colours and settings, and tells what it
// says. Whatever does not come from this frame, from where it was loaded, or is none of the protocol's messages counts for nothing.
import {
  faultOf,
  type FrameConfig,
  type FrameMessage,
  isOurs,
  PROTOCOL_VERSION,
  type SetMessage,
  type StateMessage,
  type Theme,
} from './protocol.ts';

/** What a frame is told at first, how high it may become, and who hears of it. */
export interface EmbedOptions {
  /** Bounds for the height of the frame, in pixels. Default: 150 to 5000. */
  readonly minHeight?: number | undefined;
  readonly maxHeight?: number | undefined;
  /** Whether the frame takes the height of its content. Default: true. */
  readonly height?: boolean | undefined;
  /** Colours of the lab; what the address of the frame says if left out. */
  readonly theme?: Theme | undefined;
  /** Settings of the lab; what the address of the frame says if left out. */
  readonly config?: FrameConfig | undefined;
  readonly onReady?: (() => void) | undefined;
  readonly onState?: ((state: StateMessage) => void) | undefined;
  readonly onError?: ((message: string) => void) | undefined;
}

/** A frame that is looked after. */
export interface Embedded {
  /** Hands over colours, or settings (those left out take their defaults), or both. */
  set(what: Pick<SetMessage, 'theme' | 'config'>): void;
  /** Listens no more. The frame stays. */
  dispose(): void;
}

/**
 * Looks after a frame whose address is that of `embed.html`. It may be called before or after the frame has loaded.
 *
 * @throws TypeError if it is no iframe
 * @example
 * import { embed } from 'addnorm/embed';
 * const lab = embed(document.querySelector('iframe')!, { theme: 'dark' });
 * lab.set({ config: { depth: 12, placement: 'post,pre' } });
 */
export function embed(frame: HTMLIFrameElement, options: EmbedOptions = {}): Embedded {
  // Often what querySelector has found, or has not.
  if ((frame as Element | null)?.tagName !== 'IFRAME')
    throw new TypeError('invalid frame: must be an iframe');
  const { minHeight = 150, maxHeight = 5000, height = true, theme, config } = options;
  const { origin, id } = identityOf(frame);
  const post = (what: Pick<SetMessage, 'theme' | 'config'>, target: string): void => {
    const message: SetMessage = { type: 'addnorm:set', v: PROTOCOL_VERSION, id, ...what };
    frame.contentWindow?.postMessage(message, target);
  };
  const set: Embedded['set'] = (what) => post(what, origin === 'null' ? '*' : origin);
  const receive = (message: FrameMessage): void => {
    if (height && 'height' in message) {
      frame.style.height = `${Math.ceil(Math.min(maxHeight, Math.max(minHeight, message.height)))}px`;
    }
    if (message.type === 'addnorm:state') options.onState?.(message);
    if (message.type === 'addnorm:error') options.onError?.(message.message);
    if (message.type !== 'addnorm:ready') return;
    if (theme !== undefined || config !== undefined) {
      set({ ...(theme !== undefined && { theme }), ...(config !== undefined && { config }) });
    }
    options.onReady?.();
  };
  const listen = ({ source, origin: sender, data }: MessageEvent<unknown>): void => {
    if (source !== frame.contentWindow || sender !== origin || !isOurs(data)) return;
    if (data.type === 'addnorm:set' || faultOf(data)) return;
    if ((data as FrameMessage).id === id) receive(data as FrameMessage);
  };
  addEventListener('message', listen);
  // A frame that was ready before says so again. There is nothing in this that others might not read.
  post({}, '*');
  return { set, dispose: () => removeEventListener('message', listen) };
}

/** Where messages of the frame come from, and what it calls itself. */
function identityOf({ src, sandbox }: HTMLIFrameElement): { readonly origin: string; readonly id: string } {
  const url = new URL(src, document.baseURI);
  const isOpaque = sandbox.length > 0 && !sandbox.contains('allow-same-origin');
  return { origin: isOpaque ? 'null' : url.origin, id: url.searchParams.get('id') ?? '' };
}
