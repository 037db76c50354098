import * as fc from 'fast-check';
import { silentRun, YieldBudget } from '../../src/base';
import { checkQuotes, buildCreation, findQuote, createQuoteFinder, type Evidence } from '../../src/change';
import { changeSetOf } from './support/change-sets';

/** The part of the text that the quote was found at. */
function found(text: string, quote: string): string | null {
  const place = findQuote(text, quote);
  return place === null ? null : text.slice(place.start, place.end);
}

describe('findQuote', () => {
  it('finds the first exact match', () => {
    expect(findQuote('one two one two', 'one two')).toEqual({ start: 0, end: 7 });
    expect(findQuote('one two', ' two\n')).toEqual({ start: 4, end: 7 });
  });

  it.each([
    ['white space and line breaks', 'The cost\n   was  low.', 'The cost was low.'],
    ['no-break spaces', 'It costs 10\u00a0000\u202fEUR.', 'It costs 10 000 EUR.'],
    ['quotation marks', '“It’s «done»,” she said.', '"It\'s "done"," she said.'],
    ['dashes', 'from 1990–1999 — on the whole', 'from 1990-1999 - on the whole'],
    ['ligatures', 'an eﬃcient ﬂow', 'an efficient flow'],
    ['soft hyphens', 'main\u00adtain', 'maintain'],
    ['invisible characters', 'a\u200bb\u2060c', 'abc'],
    ['a word broken at a line end', 'self-main-\ntaining wikis', 'self-maintaining wikis'],
    ['a word broken at its own hyphen', 'a self-\n  maintaining wiki', 'a self-maintaining wiki'],
    ['Unicode form', 'cafe\u0301 na\u00efve', 'caf\u00e9 nai\u0308ve'],
    ['full-width characters', 'ＡＢＣ１２３', 'ABC123'],
    ['lines of Chinese', '知识\n图谱很有用', '知识图谱很有用'],
    ['an ellipsis', 'and so on…', 'and so on...'],
  ])('ignores %s', (_, text, quote) => {
    expect(found(`Before. ${text} After.`, quote)).toBe(text);
    expect(found(`Before. ${quote} After.`, text)).toBe(quote);
  });

  it.each([
    ['another word', 'The cost was low.', 'The cost was high.'],
    ['another figure', 'It was 1,000 in 1999.', 'It was 1,000 in 1998.'],
    ['another case', 'The Bank', 'the bank'],
    ['a word left out', 'It was not true.', 'It was true.'],
    ['a sign', 'by -5 percent', 'by 5 percent'],
    ['figures run together', '10 000', '10000'],
    ['words run together', 'the rapist', 'therapist'],
    ['nothing', 'Text.', ''],
    ['blanks', 'a b', ' \n'],
    ['only invisible characters', 'a\u200bb', '\u200b'],
  ])('does not ignore %s', (_, text, quote) => {
    expect(findQuote(text, quote)).toBeNull();
  });

  it('finds every part of any text, whatever its white space', () => {
    const words = fc.array(fc.constantFrom('word', 'über', '“so”', 'ﬁne', '中文', 'a-b', '1990–99', '😀', 'e\u0301'), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(words, fc.nat(20), fc.nat(20), fc.constantFrom(' ', '\n', ' \r\n  '), (parts, from, length, gap) => {
        const some = parts.slice(from % parts.length, (from % parts.length) + 1 + (length % parts.length));
        const place = findQuote(parts.join(gap), some.join(' '));
        expect(place).not.toBeNull();
      }),
    );
  });

  it('finds many quotes in a large text', () => {
    const text = Array.from({ length: 40_000 }, (_, index) => `Sentence “${index}” is here—for\nsure.`).join(' ');
    const finder = createQuoteFinder(text);
    for (let index = 0; index < 40_000; index += 4_000) {
      const place = finder.find(`Sentence "${index}" is here-for sure.`);
      expect(place && text.slice(place.start, place.end)).toBe(`Sentence “${index}” is here—for\nsure.`);
    }
    expect(finder.find('Sentence "40000" is here')).toBeNull();
  });

  it('finds the same in a long text with turns for the host', async () => {
    let turns = 0;
    const run = { ...silentRun, yieldToHost: () => Promise.resolve(void (turns += 1)) };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('“', 'e\u0301', '-\n', 'word', ' ', '中', '—'), { minLength: 1 }),
        async (parts) => {
          const text = `${'x'.repeat(19_990)}${parts.join('')}${'A long “word”\n'.repeat(6_000)}`;
          const quote = `${parts.join('').slice(0, 30)}A long "word" A`;
          turns = 0;
          expect(await createQuoteFinder(text).findInTurns(quote, new YieldBudget(run))).toEqual(
            findQuote(text, quote),
          );
          if (!text.includes(quote.trim())) expect(turns).toBeGreaterThan(1);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('checkQuotes', () => {
  const evidence = (source: string, quote: string, verdict: Evidence['verdict'] = 'unchecked'): Evidence => ({
    source,
    sourceHash: 'h',
    quote,
    anchor: { line: 1 },
    verdict,
  });

  it('replaces the verdict of each piece of evidence', () => {
    const claims = [
      evidence('sources/a.md', 'It “is” so.'),
      evidence('sources/a.md', 'It is not so.', 'found'),
      evidence('sources/a.md', '', 'found'),
      evidence('sources/gone.md', 'It is so.', 'found'),
    ];
    const edit = buildCreation({ path: 'a.md', parts: [{ text: 'x', reason: 'r', evidence: claims }], why: [] });
    const changeSet = changeSetOf([edit]);
    const checked = checkQuotes(changeSet, (path) => (path === 'sources/a.md' ? 'It "is" so.' : null));
    expect(checked.files[0]?.hunks[0]?.evidence.map(({ verdict }) => verdict)).toEqual([
      'found',
      'not-found',
      'not-found',
      'unchecked',
    ]);
    expect(changeSet.files[0]?.hunks[0]?.evidence[1]?.verdict).toBe('found');
  });
});
