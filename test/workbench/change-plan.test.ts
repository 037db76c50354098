import { silentRun } from '../../src/base';
import {
  applyProposal,
  NO_MODEL_SETTINGS,
  decidedNames,
  readIngestFacts,
  readWishes,
  Workbench,
} from '../../src/workbench';
import { type JobHost, type ModelHost, type PlanChange } from '../../src/workbench';
import { answerWith, pagesOf, planOf, type ModelRequest } from '../ingest/model-run/support';
import { ModelServer } from '../model/server/server';
import { queueTimer, testWiki, type TestWiki } from '../support/wiki';

/** A person changes what an ingest plans, and the source is read again. */

const PATH = 'sources/light.md';
const SOURCE = `# The light

The tower was built in 1874. It is 29 metres tall. Adults pay 4 pounds.

Print this page. A storm took the steps. Nobody was hurt.
`;

let server: ModelServer;
beforeAll(async () => (server = await ModelServer.start()));
afterAll(() => server.close());

const host = (): ModelHost => ({
  settings: { ...NO_MODEL_SETTINGS, baseUrl: server.url, model: 'small', verify: 'off' },
  fetch,
  timer: {
    sleep: (ms, signal) =>
      ms < 200_000
        ? Promise.resolve()
        : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  },
});
const open = ({ vault, clock, random, device }: TestWiki, jobs?: JobHost): Promise<Workbench> =>
  Workbench.open({ vault, root: '', clock, random, device, model: host(), ...(jobs && { jobs }) });

/** A model that plans two pages whatever it is told, and writes every unit word for word. */
function stubborn(asked: ModelRequest[] = []): void {
  server.script(
    answerWith((request) => {
      asked.push(request);
      const { task, units, targets, before } = request;
      const marks = [...units.keys()];
      if (task === 'plan') {
        if (before > 0) return planOf([{ slug: 'the-light', title: 'The light', units: marks }]);
        return planOf(
          [
            { slug: 'the-light', title: 'The light', units: marks.slice(0, 3) },
            { slug: 'storms', title: 'Storms', units: marks.slice(4, 6) },
          ],
          { left: [{ units: marks.slice(3, 4), reason: 'navigational', note: 'a print button' }] },
        );
      }
      const text = [...units].map(([mark, words]) => `${words.replace(/[.!?]$/, '')}.{${mark}}`);
      const share = Math.ceil(text.length / Math.max(1, targets.length));
      return pagesOf(
        targets.map(({ slug }, at) => ({ slug, markdown: text.slice(at * share, (at + 1) * share).join(' ') })),
      );
    }),
  );
}

const jobHost = (): JobHost => ({ owner: { name: 'test', host: null, process: null }, timer: queueTimer() });

const planOfProposal = async (workbench: Workbench, id: string) =>
  (readIngestFacts((await workbench.findProposal(id)).changeSet)?.plan ?? []).map(({ slug, op }) => `${op} ${slug}`);

async function replanned(change: PlanChange, always = false, jobs?: JobHost) {
  const asked: ModelRequest[] = [];
  stubborn();
  const wiki = await testWiki({ [PATH]: SOURCE });
  const workbench = await open(wiki, jobs);
  const [first] = (await workbench.ingest({})).proposals;
  expect(await planOfProposal(workbench, first?.id ?? '')).toEqual(['create the-light', 'create storms']);
  stubborn(asked);
  const { proposals, failed } = await workbench.changePlan(first?.id ?? '', { change, always });
  expect(failed).toEqual([]);
  const [second] = proposals;
  return { wiki, workbench, asked, first: first?.id ?? '', id: second?.id ?? '' };
}

