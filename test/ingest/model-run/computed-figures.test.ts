import { isComputed } from '../../../src/ingest/model-run/computed-figures';

/** A figure that follows from two figures of the passages is no invention; any other is. */

it.each([
  ['51', 'Salaries rose by 51 % in a year.', ['Salaries: $102,000.00', 'Salaries: $154,020'], true],
  ['52', 'Salaries rose by 52 % in a year.', ['Salaries: $102,000.00', 'Salaries: $154,020'], false],
  ['25', 'A share of 25 per cent came from sponsors.', ['$167,000 of sponsors', 'income of $668,000'], true],
  ['193,000', 'Cash fell by $193,000.', ['cash of $288,000', 'cash of $95,000'], true],
  ['3', 'It is 3 times as large.', ['4 rooms', '12 rooms'], true],
  ['3', 'It has 3 towers.', ['4 rooms', '12 rooms'], false],
  ['16', 'It has 16 rooms.', ['4 rooms', '12 rooms'], true],
  ['5', 'It took 5 years.', ['begun in 2019', 'ended in 2024'], true],
  ['5', 'It rose by 5 %.', ['begun in 2019', 'ended in 2024'], false],
  ['190,000', 'Cash fell by about $190,000.', ['cash of $288,000', 'cash of $97,500'], true],
  ['190,000', 'Cash fell by $190,000.', ['cash of $288,000', 'cash of $97,500'], false],
  ['2020', 'It opened in 2020.', ['1010 visitors', '1010.0 others', '1,010 more'], false],
  ['479,000', 'About $479,000 went to people.', ['92% of the expenses', 'expenses: $520,748.91'], true],
  ['12,122', 'That is about $12,122 a month.', ['$145,462.88 in 2023'], true],
  ['12,122', 'That is about $12,122.', ['$145,462.88 in 2023'], false],
  ['17', 'It has 17 rooms.', ['On 14 March it had 3 rooms.', '2024-03-14'], false],
  ['1.4', 'Version 1.4 is out.', ['version 1.4.0', 'version 2.8'], false],
])('%s in "%s"', (figure, text, passages, expected) => {
  expect(isComputed(figure, text, passages)).toBe(expected);
});

it('many figures make no proof', () => {
  const passages = Array.from({ length: 20 }, (_, at) => `${at * 7 + 1} boats`);
  expect(isComputed('15', 'There were 15 boats.', passages.slice(0, 3))).toBe(false);
  expect(isComputed('16', 'There were 16 boats.', passages)).toBe(false);
});
