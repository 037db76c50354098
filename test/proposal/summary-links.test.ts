import { silentRun } from '../../src/base';
import { undoChange, NO_MODEL_SETTINGS, Workbench, type ModelHost } from '../../src/workbench';
import { answerWith, pagesOf, planOf } from '../ingest/model-run/support';
import { ModelServer } from '../model/server/server';
import { testWiki } from '../support/wiki';

/** Summaries follow deletions: none links to a page that was refused or deleted. */

const SOURCE = `# Notes of the meeting

The Skerry Trust is a charity that looks after the quay. Since 1990 the Skerry Trust hires out the crane.

The Halcyon Board is a public body that runs the lights. Every year the Halcyon Board pays the keepers of the lights.
`;
const SUMMARY = 'summaries/notes-summary.md';
const BOARD = 'organizations/halcyon-board.md';

const page = (slug: string, body: string): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: summary\ntitle: ${slug}\nsources: [sources/old.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n${body}\n`;

let server: ModelServer;
beforeAll(async () => (server = await ModelServer.start()));
afterAll(() => server.close());

it('a page that is refused is plain words in what the summary says', async () => {
  const points = [
    'The [[halcyon-board|Halcyon Board]] runs the lights.{1.3}',
    'The [[skerry-trust|Skerry Trust]] looks after the quay.{1.1}',
  ];
  server.script(
    answerWith(({ task, targets }) =>
      task === 'plan'
        ? planOf(
            [
              { slug: 'halcyon-board', title: 'Halcyon Board', units: ['1.3', '1.4'] },
              { slug: 'skerry-trust', title: 'Skerry Trust', units: ['1.1', '1.2'] },
            ],
            { source: { what: 'Notes of a meeting.', date: null, points } },
          )
        : pagesOf(
            targets.map(({ slug }) => ({
              slug,
              markdown:
                slug === 'skerry-trust'
                  ? 'It hires out the crane.{1.2} It is a charity.{1.1}'
                  : 'It runs the lights.{1.3} It pays.{1.4}',
            })),
          ),
    ),
  );
  const { vault, clock, random, device } = await testWiki({ 'sources/notes.md': SOURCE });
  const settings = { ...NO_MODEL_SETTINGS, baseUrl: server.url, model: 'small' };
  const timer: ModelHost['timer'] = {
    sleep: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  };
  const workbench = await Workbench.open({ vault, root: '', clock, random, device, model: { settings, fetch, timer } });
  const [made] = (await workbench.ingest({})).proposals;
  const session = workbench.review(made?.id ?? '');
  const { files } = await session.load(silentRun);
  const decisions = files.flatMap(({ path, hunks }) =>
    hunks.map(
      ({ hunk }) => [hunk.id, { verdict: path.includes('halcyon') ? 'rejected' : 'accepted' } as const] as const,
    ),
  );
  await session.decide(Object.fromEntries(decisions));
  expect((await session.apply(silentRun)).kind).toBe('applied');
  const summary = Buffer.from(await vault.readBytes(SUMMARY)).toString('utf8');
  expect(summary).toMatch(
    /- The Halcyon Board runs the lights\.\[\^notes-3\]\n- The \[\[skerry-trust\|Skerry Trust\]\] looks/,
  );
  expect(summary).not.toContain('[[halcyon-board');
  expect((await workbench.lint({})).findings.filter(({ check }) => check === 'broken-ref')).toEqual([]);
});

it('a page that was deleted by hand is no link of its summaries after the next change, and stays in what a person wrote', async () => {
  const mine = page(
    'old',
    'The board met.[^old-1] It was [[halcyon-board|the board]] that paid.[^old-1]\n\nI asked [[halcyon-board]] myself.\n\n## Pages\n\n- [[halcyon-board|Halcyon Board]]\n\n## About\n\nNo date.\n\n[^old-1]: [old], line 1: “The board met.”',
  );
  const wiki = await testWiki({
    'sources/notes.md': SOURCE,
    'sources/old.md': 'The board met.\n',
    'summaries/old.md': mine,
  });
  const first = await wiki.open();
  await first.ingest({ sources: ['sources/notes.md'], apply: true });
  expect((await wiki.tree())[SUMMARY]).toContain('[[halcyon-board');
  await wiki.vault.remove(BOARD);
  await wiki.vault.write('sources/more.md', '# More\n\nThe Skerry Trust is rich. The Skerry Trust bought a boat.\n');
  const later = await wiki.open();
  await later.ingest({ sources: ['sources/more.md'], apply: true });
  const tree = await wiki.tree();
  expect(tree[SUMMARY]).not.toContain('[[halcyon-board');
  expect(tree['summaries/old.md']).toContain('It was the board that paid.[^old-1]');
  expect(tree['summaries/old.md']).toContain('I asked [[halcyon-board]] myself.\n\n## About\n');
  expect(tree['_index.md']).not.toContain('halcyon-board');
  const [change] = await later.history();
  await undoChange(later, change?.id);
  expect((await wiki.tree())[SUMMARY]).toContain('[[halcyon-board');
});
