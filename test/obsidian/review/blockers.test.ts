import { blockersOf } from '../../../src/obsidian/review/view-model/blockers';
import { type Finding, type ReviewFile } from '../../../src/workbench';
import { creating } from './support';

const edit = creating('---\na: 1\n---\n', '\nFirst.\n', '\nSecond.\n\nMore.\n');
const fileWith = (...accepted: readonly number[]): ReviewFile => ({
  kind: 'created',
  path: edit.path,
  edit,
  hunks: edit.hunks.map((hunk, index) => ({
    hunk,
    edited: false,
    decision: accepted.includes(index) ? { verdict: 'accepted' } : null,
    unsupported: false,
  })),
  added: 0,
  removed: 0,
  rebased: false,
  conflict: null,
});
const finding = (line: number, more: Partial<Finding> = {}): Finding => ({
  rule: 'broken-ref',
  check: 'broken-ref',
  code: 'living-wiki:unexpected',
  severity: 'error',
  path: edit.path,
  line,
  column: 1,
  message: 'Broken.',
  suggestions: [],
  fixable: false,
  key: '',
  ...more,
});
const found = (file: ReviewFile, ...introduced: readonly Finding[]): readonly (string | null)[] =>
  blockersOf({ guard: [], introduced, fixed: [] }, [file]).map(({ hunk }) => hunk);
const idAt = (index: number): string | undefined => edit.hunks[index]?.id;

describe('blockers', () => {
  it('names the accepted hunk that wrote the line', () => {
    expect(found(fileWith(0, 1, 2), finding(2), finding(5), finding(7), finding(9))).toEqual([
      idAt(0),
      idAt(1),
      idAt(2),
      idAt(2),
    ]);
  });

  it('counts only the lines of what is accepted', () => {
    expect(found(fileWith(0, 2), finding(5))).toEqual([idAt(2)]);
  });

  it('names no hunk where several could be meant, and none of another page', () => {
    expect(found(fileWith(0, 1), finding(99), finding(2, { path: 'other.md' }))).toEqual([null, null]);
  });

  it('contains only errors, those of the guard first', () => {
    const guard = [
      { code: 'living-wiki:guard_frontmatter', severity: 'error', path: edit.path, line: 1, message: 'a', remedy: 'b' },
      { code: 'living-wiki:guard_words', severity: 'warn', path: edit.path, line: 1, message: 'c', remedy: 'd' },
    ] as const;
    const introduced = [finding(1, { severity: 'warn' }), finding(2)];
    expect(blockersOf({ guard, introduced, fixed: [] }, [fileWith(0)]).map(({ message }) => message)).toEqual([
      'a',
      'Broken.',
    ]);
  });
});
