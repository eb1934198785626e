// The public face of addnorm/embed: for a page that has a lab in a frame. The frame itself needs none of it.
export { embed, type Embedded, type EmbedOptions } from './embed.ts';
export type { FrameConfig, FrameMessage, Message, SetMessage, StateMessage, Theme } from './protocol.ts';
