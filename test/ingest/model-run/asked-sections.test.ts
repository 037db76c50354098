import { ModelServer } from '../../model/server/server';
import { answerWith, ModelWiki, page, pagesOf, planOf, type ModelRequest, type PlanPage } from './support';

/** A plan says which sections of other pages the writer of a page is to see, and every unit has a place without needless calls. */

const SOURCE = `# The light

The tower was built in 1874. It is 29 metres tall. Adults pay 4 pounds. Grant kept it for nine years.
`;
const letters = Array.from({ length: 120 }, (_, at) => `Letter ${at + 1} tells of the weather on the coast of Halden.`);
/** Longer than what an edit is shown of a page. */
const LONG = page(
  'keepers',
  'Keepers',
  `Keepers live at the light.

## Staff, past and present

Nobody but Old Moll ever wound the clockwork twice.

### Wives

Their wives trimmed the wicks.

## Letters

${letters.join('\n\n')}`,
);

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

async function ask(plans: readonly unknown[], source = SOURCE): Promise<readonly ModelRequest[]> {
  const asked: ModelRequest[] = [];
  server.script(
    answerWith((request) => {
      asked.push(request);
      if (request.task === 'plan') return plans[request.before] ?? planOf([]);
      return pagesOf(
        request.targets.map(({ slug, op }) =>
          op === 'create'
            ? {
                slug,
                markdown:
                  'It was built in 1874.{1.1} It is 29 metres tall.{1.2} Adults pay 4 pounds.{1.3} Grant kept it.{1.4}',
              }
            : {
                slug,
                edits: [{ block: 'b1', starts: 'Keepers live', do: 'insert_after', markdown: 'Grant kept it.{1.4}' }],
              },
        ),
      );
    }),
  );
  const wiki = await ModelWiki.of(server, { 'sources/light.md': source, 'entities/keepers.md': LONG });
  await wiki.curate('sources/light.md');
  return asked;
}

const theLight = (from: readonly string[], units: readonly string[] = ['1.1-1.4']): PlanPage => ({
  slug: 'the-light',
  title: 'The light',
  units,
  from,
});

describe('a section that a plan asks for', () => {
  const MOLL = 'Nobody but Old Moll ever wound the clockwork twice.';

  it('reaches the writer also if its page is changed in the same call, where only other blocks of it are shown', async () => {
    const edited = { slug: 'keepers', op: 'edit' as const, units: ['1.4'] };
    const asked = await ask([planOf([theLight(['keepers#Staff, past and present']), edited])]);
    const [write] = asked.filter(({ task }) => task === 'pages');
    expect(write?.targets.map(({ slug }) => slug)).toEqual(['the-light', 'keepers']);
    expect(write?.prompt.split(MOLL)).toHaveLength(2);
    expect(write?.prompt).toContain('keepers#Staff, past and present:\n');
  });

  it('is shown once in a call: not what the change of its page shows already, and not for two pages', async () => {
    const edited = { slug: 'keepers', op: 'edit' as const, units: ['1.4'] };
    const second = { ...theLight(['keepers'], ['1.1']), slug: 'the-tower', title: 'The tower' };
    const asked = await ask([planOf([theLight(['keepers']), second, edited])]);
    const [write] = asked.filter(({ task }) => task === 'pages');
    expect(write?.targets.map(({ slug }) => slug)).toEqual(['the-tower', 'the-light', 'keepers']);
    expect(write?.prompt).toContain('keepers, besides what is shown of it:\n');
    for (const line of ['Keepers live at the light.', MOLL, letters[0] ?? ''])
      expect(write?.prompt.split(line)).toHaveLength(2);
  });

  it('of a page that was written in a call before has its new text', async () => {
    const line = (at: number): string =>
      `In the year ${1801 + at} the keeper of light number ${at} painted every door and window of the tower green again.`;
    const source = `# The light\n\n${Array.from({ length: 120 }, (_, at) => line(at)).join('\n\n')}\n`;
    const edited = { slug: 'keepers', op: 'edit' as const, units: ['1.1-1.60'] };
    const asked = await ask([planOf([edited, theLight(['keepers'], ['1.61-1.120'])])], source);
    const write = asked.find(({ targets }) => targets[0]?.slug === 'the-light');
    expect(write?.targets).toHaveLength(1);
    // With the mark of the new source.
    expect(write?.prompt).toContain('keepers:\nKeepers live at the light.\n\nGrant kept it.{1.4}\n\n## Staff');
  });

  it('may be within another one, and named as a link', async () => {
    const asked = await ask([planOf([theLight(['[[keepers#Staff, past and present#Wives]]'])])]);
    expect(asked[1]?.prompt).toContain('Their wives trimmed the wicks.');
    expect(asked[1]?.prompt).not.toContain(MOLL);
  });

  it('that its page does not have is named with those that there are, and in a repair of the plan', async () => {
    const wrong = planOf([theLight(['keepers#Family', 'nobody', 'the-light'], ['1.1-1.3'])]);
    const asked = await ask([wrong, planOf([theLight([], ['1.4'])])]);
    const [, repair, write] = asked;
    const has = 'the page has no section "Family". It has: Staff, past and present; Wives; Letters.';
    expect(repair?.prompt).toContain(`\`from\` asks for "keepers#Family": ${has}`);
    expect(repair?.prompt).toContain('`from` asks for "nobody": there is no such page.');
    expect(repair?.prompt).not.toContain('asks for "the-light"');
    expect(write?.prompt).toContain(`keepers: ${has} The page says:\n`);
    expect(write?.prompt).toContain(MOLL);
    // It is not worth a call by itself.
    const once = await ask([planOf([theLight(['keepers#Family'])])]);
    expect(once.map(({ task }) => task)).toEqual(['plan', 'pages']);
  });
});

describe('a unit that a plan forgets', () => {
  it('is asked for alone, with the pages that are planned', async () => {
    const asked = await ask([planOf([theLight([], ['1.1-1.3'])]), planOf([theLight([], ['1.4'])])]);
    expect(asked.map(({ task }) => task)).toEqual(['plan', 'plan', 'pages']);
    expect([...(asked[1]?.units.keys() ?? [])]).toEqual(['1.4']);
    expect(asked[1]?.prompt).toContain('- the-light | The light | create');
  });

  it('and that says next to nothing costs no call', async () => {
    const thread = `# Light is out (issue #1)

### amy commented on 2024-01-02

The tower was built in 1874.

### bob commented on 2024-01-03

Good to know.
`;
    const asked = await ask([planOf([theLight([], ['1.1'])])], thread);
    expect([...(asked[0]?.units.values() ?? [])].join('\n')).toContain('Good to know.');
    expect(asked.filter(({ task }) => task === 'plan')).toHaveLength(1);
  });
});
