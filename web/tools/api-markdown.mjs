// @ts-check
// What TypeDoc found of an entry as Markdown: each export with its declaration, as the source has it, and its comment.
import { ReflectionKind } from 'typedoc';
import ts from 'typescript';

/** @typedef {import('typedoc').DeclarationReflection} Declaration */
/** @typedef {import('typedoc').Comment} Comment */
/** @typedef {Map<import('typedoc').Reflection, ts.Node>} Nodes */

const GROUPS = ['Functions', 'Classes', 'Types', 'Constants'];
/** A longer type says less than its name. */
const MAX_TYPE = 100;

/**
 * @param {string} entry
 * @param {string} summary
 * @param {Declaration[]} found
 * @param {Nodes} nodes
 */
export function pageOf(entry, summary, found, nodes) {
  // What another entry exports, too, is explained there.
  const declarations = found.filter(({ kind }) => kind !== ReflectionKind.Reference);
  /** @type {string[]} */
  const undocumented = [];
  const parts = [`# ${entry}`, summary];
  for (const group of GROUPS) {
    const members = declarations
      .filter((declaration) => groupOf(declaration, nodes) === group)
      .sort((a, b) => a.name.localeCompare(b.name, 'en'));
    if (members.length === 0) continue;
    parts.push(`## ${group}`, members.map(({ name }) => `[${name}](#${name.toLowerCase()})`).join(' · '));
    for (const member of members) parts.push(...exportParts(member, nodes, undocumented));
  }
  return {
    entry,
    markdown: `${parts.join('\n\n')}\n`,
    names: declarations.map(({ name }) => name),
    undocumented,
  };
}

/** Of a function, or a constant that holds one. @param {Declaration} declaration */
function signatureOf({ signatures, type }) {
  return signatures?.[0] ?? (type?.type === 'reflection' ? type.declaration.signatures?.[0] : undefined);
}

/** @param {Declaration} declaration @param {Nodes} nodes */
function groupOf(declaration, nodes) {
  const node = nodes.get(declaration);
  if (node && ts.isClassDeclaration(node)) return 'Classes';
  if (signatureOf(declaration)) return 'Functions';
  return declaration.kind === ReflectionKind.Variable ? 'Constants' : 'Types';
}

/** @param {Declaration} declaration @param {Nodes} nodes @param {string[]} undocumented */
function exportParts(declaration, nodes, undocumented) {
  const node = nodes.get(declaration);
  const parts = memberParts(declaration, node, declaration.name, 3, undocumented);
  if (!node || !ts.isClassDeclaration(node)) return parts;
  // What overrides a member of the class it extends is there for the browser.
  const members = (declaration.children ?? []).filter(
    ({ name, overwrites, inheritedFrom }) => !name.startsWith('[') && !overwrites && !inheritedFrom,
  );
  const order = (/** @type {Declaration} */ { kind }) =>
    kind === ReflectionKind.Constructor ? 0 : kind === ReflectionKind.Method ? 2 : 1;
  members.sort((a, b) => order(a) - order(b) || a.name.localeCompare(b.name, 'en'));
  for (const member of members) {
    parts.push(
      ...memberParts(member, nodes.get(member), `${declaration.name}.${member.name}`, 4, undocumented),
    );
  }
  return parts;
}

/**
 * @param {Declaration} declaration
 * @param {ts.Node | undefined} node
 * @param {string} name
 * @param {number} level
 * @param {string[]} undocumented
 */
function memberParts(declaration, node, name, level, undocumented) {
  const signature = signatureOf(declaration) ?? declaration.getSignature;
  const comment = signature?.comment ?? declaration.comment;
  if (!comment?.hasVisibleComponent() && declaration.kind !== ReflectionKind.Constructor)
    undocumented.push(name);
  const code = node && ts.isClassDeclaration(node) ? [] : [fence(declarationText(declaration, node))];
  const parameters = (signature?.parameters ?? []).flatMap((parameter) =>
    parameter.comment ? [`- \`${parameter.name}\`: ${textOf(parameter.comment.summary)}`] : [],
  );
  return [
    `${'#'.repeat(level)} ${name}`,
    ...code,
    ...(comment ? [textOf(comment.summary)] : []),
    ...(parameters.length > 0 ? [parameters.join('\n')] : []),
    ...(comment?.blockTags ?? []).map(tagText),
  ].filter((part) => part !== '');
}

/** @param {import('typedoc').CommentTag} tag */
function tagText({ tag, content }) {
  const text = textOf(content);
  if (tag === '@example') return exampleText(text);
  const word = new Map([
    ['@returns', 'Returns'],
    ['@throws', 'Throws'],
  ]).get(tag);
  if (!word) throw new Error(`the documentation does not know the tag ${tag}`);
  return `${word}: ${text}`;
}

/** @param {string} text an example, in a fence or not */
function exampleText(text) {
  const code = text.replace(/^```\w*\n|\n```$/g, '');
  return `\`\`\`${code.startsWith('<') ? 'html' : 'ts'} example\n${code}\n\`\`\``;
}

/** @param {import('typedoc').CommentDisplayPart[]} parts */
const textOf = (parts) =>
  parts
    .map(({ text }) => text)
    .join('')
    .trim();

/** @param {string} code */
const fence = (code) => `\`\`\`ts api\n${code}\n\`\`\``;

/** How it is declared, without what it is made of. @param {Declaration} declaration @param {ts.Node | undefined} node */
function declarationText(declaration, node) {
  if (node && (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)))
    return plainText(node, node.getEnd());
  if (node && 'body' in node && node.body) {
    const body = /** @type {ts.Node} */ (node.body);
    return plainText(node, body.getStart());
  }
  const signature = signatureOf(declaration);
  if (signature) {
    const parameters = (signature.parameters ?? []).map(
      ({ name, type, flags }) => `${name}${flags.isOptional ? '?' : ''}: ${String(type)}`,
    );
    return `${declaration.name}(${parameters.join(', ')}): ${String(signature.type)}`;
  }
  if (node && ts.isPropertyDeclaration(node)) {
    return plainText(node, node.initializer ? node.initializer.getFullStart() - 1 : node.getEnd());
  }
  const type = String(declaration.type ?? '');
  const isConstant = declaration.kind === ReflectionKind.Variable;
  return `${isConstant ? 'const ' : ''}${declaration.name}${type && type.length <= MAX_TYPE && type !== 'Object' ? `: ${type}` : ''}`;
}

/**
 * The source from the start of a node, set to the left, without the words that say nothing to who imports it.
 * @param {ts.Node} node
 * @param {number} end
 */
function plainText(node, end) {
  const file = node.getSourceFile();
  const text = file.text.slice(node.getStart(), end).trim();
  const indent = ' '.repeat(file.getLineAndCharacterOfPosition(node.getStart()).character);
  return text
    .replaceAll(`\n${indent}`, '\n')
    .replace(/^(export |declare |async |static |override )+/, '')
    .replace(/;$/, '');
}
