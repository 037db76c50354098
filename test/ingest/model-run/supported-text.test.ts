import { renderDraft, type DraftText } from '../../../src/ingest/model-run/draft-text';
import { MarkTable } from '../../../src/ingest/model-run/marks';
import { type Unit } from '../../../src/ingest/units';
import { renderNote } from '../../../src/wiki';
import { countingRandom } from '../../support/wiki';

/** What a model writes without a mark: what it takes the marks of, and what is left out. */

const UNITS = ['Nobody may fish.', 'Dogs are kept on a lead.', 'The rules are of 1901.'].map(
  (text, at) =>
    ({
      number: at + 1,
      kind: 'sentence',
      text,
      anchor: { line: at + 1 },
      speaker: null,
      mode: 'fact',
    }) as unknown as Unit,
);
const LIST = '- Nobody swims.[^old-4]\n- Nobody skates.[^old-5]';

function draft(markdown: string): DraftText {
  return renderDraft(markdown, {
    marks: new MarkTable('new', UNITS, null),
    random: countingRandom(),
    rules: { slugOf: (target) => target, citable: new Set(['new']), isQuote: () => true },
    own: new Map([['b7', LIST]]),
    definitions: new Map([
      ['old-4', '[old], line 4: “Nobody swims.”'],
      ['old-5', '[old], line 5: “Nobody skates.”'],
    ]),
    renderNote: (note) => renderNote(note, 'markdown'),
    addLinks: ({ text }) => text,
  });
}

it('a line above a list that is kept takes the marks of the first item, not of what comes later', () => {
  const { text, unsupported } = draft('Three rules hold:\n\n{b7}\n\nDogs are kept on a lead.{1.2}');
  expect(text).toBe(`Three rules hold:[^old-4]\n\n${LIST}\n\nDogs are kept on a lead.[^new-2]`);
  expect(unsupported).toEqual([]);
});

it('a line at the end that introduces a block of the page takes the marks of the sentence before it', () => {
  const { text, unsupported } = draft('The rules are of 1901.{1.3} The first version read:');
  expect(text).toBe('The rules are of 1901.[^new-3] The first version read:[^new-3]');
  expect(unsupported).toEqual([]);
});

it('a sentence that only says where more is becomes "See also", and what opens a paragraph is left out unasked', () => {
  const { text, unsupported } = draft(
    'There are rules.{1.3}\n\n## Rules\n\nTwo rules differ. Nobody may fish.{1.1} The dates are in the [[history|history of the rules]].',
  );
  expect(text).toBe(
    'There are rules.[^new-3]\n\n## Rules\n\nNobody may fish.[^new-1]\n\nSee also: [[history|history of the rules]]',
  );
  expect(unsupported).toEqual([]);
});

it.each(['All fines are listed under [[fines|the fines]].', 'What a fine costs is told on [[fines|the fines]].'])(
  'so does one that says where something is listed: %s',
  (pointer) => {
    const { text, unsupported } = draft(`There are rules.{1.3}\n\n## Rules\n\nNobody may fish.{1.1} ${pointer}`);
    expect(text).toContain('Nobody may fish.[^new-1]\n\nSee also: [[fines|the fines]]');
    expect(unsupported).toEqual([]);
  },
);

it('a sentence that states something is named, however short it is, and so is the one that says what the subject is', () => {
  const states =
    'The rules are old. Nobody may fish.{1.1}\n\n## Dogs\n\nDogs are kept on a lead.{1.2} Josias wrote it.';
  expect(draft(states).unsupported).toEqual(['The rules are old.', 'Josias wrote it.']);
  expect(draft('## Dogs\n\nIn 1901 this was new. Dogs are kept on a lead.{1.2}').unsupported).toEqual([
    'In 1901 this was new.',
  ]);
});

describe('a sentence without a mark that opens a paragraph', () => {
  const TWO = 'The first rule is that nobody may fish.{1.1} The second keeps dogs on a lead.{1.2}';

  it('has the marks of the first statement behind it, where it says only what those say and counts them right', () => {
    const { text, unsupported, introductions } = draft(`## Rules\n\nThe rules come in two parts. ${TWO}`);
    expect(text).toContain('The rules come in two parts.[^new-1] The first rule');
    expect(unsupported).toEqual([]);
    expect(introductions).toEqual(['The rules come in two parts.']);
  });

  it.each([
    'The rules come in three parts.',
    'The rules killed two dogs.',
    'Josias wrote two rules.',
    'Nobody keeps the rules.',
    'No dogs keep to the rules.',
    'The rules of 1902 are two.',
    'The dogs are ill.',
  ])('is left out where it says more: %s', (sentence) => {
    const { text, introductions } = draft(`## Rules\n\n${sentence} ${TWO}`);
    expect(text).not.toContain(sentence);
    expect(introductions).toEqual([]);
  });
});