describe('the plan of a proposal', () => {
  it('is changed by a job, which waits for the review of the new proposal', async () => {
    const { workbench, first, id } = await replanned({ kind: 'never', page: 'storms' }, false, jobHost());
    const { jobs } = (await (await workbench.jobs())?.overview(5, silentRun)) ?? {};
    expect(jobs?.review.map(({ proposal, payload }) => [proposal, payload.wishes])).toEqual([
      [id, expect.objectContaining({ names: [{ kind: 'never', name: 'Storms' }] })],
    ]);
    expect(jobs?.done.map(({ note }) => note)).toEqual(['The proposal was decided.']);
    expect((await workbench.findProposal(first)).state).toBe('rejected');
  });

  it('is changed by "never a page": code keeps it, and the new proposal replaces the old one', async () => {
    const { workbench, asked, first, id } = await replanned({ kind: 'never', page: 'storms' });
    expect(await planOfProposal(workbench, id)).toEqual(['create the-light']);
    expect(asked[0]?.prompt).toContain('No page for "Storms".');
    expect((await workbench.proposals()).map((proposal) => proposal.id)).toEqual([id]);
    expect((await workbench.findProposal(first)).decision?.reason).toContain('You changed its plan.');
    expect(decidedNames(workbench)).toEqual([]);
  });

  it('keeps what a person wanted of this source when it is changed again, and forgets it on request', async () => {
    const { workbench, id } = await replanned({ kind: 'never', page: 'storms' });
    stubborn();
    const again = await workbench.changePlan(id, { change: { kind: 'own', title: 'Steps' } });
    const second = again.proposals[0]?.id ?? '';
    const wishes = readWishes(await workbench.findProposal(second));
    expect(wishes.names).toEqual([
      { kind: 'never', name: 'Storms' },
      { kind: 'always', name: 'Steps' },
    ]);
    expect(await planOfProposal(workbench, second)).toEqual(['create the-light']);
    stubborn();
    const reset = (await workbench.changePlan(second, { change: { kind: 'reset' } })).proposals[0]?.id ?? '';
    expect(await planOfProposal(workbench, reset)).toEqual(['create the-light', 'create storms']);
  });

  it('joins a page with another that is planned', async () => {
    const { workbench, id } = await replanned({ kind: 'merge', page: 'storms', into: 'The light' });
    expect(await planOfProposal(workbench, id)).toEqual(['create the-light']);
    const { changeSet } = await workbench.findProposal(id);
    const page = changeSet.files.find(({ path }) => path.endsWith('/the-light.md'));
    expect(page?.hunks.map(({ text }) => text).join('')).toContain('A storm took the steps.');
  });

  it('makes a page of a title that the source does not have, also as a rule of the wiki', async () => {
    const { asked, workbench } = await replanned({ kind: 'own', title: 'Fog signals' }, true);
    expect(asked[0]?.prompt).toContain('"Fog signals" has a page of its own.');
    expect(decidedNames(workbench)).toEqual([{ kind: 'always', name: 'Fog signals' }]);
  });

  it('puts what a page that it makes would get on a page of another title', async () => {
    const { id, workbench } = await replanned({ kind: 'own', title: 'Great storms', page: 'storms' });
    expect(await planOfProposal(workbench, id)).toEqual(['create the-light', 'create great-storms']);
  });

  it('becomes a rule of the wiki, which later sources obey', async () => {
    const { workbench } = await replanned({ kind: 'never', page: 'storms' }, true);
    expect(decidedNames(workbench)).toEqual([{ kind: 'never', name: 'Storms' }]);
    expect((await workbench.history())[0]?.event).toBe('manual');
  });

  it('takes up a unit that was left', async () => {
    const { asked, workbench } = await replanned({ kind: 'use', units: '4' });
    expect(asked[0]?.prompt).toContain('These units go on a page: 4.');
    expect(asked[1]?.prompt).toContain('The owner wants unit {1.4} on a page.');
    expect((await workbench.coverage(PATH))?.used).toBe(6);
  });

  it('of a page that exists is left alone, or goes to a page of its own', async () => {
    stubborn();
    const wiki = await testWiki({ [PATH]: SOURCE });
    const workbench = await open(wiki);
    await workbench.ingest({ apply: true });
    await wiki.vault.write('sources/more.md', SOURCE.replace('29', '30').replace('A storm', 'One storm'));
    await workbench.refresh(['sources/more.md']);
    stubborn();
    const first = (await workbench.ingest({})).proposals[0]?.id ?? '';
    expect(await planOfProposal(workbench, first)).toEqual(['edit the-light', 'edit storms']);
    stubborn();
    const change: PlanChange = { kind: 'own', page: 'storms', title: 'Great storms' };
    const moved = (await workbench.changePlan(first, { change })).proposals[0]?.id ?? '';
    expect(await planOfProposal(workbench, moved)).toEqual(['edit the-light', 'create great-storms']);
    stubborn();
    const left = await workbench.changePlan(moved, { change: { kind: 'never', page: 'the-light' } });
    expect(await planOfProposal(workbench, left.proposals[0]?.id ?? '')).toEqual(['create great-storms']);
  });

  it('stays as it is when the model cannot be reached', async () => {
    stubborn();
    const workbench = await open(await testWiki({ [PATH]: SOURCE }));
    const id = (await workbench.ingest({})).proposals[0]?.id ?? '';
    server.script((_heard, response) => void response.writeHead(401).end('{"error":{"message":"no"}}'));
    const change: PlanChange = { kind: 'never', page: 'storms' };
    expect((await workbench.changePlan(id, { change })).failed).toHaveLength(1);
    expect((await workbench.proposals()).map((proposal) => proposal.id)).toEqual([id]);
  });

  it.each<readonly [PlanChange, string]>([
    [{ kind: 'merge', page: 'nothing', into: 'The light' }, 'living-wiki:plan_change_invalid'],
    [{ kind: 'own', title: ' ' }, 'living-wiki:plan_change_invalid'],
    [{ kind: 'use', units: 'all' }, 'living-wiki:plan_change_invalid'],
  ])('is not changed by what is incomplete: %j', async (change, code) => {
    stubborn();
    const workbench = await open(await testWiki({ [PATH]: SOURCE }));
    const id = (await workbench.ingest({})).proposals[0]?.id ?? '';
    await expect(workbench.changePlan(id, { change })).rejects.toMatchObject({ code });
  });
});

