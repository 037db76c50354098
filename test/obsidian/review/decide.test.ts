import type { ReviewFile, ReviewHunk } from '../../../src/workbench';
import { acceptable, accepting, withDecisions } from '../../../src/obsidian/review/model/decide';
import { hunk } from './support';

const item = (id: string, decision: ReviewHunk['decision'] = null): ReviewHunk => ({
  hunk: hunk(0, 0, id, { id }),
  edited: false,
  decision,
  unfounded: false,
});

describe('decisions', () => {
  it('accept hunks with the text that a person wrote in them', () => {
    expect(accepting([item('a'), item('b', { verdict: 'rejected', reason: 'no', text: 'mine' })])).toEqual({
      a: { verdict: 'accepted' },
      b: { verdict: 'accepted', text: 'mine' },
    });
  });

  it('for all of a file leave what was rejected, unless all of it was', () => {
    const [open, rejected] = [item('a'), item('b', { verdict: 'rejected' })];
    expect(acceptable([open, rejected])).toEqual([open]);
    expect(acceptable([rejected])).toEqual([rejected]);
  });

  it('make another file only of one that they are about', () => {
    const hunks = [item('a'), item('b')];
    const edit = { kind: 'updated' as const, path: 'a.md', base: '', hunks: [], why: [] };
    const file: ReviewFile = { ...edit, edit, hunks, added: 0, removed: 0, moved: false, conflict: null };
    expect(withDecisions(file, { z: { verdict: 'accepted' } })).toBe(file);
    const decided = withDecisions(file, { b: { verdict: 'rejected' } });
    expect(decided.hunks.map(({ decision }) => decision?.verdict)).toEqual([undefined, 'rejected']);
  });
});
