import { silentRun, type Progress, type Run } from '../../src/base';
import { createRecorder } from '../../src/model';
import {
  applyProposal,
  NO_MODEL_SETTINGS,
  Workbench,
  type ModelHost,
  type ModelSettings,
  verify,
} from '../../src/workbench';
import { createReplayer } from '../model/replayer';
import { reads, taskOf } from '../cli/model-support';
import { fails, says } from '../model/server/behaviours';
import { ModelServer } from '../model/server/server';
import { LENS_SOURCE, testWiki, TOWER_SOURCE, treeOf, type TestWiki } from '../support/wiki';

const SOURCES = { 'sources/lens.md': LENS_SOURCE, 'sources/tower.md': TOWER_SOURCE };

let server: ModelServer;
beforeAll(async () => (server = await ModelServer.start()));
afterAll(() => server.close());
beforeEach(() => server.script(reads()));

const timer: ModelHost['timer'] = {
  sleep: (ms, signal) =>
    ms < 200_000
      ? Promise.resolve()
      : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
};

function host(more: Partial<ModelSettings> = {}, ask: ModelHost['fetch'] = fetch): ModelHost {
  return { settings: { ...NO_MODEL_SETTINGS, baseUrl: server.url, model: 'small', ...more }, fetch: ask, timer };
}

const open = ({ vault, clock, random, device }: TestWiki, model: ModelHost): Promise<Workbench> =>
  Workbench.open({ vault, root: '', clock, random, device, model });

const told = (steps: Progress[]): Run => ({ ...silentRun, progress: (step) => void steps.push(step) });

it('reports the running total, and that it waits', async () => {
  server.script(reads(), fails(429, 'slow down', { headers: { 'retry-after': '5' } }), reads());
  const steps: Progress[] = [];
  await (await open(await testWiki(SOURCES), host())).ingest({}, told(steps));
  const details = steps.map(({ stage, detail }) => `${stage}: ${detail ?? ''}`);
  expect(
    details.some((line) => /^Reading sources: \d+ tokens in, \d+ out, price unknown; sources\/tower\.md$/.test(line)),
  ).toBe(true);
  expect(details.some((line) => line.startsWith('Waiting for the model server: The model server asked to wait.'))).toBe(
    true,
  );
  expect(steps.filter(({ stage }) => stage === 'Reading sources').every(({ total }) => total === 2)).toBe(true);
});

it('estimates the cost before anything is sent', async () => {
  const heard: number[] = [];
  const settings = { prices: { currency: 'EUR', prices: [{ model: '*', input: 1, output: 2 }] } };
  const result = await (
    await open(await testWiki(SOURCES), host(settings))
  ).ingest({
    onEstimate: ({ money }) => heard.push(server.asked.length, money?.amount ?? -1),
  });
  const { tokens, money } = result.estimate ?? { tokens: { input: 0, output: 0 }, money: null };
  expect(money).toEqual({ amount: (tokens.input + 2 * tokens.output) / 1e6, currency: 'EUR' });
  expect(heard).toEqual([0, money?.amount]);
});

it('asks no question twice when another program writes while the model is asked', async () => {
  const wiki = await testWiki(SOURCES);
  const other = await wiki.open();
  let written = false;
  server.script(async (heard, response) => {
    if (taskOf(heard) === 'write' && !written) {
      written = true;
      await other.ingest({ sources: ['sources/tower.md'], apply: true });
    }
    await reads()(heard, response);
  });
  const { proposals, failed } = await (await open(wiki, host())).ingest({ sources: ['sources/lens.md'], apply: true });
  expect(failed).toEqual([]);
  expect(proposals[0]).toMatchObject({ applied: true });
  const questions = server.asked.map(({ text }) => text.replace(/untrusted-[a-z0-9]+/g, ''));
  expect(new Set(questions).size).toBe(questions.length);
  expect(await verify(await wiki.open())).toMatchObject({ ok: true });
});

