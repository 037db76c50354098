import { NO_MODEL_SETTINGS, Workbench, type ModelHost } from '../../src/workbench';
import { approveRules, LENS_SOURCE, type TestWiki, testWiki, TOWER_SOURCE } from '../support/wiki';
import { reads } from '../cli/model-support';
import { ModelServer } from '../model/server/server';

const VIEW = `---
schema: knowledge.workspace/v1
name: sales
title: Sales
description: Another purpose.
version: 1.0.0
extends: ../../KNOWLEDGE.md
entityTypes:
  - name: Customer
    description: Who buys.
lints:
  - id: all-sourced
    kind: require-source
    appliesTo: "*"
    severity: info
curation:
  tone: like a seller
  depth: shallow
  newEntryThreshold: Only names that the source mentions nine times.
  conflictResolution: recency
  autoLink: off
---
`;

const FILES = {
  'sources/2026-01-02-lens.md': LENS_SOURCE,
  'sources/2026-02-03-tower.md': TOWER_SOURCE,
  'operators/sales/KNOWLEDGE.md': VIEW,
};

const created = (files: readonly { readonly path: string; readonly kind: string }[]): readonly string[] =>
  files.filter(({ kind }) => kind === 'created').map(({ path }) => path);

describe('ingest through a view', () => {
  it('takes from the view which names get a page, and says so in the review and the log', async () => {
    const own = await (await testWiki(FILES)).open();
    const [all] = (await own.ingest({ sources: ['sources/2026-01-02-lens.md'] })).proposals;
    expect(created(all?.files ?? []).length).toBeGreaterThan(1);

    const wiki = await testWiki(FILES);
    const workbench = await wiki.open();
    const result = await workbench.ingest({ sources: ['sources/2026-01-02-lens.md'], lens: 'sales', apply: true });
    expect(result.lens).toBe('sales');
    expect(created(result.proposals[0]?.files ?? [])).toEqual(['summaries/2026-01-02-lens-summary.md']);
    expect(result.proposals[0]?.notes).toContain('It was read through the lens sales (operators/sales/KNOWLEDGE.md).');
    expect((await wiki.tree())['_log.md']).toContain('- Lens: sales\n');
  });

  it('leaves the conflict policy to the wiki', async () => {
    const height = (metres: number) =>
      `# Cordouan\n\nThe Cordouan Lighthouse is a lighthouse in the Gironde. The Cordouan Lighthouse is ${metres} metres tall.\n`;
    const sources = { 'sources/2026-01-02-old.md': height(67), 'sources/2026-02-03-new.md': height(68) };
    const pageAfter = async (policy: string, lens?: string): Promise<string> => {
      const wiki = await testWiki({
        ...sources,
        'operators/sales/KNOWLEDGE.md': VIEW.replace('  depth: shallow\n', ''),
      });
      const manifest = await wiki.vault.readText('KNOWLEDGE.md');
      await wiki.vault.write(
        'KNOWLEDGE.md',
        manifest.replace('conflictResolution: defer', `conflictResolution: ${policy}`),
      );
      await approveRules(wiki);
      const workbench = await wiki.open();
      await workbench.ingest({ sources: ['sources/2026-01-02-old.md'], apply: true });
      await workbench.ingest({ sources: ['sources/2026-02-03-new.md'], apply: true, ...(lens && { lens }) });
      const tree = await wiki.tree();
      const path = Object.keys(tree).find((one) => one.endsWith('/cordouan-lighthouse.md')) ?? '';
      return (tree[path] ?? '').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then');
    };
    const through = await pageAfter('defer', 'sales');
    expect(through).toContain('68 metres');
    expect(through).toBe(await pageAfter('defer'));
    expect(through).not.toBe(await pageAfter('recency'));
  });

  it('is refused for a view that does not exist or is refused', async () => {
    const refused = VIEW.replace('extends:', 'appliesTo: [ws://operators/nobody]\nextends:');
    const workbench = await (await testWiki({ ...FILES, 'operators/sales/KNOWLEDGE.md': refused })).open();
    await expect(workbench.ingest({ lens: 'gone' })).rejects.toMatchObject({ code: 'living-wiki:lens_missing' });
    await expect(workbench.ingest({ lens: 'sales' })).rejects.toMatchObject({
      code: 'knowledge_appliesto_unresolvable',
    });
    expect(await workbench.proposals()).toEqual([]);
  });

  it('reads a source again when it is named with another lens, and leaves other waiting proposals alone', async () => {
    const workbench = await (await testWiki(FILES)).open();
    const first = await workbench.ingest({});
    expect((await workbench.ingest({ lens: 'sales' })).proposals).toEqual([]);
    const again = await workbench.ingest({ sources: ['sources/2026-02-03-tower.md'], lens: 'sales' });
    expect(again.proposals).toHaveLength(1);
    const same = await workbench.ingest({ sources: ['sources/2026-02-03-tower.md'], lens: 'sales' });
    expect(same.skipped.map(({ reason }) => reason)).toEqual([
      `Proposal ${again.proposals[0]?.id ?? ''} waits for review.`,
    ]);
    const replaced = await workbench.findProposal(first.proposals[1]?.id ?? '');
    expect(replaced.decision?.reason).toBe('It was read through another lens. A new proposal replaces this one.');
    expect((await workbench.proposals()).map(({ id }) => id)).toEqual([first.proposals[0]?.id, again.proposals[0]?.id]);
  });
});

describe('a language model that reads through a view', () => {
  let server: ModelServer;
  beforeAll(async () => (server = await ModelServer.start()));
  afterAll(() => server.close());

  const open = ({ vault, clock, random }: TestWiki): Promise<Workbench> => {
    const timer: ModelHost['timer'] = {
      sleep: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    };
    const model = { settings: { ...NO_MODEL_SETTINGS, baseUrl: server.url, model: 'small' }, fetch, timer };
    return Workbench.open({ vault, root: '', clock, random, model });
  };

  it('is told its tone, depth, threshold and types, and the purpose of the wiki', async () => {
    server.script(reads());
    const wiki = await testWiki(FILES);
    await (await open(wiki)).ingest({ sources: ['sources/2026-01-02-lens.md'], lens: 'sales' });
    const prompts = server.asked.map(({ text }) => text);
    expect(prompts.length).toBeGreaterThan(0);
    for (const prompt of prompts) {
      expect(prompt).toContain('Tone: like a seller');
      expect(prompt).toContain('Depth: shallow');
      expect(prompt).toContain('New pages: Only names that the source mentions nine times.');
      expect(prompt).toContain('Title: Test wiki');
      expect(prompt).not.toContain('Another purpose.');
    }
    // Which types there are matters where new pages are planned.
    expect(prompts[0]).toContain('Customer: Who buys.');
  });
});
