import { silentRun } from '../../src/base';
import {
  NO_MODEL_SETTINGS,
  readContradiction,
  readFlaggedContradictions,
  settleContradiction,
  Workbench,
  type ModelHost,
  type Review,
  type ReviewFile,
  type Settlement,
} from '../../src/workbench';
import { answerWith, pagesOf, planOf } from '../ingest/model-run/support';
import { ModelServer } from '../model/server/server';
import { testWiki } from '../support/wiki';

/** A person settles two statements that cannot both be true, as a part of the change under review. */

const OLD =
  '# Memoir\n\nThe Skerry Tower is a tower on the rock. In 1961 the Skerry Tower is 31 metres tall.\n\nDate: 12 September 2025\n';
const NEW =
  '# Survey\n\nThe Skerry Tower was measured by laser. By laser the Skerry Tower is 29.4 metres tall.\n\nDate: 18 April 2026\n';

async function disagreeing() {
  const wiki = await testWiki({ 'sources/memoir.md': OLD });
  const workbench = await wiki.open();
  await workbench.ingest({ apply: true });
  await wiki.vault.write('sources/survey.md', NEW);
  await workbench.refresh(['sources/survey.md']);
  const id = (await workbench.ingest({})).proposals[0]?.id ?? '';
  const session = workbench.review(id);
  const { files } = await session.load(silentRun);
  return { wiki, session, files };
}

const found = (files: readonly ReviewFile[]) =>
  files.flatMap((file) =>
    file.hunks.flatMap((item) => {
      const contradiction = readContradiction(file, item, []);
      return contradiction === null ? [] : [{ id: item.hunk.id, ...contradiction }];
    }),
  );

describe('a contradiction under review', () => {
  it('has two sides, each with its source and words', async () => {
    const { files } = await disagreeing();
    expect(found(files)).toMatchObject([
      {
        settlement: 'open',
        current: { source: 'sources/memoir.md', text: expect.stringContaining('31 metres') as string },
        proposed: { source: 'sources/survey.md', text: expect.stringContaining('29.4 metres') as string },
      },
    ]);
  });

  it.each<readonly [Settlement, RegExp]>([
    [
      'current',
      /is 31 metres tall\.[^]*## History\n\n- As stated on 18 April 2026: By laser the Skerry Tower is 29\.4 metres tall\./,
    ],
    [
      'proposed',
      /is 29\.4 metres tall\.[^]*## History\n\n- As stated on 12 September 2025: In 1961 the Skerry Tower is 31 metres tall\./,
    ],
    ['both', /Sources disagree: .*Both are kept, as you decided\./],
    ['open', /\[!warning\] Contradiction: /],
  ])('is settled as "%s", on the page and in the marks of the summaries', async (settlement, says) => {
    const { wiki, session, files } = await disagreeing();
    const id = found(files)[0]?.id ?? '';
    await session.decide(settleContradiction(files, id, settlement, []));
    const after = await session.load(silentRun);
    expect(found(after.files)[0]?.settlement).toBe(settlement);
    const rest = after.files.flatMap(({ hunks }) => hunks.filter(({ decision }) => decision === null));
    await session.decide(Object.fromEntries(rest.map(({ hunk }) => [hunk.id, { verdict: 'accepted' as const }])));
    expect((await session.apply(silentRun)).kind).toBe('applied');
    const text = Object.entries(await wiki.tree());
    const page = text.find(([path]) => path.endsWith('/skerry-tower.md'))?.[1] ?? '';
    expect(page).toMatch(says);
    expect(page.includes('[!')).toBe(settlement === 'both' || settlement === 'open');
    expect(page).toContain('31 metres');
    expect(page).toContain('29.4 metres');
    const marked = text.filter(([path, words]) => path.startsWith('summaries/') && words.includes('contradicts:'));
    expect(marked.length > 0).toBe(settlement === 'open');
  });

  it('can be opened again', async () => {
    const { session, files } = await disagreeing();
    const id = found(files)[0]?.id ?? '';
    await session.decide(settleContradiction(files, id, 'proposed', []));
    const settled = await session.load(silentRun);
    await session.decide(settleContradiction(settled.files, id, 'open', []));
    const opened = await session.load(silentRun);
    expect(found(opened.files)[0]?.settlement).toBe('open');
    expect(
      opened.files.flatMap(({ hunks }) => hunks.filter(({ decision }) => decision?.verdict === 'rejected')),
    ).toEqual([]);
    const summary = opened.files.find(({ path }) => path.startsWith('summaries/survey'));
    expect(summary?.hunks.map(({ hunk }) => hunk.text).join('')).toContain('contradicts:');
  });
});

