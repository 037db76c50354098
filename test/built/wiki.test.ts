// The same tests, met by the rooms as they are shipped: word lists packed, rules without their documentation.
import fc from 'fast-check';
import { packWords } from '../../scripts/build/lean/words.mjs';
import { wordSet } from '../../src/ingest/extractive/word-set';
import './wiki-rooms';
import { quotesIn } from '../../src/ingest';
import '../ingest/contradictions.test';
import '../ingest/curator.test';
import '../lint/fix.test';
import '../lint/incremental.test';
import '../search/search.test';

it('the rooms are the built ones', () => {
  expect(quotesIn.name).not.toBe('quotesIn');
});

it('packed words are the same words', () => {
  const word = fc.stringMatching(/^[a-zéж'.-]{1,14}$/u);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      const text = words.join(' \n');
      expect([...wordSet(packWords(text))].sort()).toEqual([...wordSet(text)].sort());
      expect([...wordSet(text)]).toEqual([...new Set(words)]);
    }),
  );
  expect(packWords('able abbot abbey')).toBe('0abbey3ot2le');
});
