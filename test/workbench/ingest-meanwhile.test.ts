import { NO_MODEL_SETTINGS, readIngestFacts, Workbench, type IngestResult } from '../../src/workbench';
import { answerWith, pagesOf, planOf, promptOf } from '../ingest/model-run/support';
import { ModelServer } from '../model/server/server';
import { testWiki } from '../support/wiki';

/** A model takes minutes to read a source, and meanwhile the proposal of another source is stored. */

const LIGHT = 'The tower was built in 1874. It is 29 metres tall. Adults pay 4 pounds.\n';
const STORM = 'A storm took the steps in 1902. Nobody was hurt. The steps were built again in oak.\n';

let server: ModelServer;
beforeAll(async () => (server = await ModelServer.start()));
afterAll(() => server.close());

/**
 * Reads `light.md`; once all of its answers are written, `storm.md` is read to its end before the last of them is given.
 * @param titles of the page that the model plans for each source
 */
async function readBoth(titles: { readonly light: string; readonly storm: string }) {
  const { vault, clock, random, device } = await testWiki({
    'sources/light.md': `# The light\n\n${LIGHT}`,
    'sources/storm.md': `# The storm\n\n${STORM}`,
  });
  const model = {
    settings: {
      ...NO_MODEL_SETTINGS,
      baseUrl: server.url,
      model: 'small',
      verify: 'off' as const,
      overview: 'off' as const,
    },
    fetch,
    timer: {
      sleep: (_: number, signal: AbortSignal) =>
        new Promise<void>((end) => signal.addEventListener('abort', () => end())),
    },
  };
  const workbench = await Workbench.open({ vault, root: '', clock, random, device, model });
  const asked: string[] = [];
  const slugOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');
  const answer = answerWith(({ task, prompt, units, targets }) => {
    const title = prompt.includes('Adults pay 4 pounds') ? titles.light : titles.storm;
    const marks = [...units.keys()];
    if (task === 'plan') return planOf([{ slug: slugOf(title), title, units: marks }]);
    const text = [...units].map(([mark, words]) => `${words.replace(/[.!?]$/, '')}.{${mark}}`).join(' ');
    return pagesOf(targets.map(({ slug }) => ({ slug, markdown: text })));
  });
  let storm: Promise<IngestResult> | null = null;
  server.script(async (heard, response) => {
    const prompt = promptOf(heard);
    const source = prompt.includes('Adults pay 4 pounds') ? 'light' : 'storm';
    asked.push(source);
    const isLast = source === 'light' && asked.filter((each) => each === 'light').length === 2;
    if (isLast && storm === null) {
      storm = workbench.ingest({ sources: ['sources/storm.md'] });
      expect((await storm).failed).toEqual([]);
    }
    await answer(heard, response);
  });
  const { failed, proposals } = await workbench.ingest({ sources: ['sources/light.md'] });
  expect(failed).toEqual([]);
  const { changeSet } = await workbench.findProposal(proposals[0]?.id ?? '');
  return {
    light: asked.filter((each) => each === 'light').length,
    waiting: (await workbench.proposals()).map(({ changeSet: { sources } }) => sources.map(({ path }) => path)),
    plan: readIngestFacts(changeSet)?.plan.map(({ slug, op }) => `${op} ${slug}`),
  };
}

it('a proposal about another subject comes meanwhile: the model is not asked, and paid, again', async () => {
  const { light, waiting, plan } = await readBoth({ light: 'The light', storm: 'The steps' });
  expect(light).toBe(2);
  expect(plan).toEqual(['create the-light']);
  expect(waiting).toEqual([['sources/storm.md'], ['sources/light.md']]);
});

it('a proposal that makes the same page comes meanwhile: the source is read again, and adds to that page', async () => {
  const { light, waiting } = await readBoth({ light: 'The light', storm: 'The light' });
  expect(light).toBeGreaterThan(2);
  expect(waiting).toEqual([['sources/storm.md'], ['sources/light.md']]);
});
