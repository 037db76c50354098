import fc from 'fast-check';
import { answerWith, ModelWiki, pagesOf, planOf, rendered, type ModelRequest } from '../ingest/model-run/support';
import { ModelServer } from '../model/server/server';
import { readLedger } from '../../src/wiki';

/**
 * Promise 19: nothing is left out silently. Each unit of a source is on a page, left with a reason, kept for a page that a limit
 * postponed, or shown on the summary; and what a model states without a unit is named.
 */

const SENTENCES = Array.from({ length: 9 }, (_, at) => `Lamp ${at + 1} burns with ${(at + 2) * 7} candles.`);
const SOURCE = `# Lamps\n\n${SENTENCES.join('\n\n')}\n`;

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

/** What a careless model does with each unit: puts it on a page, leaves it, or forgets it; and whether it writes it then. */
const fate = fc.constantFrom('first page', 'second page', 'planned but not written', 'left', 'forgotten');

function careless(fates: readonly string[]): (asked: ModelRequest) => unknown {
  const numbersOf = (...wanted: readonly string[]): string[] =>
    fates.flatMap((each, at) => (wanted.includes(each) ? [`1.${at + 1}`] : []));
  return ({ task, targets }) => {
    if (task === 'plan') {
      return planOf(
        [
          { slug: 'first', title: 'First', units: numbersOf('first page', 'planned but not written') },
          { slug: 'second', title: 'Second', units: numbersOf('second page') },
        ].filter(({ units }) => units.length > 0),
        { left: [{ units: numbersOf('left'), reason: 'off-scope', note: 'not about this wiki' }] },
      );
    }
    const text = (marks: readonly string[]): string => marks.map((mark) => `It burns.{${mark}}`).join(' ');
    return pagesOf(
      targets.map(({ slug }) => ({
        slug,
        markdown: `${text(numbersOf(slug === 'first' ? 'first page' : 'second page'))} It was invented.`,
      })),
    );
  };
}

/** Numbers that ranges such as `1, 3-5` name. */
function numbersIn(ranges: string): number[] {
  return ranges.split(', ').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number);
    return Number.isNaN(first) || range === '' ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}

it('accounts for every unit of a source, whatever a model plans, writes and forgets', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(fate, { minLength: SENTENCES.length, maxLength: SENTENCES.length })
        .filter((fates) => fates.includes('first page')),
      fc.constantFrom(1, 5),
      async (fates, maxPages) => {
        server.script(answerWith(careless(fates)));
        const wiki = await ModelWiki.of(server, { 'sources/lamps.md': SOURCE });
        const changeSet = await wiki.curate('sources/lamps.md', { maxPages });
        const { cited, left, postponed, unplaced } = changeSet.facts.coverage as {
          cited: string;
          left: { units: string; reason: string }[];
          postponed: { title: string; units: string }[];
          unplaced: string;
        };
        const accounted = [cited, unplaced, ...left.map(({ units }) => units), ...postponed.map(({ units }) => units)];
        expect(accounted.flatMap(numbersIn).sort((a, b) => a - b)).toEqual(SENTENCES.map((_, at) => at + 1));
        for (const { reason } of left) expect(reason).toBe('off-scope');
        if (maxPages === 1 && fates.includes('second page'))
          expect(postponed.map(({ title }) => title)).toEqual(['Second']);
        const summary = rendered(changeSet)['summaries/lamps-summary.md'] ?? '';
        const shown = readLedger(summary).claims.map(({ text }) => text);
        for (const number of numbersIn(unplaced)) expect(shown).toContain(SENTENCES[number - 1]);
        expect(changeSet.notes.join('\n')).toContain('"It was invented."');
      },
    ),
    { numRuns: 12 },
  );
});
