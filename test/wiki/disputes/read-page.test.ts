import { readOpenMatters } from '../../../src/wiki/disputes/read-page';
import { isSameMatter, isSamePoint, saysOtherwise } from '../../../src/wiki/disputes/same-matter';

/** Each sentence with a footnote of its own; `A: quote` sets what the footnote quotes. */
function page(...blocks: readonly string[]): string {
  let count = 0;
  const notes: string[] = [];
  const body = blocks.map((block) =>
    block.replace(/\{([^{}]*)\}/g, (_, quote: string) => {
      count += 1;
      notes.push(`[^a-${count}]: [2010-minutes], line ${count}: “${quote === '' ? `Line ${count}.` : quote}”`);
      return `[^a-${count}]`;
    }),
  );
  return `# Ferry\n\n${body.join('\n\n')}\n\n${notes.join('\n')}\n`;
}

const shown = (text: string): readonly string[] =>
  readOpenMatters(text).questions.shown.map(({ markdown }) => markdown);
const told = (text: string): readonly string[] => readOpenMatters(text).told.sentences.map(({ markdown }) => markdown);

describe('what a page leaves open', () => {
  it('is what says so, and not all that stands under such a heading', () => {
    const text = page(
      '## Open questions',
      'The winter timetable was under discussion.{} The crew covered it in a letter and welcomes input.{} A new slip would cost more.{}',
      'The colour of the funnel might be blue.{What colour shall it be? Blue, perhaps.}',
    );
    expect(shown(text)).toEqual([
      'The winter timetable was under discussion.',
      'The colour of the funnel might be blue.',
    ]);
  });

  it('is at most three sentences, and the number of the others', () => {
    const sentences = ['fare', 'crew', 'slip', 'name', 'bell'].map((word) => `Whether the ${word} changes is open.{}`);
    const { questions } = readOpenMatters(page('## Open', sentences.join(' ')));
    expect(questions.shown.map(({ markdown }) => markdown)).toEqual([
      'Whether the fare changes is open.',
      'Whether the crew changes is open.',
      'Whether the slip changes is open.',
    ]);
    expect(questions.more).toBe(2);
  });

  it('takes the sentence before with one that leans on it, or leaves it out', () => {
    const pair = page('## Open', 'In 2010 several requests had no answer.{} Among them was a question on dogs.{}');
    expect(shown(pair)).toEqual(['In 2010 several requests had no answer. Among them was a question on dogs.']);
    const chain = page('## Open', 'The Ferry has one boat.{} It is old.{} Whether it is sold is not decided.{}');
    expect(shown(chain)).toEqual([]);
    expect(readOpenMatters(chain).questions.more).toBe(1);
  });

  it('is not what a page tells as settled', () => {
    expect(shown(page('The fare was settled in 2009.{} The crew knows the way.{}'))).toEqual([]);
  });
});

describe('what a page tells that changed', () => {
  it('is a sentence or row that says how it was and is', () => {
    const text = page(
      'In 2010 the Ferry was moved from an hourly to a daily timetable.{} It crosses from Hallow to Penn.{}',
      '| Date | Event |\n| --- | --- |\n| May 2010 | Planned: a new boat; in July 2010 it was not ordered.{} |\n| June 2010 | Planned: a fair.{} |',
    );
    expect(told(text)).toEqual([
      'In 2010 the Ferry was moved from an hourly to a daily timetable.',
      'May 2010; Planned: a new boat; in July 2010 it was not ordered.',
    ]);
  });

  it('takes the sentence that says who is meant', () => {
    expect(told(page('Ada Pell was master of the Ferry.{} In March 2010 she was no longer on board.{}'))).toEqual([
      'Ada Pell was master of the Ferry. In March 2010 she was no longer on board.',
    ]);
  });

  it('is not told of what only lasts', () => {
    expect(
      told(page('The Ferry has run since 1911.{} The fare has not changed since then.{} It runs until dusk.{}')),
    ).toEqual([]);
  });

  it.each(['on 2 January 2010', 'in January 2010', 'in 2010', 'on 2010-01-02'])(
    'pairs what is kept under "History" with what is said now of the same: as stated %s',
    (when) => {
      const text = [
        '# Ferry',
        'The Ferry carries cars for a fare of 4 pounds.[^b-1] Dogs travel free.[^b-2]',
        '## History',
        `- As stated ${when}: The Ferry carries cars for a fare of 3 pounds.[^a-1]`,
        '[^a-1]: [2010-minutes], line 1: “Three pounds.”\n[^b-1]: [2012-letter], line 1: “Four pounds.”\n[^b-2]: [2012-letter], line 2: “Dogs.”',
      ].join('\n\n');
      expect(readOpenMatters(text).told.pairs.map(({ before, after }) => [before.markdown, after.markdown])).toEqual([
        ['The Ferry carries cars for a fare of 3 pounds.', 'The Ferry carries cars for a fare of 4 pounds.'],
      ]);
    },
  );
});

describe('two statements', () => {
  it('are of one matter by a name or two telling words, and not by a month or a common word', () => {
    expect(isSameMatter('The Hallow Ferry was sold.', 'A buyer of Hallow runs it.')).toBe(true);
    expect(isSameMatter('The fare of a car is due on board.', 'A car pays its fare on land.')).toBe(false);
    expect(isSameMatter('The annual timetable is printed.', 'The timetable is annual no more.')).toBe(true);
    expect(isSameMatter('By April 2026 they had been there.', 'In April 2026 these were sold.')).toBe(false);
    expect(isSameMatter('渡船每小时开一班。', '渡船每天开一班。')).toBe(true);
  });

  it('are of one point if they share more than the name', () => {
    expect(isSamePoint('The Hallow Trust expected a plan in January.', 'The Hallow Trust received a gift.')).toBe(
      false,
    );
    expect(
      isSamePoint('The Hallow Trust expected a plan to open.', 'The plan of the Hallow Trust to open failed.'),
    ).toBe(true);
  });

  it('differ by a figure, a name or what they say', () => {
    expect(saysOtherwise('The fare is 3 pounds.', 'The fare is 4 pounds.')).toBe(true);
    expect(saysOtherwise('Ada Pell is master.', 'Tom Rusk is master.')).toBe(true);
    expect(
      saysOtherwise('The committee reports its work in letters.', 'In letters the committee reports its work.'),
    ).toBe(false);
  });
});