const HARBOUR = `# Notes of the meeting

The Skerry Trust is a charity that looks after the quay. Since 1990 the Skerry Trust hires out the crane.

The Halcyon Board is a public body that runs the lights. Every year the Halcyon Board pays the keepers of the lights.

A diaphone stood on the quay for eighty years.
`;

describe('the plan of the built-in curator', () => {
  const start = async (files: Readonly<Record<string, string>> = {}) => {
    const workbench = await (await testWiki({ 'sources/harbour.md': HARBOUR, ...files })).open();
    const id = (await workbench.ingest({})).proposals[0]?.id ?? '';
    return { workbench, id };
  };

  it('is listed with the reason for each page', async () => {
    const { workbench, id } = await start();
    const facts = readIngestFacts((await workbench.findProposal(id)).changeSet);
    expect(facts?.plan).toMatchObject([
      { slug: 'halcyon-board', op: 'create', why: 'The source says what "Halcyon Board" is.' },
      { slug: 'skerry-trust', op: 'create' },
    ]);
    expect(facts?.coverage).toBeUndefined();
  });

  it('obeys "never", "merge into" and "make a page" at once', async () => {
    const { workbench, id } = await start();
    const never = await workbench.changePlan(id, { change: { kind: 'never', page: 'halcyon-board' } });
    const second = never.proposals[0]?.id ?? '';
    expect(await planOfProposal(workbench, second)).toEqual(['create skerry-trust']);
    const own = await workbench.changePlan(second, { change: { kind: 'own', title: 'Diaphone' } });
    const third = own.proposals[0]?.id ?? '';
    expect(await planOfProposal(workbench, third)).toEqual(['create diaphone', 'create skerry-trust']);
    const merge = await workbench.changePlan(third, {
      change: { kind: 'merge', page: 'diaphone', into: 'Skerry Trust' },
    });
    const last = merge.proposals[0]?.id ?? '';
    expect(await planOfProposal(workbench, last)).toEqual(['create skerry-trust']);
    const { changeSet } = await workbench.findProposal(last);
    const page = changeSet.files.find(({ path }) => path.endsWith('/skerry-trust.md'));
    expect(page?.hunks[0]?.text).toContain('A diaphone stood on the quay for eighty years.');
  });

  it('takes another name for the page that has it, and makes no second page', async () => {
    const { workbench, id } = await start();
    await applyProposal(workbench, id);
    await workbench.changePlan(id, { change: { kind: 'reset' } }).catch(() => undefined);
    const { vault } = Workbench.sessionOf(workbench);
    const text = 'The Quay Company is a firm that makes ice. Since 1999 the Quay Company sells ice.\n';
    await vault.write('sources/quay.md', `# Quay\n\n${text}`);
    await workbench.refresh(['sources/quay.md']);
    const second = (await workbench.ingest({})).proposals[0]?.id ?? '';
    expect(await planOfProposal(workbench, second)).toEqual(['create quay-company']);
    const change: PlanChange = { kind: 'merge', page: 'quay-company', into: 'Skerry Trust' };
    const merged = (await workbench.changePlan(second, { change, always: true })).proposals[0]?.id ?? '';
    expect(await planOfProposal(workbench, merged)).toEqual(['edit skerry-trust']);
    const spared = await workbench.changePlan(merged, { change: { kind: 'never', page: 'skerry-trust' } });
    expect(await planOfProposal(workbench, spared.proposals[0]?.id ?? '')).toEqual([]);
  });
});
