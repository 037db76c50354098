import fc from 'fast-check';
import {
  checkSafePath,
  checkPortablePath,
  foldName,
  joinPath,
  parentPath,
  baseName,
  resolveRelative,
} from '../../src/vault';
import { isWikiError } from '../../src/base';

/** Paths that could leave the vault, reach a device, or mean two things: no operation takes them. */
const attacks: readonly string[] = [
  '',
  '.',
  '..',
  '../x',
  '../../etc/passwd',
  'a/../../x',
  'a/..',
  'a/./b',
  'a//b',
  'a/',
  '/',
  '/etc/passwd',
  '//server/share',
  '\\\\server\\share',
  '\\\\?\\C:\\x',
  'a\\b',
  '..\\x',
  'C:',
  'C:/x',
  'c:x',
  'z:\\x',
  'a\0.md',
  '\0',
  'a\nb',
  'a\r',
  'a\u007fb',
  'a\u0085b',
  'a\u2028b',
  '\ud800',
  'a/\udc00.md',
  '.. /x',
  '../ x/..',
  'a/...',
  'a/.. ./b',
  ' ',
  'a/ /b',
  'a'.repeat(256),
  'é'.repeat(128),
  Array(300).fill('abcd').join('/'),
];

/** Names that some system would refuse, change or take for a device: nothing new is called so. */
const unportable: readonly string[] = [
  'con',
  'CON.md',
  'a/nul',
  'nul.tar.gz',
  'Aux.md',
  'prn ',
  'prn .txt',
  'com1',
  'COM9.md',
  'lpt¹.md',
  'CONIN$',
  'aux/x.md',
  'a.',
  'a.md.',
  'a.md ',
  'a./b',
  'Acme Inc./x.md',
  'at 10:30.md',
  'x.md:stream',
  'x.md::$DATA',
  'a?.md',
  'a*',
  '<a>',
  'a|b',
  '"a"',
  'cod\u202egp.md',
  '\u2066a',
];

const fine: readonly string[] = [
  'a',
  'a.md',
  'a/b/c.md',
  '.wiki/journal/x.json',
  'console.md',
  'com10.md',
  'nullable.md',
  'a..b',
  '..a',
  '...a',
  ' a',
  'été.md',
  'e\u0301te\u0301.md',
  '日本語/漢字.md',
  '👩‍💻.md',
  'a b/c d.md',
  "it's (a) [b] {c} #d %41 ~x $y.md",
  'a'.repeat(255),
  'é'.repeat(127),
];

function refusal(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!isWikiError(error)) throw error;
    expect(error.remedy).toMatch(/\.$/);
    return error.code;
  }
}

