import { ModelServer } from '../../model/server/server';
import { answerWith, diligent, ModelWiki, page, pagesOf, planOf, type ModelRequest } from './support';

const SOURCE = 'The light was built in 1874. TAS is on. Grant kept it.\n';
const DECIDED = `metadata:
  living-wiki:
    rules:
      - Persons get no page of their own.
    names:
      - never: Grant
      - same: TAS
        as: The light
      - never: Elsewhere
`;

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

async function asked(
  answer: (request: ModelRequest) => unknown,
  more = '',
  steering: Parameters<ModelWiki['curate']>[1] = {},
): Promise<{ requests: readonly ModelRequest[]; changeSet: Awaited<ReturnType<ModelWiki['curate']>> }> {
  const requests: ModelRequest[] = [];
  server.script(
    answerWith((request) => {
      requests.push(request);
      return answer(request);
    }),
  );
  const files = {
    'sources/light.md': SOURCE,
    'entities/the-light.md': page('the-light', 'The light', 'A light.', ''),
    'entities/far-away.md': page('far-away', 'Far away', 'A place.', ''),
  };
  const wiki = await ModelWiki.of(server, files, more);
  return { changeSet: await wiki.curate('sources/light.md', steering), requests };
}

const plansOf = (requests: readonly ModelRequest[]): readonly string[] =>
  requests.filter(({ task }) => task === 'plan').map(({ prompt }) => prompt);

describe('what the owner wants', () => {
  it('goes with every plan, and with names only those that the source has', async () => {
    const { requests } = await asked(diligent('the-light', 'The light'), DECIDED);
    const [plan = ''] = plansOf(requests);
    expect(plan).toContain('- Persons get no page of their own.');
    expect(plan).toContain('- No page for "Grant".');
    expect(plan).toContain('- "TAS" is another name of "The light".');
    expect(plan).not.toContain('Elsewhere');
    expect(requests.find(({ task }) => task === 'pages')?.prompt).not.toContain('Persons get no page');
  });

  it('is kept by code: a page for a refused name is not made, and another name means the page', async () => {
    const { requests, changeSet } = await asked(({ task, units, before, targets }) => {
      const marks = [...units.keys()];
      if (task !== 'plan') {
        return pagesOf(targets.map(({ slug }) => ({ slug, markdown: `Built in 1874.{${marks[0] ?? ''}}` })));
      }
      if (before > 0) return planOf([], { left: [{ units: marks, reason: 'off-scope', note: 'a person' }] });
      return planOf([
        { slug: 'grant', title: 'Grant', units: ['1.3'] },
        { slug: 'tas', title: 'TAS', units: ['1.1-1.2'] },
      ]);
    }, DECIDED);
    expect(plansOf(requests)[1]).toContain('The owner wants no page "Grant".');
    expect(changeSet.facts.plan).toMatchObject([{ slug: 'the-light' }]);
    expect(changeSet.files.map(({ path }) => path)).not.toContain('entities/grant.md');
  });

  it('of one page goes with that page only', async () => {
    const note = (path: string | null, reason: string) => ({ proposal: '0001-aaaa', path, hunkTitle: null, reason });
    const steering = [
      note('entities/far-away.md', 'Far away is fine as it is.'),
      note('entities/the-light.md', 'Keep the light short.'),
      note('entities/gone.md', 'No page for that.'),
      note(null, 'Write less.'),
    ];
    const { requests } = await asked(diligent('the-light', 'The light'), DECIDED, { steering });
    const [plan = ''] = plansOf(requests);
    for (const reason of ['Keep the light short.', 'No page for that.', 'Write less.']) expect(plan).toContain(reason);
    expect(plan).not.toContain('Far away is fine');
  });
});
