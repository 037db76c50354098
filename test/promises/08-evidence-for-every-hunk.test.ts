import {
  checkQuotes,
  buildCreation,
  hunksToAccept,
  renderEdit,
  buildUpdate,
  type ChangeSet,
  type Evidence,
} from '../../src/change';

/**
 * Promise 8: every hunk that a model proposes names its evidence, and the quote is looked up in the source by code. A
 * quote that is not there is shown as such, never silently kept.
 */

const source = 'sources/2026-04-15-paper.md';
const text = 'The lens was ground in 1609.\nIt mag-\nnifies “twenty times”, the maker says.\n';

const claim = (quote: string, from = source): Evidence => ({
  source: from,
  sourceHash: 'hash',
  quote,
  anchor: { line: 1 },
  // What the model says of its own quote counts for nothing.
  verdict: 'found',
});

function changeSet(): ChangeSet {
  const base = 'One.\n\nTwo.\n';
  return {
    title: 'Ingest',
    producer: 'ingest',
    files: [
      buildUpdate({
        path: 'lens.md',
        base,
        splices: [
          {
            start: 5,
            end: 5,
            text: 'Ground in 1609.\n',
            reason: 'New.',
            evidence: [claim('The lens was ground in 1609.')],
          },
          { start: 11, end: 11, text: 'Thirty times.\n', reason: 'New.', evidence: [claim('magnifies thirty times')] },
        ],
        why: [],
      }),
      buildCreation({
        path: 'maker.md',
        parts: [
          {
            text: '# Maker\n',
            reason: 'New.',
            evidence: [
              claim('magnifies "twenty times", the maker says'),
              claim('The lens was ground in 1609.', 'sources/other.md'),
            ],
          },
        ],
        why: [],
      }),
    ],
    log: { event: 'ingest', subject: 'paper', bullets: [] },
    sources: [],
    notes: [],
    facts: {},
  };
}

describe('the evidence of every hunk is checked by code', () => {
  const checked = checkQuotes(changeSet(), (path) => (path === source ? text : null));
  const verdicts = checked.files.flatMap(({ hunks }) =>
    hunks.map(({ evidence }) => evidence.map(({ verdict }) => verdict)),
  );

  it('distinguishes a quote that is there, one that is not, and one that cannot be looked up', () => {
    expect(verdicts).toEqual([['found'], ['not-found'], ['found', 'unchecked']]);
  });

  it('keeps the unsupported claim visible, and changes nothing else of the proposal', () => {
    const blank = (set: ChangeSet): unknown =>
      JSON.parse(JSON.stringify(set), (key, value: unknown) => (key === 'verdict' ? '' : value));
    expect(blank(checked)).toEqual(blank(changeSet()));
  });
});

describe('when changes are applied without a review', () => {
  const checked = checkQuotes(changeSet(), (path) => (path === source ? text : null));
  const accepted = hunksToAccept(checked);

  it('a part whose quote is not in its source is left out, and so is what needs it', () => {
    expect(checked.files.map((edit) => renderEdit(edit, accepted))).toEqual([
      'One.\nGround in 1609.\n\nTwo.\n',
      '# Maker\n',
    ]);
    const [lens] = checked.files;
    const thirty = lens?.hunks[1];
    const follows = buildCreation({
      path: 'follows.md',
      parts: [{ text: '# Follows\n', reason: 'New.', needs: [thirty?.id ?? ''] }],
      why: [],
    });
    expect(hunksToAccept({ files: [...checked.files, follows] })).toEqual(accepted);
  });
});
