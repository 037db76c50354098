import { type ReviewFile, type ReviewHunk } from '../../../src/workbench';
import {
  acceptable,
  acceptDecisions,
  acceptAll,
  withDecisions,
} from '../../../src/obsidian/review/view-model/decisions';
import { hunk } from './support';

const item = (id: string, decision: ReviewHunk['decision'] = null, needs: readonly string[] = []): ReviewHunk => ({
  hunk: hunk(0, 0, id, { id, needs }),
  edited: false,
  decision,
  unsupported: false,
});

describe('decisions', () => {
  it('accept hunks with the text that a person wrote in them', () => {
    expect(acceptDecisions([item('a'), item('b', { verdict: 'rejected', reason: 'no', text: 'mine' })])).toEqual({
      a: { verdict: 'accepted' },
      b: { verdict: 'accepted', text: 'mine' },
    });
  });

  it('for all of a file leave what was rejected, unless all of it was', () => {
    const [open, rejected] = [item('a'), item('b', { verdict: 'rejected' })];
    expect(acceptable([open, rejected], [open, rejected])).toEqual([open]);
    expect(acceptable([rejected], [open, rejected])).toEqual([rejected]);
  });

  it('for all of a file take nothing along that was rejected in another', () => {
    const [own, elsewhere] = [item('a', { verdict: 'rejected' }), item('z', { verdict: 'rejected', reason: 'no' })];
    const along = (id: string, ...needs: readonly string[]): ReviewHunk =>
      item(id, { verdict: 'rejected', beforeCascade: null }, needs);
    const between = along('y', 'z');
    const hunks = [own, along('b', 'a'), along('c', 'z'), along('d', 'y')];
    const all = [...hunks, between, elsewhere];
    expect(acceptable(hunks, all).map(({ hunk: { id } }) => id)).toEqual(['a', 'b']);
    // Whoever asks for what cannot be had otherwise gets it with what it needs.
    expect(acceptable([between], all)).toEqual([between]);
  });

  it('accept with the text that a person had written before it was rejected along', () => {
    const beforeCascade = { verdict: 'accepted', text: 'mine' } as const;
    expect(acceptDecisions([item('a', { verdict: 'rejected', beforeCascade })])).toEqual({ a: beforeCascade });
  });

  it('for all of a file leave what has no quote to rest on, and what needs it, until it is accepted', () => {
    const unsupported = { ...item('a'), unsupported: true };
    const [needs, apart] = [item('b', null, ['a']), item('c')];
    const all = [unsupported, needs, apart];
    expect(acceptAll(all, all)).toEqual({ decisions: { c: { verdict: 'accepted' } }, left: 2 });
    const taken: ReviewHunk = { ...unsupported, decision: { verdict: 'accepted' } };
    expect(Object.keys(acceptAll([needs, apart], [taken, needs, apart]).decisions)).toEqual(['b', 'c']);
    expect(acceptAll([unsupported], all)).toEqual({ decisions: {}, left: 1 });
  });

  it('for all of a file leave what removes a statement, until it is accepted', () => {
    const drops = [{ text: 'Ask Ingrid.', reason: null }];
    const [dropping, apart] = [{ ...item('a'), hunk: hunk(0, 0, 'a', { id: 'a', drops }) }, item('b')];
    expect(acceptAll([dropping, apart], [dropping, apart])).toEqual({
      decisions: { b: { verdict: 'accepted' } },
      left: 1,
    });
    const taken: ReviewHunk = { ...dropping, decision: { verdict: 'accepted' } };
    expect(acceptAll([taken, apart], [taken, apart]).left).toBe(0);
  });

  it('make another file only of one that they are about', () => {
    const hunks = [item('a'), item('b')];
    const edit = { kind: 'updated' as const, path: 'a.md', base: '', hunks: [], why: [] };
    const file: ReviewFile = { ...edit, edit, hunks, added: 0, removed: 0, rebased: false, conflict: null };
    expect(withDecisions(file, { z: { verdict: 'accepted' } })).toBe(file);
    const decided = withDecisions(file, { b: { verdict: 'rejected' } });
    expect(decided.hunks.map(({ decision }) => decision?.verdict)).toEqual([undefined, 'rejected']);
  });
});
