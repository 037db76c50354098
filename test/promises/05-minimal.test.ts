import * as fc from 'fast-check';
import { diffToHunks, rebaseEdit, renderEdit, buildUpdate, type FileEdit } from '../../src/change';
import { editFrontmatter, type FrontmatterEdit } from '../../src/markdown';

/**
 * Promise 5: an update is a set of hunks on the current text. Bytes outside a hunk do not change: not frontmatter order,
 * comments, quoting, line endings, a trailing newline or a byte-order mark.
 */

const reason = 'A source says so.';

const yamlLines = [
  '# kept by hand',
  'title:   "A \'quoted\' title"   # why',
  "kind: 'concept'",
  'sources:\n  - sources/a.md   # first\n  - "sources/b.md"',
  'tags: [ one,two ]',
  'confidence: 0.50',
  'updated_at: "2026-01-01T00:00:00Z"',
  'metadata:\n    acme:\n        owner: "me"',
  'odd key: ~',
  '',
];

/** Pages in every shape that a person may have given them. */
const page = fc
  .record({
    mark: fc.constantFrom('', '\ufeff'),
    yaml: fc.shuffledSubarray(yamlLines, { minLength: 1 }),
    body: fc.constantFrom('', '# A\n\nText.  \n\ttabbed\n', 'no last line break', '\n\n\ntrailing   \n\n'),
    end: fc.constantFrom('\n', '\r\n'),
  })
  .map(({ mark, yaml, body, end }) => mark + `---\n${yaml.join('\n')}\n---\n${body}`.replace(/\n/g, end));

const edits = fc.array(
  fc.constantFrom<FrontmatterEdit>(
    { op: 'set', path: ['updated_at'], value: '2026-02-02T00:00:00Z' },
    { op: 'set', path: ['confidence'], value: 0.9 },
    { op: 'add', path: ['sources'], value: 'sources/c.md' },
    { op: 'remove', path: ['kind'] },
  ),
  { minLength: 1, maxLength: 2 },
);

/** The lines of a page that no edit of these keys may touch. */
function others(text: string, keys: readonly string[]): string[] {
  const kept: string[] = [];
  let inKey = false;
  for (const line of text.split(/(?<=\n)/)) {
    if (!/^[ \t]+\S/.test(line)) inKey = keys.some((key) => line.startsWith(`${key}:`));
    if (!inKey) kept.push(line);
  }
  return kept;
}

describe('an update changes nothing but what its hunks say', () => {
  it('keeps every byte outside the hunks, for any page and any accepted subset', () => {
    fc.assert(
      fc.property(
        page,
        fc.array(fc.tuple(fc.nat(400), fc.nat(20)), { maxLength: 5 }),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        (base, cuts, picks) => {
          let at = 0;
          const splices = cuts
            .map(([start, length]) => ({ start: start % (base.length + 1), length }))
            .sort((a, b) => a.start - b.start)
            .flatMap(({ start, length }) => {
              if (start < at) return [];
              at = Math.min(base.length, start + length);
              return [{ start, end: at, text: '<new>', reason }];
            });
          const edit = buildUpdate({ path: 'a.md', base, splices, why: [] });
          const accepted = edit.hunks.filter((_, index) => picks[index]);
          const result = renderEdit(edit, new Set(accepted.map((hunk) => hunk.id))) ?? '';
          // Walks both texts side by side: between two hunks they are the same.
          let from = 0;
          let position = 0;
          for (const hunk of accepted) {
            const kept = base.slice(from, hunk.start);
            expect(result.slice(position, position + kept.length)).toBe(kept);
            position += kept.length + hunk.text.length;
            from = hunk.end;
          }
          expect(result.slice(position)).toBe(base.slice(from));
        },
      ),
    );
  });

  it('edits frontmatter without touching the rest of it, nor the body', () => {
    fc.assert(
      fc.property(page, edits, (base, changes) => {
        const next = editFrontmatter(base, changes);
        const edit: FileEdit = {
          kind: 'updated',
          path: 'a.md',
          base,
          hunks: diffToHunks(base, next, 'a.md', { reason }),
          why: [],
        };
        const result = renderEdit(edit) ?? '';
        expect(result).toBe(next);
        const keys = changes.map(({ path }) => path[0] ?? '');
        expect(others(result, keys)).toEqual(others(base, keys));
        expect(result.startsWith('\ufeff')).toBe(base.startsWith('\ufeff'));
        if (!/[^\r]\n/.test(base)) expect(result).not.toMatch(/[^\r]\n/);
      }),
      { numRuns: 300 },
    );
  });

  it('contains only what differs', () => {
    const base = '---\ntitle: A # why\nconfidence: 0.5\n---\nText.\n';
    const next = editFrontmatter(base, [{ op: 'set', path: ['confidence'], value: 0.7 }]);
    const hunks = diffToHunks(base, next, 'a.md', { reason });
    expect(hunks.map(({ start, end, text }) => [base.slice(start, end), text])).toEqual([['5', '7']]);
  });

  it('keeps later edits byte for byte when it is rebased onto the current text', () => {
    const base = 'one\r\ntwo\r\nthree\r\n';
    const current = '\ufeffone\r\n\tby hand  \r\ntwo\r\nthree';
    const edit = buildUpdate({ path: 'a.md', base, splices: [{ start: 5, end: 8, text: 'TWO', reason }], why: [] });
    const rebased = rebaseEdit(edit, current);
    expect('edit' in rebased && renderEdit(rebased.edit)).toBe('\ufeffone\r\n\tby hand  \r\nTWO\r\nthree');
  });
});