it('replays a recorded conversation without a server, to the same proposals', async () => {
  const lines: string[] = [];
  const recorded = await testWiki(SOURCES);
  const first = await (
    await open(
      recorded,
      host(
        {},
        createRecorder(fetch, (line) => lines.push(line)),
      ),
    )
  ).ingest({ apply: true });
  server.script(says('the server must not be asked'));
  const replayer = createReplayer(lines.join(''));
  const replayed = await testWiki(SOURCES);
  const second = await (await open(replayed, host({}, replayer.fetch))).ingest({ apply: true });
  expect(server.heard).toEqual([]);
  expect(replayer.remaining()).toBe(0);
  expect(second.proposals.map(({ files, cost }) => ({ files, cost }))).toEqual(
    first.proposals.map(({ files, cost }) => ({ files, cost })),
  );
  expect(Object.keys(await replayed.tree())).toEqual(Object.keys(await recorded.tree()));
});

it('stops at once when it is cancelled, and keeps what is finished', async () => {
  const wiki = await testWiki(SOURCES);
  const stop = new AbortController();
  server.script((heard, response) => {
    if (heard.text.includes('mouth of the Gironde') && taskOf(heard) === 'plan') stop.abort();
    return reads()(heard, response);
  });
  const workbench = await open(wiki, host());
  const run: Run = { ...silentRun, signal: stop.signal };
  await expect(workbench.ingest({}, run)).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
  const status = await workbench.status();
  expect(status.proposals).toHaveLength(1);
  expect(status.sources.pending).toEqual(['sources/lens.md', 'sources/tower.md']);
});

it('limits the usage of a day over all runs, and ignores a broken usage file', async () => {
  const wiki = await testWiki(SOURCES);
  await (await open(wiki, host())).ingest({ sources: ['sources/lens.md'] });
  const used = await (await wiki.open()).usage(1);
  expect(used.total.calls).toBe(server.asked.length);
  const day = used.rows[0]?.day ?? '';
  await wiki.vault.write(`.wiki/usage/${day}/broken.json`, '{"version": 1, "calls": [{"at": 3}]}');
  const { input, output } = used.total.usage;
  const limited = await open(wiki, host({ day: { tokens: input + output + 1 } }));
  const { stopped, skipped } = await limited.ingest({ sources: ['sources/tower.md'] });
  expect(stopped).toMatchObject({ code: 'living-wiki:model_budget_exhausted' });
  expect(skipped.map(({ path }) => path)).toEqual(['sources/tower.md']);
  expect((await limited.usage(1)).total.usage).toEqual(used.total.usage);
  expect((await limited.usage(1)).rows.map(({ source }) => source)).toEqual(['sources/lens.md']);
});

it('passes on why a change of a page was left out, but not to a source that does not concern the page', async () => {
  const wiki = await testWiki(SOURCES);
  const workbench = await open(wiki, host());
  const { proposals } = await workbench.ingest({ sources: ['sources/lens.md'] });
  const proposal = await workbench.findProposal(proposals[0]?.id ?? '');
  const page = proposal.changeSet.files.find(({ path }) => !path.startsWith('summaries/'));
  const others = page?.hunks.slice(1).map(({ id }) => [id, ''] as const) ?? [];
  const leaveOut = Object.fromEntries(others);
  const reason = 'only what is measured belongs here';
  await applyProposal(workbench, proposal.id, { only: [page?.path ?? ''], leaveOut, reason });
  const decided = await workbench.findProposal(proposal.id);
  expect(decided.decision).toMatchObject({ reason: 'only what is measured belongs here' });
  await wiki.vault.write('sources/bread.md', '# Bread\n\nBread is baked from flour. It keeps for a week.\n');
  await workbench.refresh(['sources/bread.md']);
  const notesOf = async (source: string): Promise<string> =>
    (await workbench.ingest({ sources: [source] })).proposals[0]?.notes.join('\n') ?? '';
  const sent = (): string => server.asked.map(({ text }) => text).join('\n');
  expect(await notesOf('sources/bread.md')).not.toContain(reason);
  expect(sent()).not.toContain(reason);
  // This one names the page.
  expect(await notesOf('sources/tower.md')).toContain(reason);
  expect(sent()).toContain(reason);
});

