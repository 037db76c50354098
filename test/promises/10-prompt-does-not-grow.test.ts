import { estimateModelIngest } from '../../src/ingest';
import { estimateTokens } from '../../src/model';
import { answerWith, ModelWiki, page, pagesOf, planOf, promptOf } from '../ingest/model-run/support';
import { ModelServer } from '../model/server/server';
import { countingRandom } from '../model/support';

/**
 * Promise 10: the prompt does not grow with the wiki. Pages are recalled, never listed whole: one source sends the same number of
 * tokens into 100 and into 10,000 pages, within a tenth.
 */

const SOURCE = 'sources/2026-04-15-lights.txt';
const LIGHTS = `Halden Light was built in 1831 by Ada Moore. It is 31 metres tall, and it was automated in 1987.

The keepers of the coast met in the harbour town every spring. They spoke of lamps, bells, oil and weather. Other Rock was
lit in 1850, and its bell can be heard in fog at a distance of two miles.
`;
const topics = ['lamps', 'bells', 'weather', 'oil', 'harbour', 'keepers', 'fog', 'spring', 'rocks', 'towers'];

function pages(count: number): Record<string, string> {
  const files: Record<string, string> = { 'sources/old.txt': 'Old.', [SOURCE]: LIGHTS };
  const names: readonly (readonly [string, string])[] = [
    ['halden-light', 'Halden Light'],
    ['other-rock', 'Other Rock'],
  ];
  for (const [slug, title] of names)
    files[`entities/${slug}.md`] = page(slug, title, `${title} is a light on the coast.`);
  for (let index = names.length; index < count; index += 1) {
    const [one, two] = [topics[index % 10] ?? '', topics[Math.floor(index / 10) % 10] ?? ''];
    const body = `Station ${index} is known for its ${one} and ${two}. See [[station-${(index * 7) % count}]].`;
    files[`entities/station-${index}.md`] = page(
      `station-${index}`,
      `Station ${index}`,
      `${body} ${'It stands by the sea. '.repeat(10)}`,
    );
  }
  return files;
}

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

/** Tokens sent for one source, and those expected before. */
async function sent(count: number): Promise<{ tokens: number; calls: number; estimate: number }> {
  server.script(
    answerWith(({ task, units, targets }) => {
      const marks = [...units.keys()];
      if (task === 'plan') {
        return planOf([
          { slug: 'halden-light', op: 'edit', units: marks.slice(0, 2) },
          { slug: 'other-rock', op: 'edit', units: marks.slice(2) },
        ]);
      }
      return pagesOf(
        targets.map(({ slug }) => ({
          slug,
          edits: [
            {
              block: 'b1',
              starts: '',
              do: 'insert_after',
              markdown: marks.map((mark) => `So it is.{${mark}}`).join(' '),
            },
          ],
        })),
      );
    }),
  );
  const wiki = await ModelWiki.of(server, pages(count));
  const estimate = await estimateModelIngest(await wiki.request(SOURCE), { random: countingRandom() });
  await wiki.curate(SOURCE);
  const tokens = server.asked.reduce((sum, heard) => sum + estimateTokens(promptOf(heard)), 0);
  return { tokens, calls: server.asked.length, estimate: estimate.inputTokens };
}

it('sends as much for one source into 10,000 pages as into 100, within a tenth', async () => {
  const [few, many] = [await sent(100), await sent(10_000)];
  expect(few.calls).toBe(2);
  expect(many.calls).toBe(few.calls);
  expect(Math.abs(many.tokens - few.tokens)).toBeLessThan(few.tokens / 10);
  expect(Math.abs(many.estimate - few.estimate)).toBeLessThan(few.estimate / 10);
}, 120_000);

it('stays bounded when every page of the wiki shares the source’s subjects', async () => {
  const shared = (count: number): Record<string, string> => {
    const files = pages(2);
    for (let index = 0; index < count; index += 1) {
      const slug = `halden-light-${index}`;
      files[`entities/${slug}.md`] = page(
        slug,
        `Station ${index}`,
        'Halden Light and its keepers.',
        'aliases:\n  - Halden Light\n',
      );
    }
    return files;
  };
  server.script(
    answerWith(({ task, prompt, units, targets }) => {
      const marks = [...units.keys()];
      if (task === 'plan') {
        const slugs = [...prompt.matchAll(/^- (halden-light-\d+) \|/gm)].map(([, slug]) => slug ?? '');
        return planOf(slugs.map((slug) => ({ slug, op: 'edit' as const, units: marks })));
      }
      const markdown = marks.map((mark) => `So it is.{${mark}}`).join(' ');
      return pagesOf(
        targets.map(({ slug }) => ({ slug, edits: [{ block: 'b1', starts: '', do: 'insert_after', markdown }] })),
      );
    }),
  );
  const wiki = await ModelWiki.of(server, shared(300));
  const changeSet = await wiki.curate(SOURCE);
  const listed = (promptOf(server.asked[0]!).match(/^- halden-light-\d+ /gm) ?? []).length;
  expect(listed).toBeLessThanOrEqual(40);
  expect(server.asked.length).toBeLessThanOrEqual(1 + listed);
  expect(changeSet.facts.updatedPages).toHaveLength(listed);
});
