// The rules of the schema in German, translated by their form: the schema says them in English, with its numbers and names
// in them. A rule of another form stays as it is.

const FORMS: readonly (readonly [english: RegExp, german: string])[] = [
  [/must be a whole number from (\S+) to (\S+)/, 'muss eine ganze Zahl von $1 bis $2 sein'],
  [/must be a number from (\S+) to (\S+)/, 'muss eine Zahl von $1 bis $2 sein'],
  [/must be true or false/, 'muss 1 oder 0 sein'],
  [/must be a multiple of (.+)/, 'muss teilbar sein durch $1'],
  [/must be at most (.+)/, 'darf höchstens $1 sein'],
  [
    /must be at least 2 for norm "batch" where nCtx = 1/,
    'muss mindestens 2 sein, wenn die Norm "batch" ist und nCtx = 1',
  ],
  [/needs vocabSize of at least (\d+), not (\d+)/, 'braucht vocabSize von mindestens $1, nicht $2'],
  [/must have at least (.+) characters, not (\d+)/, 'muss mindestens $1 Zeichen haben, nicht $2'],
  [/must have (\d+) to (\d+) characters, not (\d+)/, 'muss $1 bis $2 Zeichen haben, nicht $3'],
  [
    /must have at most (\d+) different characters, not (\d+)/,
    'darf höchstens $1 verschiedene Zeichen haben, nicht $2',
  ],
  [
    /must not have half of a surrogate pair, as there is at (\d+)/,
    'darf kein halbes Surrogatpaar haben wie an Stelle $1',
  ],
  [
    /must name the slots that hold a norm: input, output, after/,
    'muss die Plätze nennen, die eine Norm haben: input, output, after',
  ],
];

/** A list of words in quotation marks, with the word that may have been meant. */
const CHOICES = /^must be ("[^"]*"(?: or "[^"]*")*)(?:; did you mean ("[^"]*")\?)?$/;

export function ruleDe(rule: string): string {
  const [, choices, meant] = CHOICES.exec(rule) ?? [];
  if (choices !== undefined) {
    const hint = meant === undefined ? '' : `; ${meant} gemeint?`;
    return `muss ${choices.replaceAll(' or ', ' oder ')} sein${hint}`;
  }
  const form = FORMS.find(([english]) => english.test(rule));
  return form ? rule.replace(...form) : rule;
}
