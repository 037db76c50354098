import { givesAskedValue } from '../../src/librarian/asked-value';
import { formsOf } from '../../src/search';

it.each([
  ['How many boats does the trust own?', 'It owns four boats.', 'It owns boats.'],
  ['How long is the tunnel?', 'It is 418 m long.', 'It is long.'],
  ['When was the canal opened?', 'It was opened in 1799.', 'It was opened by 3 men.'],
  ['How often is the pump checked?', 'It is checked twice a year.', 'It is checked by two men.'],
  ['Which year did trade end?', 'The last boat came in May.', 'The last boat came late.'],
])('a statement with the kind of value that is asked for answers better: %s', (question, better, worse) => {
  const isAsked = givesAskedValue(question);
  expect([isAsked(better), isAsked(worse)]).toEqual([true, false]);
});

it('a question for no value prefers none', () => {
  expect(givesAskedValue('Who leads the work parties, and why?')('In 1799 four men did.')).toBe(false);
});

it('a word finds who does what it says', () => {
  expect(formsOf('created')).toContain('creator');
  expect(formsOf('doctor')).not.toContain('doct');
});
