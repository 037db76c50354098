import fc from 'fast-check';
import { readPlace, writePlace } from '../../../src/obsidian/browser/place';

it('the address of the review page leads back to what it names, whatever the names are', () => {
  const place = fc.record({
    wiki: fc.stringMatching(/^[a-z0-9-]{1,20}$/),
    tab: fc.constantFrom('changes' as const, 'problems' as const, 'history' as const),
    id: fc.string({ unit: 'grapheme' }),
  });
  fc.assert(fc.property(place, (each) => expect(readPlace(writePlace(each))).toEqual(each)));
});

it('an address that somebody made up leads to the list of changes', () => {
  expect(readPlace('#/wiki/nothing/%zz')).toEqual({ wiki: 'wiki', tab: 'changes', id: '' });
  expect(readPlace('')).toEqual({ wiki: '', tab: 'changes', id: '' });
});
