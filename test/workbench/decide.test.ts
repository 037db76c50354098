import * as fc from 'fast-check';
import type { FileEdit } from '../../src/change';
import type { HunkDecision } from '../../src/proposal';
import { acceptedOf, decided } from '../../src/workbench/review/decide';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Files of one hunk each, which need one another as they like, in circles too. */
const changeSets = fc.array(fc.subarray(ids), { minLength: ids.length, maxLength: ids.length }).map((needs) => ({
  files: ids.map((id, at): FileEdit => {
    const hunk = {
      id,
      start: 0,
      end: 0,
      text: id,
      title: id,
      reason: '',
      evidence: [],
      needs: needs[at] ?? [],
      declares: [],
    };
    return { kind: 'updated', path: `${id}.md`, base: '', hunks: [hunk], why: [] };
  }),
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

describe('decisions on hunks that need one another', () => {
  it('are closed, whatever is decided in whatever order', () => {
    fc.assert(
      fc.property(changeSets, steps, (changeSet, all) => {
        let decisions: Readonly<Record<string, HunkDecision>> = {};
        for (const step of all) {
          const next = decided(changeSet, decisions, step);
          for (const { hunks } of changeSet.files) {
            for (const { id, needs } of hunks) {
              if (next.get(id)?.verdict !== 'accepted') continue;
              for (const need of needs) expect(next.get(need)?.verdict).toBe('accepted');
            }
          }
          // What was asked for last holds, unless the same call rejected what it needs.
          const rejects = Object.values(step).some((change) => change?.verdict === 'rejected');
          for (const [id, change] of Object.entries(step)) {
            if (id === 'unknown') expect(next.has(id)).toBe(false);
            else if (change?.verdict === 'rejected') expect(next.get(id)?.verdict).toBe('rejected');
            else if (change && !rejects) expect(next.get(id)?.verdict).toBe('accepted');
          }
          decisions = Object.fromEntries(next);
          const accepted = Object.keys(decisions).filter((id) => decisions[id]?.verdict === 'accepted');
          expect([...acceptedOf(changeSet, next)].sort()).toEqual(accepted.sort());
        }
      }),
    );
  });
});
