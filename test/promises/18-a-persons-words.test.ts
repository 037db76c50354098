import { silentRun } from '../../src/base';
import { buildUpdate, type ChangeSet } from '../../src/change';
import { ProposalStore } from '../../src/proposal';
import { hashText } from '../../src/vault';
import { readLedger } from '../../src/wiki';
import { NO_MODEL_SETTINGS, Workbench, type ModelHost } from '../../src/workbench';
import { answerWith, pagesOf, planOf, type WrittenPageAnswer } from '../ingest/model-run/support';
import { ModelServer } from '../model/server/server';
import { testWiki } from '../support/wiki';
import { applyProposal } from '../../src/workbench';

const REMARK = 'My own experience: it broke twice last winter.';
const page = (body: string): string =>
  `---\nschema: knowledge/v1\nslug: lamp\nkind: concept\ntitle: Lamp\nsources: [sources/lamp.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n${body}`;
const LAMP = page(`# Lamp\n\nFirst line.\n\n${REMARK}\n`);
const SOURCE = 'A lamp shines bright.\n';

/** A change that replaces the remark, as if it had been declared, and adds a line. */
const replacing = (nth: number): ChangeSet => {
  const put = (from: string, text: string) => {
    const start = LAMP.indexOf(from);
    return { start, end: start + from.length, text, reason: 'The source says so.', declares: ['links' as const] };
  };
  return {
    title: `Change ${nth}`,
    producer: 'ingest',
    files: [
      buildUpdate({
        path: 'concepts/lamp.md',
        base: LAMP,
        splices: [put(REMARK, `The sky is blue ${nth}.`)],
        why: [],
      }),
    ],
    log: { event: 'ingest', subject: 'sources/lamp.md', bullets: [] },
    sources: [{ path: 'sources/lamp.md', hash: hashText(SOURCE) }],
    notes: [],
    facts: {},
  };
};

it('keeps the remark of a person through ten changes that would replace it, until the person says yes', async () => {
  const wiki = await testWiki({ 'sources/lamp.md': SOURCE, 'concepts/lamp.md': LAMP });
  const store = new ProposalStore(wiki.vault, wiki);
  const ids: string[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    ids.push((await store.add(replacing(nth), { guard: [], introduced: [], fixed: [] }, [])).id);
  }
  const workbench = await wiki.open();
  for (const id of ids.slice(0, 9))
    expect(await applyProposal(workbench, id, {}, silentRun)).not.toMatchObject({ blocked: true });
  expect((await wiki.tree())['concepts/lamp.md']).toContain(REMARK);
  expect(await applyProposal(workbench, ids[9] ?? '', { drops: true }, silentRun)).toMatchObject({ applied: true });
  expect((await wiki.tree())['concepts/lamp.md']).toContain('The sky is blue 9.');
});

it('keeps a cited sentence that a person edited, through a further write of the program', async () => {
  const written = page('# Lamp\n\nIt shines bright.[^l]\n\n[^l]: [lamp], line 1: “A lamp shines bright.”\n');
  const wiki = await testWiki({ 'sources/lamp.md': SOURCE, 'concepts/lamp.md': written.replace('It shines', 'It is') });
  const store = new ProposalStore(wiki.vault, wiki);
  const apply = async (from: string, text: string): Promise<string> => {
    const base = (await wiki.tree())['concepts/lamp.md'] ?? '';
    const start = base.indexOf(from);
    const splices = [{ start, end: start + from.length, text, reason: 'The source says so.' }];
    const files = [buildUpdate({ path: 'concepts/lamp.md', base, splices, why: [] })];
    const { id } = await store.add({ ...replacing(0), files }, { guard: [], introduced: [], fixed: [] }, []);
    const workbench = await wiki.open();
    await applyProposal(workbench, id, {}, silentRun);
    await workbench.close(silentRun);
    return (await wiki.tree())['concepts/lamp.md'] ?? '';
  };
  // What the program wrote, it may word differently.
  expect(await apply('It is bright', 'It shines bright')).toContain('It shines bright.[^l]');
  const edited = (await wiki.tree())['concepts/lamp.md'] ?? '';
  await wiki.vault.write('concepts/lamp.md', edited.replace('It shines bright', 'It shines brightest of all'));
  expect(await apply('# Lamp\n', '# Lamp\n\nMore of it.[^l]\n')).toContain('More of it.');
  expect(await apply('It shines brightest of all', 'It glows')).toContain('It shines brightest of all.[^l]');
});

