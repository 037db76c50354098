import * as fc from 'fast-check';
import { isWikiError } from '../../src/base';
import { exportPatch, importPatch, renderEdit, type FileEdit, type PatchFile } from '../../src/change';
import { reader } from './support/change-sets';
import { Git } from './support/git';
import { text } from './support/texts';

const names = [
  'plain.md',
  'two words.md',
  'naïve 東京.md',
  "it's.md",
  'a b/sub folder/c.md',
  'dash - and + plus.md',
  ' a.md',
];
/** Names that our own path rules refuse but git knows; they must still be quoted rightly. */
const oddNames = ['tab\there.md', 'quo"te.md', 'back\\slash.md', 'new\nline.md', 'bell\u0007.md'];

interface Case {
  readonly files: readonly PatchFile[];
}

const cases = fc
  .tuple(
    fc.shuffledSubarray([...names, ...oddNames], { minLength: 4, maxLength: 4 }),
    fc.tuple(text, text, text, text, text),
    fc.boolean(),
  )
  .map(([[created, updated, from, deleted], [a, b, c, d, e], edits]): Case => ({
    files: [
      { path: created!, before: null, after: a },
      { path: updated!, before: b, after: c },
      { path: `moved/${from!}`, from: from!, before: d, after: edits ? e : d },
      { path: deleted!, before: e, after: null },
    ],
  }));

let git: Git;

beforeAll(() => {
  git = new Git();
  git.run(['init', '-q']);
  git.run(['config', 'core.autocrlf', 'false']);
  git.run(['config', 'user.email', 'a@example.org']);
  git.run(['config', 'user.name', 'A']);
});
afterAll(() => git.close());

