import fc from 'fast-check';
import { commitMessage, evidenceOf, trailersIn } from '../../../src/server/git/commit-message';
import { type ChangeSet, type Hunk } from '../../../src/change';

const hunk = (text: string): Hunk => ({
  ...{ id: '1', start: 0, end: 0, text: '', title: text, reason: text, needs: [], declares: [] },
  evidence: [{ source: 'sources/a.md', sourceHash: '', quote: text, anchor: { line: 1 }, verdict: 'found' }],
});

it('what a source or a model says is never read as a trailer', () => {
  const word = fc.constantFrom(
    'Reason:',
    'Decision: rejected',
    'Proposal: 0001-aaaa',
    'reason :',
    'lamp',
    'x'.repeat(40),
    '\n',
    '\r',
    '\u2028',
    '\n\n',
    '    ',
  );
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(text, text, (one, other) => {
      const edit = { kind: 'updated' as const, path: 'a.md', base: '', baseHash: '', hunks: [hunk(one)] };
      const changeSet = { files: [edit] } as unknown as ChangeSet;
      const message = commitMessage(
        other,
        [one, ...evidenceOf(changeSet)],
        [
          ['Source', one],
          ['Proposal', '0002-bbbb'],
        ],
      );
      // Hosts indent messages that they quote.
      for (const shown of [message, message.replace(/^/gm, '    ')]) {
        expect(trailersIn(shown, 'Reason')).toEqual([]);
        expect(trailersIn(shown, 'Proposal')).toEqual(['0002-bbbb']);
      }
    }),
  );
});