describe('the path rules', () => {
  it.each(attacks)('refuse %j everywhere', (path) => {
    expect(refusal(() => checkSafePath(path))).toBe('living-wiki:path_refused');
    expect(refusal(() => checkPortablePath(path))).toBe('living-wiki:path_refused');
  });

  it.each(unportable)('refuse %j as a new name, but reach a file that has it', (path) => {
    expect(refusal(() => checkPortablePath(path))).toBe('living-wiki:path_refused');
    expect(checkSafePath(path)).toBe(path);
  });

  it.each(fine)('accept %j as it is', (path) => {
    expect(checkPortablePath(path)).toBe(path);
  });

  const hostileName = fc.oneof(
    fc.constantFrom(
      '.',
      '..',
      '',
      ' ',
      '. ',
      '...',
      'con',
      'C:',
      '\\',
      '\0',
      'a',
      'é',
      'e\u0301',
      'NUL.md',
      '~',
      '%2e%2e',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const hostilePath = fc.array(hostileName, { maxLength: 6 }).map((names) => names.join('/'));

  it('let nothing outside the vault, on any system', () => {
    fc.assert(
      fc.property(hostilePath, (path) => {
        if (refusal(() => checkSafePath(path)) !== null) return;
        const posix = new URL(path.split('/').map(encodeURIComponent).join('/'), 'file:///vault/');
        expect(decodeURIComponent(posix.pathname)).toBe(`/vault/${path}`);
        // Windows takes both slashes, and drops dots and spaces at the end of a name.
        const windows = path.split(/[\\/]/).map((name) => name.replace(/[. ]+$/, ''));
        expect(windows).not.toContain('');
        expect(path).not.toMatch(/^[a-z]:|\0/i);
      }),
      { numRuns: 2000 },
    );
  });

  it('accept as safe what they accept as portable, and every folder of it', () => {
    fc.assert(
      fc.property(hostilePath, (path) => {
        if (refusal(() => checkPortablePath(path)) !== null) return;
        expect(checkSafePath(path)).toBe(path);
        expect(joinPath(parentPath(path), baseName(path))).toBe(path);
        if (parentPath(path) !== '') expect(checkPortablePath(parentPath(path))).toBe(parentPath(path));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a relative target', () => {
  it.each([
    ['a/b.md', 'c.md', 'a/c.md'],
    ['a/b.md', './c.md', 'a/c.md'],
    ['a/b.md', '../c.md', 'c.md'],
    ['a/b.md', '..', ''],
    ['a/b.md', '../', ''],
    ['b.md', '.', ''],
    ['a/b.md', 'c//d/', 'a/c/d'],
    ['a/b.md', '../../c.md', null],
    ['a/b.md', '../../a/c.md', null],
    ['b.md', '..', null],
    ['a/b.md', '/etc/passwd', null],
    ['a/b.md', '', null],
    ['a/b.md', 'C:\\x', null],
    ['b.md', 'C:x', null],
    ['a/b.md', 'c\0', null],
    ['a/b.md', '.. /c', null],
  ])('from %j to %j is %j', (from, target, expected) => {
    expect(resolveRelative(from, target)).toBe(expected);
  });

  it('agrees with how a browser resolves it, as long as it stays inside', () => {
    const name = fc.constantFrom('a', 'b', 'x.md', '..', '.', 'c');
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 4 }), (names, depth) => {
        const folder = 'd/'.repeat(depth);
        const resolved = resolveRelative(`${folder}from.md`, names.join('/'));
        // Eight more folders below the root show whether the browser had to leave.
        const url = new URL(names.join('/'), `file:///${'r/'.repeat(8)}${folder}from.md`).pathname.replace(/\/$/, '');
        const root = `/${'r/'.repeat(8)}`.replace(/\/$/, '');
        if (resolved === null) return;
        expect(url).toBe(resolved === '' ? root : `${root}/${resolved}`);
      }),
    );
  });

  it('never gives a path that an operation would refuse', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (from, target) => {
        const path = resolveRelative(from, target);
        if (path !== null && path !== '') expect(checkSafePath(path)).toBe(path);
      }),
    );
  });
});

describe('names that mean the same file elsewhere', () => {
  it.each([
    ['A.md', 'a.md'],
    ['é.md', 'e\u0301.md'],
    ['Å', '\u212b'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδος', 'οδοσ'],
    ['Straße', 'STRASSE'],
    ['K', '\u212a'],
    ['ǅ', 'ǆ'],
  ])('%j and %j fold together', (a, b) => {
    expect(foldName(a)).toBe(foldName(b));
  });

  it.each([
    ['a', 'b'],
    ['e', 'é'],
    ['あ', 'ア'],
    ['a-b', 'a_b'],
  ])('%j and %j stay apart', (a, b) => {
    expect(foldName(a)).not.toBe(foldName(b));
  });

  it('the fold of a fold is the same, whatever case and form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const folded = foldName(name);
        expect(foldName(folded)).toBe(folded);
        for (const form of ['NFC', 'NFD'] as const) expect(foldName(name.normalize(form))).toBe(folded);
      }),
      { numRuns: 1000 },
    );
  });
});
