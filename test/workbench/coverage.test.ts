import fc from 'fast-check';
import { formatUnitRanges } from '../../src/ingest';
import { applyProposal, NO_MODEL_SETTINGS, Workbench, type ModelHost } from '../../src/workbench';
import { mergeCoverage, numbersIn, type CoverageRecord } from '../../src/workbench/coverage/coverage-record';
import { answerWith, pagesOf, planOf, type ModelRequest } from '../ingest/model-run/support';
import { ModelServer } from '../model/server/server';
import { testWiki, type TestWiki } from '../support/wiki';

const PATH = 'sources/light.md';
const SOURCE = `# The light

The tower was built in 1874. It is 29 metres tall. Adults pay 4 pounds.

Print this page. A storm took the steps. Nobody was hurt.
`;

let server: ModelServer;
beforeAll(async () => (server = await ModelServer.start()));
afterAll(() => server.close());

const host = (): ModelHost => ({
  settings: { ...NO_MODEL_SETTINGS, baseUrl: server.url, model: 'small' },
  fetch,
  timer: {
    sleep: (ms, signal) =>
      ms < 200_000
        ? Promise.resolve()
        : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  },
});
const open = ({ vault, clock, random, device }: TestWiki): Promise<Workbench> =>
  Workbench.open({ vault, root: '', clock, random, device, model: host() });

/** Uses the first three units on one page, and the others as it is told. */
function answer(more: Readonly<Record<string, unknown>>, asked: ModelRequest[] = [], slug = 'the-light'): void {
  server.script(
    answerWith((request) => {
      asked.push(request);
      const { task, units } = request;
      if (task === 'plan') {
        const all = [...units.keys()];
        return planOf([{ slug, title: slug.replace('-', ' '), units: all.slice(0, 3) }], more);
      }
      const sentences = [...units].map(([mark, text]) => `${text.replace(/[.!?]$/, '')}.{${mark}}`);
      return pagesOf([{ slug, markdown: sentences.join(' ') }]);
    }),
  );
}
const LEFT = {
  left: [
    { units: ['1.4'], reason: 'navigational', note: 'a print button' },
    { units: ['1.5-1.6'], reason: 'off-scope', note: 'not about the tower' },
  ],
};

async function ingested(): Promise<{ wiki: TestWiki; workbench: Workbench }> {
  answer(LEFT);
  const wiki = await testWiki({ [PATH]: SOURCE });
  const workbench = await open(wiki);
  await workbench.ingest({ apply: true });
  return { wiki, workbench };
}

