// @ts-check
// What a release makes of the texts that it changes: versions, the changelog. Pure functions.
import { Failure } from './run.mjs';

const UNRELEASED = '## [Unreleased]';

/** A version as numbers and what stands after them (`1.2.0-beta.1`), or undefined. @param {string} text */
function parse(text) {
  const match = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*))?$/.exec(text);
  if (!match) return undefined;
  return { numbers: match.slice(1, 4).map(Number), pre: match[4] };
}

/** Negative if the first version comes before the second one (semver.org, 11). @param {string} a @param {string} b */
export function compareVersions(a, b) {
  const [one, two] = [parse(a), parse(b)];
  if (!one || !two) throw new Failure(`no versions: ${a}, ${b}`);
  const i = one.numbers.findIndex((number, place) => number !== two.numbers[place]);
  if (i >= 0) return /** @type {number} */ (one.numbers[i]) - /** @type {number} */ (two.numbers[i]);
  if (one.pre === two.pre) return 0;
  if (one.pre === undefined) return 1;
  if (two.pre === undefined) return -1;
  return comparePre(one.pre.split('.'), two.pre.split('.'));
}

/** @param {string[]} a @param {string[]} b @returns {number} */
function comparePre([a, ...restOfA], [b, ...restOfB]) {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (a === b) return comparePre(restOfA, restOfB);
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) return Number(a) - Number(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a < b ? -1 : 1;
}

/**
 * Why this cannot be the next version, or undefined. The current one may be released if it has not been yet.
 * @param {string} version @param {string} current of package.json @param {readonly string[]} tags
 */
export function versionFault(version, current, tags) {
  if (!parse(version)) return 'must be like 1.2.3 or 1.2.3-beta.1';
  if (tags.includes(`v${version}`)) return `the tag v${version} is there already`;
  if (compareVersions(version, current) < 0)
    return `must not come before ${current}, the version of package.json`;
  const later = tags.find((tag) => parse(tag.slice(1)) && compareVersions(version, tag.slice(1)) < 0);
  return later === undefined ? undefined : `must come after ${later}, which is released`;
}

/** What changed since the last version, or a Failure if that is not written down. @param {string} changelog */
export function unreleasedEntry(changelog) {
  const start = changelog.indexOf(`${UNRELEASED}\n`);
  if (start < 0) throw new Failure(`CHANGELOG.md has no ${UNRELEASED}`);
  const rest = changelog.slice(start + UNRELEASED.length + 1);
  const entry = rest.split(/^## /m, 1)[0]?.trim() ?? '';
  if (!/^- \S/m.test(entry)) throw new Failure(`CHANGELOG.md says nothing under ${UNRELEASED}`);
  return entry;
}

/** The changelog with what is unreleased under this version. @param {string} changelog @param {string} version @param {string} day */
export function releasedChangelog(changelog, version, day) {
  unreleasedEntry(changelog);
  return changelog.replace(`${UNRELEASED}\n`, () => `${UNRELEASED}\n\n## [${version}] - ${day}\n`);
}

/** package.json or package-lock.json with another version of our own. @param {string} name @param {string} text @param {string} version */
export function withVersion(name, text, version) {
  /** @type {{ version: string, packages: Record<string, { version: string }> }} */
  const json = JSON.parse(text);
  json.version = version;
  if (name === 'package-lock.json') /** @type {{ version: string }} */ (json.packages['']).version = version;
  return `${JSON.stringify(json, null, 2)}\n`;
}
