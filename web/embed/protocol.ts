// What a page and a lab in a frame of it may say to each other by postMessage, and how a message is checked before anything is
// made of it: the one schema for both sides. Knows no window; small, since every page that uses `addnorm/embed` loads it.

/** Of the form of the messages: a later one may mean another thing by the same name. */
export const PROTOCOL_VERSION = 1;

/** The colours of a frame; auto follows the system. */
export type Theme = 'auto' | 'light' | 'dark';

/** Settings by their key in an address (`{ depth: 12, placement: 'post,pre' }`). */
export type FrameConfig = Readonly<Record<string, string | number | boolean>>;

interface Envelope<Type extends string> {
  readonly type: Type;
  readonly v: typeof PROTOCOL_VERSION;
  /** What stands after `id=` in the address of the frame; '' if nothing does. */
  readonly id: string;
}

/** The lab is there; its content is so many pixels high. */
export type ReadyMessage = Envelope<'addnorm:ready'> & { readonly height: number };
export type ResizeMessage = Envelope<'addnorm:resize'> & { readonly height: number };
/** How training stands, and the settings that differ from the defaults, but for a text to learn. */
export type StateMessage = Envelope<'addnorm:state'> & {
  readonly state: string;
  readonly step: number;
  readonly config: FrameConfig;
};
export type ErrorMessage = Envelope<'addnorm:error'> & { readonly message: string };

/** What a frame says to the page around it. */
export type FrameMessage = ReadyMessage | ResizeMessage | StateMessage | ErrorMessage;

/** Colours and settings for the lab; settings that are left out take their defaults. Without either it asks how things stand. */
export type SetMessage = Envelope<'addnorm:set'> & {
  readonly theme?: Theme;
  readonly config?: FrameConfig;
};

/** Every message there is. */
export type Message = FrameMessage | SetMessage;

/** The first field of a message that is not as it has to be. */
export interface Fault {
  readonly name: string;
  readonly value: unknown;
  readonly rule: string;
}

interface Field {
  readonly rule: string;
  readonly allows: (value: unknown) => boolean;
  readonly isOptional?: boolean;
}

const MOST_KEYS = 100;
const MOST_CHARACTERS = 10_000;
const MOST_PIXELS = 100_000;

const isText = (value: unknown) => typeof value === 'string' && value.length <= MOST_CHARACTERS;
const isFrom0To = (most: number) => (value: unknown) =>
  typeof value === 'number' && value >= 0 && value <= most;
const isValue = (value: unknown) =>
  isText(value) || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

function isConfig(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const values = Object.values(value);
  return values.length <= MOST_KEYS && values.every(isValue);
}

const TEXT: Field = { rule: `must be a text of at most ${MOST_CHARACTERS} characters`, allows: isText };
const HEIGHT: Field = {
  rule: `must be a number from 0 to ${MOST_PIXELS}`,
  allows: isFrom0To(MOST_PIXELS),
};
const STEP: Field = { rule: 'must be a number of steps', allows: isFrom0To(Number.MAX_SAFE_INTEGER) };
const CONFIG: Field = {
  rule: `must be an object of at most ${MOST_KEYS} texts, numbers or booleans`,
  allows: isConfig,
};
const THEME: Field = {
  rule: 'must be "auto" or "light" or "dark"',
  allows: (value) => value === 'auto' || value === 'light' || value === 'dark',
};
const ENVELOPE: Readonly<Record<string, Field>> = {
  v: { rule: `must be ${PROTOCOL_VERSION}`, allows: (value) => value === PROTOCOL_VERSION },
  id: TEXT,
};

const optional = (field: Field): Field => ({ ...field, isOptional: true });

type FieldsOf<M extends Message> = Readonly<Record<Exclude<keyof M, 'type' | 'v' | 'id'>, Field>>;

const FIELDS: { readonly [Type in Message['type']]: FieldsOf<Extract<Message, { type: Type }>> } = {
  'addnorm:ready': { height: HEIGHT },
  'addnorm:resize': { height: HEIGHT },
  'addnorm:state': { state: TEXT, step: STEP, config: CONFIG },
  'addnorm:error': { message: TEXT },
  'addnorm:set': { theme: optional(THEME), config: optional(CONFIG) },
};

/** Is this a message of ours, sound or not? Others send messages, too. */
export const isOurs = (data: unknown): data is { readonly type: Message['type'] } =>
  typeof data === 'object' && data !== null && Object.hasOwn(FIELDS, String((data as Partial<Message>).type));

/** What is wrong with a message; undefined if it is one of the schema. */
export function faultOf(message: { readonly type: Message['type'] }): Fault | undefined {
  const fields: Readonly<Record<string, Field>> = { ...ENVELOPE, ...FIELDS[message.type] };
  const values = message as Readonly<Record<string, unknown>>;
  for (const [name, { rule, allows, isOptional }] of Object.entries(fields)) {
    const value = values[name];
    if (!allows(value) && !(isOptional && value === undefined)) return { name, value, rule };
  }
  const name = Object.keys(values).find((key) => key !== 'type' && !(key in fields));
  return name === undefined ? undefined : { name, value: values[name], rule: 'is not known' };
}
