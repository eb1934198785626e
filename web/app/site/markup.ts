// Markup as a value: what the pages are made of when they are built. A template `html` escapes every text that is put into
// it and takes markup as it is. No DOM; runs in Node.

/** Text that is HTML already. */
export class Markup {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

export type Content = Markup | string | number | readonly Content[] | false | undefined;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);

function textOf(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (content === false || content === undefined) return '';
  if (typeof content === 'object') return content.map(textOf).join('');
  return escape(String(content));
}

/** HTML with values in it: texts are escaped, also inside quotes of an attribute; false and undefined are nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(strings.reduce((text, string, i) => `${text}${textOf(values[i - 1])}${string}`));
}
