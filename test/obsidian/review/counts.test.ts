import { type Finding, type ReviewFile } from '../../../src/workbench';
import {
  changedIds,
  countHunks,
  groupFiles,
  lintDeltas,
  listNames,
  markOf,
  recentReasons,
} from '../../../src/obsidian/review/view-model/counts';

const file = (kind: ReviewFile['kind'], path: string): ReviewFile => ({
  kind,
  path,
  edit: { kind, path, base: '', hunks: [], why: [] },
  hunks: [],
  added: 0,
  removed: 0,
  rebased: false,
  conflict: null,
});

const finding = (check: string, severity: Finding['severity']): Finding => ({
  rule: check,
  check,
  code: 'living-wiki:test',
  severity,
  path: 'a.md',
  line: 1,
  column: 1,
  message: '',
  suggestions: [],
  fixable: false,
  key: '',
});

describe('counts', () => {
  it('counts what is decided; a decision about another hunk does not count', () => {
    const counts = countHunks(['a', 'b', 'c'], {
      a: { verdict: 'accepted' },
      b: { verdict: 'rejected' },
      z: { verdict: 'accepted' },
    });
    expect(counts).toEqual({ total: 3, accepted: 1, rejected: 1, undecided: 1 });
    expect(markOf(counts)).toBe('some');
    expect(markOf({ ...counts, accepted: 3 })).toBe('all');
    expect(markOf({ ...counts, accepted: 0 })).toBe('none');
    expect(markOf({ ...counts, accepted: 0, rejected: counts.total })).toBe('rejected');
  });

  it('groups files in a fixed order and shows no empty group', () => {
    const groups = groupFiles([file('deleted', 'd.md'), file('created', 'a.md'), file('created', 'b.md')]);
    expect(groups.map(({ kind, items }) => [kind, items.length])).toEqual([
      ['created', 2],
      ['deleted', 1],
    ]);
  });

  it('shows a folder where two files have one name', () => {
    const names = listNames(['concepts/a.md', 'entities/a.md', 'entities/b.md']);
    expect([...names.values()]).toEqual(['concepts/a', 'entities/a', 'b']);
  });

  it('lists the findings after the change: fixed ones first, then the most severe', () => {
    const shifts = lintDeltas(
      [finding('contradiction', 'warn'), finding('dead-link', 'error'), finding('contradiction', 'warn')],
      [finding('orphan', 'warn'), finding('orphan', 'warn')],
    );
    expect(shifts.map(({ check, by }) => [check, by])).toEqual([
      ['orphan', -2],
      ['dead-link', 1],
      ['contradiction', 2],
    ]);
  });

  it('names the hunks that another decision is about', () => {
    const before = {
      a: { verdict: 'accepted' },
      b: { verdict: 'rejected', reason: 'x' },
      c: { verdict: 'accepted' },
    } as const;
    const after = {
      a: { verdict: 'accepted' },
      b: { verdict: 'rejected', reason: 'y' },
      d: { verdict: 'rejected' },
    } as const;
    expect(changedIds(before, after)).toEqual(['b', 'c', 'd']);
  });

  it('offers reasons once, the newest first', () => {
    const given = { a: { verdict: 'rejected', reason: 'one' }, b: { verdict: 'rejected', reason: 'two' } } as const;
    expect(recentReasons(given, ['three', 'one'])).toEqual(['three', 'one', 'two']);
    expect(recentReasons(given, [], 1)).toEqual(['two']);
  });
});