describe('the coverage of a source', () => {
  it('is shown of a proposal before it is applied, with each unit that is left', async () => {
    answer(LEFT);
    const workbench = await open(await testWiki({ [PATH]: SOURCE }));
    const [proposal] = (await workbench.ingest({})).proposals;
    const found = await workbench.coverage(PATH);
    expect(found).toMatchObject({
      units: 6,
      used: 3,
      reasons: { navigational: 1, 'off-scope': 2 },
      proposal: proposal?.id,
      left: [
        { number: 4, reason: 'navigational', note: 'a print button', unit: { text: 'Print this page.' } },
        { number: 5, reason: 'off-scope', unit: { text: 'A storm took the steps.' } },
        { number: 6, reason: 'off-scope', unit: { text: 'Nobody was hurt.' } },
      ],
    });
    expect((await workbench.status()).coverage).toEqual([]);
  });

  it('is kept once the proposal is applied, and is in the status until the source changes', async () => {
    const { wiki, workbench } = await ingested();
    expect((await workbench.status()).coverage).toEqual([
      { path: PATH, units: 6, used: 3, reasons: { navigational: 1, 'off-scope': 2 } },
    ]);
    const again = await open(wiki);
    expect(await again.coverage('light')).toMatchObject({ used: 3, proposal: null });
    await wiki.vault.write(PATH, `${SOURCE}More.\n`);
    await again.refresh([PATH]);
    expect((await again.status()).coverage).toEqual([]);
  });

  it('counts what a person rejected as such', async () => {
    answer(LEFT);
    const workbench = await open(await testWiki({ [PATH]: SOURCE }));
    const [result] = (await workbench.ingest({})).proposals;
    const proposal = await workbench.findProposal(result?.id ?? '');
    const summary = proposal.changeSet.files.find(({ path }) => path.startsWith('summaries/'))?.path ?? '';
    await applyProposal(workbench, proposal.id, { only: [summary] });
    const [count] = (await workbench.status()).coverage;
    const { used = 0, units = 0, reasons = {} } = count ?? {};
    expect(reasons.declined).toBeGreaterThan(0);
    expect(used + Object.values(reasons).reduce((sum, each) => sum + each, 0)).toBe(units);
  });

  it('grows by one step: the unit that a person names is taken up, whatever was decided about it', async () => {
    const { workbench } = await ingested();
    const asked: ModelRequest[] = [];
    answer({}, asked, 'storms');
    const { proposals } = await workbench.ingest({ sources: [PATH], resume: true, units: '5', apply: true });
    expect(proposals[0]).toMatchObject({ applied: true });
    const plan = asked.find(({ task }) => task === 'plan');
    expect([...(plan?.units.keys() ?? [])]).toEqual(['1.5']);
    expect(plan?.prompt).toContain('Every unit below goes on a page; leave none.');
    expect((await workbench.status()).coverage).toEqual([
      { path: PATH, units: 6, used: 4, reasons: { navigational: 1, 'off-scope': 1 } },
    ]);
    const page = await workbench.readPage({ page: 'storms' });
    expect(page).toContain('A storm took the steps.');
  });

  it('names what a limit kept from being made, with its units', async () => {
    server.script(
      answerWith(({ task, units, targets }) => {
        if (task === 'plan') {
          return planOf([
            { slug: 'the-light', title: 'The light', units: ['1.1-1.3'] },
            { slug: 'storms', title: 'Storms', units: ['1.4-1.6'] },
          ]);
        }
        const own = [...units].slice(0, 3).map(([mark, text]) => `${text.replace(/\.$/, '')}.{${mark}}`);
        return pagesOf(targets.map(({ slug }) => ({ slug, markdown: own.join(' ') })));
      }),
    );
    const { vault, clock, random, device } = await testWiki({ [PATH]: SOURCE });
    const model = { ...host(), settings: { ...host().settings, maxPages: 1 } };
    const workbench = await Workbench.open({ vault, root: '', clock, random, device, model });
    await workbench.ingest({ apply: true });
    expect(await workbench.coverage(PATH)).toMatchObject({
      reasons: { postponed: 3 },
      left: [4, 5, 6].map((number) => ({ number, reason: 'postponed', note: 'Storms' })),
    });
  });

  it('is unknown where no model read the source, and of no source at all an error', async () => {
    const workbench = await (await testWiki({ [PATH]: SOURCE })).open();
    await workbench.ingest({ apply: true });
    expect(await workbench.coverage(PATH)).toBeNull();
    await expect(workbench.coverage('nothing')).rejects.toMatchObject({ code: 'source_not_found' });
  });
});

describe('coverage of two ingests of one source', () => {
  const reasons = ['used', 'navigational', 'postponed', 'unplaced'] as const;
  const record = (units: readonly number[], pick: (unit: number) => number): CoverageRecord => ({
    hash: 'a',
    units: 20,
    parts: reasons
      .map((reason, at) => ({ reason, note: '', units: formatUnitRanges(units.filter((unit) => pick(unit) === at)) }))
      .filter((part) => part.units !== ''),
  });

  it('has each unit once, as the later one decided if it did', () => {
    const all = Array.from({ length: 20 }, (_, at) => at + 1);
    fc.assert(
      fc.property(
        fc.array(fc.nat(3), { minLength: 21 }),
        fc.subarray(all),
        fc.array(fc.nat(3), { minLength: 21 }),
        (was, again, now) => {
          const merged = mergeCoverage(
            record(all, (unit) => was[unit] ?? 0),
            record(again, (unit) => now[unit] ?? 0),
          );
          const found = new Map<number, string>();
          for (const { units, reason } of merged.parts) for (const unit of numbersIn(units)) found.set(unit, reason);
          expect(merged.parts.flatMap(({ units }) => numbersIn(units)).sort((a, b) => a - b)).toEqual(all);
          for (const unit of all) {
            expect(found.get(unit)).toBe(reasons[(again.includes(unit) ? now : was)[unit] ?? 0]);
          }
        },
      ),
    );
  });
});