it('writes only its own state when nothing is applied', async () => {
  const wiki = await testWiki(SOURCES);
  const before = await wiki.tree();
  const state = Object.keys(await treeOf(wiki.vault, true));
  await (await open(wiki, host())).ingest({});
  expect(await wiki.tree()).toEqual(before);
  const added = Object.keys(await treeOf(wiki.vault, true)).filter((path) => !state.includes(path));
  const kinds = new Set(
    added.map((path) =>
      path
        .split('/')
        .slice(0, 3)
        .join('/')
        .replace(/\d{4}-[a-z0-9]+\.json\.z$/, 'ID.json.z')
        .replace(/[0-9a-f]{64}\.json$/, 'HASH.json'),
    ),
  );
  expect([...kinds].sort()).toEqual([
    '.wiki/cache/answers',
    '.wiki/cache/models.json',
    '.wiki/proposals/ID.json.z',
    '.wiki/proposals/texts',
    '.wiki/source-texts/HASH.json',
    expect.stringMatching(/^\.wiki\/usage\/\d{4}-\d\d-\d\d$/),
  ]);
});

describe('cached answers', () => {
  const later = ({ clock }: TestWiki, days: number): TestWiki['clock'] => ({
    now: () => clock.now() + days * 86_400_000,
  });
  const answers = async (wiki: TestWiki): Promise<readonly string[]> =>
    (await wiki.vault.list('.wiki/cache/answers')).map(({ path }) => path);
  const openLater = (wiki: TestWiki, days: number): Promise<Workbench> =>
    Workbench.open({
      vault: wiki.vault,
      root: '',
      clock: later(wiki, days),
      random: wiki.random,
      model: host(),
    });

  it('are kept while work is left, however old they are', async () => {
    const wiki = await testWiki(SOURCES);
    server.script((heard, response) =>
      heard.text.includes('mouth of the Gironde') && taskOf(heard) === 'write'
        ? fails(401, 'no')(heard, response)
        : reads()(heard, response),
    );
    await (await open(wiki, host())).ingest({});
    const before = await answers(wiki);
    expect(before.length).toBeGreaterThan(2);
    server.script(reads());
    await (await openLater(wiki, 40)).ingest({ sources: ['sources/lens.md'] });
    expect(await answers(wiki)).toEqual(expect.arrayContaining([...before]));
  });

  it('are removed after thirty days once all work is done', async () => {
    const wiki = await testWiki(SOURCES);
    await (await open(wiki, host())).ingest({});
    const before = await answers(wiki);
    await (await openLater(wiki, 29)).ingest({});
    expect(await answers(wiki)).toEqual(before);
    await wiki.vault.write('.wiki/cache/answers/mine.txt', 'not an answer');
    await (await openLater(wiki, 31)).ingest({});
    expect(await answers(wiki)).toEqual(['.wiki/cache/answers/mine.txt']);
  });

  it('are removed above 20 MB, the oldest first, but none of the last day', async () => {
    const wiki = await testWiki(SOURCES);
    const name = (digit: string): string => `.wiki/cache/answers/${digit.repeat(64)}.json`;
    for (const digit of ['1', '2', '3']) await wiki.vault.write(name(digit), 'x'.repeat(8_000_000));
    await (await open(wiki, host())).ingest({});
    expect(await answers(wiki)).toEqual(expect.arrayContaining([name('1'), name('2'), name('3')]));
    await (await openLater(wiki, 2)).ingest({});
    const left = await answers(wiki);
    expect(left).not.toContain(name('1'));
    expect(left).toEqual(expect.arrayContaining([name('2'), name('3')]));
  });
});
