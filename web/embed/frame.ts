// The frame's side: tells the page around it how high its content is and how things stand, and takes what that page, and nobody
// else, wants to be set. Where there is no page around it, nothing is said and nothing is heard.
import { invalid } from '../lib/errors.ts';
import { faultOf, type FrameMessage, isOurs, PROTOCOL_VERSION, type SetMessage } from './protocol.ts';

/** How a host is told the height: by our messages, or also as a learning platform asks for it. */
export type ResizeMode = 'addnorm' | 'lti';

/** A message without what all of them have. */
type Body<M> = M extends FrameMessage ? Omit<M, 'v' | 'id'> : never;

export interface FrameOptions {
  readonly id: string;
  readonly resize: ResizeMode;
  /** What is as high as its content, whatever the height of the frame. */
  readonly content: Element;
  /** The page around has asked for this; it may be nothing but how things stand. */
  readonly onSet: (message: SetMessage) => void;
}

export class Frame {
  readonly #options: FrameOptions;
  readonly #observer: ResizeObserver;
  #height = 0;
  #isReady = false;

  constructor(options: FrameOptions) {
    this.#options = options;
    this.#observer = new ResizeObserver(() => this.#measure());
    if (parent === window) return;
    addEventListener('message', this.#listen);
    this.#observer.observe(options.content);
  }

  post(body: Body<FrameMessage>): void {
    if (parent === window) return;
    // Who is around is not known, so no message holds a text that someone has put in.
    parent.postMessage({ ...body, v: PROTOCOL_VERSION, id: this.#options.id }, '*');
  }

  dispose(): void {
    removeEventListener('message', this.#listen);
    this.#observer.disconnect();
  }

  readonly #listen = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== parent || !isOurs(data) || data.type !== 'addnorm:set') return;
    const fault = faultOf(data);
    if (fault) {
      this.post({ type: 'addnorm:error', message: invalid(fault.name, fault.value, fault.rule) });
    } else if ((data as SetMessage).id === this.#options.id) {
      const { theme, config } = data as SetMessage;
      if (this.#isReady && theme === undefined && config === undefined) this.#tellHeight('addnorm:ready');
      this.#options.onSet(data as SetMessage);
    }
  };

  #measure(): void {
    const height = Math.ceil(this.#options.content.getBoundingClientRect().height);
    if (height === this.#height) return;
    this.#height = height;
    this.#tellHeight(this.#isReady ? 'addnorm:resize' : 'addnorm:ready');
    this.#isReady = true;
  }

  #tellHeight(type: 'addnorm:ready' | 'addnorm:resize'): void {
    this.post({ type, height: this.#height });
    if (this.#options.resize === 'lti') {
      parent.postMessage({ subject: 'lti.frameResize', height: this.#height }, '*');
    }
  }
}
