import fc from 'fast-check';
import { latestOnly, markedParts, MAX_PAGE_PASSAGES, searchHits } from '../../../src/obsidian/panels/view-model/search';
import { type FoundPage, type FoundPassage } from '../../../src/workbench';

describe('text with its matches', () => {
  it('is cut where they begin and end', () => {
    expect(markedParts('the lamp room', [{ start: 4, end: 8 }])).toEqual([
      { text: 'the ', marked: false },
      { text: 'lamp', marked: true },
      { text: ' room', marked: false },
    ]);
  });

  it('is never lost or doubled, whatever the matches are', () => {
    const offset = fc.integer({ min: -3, max: 30 });
    fc.assert(
      fc.property(
        fc.string({ maxLength: 20 }),
        fc.array(fc.record({ start: offset, end: offset })),
        (text, matches) => {
          const parts = markedParts(text, matches);
          expect(parts.map((part) => part.text).join('')).toBe(text);
          expect(parts.every((part) => part.text !== '')).toBe(true);
        },
      ),
    );
  });
});

describe('hits', () => {
  const passage = (line: number): FoundPassage => ({
    heading: null,
    line,
    start: 0,
    text: `line ${line}`,
    matches: [],
  });
  const found = (slug: string, passages: readonly FoundPassage[]): FoundPage => {
    const rest = { kind: 'concept', icon: null, score: 1, titleMatches: [] };
    return { slug, path: `${slug}.md`, title: slug, ...rest, passages };
  };

  it('are passages in the order of their rank, a page named once', () => {
    const hits = searchHits([found('a', [passage(3), passage(9)]), found('b', [passage(1)])]);
    expect(hits.map(({ page, passage: at, first }) => [page.slug, at?.line, first])).toEqual([
      ['a', 3, true],
      ['a', 9, false],
      ['b', 1, true],
    ]);
  });

  it('hold a page of which only the name matched, and no more of one page than its share', () => {
    expect(searchHits([found('a', [])])).toMatchObject([{ passage: null, first: true }]);
    expect(searchHits([found('a', [1, 2, 3, 4, 5].map(passage))])).toHaveLength(MAX_PAGE_PASSAGES);
  });
});

describe('successive queries', () => {
  /** Answers when told to. */
  function controller(): {
    answer: (question: string, with_: string | Error) => void;
    asked: string[];
    ended: string[];
  } & {
    ask: (question: string, signal: AbortSignal) => Promise<string>;
  } {
    const waiting = new Map<string, (with_: string | Error) => void>();
    const asked: string[] = [];
    const ended: string[] = [];
    return {
      asked,
      ended,
      answer: (question, with_) => waiting.get(question)?.(with_),
      ask: (question, signal) => {
        asked.push(question);
        signal.addEventListener('abort', () => ended.push(question));
        return new Promise((resolve, reject) => {
          waiting.set(question, (with_) => (typeof with_ === 'string' ? resolve(with_) : reject(with_)));
        });
      },
    };
  }
  const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('a newer one ends the older one, and a late answer is never given', async () => {
    const at = controller();
    const asking = latestOnly(at.ask, () => Promise.resolve());
    const first = asking.ask('la');
    await soon();
    const second = asking.ask('lamp');
    await soon();
    at.answer('la', 'late');
    at.answer('lamp', 'right');
    expect(await Promise.all([first, second])).toEqual(['right', 'right']);
    expect(at.ended).toEqual(['la']);
  });

  it('one that is replaced within the pause is never asked', async () => {
    const at = controller();
    const asking = latestOnly(at.ask, soon);
    const all = ['l', 'la', 'lam'].map((question) => asking.ask(question));
    await soon();
    await soon();
    at.answer('lam', 'right');
    expect(await Promise.all(all)).toEqual(['right', 'right', 'right']);
    expect(at.asked).toEqual(['lam']);
  });

  it('a failure of the newest is reported, one of an older is not', async () => {
    const at = controller();
    const asking = latestOnly(at.ask, () => Promise.resolve());
    const first = asking.ask('a');
    await soon();
    const second = asking.ask('b');
    await soon();
    at.answer('a', new Error('ended'));
    at.answer('b', 'right');
    expect(await first).toBe('right');
    expect(await second).toBe('right');
    const third = asking.ask('c');
    await soon();
    at.answer('c', new Error('broken'));
    await expect(third).rejects.toThrow('broken');
  });

  it('stopping ends what is going on', async () => {
    const at = controller();
    const asking = latestOnly(at.ask, () => Promise.resolve());
    void asking.ask('a');
    await soon();
    asking.stop();
    expect(at.ended).toEqual(['a']);
  });
});
