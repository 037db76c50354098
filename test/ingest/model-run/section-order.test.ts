import { orderSections, placeSection } from '../../../src/ingest/model-run/section-order';

/** Sections, each with one paragraph; `|` stands between heading and paragraph. */
const page = (...sections: readonly string[]): string =>
  ['The lead of 1800.', ...sections.map((section) => `## ${section.replace('|', '\n\n')}`)].join('\n\n');

it('sections that tell of years are read forward, and the others stay where they are', () => {
  const order = [
    'State in 1797|It ended.',
    'What it is|A war.',
    'Laws|In December 1793 laws were asked for.',
    'Start of 1790|It began.',
    'History|In 1780 there was none.',
  ];
  const [end = '', what = '', laws = '', start = '', history = ''] = order;
  expect(orderSections(page(...order))).toBe(page(start, what, laws, end, history));
});

it('a page whose headings tell no years keeps its order, and so does a log of versions', () => {
  const topics = page('Trade|In 1838 it was best.', 'Promoters|In 1793 there was an Act.', 'Size|It has 1,790 seats.');
  expect(orderSections(topics)).toBe(topics);
  const budget = page('Size|In 2019 it had two.', 'What the money of 2026 is for|Pay.', 'Support|In 2025 it began.');
  expect(orderSections(budget)).toBe(budget);
  const log = page('2.1 (2024)|Faster.', '2.0 (2023)|Bigger.', 'Version of 2022|Smaller.');
  expect(orderSections(log)).toBe(log);
});

it('what is open is told last, before what closes a page', () => {
  const mixed = page('Open|As of 2026 it is slow.', 'Downloads|They start anew.', 'History|- In 1998.');
  expect(orderSections(mixed)).toBe(
    page('Downloads|They start anew.', 'Open|As of 2026 it is slow.', 'History|- In 1998.'),
  );
  const blocks = ['The lead.', '## How', 'So.', '## What is open', 'As of 2026 it is slow.'];
  expect(placeSection('## Downloads\n\nThey start anew.', blocks, 5)).toBe(3);
});

it('headings inside of code are no sections', () => {
  const code = page('Talk of 1999|```\n## In 1990\n\n## In 1980\n```', 'Talk of 1998|It began.');
  expect(orderSections(code)).toBe(page('Talk of 1998|It began.', 'Talk of 1999|```\n## In 1990\n\n## In 1980\n```'));
});

describe('a new section', () => {
  const blocks = [
    'The lead.',
    '## Review of 1795',
    'Reviewed.',
    '## The act',
    'In 1799 it was law.',
    '## History',
    '- Before.',
  ];
  it.each([
    ['before a later year', '## Posture in 1797\n\nThey armed.', 1, 3],
    ['after an earlier year', '## Posture in 1799\n\nThey armed.', 1, 5],
    ['before all others', '## Call of 1790\n\nThey called.', 5, 1],
    ['before the history, not behind it', '## Peace of 1802\n\nThey made peace.', 7, 5],
    ['where it was put, between two years', '## Call of 1797\n\nThey called.', 3, 3],
    ['where it was put, if it tells of no year', '## Size\n\nIt was big.', 7, 7],
  ])('goes %s', (_, text, at, place) => expect(placeSection(text, blocks, at)).toBe(place));
});