describe('a contradiction that a model reports', () => {
  let server: ModelServer;
  beforeAll(async () => (server = await ModelServer.start()));
  afterAll(() => server.close());

  const TELLS =
    'The Skerry Tower stands on the rock.{1.1} By laser it is 29.4 metres tall.{1.2} A memoir gives 31 metres.{2.2} It is white.{1.3}';
  const cards = ({ files, proposal }: Review) =>
    files.flatMap((file) =>
      file.hunks.flatMap((item) => {
        const found = readContradiction(file, item, readFlaggedContradictions(proposal.changeSet));
        return found === null ? [] : [{ id: item.hunk.id, ...found }];
      }),
    );

  async function reported() {
    const wiki = await testWiki({
      'sources/memoir.md':
        '---\ndate: 2025-09-12\n---\n\nThe tower is on the rock. In 1961 the tower is 31 metres tall.\n',
      'sources/survey.md':
        '---\ndate: 2026-04-18\n---\n\nThe tower was measured. By laser the tower is 29.4 metres tall. The tower is white.\n',
    });
    const { vault, clock, random, device } = wiki;
    const settings = { ...NO_MODEL_SETTINGS, baseUrl: server.url, model: 'small' };
    const timer: ModelHost['timer'] = {
      sleep: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    };
    const workbench = await Workbench.open({
      vault,
      root: '',
      clock,
      random,
      device,
      model: { settings, fetch, timer },
    });
    const page = { slug: 'skerry-tower', title: 'Skerry Tower' };
    server.script(
      answerWith(({ task }) =>
        task === 'plan'
          ? planOf([{ ...page, units: ['1.1', '1.2'] }])
          : pagesOf([
              { slug: page.slug, markdown: 'The Skerry Tower is on the rock.{1.1} It is 31 metres tall.{1.2}' },
            ]),
      ),
    );
    const first = await workbench.ingest({ sources: ['sources/memoir.md'], apply: true });
    expect(first).toMatchObject({ failed: [], proposals: [{ applied: true }] });
    const conflicts = [{ marks: ['1.2', '2.2'], what: 'the height of the tower' }];
    server.script(
      answerWith(({ task }) =>
        task === 'plan'
          ? planOf([{ ...page, op: 'compose', units: ['1.1', '1.2', '1.3'] }])
          : pagesOf([
              {
                slug: page.slug,
                markdown: TELLS,
                conflicts,
                dropped: [{ mark: '2.1', reason: 'duplicate_of', by: '1.1' }],
              },
            ]),
      ),
    );
    const made = await workbench.ingest({ sources: ['sources/survey.md'] });
    expect([made.failed, made.stopped]).toEqual([[], null]);
    const id = made.proposals[0]?.id ?? '';
    const session = workbench.review(id);
    return { wiki, workbench, session, review: await session.load(silentRun) };
  }

  it('is settled under review, and what does not hold moves to History', async () => {
    const { wiki, workbench, session, review } = await reported();
    const [card] = cards(review);
    expect(card).toMatchObject({
      attribute: 'the height of the tower',
      current: { source: 'sources/memoir.md', text: 'In 1961 the tower is 31 metres tall.' },
      proposed: { source: 'sources/survey.md', text: 'By laser the tower is 29.4 metres tall.' },
      settlement: 'open',
    });
    expect(cards(review)).toHaveLength(1);
    const disputes = readFlaggedContradictions(review.proposal.changeSet);
    await session.decide(settleContradiction(review.files, card?.id ?? '', 'current', disputes));
    await session.decide(
      settleContradiction((await session.load(silentRun)).files, card?.id ?? '', 'proposed', disputes),
    );
    const after = await session.load(silentRun);
    expect(cards(after)).toMatchObject([{ settlement: 'proposed' }]);
    const rest = after.files.flatMap(({ hunks }) => hunks.filter(({ decision }) => decision === null));
    await session.decide(Object.fromEntries(rest.map(({ hunk }) => [hunk.id, { verdict: 'accepted' as const }])));
    expect((await session.apply(silentRun)).kind).toBe('applied');
    const tree = await wiki.tree();
    const text = tree['entities/skerry-tower.md'] ?? '';
    expect(text).toMatch(
      /By laser it is 29\.4 metres tall\.\[\^survey-2\] It is white\.\[\^survey-3\]\n\n## History\n\n- As stated on 12 September 2025: A memoir gives 31 metres\.\[\^memoir-2\]\n/,
    );
    expect(text).not.toContain('[!');
    expect(await workbench.contradictions()).toEqual([]);
  });

  it('is listed once it was applied as it is, by what the model said it is about', async () => {
    const { wiki, workbench, session, review } = await reported();
    const all = review.files.flatMap(({ hunks }) =>
      hunks.map(({ hunk }) => [hunk.id, { verdict: 'accepted' }] as const),
    );
    await session.decide(Object.fromEntries(all));
    expect((await session.apply(silentRun)).kind).toBe('applied');
    const flag =
      '\n\n> [!warning] Contradiction: the height of the tower\n> Memoir (2025-09-12) says: “In 1961 the tower is 31 metres tall.”[^memoir-2]\n> Survey (2026-04-18) says: “By laser the tower is 29.4 metres tall.”[^survey-2]\n\n[^';
    expect((await wiki.tree())['entities/skerry-tower.md']).toContain(`It is white.[^survey-3]${flag}`);
    expect(await workbench.contradictions()).toMatchObject([
      {
        sides: [{ source: 'sources/memoir.md' }, { source: 'sources/survey.md' }],
        pages: ['entities/skerry-tower.md'],
      },
    ]);
    const settled = await workbench.proposeSettlement('1', 'proposed');
    const settling = workbench.review(settled?.id ?? '');
    const hunks = (await settling.load(silentRun)).files.flatMap((file) => file.hunks);
    await settling.decide(Object.fromEntries(hunks.map(({ hunk }) => [hunk.id, { verdict: 'accepted' as const }])));
    expect((await settling.apply(silentRun)).kind).toBe('applied');
    expect((await wiki.tree())['entities/skerry-tower.md']).not.toContain('[!');
  });
});
