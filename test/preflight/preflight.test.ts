import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  checkBundle,
  checkLicence,
  checkManifest,
  checkReadme,
  checkStyles,
  describeProblem,
  loadBundle,
  preflight,
  sizeBudget,
  type Problem,
} from '../../scripts/preflight/index.mjs';

const fixtures = path.join(__dirname, 'fixtures');
const rules = (problems: readonly Problem[]) => [...new Set(problems.map(({ rule }) => rule))];

/** Each fixture breaks the rule that its name begins with, and that one only; `ok` breaks none. */
function cases(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(path.join(fixtures, folder)).map((name) => [
    name,
    readFileSync(path.join(fixtures, folder, name), 'utf8'),
  ]);
}
const expected = (name: string) => (name.startsWith('ok--') ? [] : [name.split('--')[0]!]);

describe('the preflight rejects', () => {
  it.each(cases('bundle'))('bundle/%s', (name, code) => expect(rules(checkBundle(code))).toEqual(expected(name)));
  it.each(cases('load'))('load/%s', (name, code) => expect(rules(loadBundle(code))).toEqual(expected(name)));
  it.each(cases('styles'))('styles/%s', (name, text) => expect(rules(checkStyles(text))).toEqual(expected(name)));
  it.each(cases('readme'))('readme/%s', (name, text) =>
    expect(rules(checkReadme(text, { name: 'Living Wiki' }))).toEqual(expected(name)),
  );

  interface Change {
    readonly manifest?: object;
    readonly versions?: object;
    readonly packageJson?: object;
    readonly also?: readonly string[];
  }
  const good = {
    manifest: {
      id: 'living-wiki',
      name: 'Living Wiki',
      version: '0.1.0',
      minAppVersion: '1.13.0',
      description: 'Keep a wiki current.',
      author: 'Ann',
      isDesktopOnly: false,
    },
    versions: { '0.1.0': '1.13.0' },
    packageJson: { version: '0.1.0', license: 'MIT' },
  };

  it('no good manifest', () => expect(checkManifest(good)).toEqual([]));
  it.each(cases('manifest'))('manifest/%s', (name, text) => {
    const { manifest, versions, packageJson, also = [] } = JSON.parse(text) as Change;
    const problems = checkManifest({
      manifest: { ...good.manifest, ...manifest },
      versions: versions ?? good.versions,
      packageJson: { ...good.packageJson, ...packageJson },
    });
    expect(rules(problems)).toEqual([...expected(name), ...also]);
  });
  it.each([null, [], 'text'])('a manifest that is %j', (manifest) => {
    expect(rules(checkManifest({ ...good, manifest }))).toEqual(['manifest-shape']);
  });

  it('a bundle over the budget, counted in bytes', () => {
    const bundle = (characters: number) => `module.exports = '${'ß'.repeat(characters)}';`;
    expect(rules(checkBundle(bundle(sizeBudget / 2)))).toEqual(['size']);
    expect(rules(checkBundle(bundle(sizeBudget / 2 - 20)))).toEqual([]);
  });

  it('a bundle that never finishes loading', () => {
    expect(loadBundle('for (;;);', { timeout: 100 })).toMatchObject([{ rule: 'load' }]);
  });

  it.each([
    [null, ['licence-missing']],
    ['Copyright (c) <year> [fullname]', ['licence-holder']],
    ['Permission is granted.', ['licence-holder']],
    ['MIT License\n\nCopyright (c) 2026 Ann', []],
  ])('the licence %j with %j', (text, found) => expect(rules(checkLicence(text))).toEqual(found));
});

it('places are counted from 1, and read as people read them', () => {
  const [problem] = checkBundle('\n  eval(1);\n');
  expect(problem).toMatchObject({ line: 2, column: 3 });
  expect(describeProblem(problem!)).toBe('main.js:2:3  eval runs text as code. Write the code out.  (eval)');
});

describe('a whole repository', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'preflight-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is told what is not there', () => {
    const found = preflight(folder).map(({ rule, file }) => `${file} ${rule}`);
    expect(found).toEqual([
      'manifest.json manifest-shape',
      'README.md file-missing',
      'LICENSE licence-missing',
      'styles.css file-missing',
      'main.js file-missing',
    ]);
  });

  it('passes with everything in order', () => {
    const root = path.resolve(__dirname, '../..');
    for (const name of ['manifest.json', 'versions.json', 'package.json', 'LICENSE', 'styles.css']) {
      writeFileSync(path.join(folder, name), readFileSync(path.join(root, name)));
    }
    writeFileSync(path.join(folder, 'README.md'), readFileSync(path.join(fixtures, 'readme/ok--good.md')));
    writeFileSync(path.join(folder, 'main.js'), readFileSync(path.join(fixtures, 'load/ok--plugin.js')));
    expect(preflight(folder)).toEqual([]);
  });
});
