// What a release makes of the texts that it changes, and what it refuses.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  compareVersions,
  releasedChangelog,
  unreleasedEntry,
  versionFault,
  withVersion,
} from '../../web/tools/release-texts.mjs';
import { readOptions } from '../../web/tools/release.mjs';
import { inRoot } from '../../web/tools/run.mjs';

const file = (name: string) => readFileSync(inRoot(name), 'utf8');
const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- A thing that costs $& nothing.

## [0.1.0] - 2026-01-02

### Added

- All of it.
`;

describe('versions', () => {
  it('are in the order of semantic versioning', () => {
    const ordered = [
      '0.1.0',
      '0.9.10',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
    ];
    ordered.push('1.0.0', '1.0.1', '1.10.0', '2.0.0');
    ordered.forEach((a, i) =>
      ordered.forEach((b, j) => expect(Math.sign(compareVersions(a, b)), `${a} ${b}`).toBe(Math.sign(i - j))),
    );
  });

  it('can be the next one if they come after what there is, or are there and not released yet', () => {
    for (const version of ['0.1.0', '0.1.1', '0.2.0', '1.0.0-beta.1']) {
      expect(versionFault(version, '0.1.0', ['v0.0.9', 'views'])).toBeUndefined();
    }
    expect(versionFault('0.1.0', '0.1.0', ['v0.1.0'])).toBe('the tag v0.1.0 is there already');
    expect(versionFault('0.0.9', '0.1.0', [])).toMatch(/^must not come before 0\.1\.0/);
    expect(versionFault('0.1.1', '0.1.0', ['v0.2.0'])).toBe('must come after v0.2.0, which is released');
    for (const text of ['1', '1.2', 'v1.2.3', '1.2.3.4', '01.2.3', '1.2.x', '1.2.3-', ' 1.2.3', ''])
      expect(versionFault(text, '0.1.0', []), text).toBe('must be like 1.2.3 or 1.2.3-beta.1');
  });

  it('are set in the two files that have them, and nothing else is changed', () => {
    for (const name of ['package.json', 'package-lock.json']) {
      const [before, after] = [file(name), withVersion(name, file(name), '9.8.7')];
      const [old, fresh] = [before.split('\n'), after.split('\n')];
      const changed = fresh.filter((line, i) => line !== old[i]);
      expect(fresh).toHaveLength(old.length);
      expect(changed.map((line) => line.trim())).toEqual(
        Array.from({ length: name === 'package.json' ? 1 : 2 }, () => '"version": "9.8.7",'),
      );
    }
    const { version } = JSON.parse(file('package.json')) as { version: string };
    expect(withVersion('package-lock.json', file('package-lock.json'), version)).toBe(
      file('package-lock.json'),
    );
  });
});

describe('the changelog', () => {
  it('gives what is unreleased to the version, and begins anew', () => {
    expect(unreleasedEntry(CHANGELOG)).toBe('### Added\n\n- A thing that costs $& nothing.');
    const released = releasedChangelog(CHANGELOG, '0.2.0', '2026-03-04');
    expect(released).toContain(
      '## [Unreleased]\n\n## [0.2.0] - 2026-03-04\n\n### Added\n\n- A thing that costs $&',
    );
    expect(released).toContain('## [0.1.0] - 2026-01-02\n');
    expect(() => releasedChangelog(released, '0.3.0', '2026-03-05')).toThrow(
      'says nothing under ## [Unreleased]',
    );
  });

  it('must say what is unreleased', () => {
    expect(() => unreleasedEntry('# Changelog\n')).toThrow('has no ## [Unreleased]');
    expect(() => unreleasedEntry('## [Unreleased]\n\n### Added\n')).toThrow('says nothing');
  });

  it('of the project has the form that a release needs', () => {
    const changelog = file('CHANGELOG.md');
    const headings = changelog.match(/^## .*$/gm)!;
    expect(headings[0]).toBe('## [Unreleased]');
    for (const heading of headings.slice(1))
      expect(heading).toMatch(/^## \[\d+\.\d+\.\d+[^\]]*\] - \d{4}-\d\d-\d\d$/);
    for (const kind of changelog.match(/^### .*$/gm)!)
      expect(kind).toMatch(/^### (Added|Changed|Deprecated|Removed|Fixed|Security)$/);
  });
});

describe('the options', () => {
  it('are one version, and whether to look only', () => {
    expect(readOptions(['1.2.3'])).toEqual({ version: '1.2.3', isDryRun: false });
    expect(readOptions(['--dry-run', '1.2.3'])).toEqual({ version: '1.2.3', isDryRun: true });
  });

  it.each([
    [[], 'one version is needed'],
    [['1.2.3', '1.2.4'], 'one version is needed'],
    [['1.2.3', '--dryrun'], 'unknown option "--dryrun" (must be --dry-run or --help)'],
  ])('%j are refused', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
