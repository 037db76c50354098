import * as fc from 'fast-check';
import { exportPatch, type PatchFile } from '../../src/change';
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
/** Names that this project refuses but git allows; they must be quoted correctly. */
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
  it('is applied by git, byte for byte', () => {
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

  it('is reverted by git', () => {
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

  it('gives the same text as git', () => {
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