describe('a model that wants to be rid of it', () => {
  let server: ModelServer;
  beforeAll(async () => (server = await ModelServer.start()));
  afterAll(() => server.close());

  const SAYS = 'The lamp shines bright.{1.1} It never broke.{1.2}';
  const edit = (block: string, op: string, markdown: string, starts = REMARK.slice(0, 20)): WrittenPageAnswer => ({
    slug: 'lamp',
    edits: [{ block, starts, do: op, markdown }],
  });
  /** Each way to remove the remark, given the block and the mark under which the model sees it. */
  const ATTACKS: readonly ((block: string, own: string) => WrittenPageAnswer)[] = [
    () => ({ slug: 'lamp', markdown: SAYS }),
    (block) => edit(block, 'replace', SAYS),
    (block) => edit(block, 'delete', ''),
    (block, own) => edit(block, 'replace', `{${own}: It never broke.} ${SAYS}`, `{${own}`),
    (_, own) => ({ slug: 'lamp', markdown: SAYS, dropped: [{ mark: own, reason: 'wrong', by: '' }] }),
    (_, own) => ({ slug: 'lamp', markdown: SAYS, dropped: [{ mark: own, reason: 'moved_to', by: 'lamps' }] }),
    () => ({ slug: 'lamp', markdown: `${SAYS} My own experience: it broke never last winter.{1.2}` }),
    (_, own) => ({ slug: 'lamp', markdown: `${SAYS}\n\n<!-- {${own}} -->` }),
    (_, own) => ({ slug: 'lamp', markdown: `${SAYS}\n\n\`{${own}}\`` }),
    (block, own) => ({
      slug: 'lamp',
      markdown: SAYS,
      edits: [{ block, starts: '', do: 'delete', markdown: '' }],
      dropped: [{ mark: own, reason: 'duplicate_of', by: '1.2' }],
    }),
  ];

  it("an owner's remark survives ten ingests that try to remove it", async () => {
    const sources = ATTACKS.map((_, nth) => [
      `sources/lamp-${nth}.md`,
      `The lamp of ${1990 + nth} shines bright. The lamp never broke in ${1990 + nth}.\n`,
    ]);
    const wiki = await testWiki({
      ...(Object.fromEntries(sources) as Record<string, string>),
      'sources/lamp.md': SOURCE,
      'concepts/lamp.md': LAMP,
    });
    const { vault, clock, random, device } = wiki;
    const settings = { ...NO_MODEL_SETTINGS, baseUrl: server.url, model: 'hostile' };
    const timer: ModelHost['timer'] = {
      sleep: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    };
    const model: ModelHost = { settings, fetch, timer };
    const workbench = await Workbench.open({ vault, root: '', clock, random, device, model });
    for (const [nth, attack] of ATTACKS.entries()) {
      const seen: string[] = [];
      server.script(
        answerWith(({ task, prompt }) => {
          if (task === 'plan')
            return planOf([{ slug: 'lamp', op: nth % 2 === 0 ? 'compose' : 'edit', units: ['1.1', '1.2'] }]);
          const [, block = 'b2', own = ''] = /\[(b\d+)\][^\n]*?\{(o\d+): [^}]*My own experience/.exec(prompt) ?? [];
          seen.push(own);
          return pagesOf([attack(block, own)]);
        }),
      );
      const result = await workbench.ingest({ sources: [`sources/lamp-${nth}.md`], apply: true });
      expect([nth, result.failed, result.stopped]).toEqual([nth, [], null]);
      // The model saw the remark as the owner's.
      expect(seen).not.toEqual([]);
      expect(seen).not.toContain('');
      const { claims } = readLedger((await wiki.tree())['concepts/lamp.md'] ?? '');
      expect([nth, claims.filter(({ text }) => text === REMARK).length]).toEqual([nth, 1]);
    }
    await workbench.close(silentRun);
  });
});