describe('exportPatch', () => {
  it('is applied by the real git, to the byte', () => {
    fc.assert(
      fc.property(cases, ({ files }) => {
        git.clear();
        for (const { path, from, before } of files) if (before !== null) git.write(from ?? path, before);
        const patch = exportPatch(files);
        git.write('.git/change.patch', patch);
        if (patch !== '') git.run(['apply', '--whitespace=nowarn', '.git/change.patch']);
        for (const { path, from, after } of files) {
          expect(git.read(path)).toBe(after);
          if (from !== undefined) expect(git.read(from)).toBeNull();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is taken back by the real git', () => {
    const files = [
      { path: 'b.md', from: 'a.md', before: 'one\r\ntwo\r\n', after: 'one\r\nTWO' },
      { path: 'c.md', before: null, after: 'new\n' },
    ];
    git.clear();
    git.write('b.md', 'one\r\nTWO');
    git.write('c.md', 'new\n');
    git.write('.git/change.patch', exportPatch(files));
    git.run(['apply', '-R', '--whitespace=nowarn', '.git/change.patch']);
    expect([git.read('a.md'), git.read('b.md'), git.read('c.md')]).toEqual(['one\r\ntwo\r\n', null, null]);
  });

  it('says what git says', () => {
    expect(
      exportPatch([{ path: 'a.md', before: '1\n2\n3\n4\n5\n6\n7\n8\n9\n', after: '1\n2\n3\n4\nfive\n6\n7\n8\n9' }]),
    ).toBe(
      [
        'diff --git a/a.md b/a.md',
        '--- a/a.md',
        '+++ b/a.md',
        '@@ -2,8 +2,8 @@',
        ' 2',
        ' 3',
        ' 4',
        '-5',
        '+five',
        ' 6',
        ' 7',
        ' 8',
        '-9',
        '+9',
        '\\ No newline at end of file',
        '',
      ].join('\n'),
    );
    expect(exportPatch([{ path: 'a.md', before: 'same', after: 'same' }])).toBe('');
  });
});

/** What a wiki holds after the edits. */
function after(files: Readonly<Record<string, string>>, edits: readonly FileEdit[]): Record<string, string> {
  const next = new Map(Object.entries(files));
  for (const edit of edits) {
    const result = renderEdit(edit);
    next.delete(edit.path);
    if (result !== null) next.set(edit.to ?? edit.path, result);
  }
  return Object.fromEntries(next);
}

describe('importPatch', () => {
  it('reads what the real git writes, to the byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(names.slice(0, 6), { minLength: 4, maxLength: 4 }),
        fc.tuple(text, text, text, text),
        fc.constantFrom('-U3', '-U0', '-U1'),
        async ([one, two, three, four], [a, b, c, d], context) => {
          git.clear();
          const old: Record<string, string> = { [one!]: a, [two!]: b, [three!]: `unlike anything else\n${c}` };
          for (const [path, words] of Object.entries(old)) git.write(path, words);
          git.run(['add', '-A']);
          const now: Record<string, string> = { [one!]: d, [`moved/${three!}`]: old[three!]!, [four!]: c };
          git.run(['rm', '-q', '--cached', three!, two!]);
          git.run(['commit', '-q', '--allow-empty', '-m', 'x']);
          git.run(['add', '-A']);
          git.run(['commit', '-q', '--allow-empty', '-m', 'old']);
          for (const path of Object.keys(old)) git.run(['rm', '-q', '-f', path]);
          for (const [path, words] of Object.entries(now)) git.write(path, words);
          git.run(['add', '-A']);
          const patch = git.run(['diff', '--cached', '-M', '--text', context]);
          if (patch === '') return;
          const edits = await importPatch(patch, reader(old));
          expect(after(old, edits)).toEqual(now);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('reads back what we write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(text, text, text, text), async ([a, b, c, d]) => {
        const files: PatchFile[] = [
          { path: 'created.md', before: null, after: a },
          { path: 'updated.md', before: b, after: c },
          { path: 'x/new name.md', from: 'old.md', before: c, after: d },
          { path: 'deleted.md', before: d, after: null },
        ];
        const old = { 'updated.md': b, 'old.md': c, 'deleted.md': d };
        const edits = await importPatch(exportPatch(files), reader(old));
        expect(after(old, edits)).toEqual({
          'created.md': a,
          'updated.md': c,
          'x/new name.md': d,
        });
      }),
    );
  });

  it('reads a plain diff with times, and skips the text around it', async () => {
    const patch = [
      'From: somebody',
      '',
      'A message.',
      '--- a.md\t2026-01-01 00:00:00.000000000 +0000',
      '+++ a.md\t2026-01-02 00:00:00.000000000 +0000',
      '@@ -1,2 +1,2 @@ # A',
      ' one',
      '-two',
      '+TWO',
      '-- ',
      '2.39.5',
      '',
    ].join('\n');
    const edits = await importPatch(patch, reader({ 'a.md': 'one\ntwo\n' }));
    expect(edits).toMatchObject([{ kind: 'updated', path: 'a.md', hunks: [{ start: 4, end: 7, text: 'TWO' }] }]);
  });

  const head = '--- a/a.md\n+++ b/a.md\n';

  it.each([
    ['text that is no patch', 'hello\n', 'living-wiki:patch_invalid', 1],
    ['a hunk without a file', '@@ -1 +1 @@\n-a\n+b\n', 'living-wiki:patch_invalid', 1],
    ['a broken head', `${head}@@ -x +1 @@\n`, 'living-wiki:patch_invalid', 3],
    ['a huge count', `${head}@@ -1,999999999 +1,999999999 @@\n one\n`, 'living-wiki:patch_invalid', 4],
    ['a count that is no number we read', `${head}@@ -1,99999999999999 +1 @@\n one\n`, 'living-wiki:patch_invalid', 3],
    ['more lines than the head says', `${head}@@ -1,2 +1,1 @@\n one\n two\n`, 'living-wiki:patch_invalid', 5],
    ['a line of no kind', `${head}@@ -1,2 +1,2 @@\n one\n*two\n`, 'living-wiki:patch_invalid', 5],
    [
      'an open line in the middle',
      `${head}@@ -1,2 +1,2 @@\n one\n\\ No newline at end of file\n two\n`,
      'living-wiki:patch_invalid',
      6,
    ],
    ['lines that are not there', `${head}@@ -1 +1 @@\n-uno\n+one\n`, 'living-wiki:patch_mismatch', 3],
    ['lines that are elsewhere', `${head}@@ -2 +2 @@\n-one\n+uno\n`, 'living-wiki:patch_mismatch', 3],
    ['a line far beyond the end', `${head}@@ -999999999,0 +1 @@\n+uno\n`, 'living-wiki:patch_mismatch', 3],
    ['a file that is not there', '--- a/b.md\n+++ b/b.md\n@@ -1 +1 @@\n-x\n+y\n', 'living-wiki:patch_mismatch', 1],
    ['a new file that is there', '--- /dev/null\n+++ b/a.md\n@@ -0,0 +1 @@\n+y\n', 'living-wiki:patch_mismatch', 1],
    ['a deletion of half a file', '--- a/a.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n', 'living-wiki:patch_mismatch', 1],
    [
      'one file twice',
      `${head}@@ -1 +1 @@\n-one\n+uno\n${head}@@ -1 +1 @@\n-one\n+uno\n`,
      'living-wiki:patch_mismatch',
      6,
    ],
    ['traversal', '--- a/../x.md\n+++ b/../x.md\n@@ -1 +1 @@\n-x\n+y\n', 'living-wiki:path_refused', 1],
    ['an absolute path', '--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\n-x\n+y\n', 'living-wiki:path_refused', 1],
    ['a drive', '--- /dev/null\n+++ b/C:/x.md\n@@ -0,0 +1 @@\n+y\n', 'living-wiki:path_refused', 1],
    [
      'a quoted traversal',
      '--- /dev/null\n+++ "b/\\056\\056/x.md"\n@@ -0,0 +1 @@\n+y\n',
      'living-wiki:path_refused',
      1,
    ],
    ['a name with a broken quote', '--- /dev/null\n+++ "b/x\n@@ -0,0 +1 @@\n+y\n', 'living-wiki:patch_invalid', 2],
    [
      'a binary patch',
      'diff --git a/x.png b/x.png\nindex 1..2 100644\nGIT binary patch\nliteral 0\n',
      'living-wiki:patch_unsupported',
      3,
    ],
    [
      'binary files',
      'diff --git a/x.png b/x.png\nBinary files a/x.png and b/x.png differ\n',
      'living-wiki:patch_unsupported',
      2,
    ],
    [
      'a symbolic link',
      'diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n',
      'living-wiki:patch_unsupported',
      2,
    ],
    [
      'a copy',
      'diff --git a/a.md b/b.md\nsimilarity index 100%\ncopy from a.md\ncopy to b.md\n',
      'living-wiki:patch_unsupported',
      3,
    ],
  ])('refuses %s and names the line', async (_, patch, code, line) => {
    await expect(importPatch(patch, reader({ 'a.md': 'one\ntwo\n' }))).rejects.toMatchObject({ code, line });
  });

  it('never fails otherwise than with a code', async () => {
    const part = fc.constantFrom(
      'diff --git ',
      'a/x b/x',
      '--- ',
      '+++ ',
      '"',
      '\\',
      '@@ -1 +1 @@',
      '\n',
      ' ',
      '-',
      '+',
      'rename from ',
      'rename to ',
      'new file mode 100644',
      '/dev/null',
      'x',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
        try {
          await importPatch(parts.join(''), reader({ x: 'x\n' }));
        } catch (error) {
          expect(isWikiError(error)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
