import { withoutNotes } from '../../../src/obsidian/review/view-model/without-notes';

const anchor = {};
const note = { sourceId: 'survey', place: '', anchor, quote: 'It is 38 metres.', start: 0, end: 0 };
const footnotes = new Map([
  ['survey-1', { number: 1, note }],
  ['mine', { number: 2, note: null }],
]) as unknown as Parameters<typeof withoutNotes>[1];

it('a part of a page loses the definitions at its end that its numbers show', () => {
  const text = '# Focal plane\n\nIt is 38 metres.[^survey-1]\n\n[^survey-1]: [survey], line 9: “It is 38 metres.”\n';
  expect(withoutNotes(text, footnotes)).toBe('# Focal plane\n\nIt is 38 metres.[^survey-1]');
  expect(withoutNotes('\n[^survey-1]: [survey], line 9: “It is 38 metres.”\n', footnotes)).toBe('');
});

it('the footnotes of a person and what stands above stay', () => {
  const own = 'See the drawing.[^mine]\n\n[^survey-1]: [survey], line 9\n[^mine]: In the left drawer.';
  expect(withoutNotes(own, footnotes)).toBe(own);
  expect(withoutNotes('A [^survey-1]: in the text', footnotes)).toBe('A [^survey-1]: in the text');
});
