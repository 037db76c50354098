import * as fc from 'fast-check';
import { withDependencies, type FileEdit } from '../../src/change';
import { type HunkDecisions, type HunkDecision } from '../../src/proposal';
import { acceptedHunks, applyDecisions } from '../../src/workbench/review/decisions';

type Changes = Record<string, HunkDecision | null>;

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];

function fileOf(id: string, needs: readonly string[]): FileEdit {
  const hunk = { id, start: 0, end: 0, text: id, title: id, reason: '', evidence: [], needs, declares: [] };
  return { kind: 'updated', path: `${id}.md`, base: '', hunks: [hunk], why: [] };
}

/** Files of one hunk each, which need one another as they like, in circles too. */
const changeSets = fc.array(fc.subarray(ids), { minLength: ids.length, maxLength: ids.length }).map((needs) => ({
  files: ids.map((id, at) => fileOf(id, needs[at] ?? [])),
}));

const decision: fc.Arbitrary<HunkDecision | null> = fc.constantFrom(
  null,
  { verdict: 'accepted' },
  { verdict: 'rejected', reason: 'no' },
  { verdict: 'accepted', text: 'mine' },
);

const steps = fc.array(fc.dictionary(fc.constantFrom(...ids, 'unknown'), decision, { noNullPrototype: true }), {
  maxLength: 12,
});

function outcomeOf(changeSet: { files: FileEdit[] }, all: readonly Changes[]): HunkDecisions {
  let decisions: HunkDecisions = {};
  for (const changes of all) decisions = Object.fromEntries(applyDecisions(changeSet, decisions, changes));
  return decisions;
}

describe('decisions on hunks that depend on each other', () => {
  it('are consistent, whatever is decided in whatever order', () => {
    fc.assert(
      fc.property(changeSets, steps, (changeSet, all) => {
        let decisions: Readonly<Record<string, HunkDecision>> = {};
        for (const step of all) {
          const next = applyDecisions(changeSet, decisions, step);
          for (const { hunks } of changeSet.files) {
            for (const { id, needs } of hunks) {
              const verdict = next.get(id)?.verdict;
              for (const need of needs) {
                if (verdict === 'accepted') expect(next.get(need)?.verdict).toBe('accepted');
                if (verdict !== 'rejected') expect(next.get(need)?.verdict).not.toBe('rejected');
              }
            }
          }
          // What was asked for last holds, unless the same call rejected what it needs.
          const rejects = Object.values(step).some((change) => change?.verdict === 'rejected');
          for (const [id, change] of Object.entries(step)) {
            if (id === 'unknown') expect(next.has(id)).toBe(false);
            else if (change?.verdict === 'rejected') expect(next.get(id)?.verdict).toBe('rejected');
            else if (change && !rejects) expect(next.get(id)?.verdict).toBe('accepted');
            else if (change === null && !rejects) expect(next.get(id)?.verdict).not.toBe('rejected');
          }
          decisions = Object.fromEntries(next);
          const accepted = Object.keys(decisions).filter((id) => decisions[id]?.verdict === 'accepted');
          expect([...acceptedHunks(changeSet, next)].sort()).toEqual(accepted.sort());
        }
      }),
    );
  });

  it('are restored when a rejection is undone', () => {
    fc.assert(
      fc.property(changeSets, steps, fc.constantFrom(...ids), (changeSet, all, id) => {
        const before = outcomeOf(changeSet, all);
        const was = before[id] ?? null;
        fc.pre(was?.verdict !== 'rejected');
        const without = Object.fromEntries(applyDecisions(changeSet, before, { [id]: { verdict: 'rejected' } }));
        expect(Object.fromEntries(applyDecisions(changeSet, without, { [id]: was }))).toEqual(before);
      }),
    );
  });

  it('keep an explicit rejection when an unrelated hunk is accepted', () => {
    fc.assert(
      fc.property(changeSets, steps, fc.constantFrom(...ids), (changeSet, all, id) => {
        const before = outcomeOf(changeSet, all);
        const after = applyDecisions(changeSet, before, { [id]: { verdict: 'accepted' } });
        const needed = withDependencies(changeSet, [id], 'accept');
        for (const [other, { verdict, beforeCascade }] of Object.entries(before)) {
          if (verdict !== 'rejected' || beforeCascade !== undefined || needed.has(other)) continue;
          expect(after.get(other)).toEqual(before[other]);
        }
      }),
    );
  });

  it('distinguish an explicit rejection from one that followed another', () => {
    const files = (needs: Record<string, readonly string[]>): { files: FileEdit[] } => ({
      files: Object.entries(needs).map(([id, own]) => fileOf(id, own)),
    });
    const changeSet = files({ a: [], b: ['a'], c: ['b'], d: ['a'] });
    const decide = (before: HunkDecisions, changes: Changes): HunkDecisions =>
      Object.fromEntries(applyDecisions(changeSet, before, changes));
    const chosen = decide(
      {},
      {
        a: { verdict: 'accepted' },
        b: { verdict: 'accepted', text: 'mine' },
        d: { verdict: 'rejected', reason: 'no' },
      },
    );
    const without = decide(chosen, { a: { verdict: 'rejected' } });
    expect(without).toEqual({
      a: { verdict: 'rejected' },
      b: { verdict: 'rejected', beforeCascade: { verdict: 'accepted', text: 'mine' } },
      c: { verdict: 'rejected', beforeCascade: null },
      d: { verdict: 'rejected', reason: 'no' },
    });
    expect(decide(without, { a: { verdict: 'accepted' } })).toEqual(chosen);
    // Only open again, it cannot carry what was accepted on top of it.
    expect(decide(without, { a: null })).toEqual({ d: { verdict: 'rejected', reason: 'no' } });
    // Whoever opens what was only taken along opens what it cannot be without.
    expect(decide(without, { c: null })).toEqual({ d: { verdict: 'rejected', reason: 'no' } });
    // Whoever rejects it as well means it.
    const both = decide(without, { b: { verdict: 'rejected' } });
    expect(decide(both, { a: { verdict: 'accepted' } })).toMatchObject({
      b: { verdict: 'rejected' },
      c: { verdict: 'rejected', beforeCascade: null },
    });
  });
});
