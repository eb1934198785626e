// The page of the C++ interface, from the public headers: they are its documentation, and this only sets them out. It reads the
// way our headers are written: what a header is, then declarations with their comments right above them.
const HEADERS = import.meta.glob<string>('../../../cpp/include/addnorm/*.h', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What is needed to make a run comes first, then what goes into it. */
const ORDER = ['trainer', 'model', 'config', 'parameters', 'inspect', 'layer_norm', 'rms_norm', 'batch_norm'];

export interface CppDeclaration {
  readonly name: string;
  /** Lines without the slashes. */
  readonly comment: readonly string[];
  /** Without what is private. */
  readonly code: string;
}

export interface CppHeader {
  readonly file: string;
  readonly summary: readonly string[];
  readonly declarations: readonly CppDeclaration[];
}

export const CPP_HEADERS: readonly CppHeader[] = Object.entries(HEADERS)
  .map(([path, text]) => parseHeader(path.replace(/^.*\/(addnorm\/)/, '$1'), text))
  .sort((a, b) => placeOf(a) - placeOf(b));

function placeOf({ file }: CppHeader): number {
  const place = ORDER.indexOf(file.replace(/^addnorm\/|\.h$/g, ''));
  return place < 0 ? ORDER.length : place;
}

/** Every header with its declarations, as Markdown. */
export function cppMarkdown(): string {
  const headers = CPP_HEADERS.map(
    ({ file, summary, declarations }) =>
      `## ${file}\n\n${summary.join('\n')}\n\n${declarations.map(declarationMarkdown).join('\n\n')}`,
  );
  return `# C++ API

The public headers of \`cpp/include/addnorm\`, one after the other. The library is C++20 without exceptions, without dependencies and, inside a training step, without allocations; it trusts what it is given, and \`validate\` finds every fault of a configuration before.

\`CMakeLists.txt\` builds it as the target \`addnorm\`; the tests and the WebAssembly module are further targets of the same project. [Getting started](getting-started.md#from-c) has a whole program.

${headers.join('\n\n')}
`;
}

/** Names that have a place on the page. */
export const CPP_NAMES: readonly string[] = CPP_HEADERS.flatMap(({ declarations }) =>
  declarations.map(({ name }) => name),
);

function declarationMarkdown({ name, comment, code }: CppDeclaration): string {
  return [`### ${name}`, `\`\`\`cpp api\n${code}\n\`\`\``, ...commentMarkdown(comment)].join('\n\n');
}

/** After the first paragraph stands what has to hold, a condition a line: the start of one is told from a line that goes on. */
const CONDITION = /^(\w+(, \w+)* (is|are|may)\b|\w+ [<>] |\d+ [<>] )/;

function commentMarkdown(comment: readonly string[]): string[] {
  const [first = '', ...others] = comment.join('\n').split(/\n\n+/);
  const lists = others.map((paragraph) =>
    paragraph
      .split('\n')
      .map((line) => (CONDITION.test(line) ? `- ${line}` : `  ${line}`))
      .join('\n'),
  );
  return [first, ...lists].filter((part) => part !== '');
}

/** Reads a header. */
export function parseHeader(file: string, text: string): CppHeader {
  const lines = text.split('\n');
  const begin = lines.indexOf('namespace addnorm {');
  const summary = lines.slice(0, begin).filter(isComment).map(withoutSlashes);
  const declarations: CppDeclaration[] = [];
  let comment: string[] = [];
  for (let i = begin + 1; i < lines.length && !lines[i]!.startsWith('}  // namespace'); i++) {
    const line = lines[i]!;
    if (isComment(line)) comment.push(withoutSlashes(line));
    else if (line !== '') {
      const end = endOf(lines, i);
      add(declarations, { comment, code: publicPart(lines.slice(i, end + 1)) });
      comment = [];
      i = end;
    }
  }
  return { file, summary, declarations };
}

function isComment(line: string): boolean {
  return line.startsWith('//');
}

function withoutSlashes(line: string): string {
  return line.replace(/^\/\/ ?/, '');
}

/** Overloads stand together, below one comment. */
function add(declarations: CppDeclaration[], { comment, code }: Omit<CppDeclaration, 'name'>): void {
  const name = nameOf(code);
  const last = declarations.at(-1);
  if (last?.name === name && comment.length === 0) {
    declarations[declarations.length - 1] = { ...last, code: `${last.code}\n${code}` };
  } else declarations.push({ name, comment, code });
}

function nameOf(code: string): string {
  const kinds = [
    /^(?:enum class|enum|class|struct|using) (\w+)/,
    /^inline constexpr [\w:]+ (\w+)/,
    /^[\w:<>&* ]+?\b(\w+)\(/,
  ];
  for (const kind of kinds) {
    const name = kind.exec(code)?.[1];
    if (name !== undefined) return name;
  }
  throw new Error(`no name for the declaration ${code}`);
}

/** The line on which a declaration ends: the first with a semicolon at its end outside all brackets. */
function endOf(lines: readonly string[], begin: number): number {
  let depth = 0;
  for (let i = begin; i < lines.length; i++) {
    const code = lines[i]!.replace(/\/\/.*$/, '').trimEnd();
    for (const character of code) {
      if ('({['.includes(character)) depth++;
      if (')}]'.includes(character)) depth--;
    }
    if (depth === 0 && code.endsWith(';')) return i;
  }
  throw new Error(`the declaration ${lines[begin]} has no end`);
}

function publicPart(lines: readonly string[]): string {
  const begin = lines.findIndex((line) => line === ' private:');
  const shown = begin < 0 ? lines : [...lines.slice(0, begin), lines.at(-1)!];
  return shown.join('\n').replace(/\n+(\};)$/, '\n$1');
}
