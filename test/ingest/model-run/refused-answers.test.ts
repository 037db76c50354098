import { readAliases } from '../../../src/ingest/model-run/alias-names';
import { ModelServer } from '../../model/server/server';
import { answerWith, ModelWiki, pagesOf, planOf, rendered } from './support';

const SOURCE = `# Releases

Sid, also called unstable, is the distribution that developers upload to. Ian Murdock founded the project on 16 August 1993, and Ian left it in 1996.
The Board replaces the old Committee. The oracle is gone.
`;
const MARKDOWN = 'Sid is what developers upload to.{1.1}';

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

const page = (slug: string, title: string, more = ''): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: entity\ntitle: ${title}\n${more}updated_at: "2026-01-01T00:00:00Z"\n---\n\n# ${title}\n\nText.\n`;

async function notesOf(
  pages: Parameters<typeof planOf>[0],
  more: Parameters<typeof planOf>[1] = {},
  files: Readonly<Record<string, string>> = {},
  manifest = '',
): Promise<{ readonly notes: readonly string[]; readonly texts: Record<string, string> }> {
  server.script(
    answerWith(({ task, targets }) =>
      task === 'plan' ? planOf(pages, more) : pagesOf(targets.map(({ slug }) => ({ slug, markdown: MARKDOWN }))),
    ),
  );
  const wiki = await ModelWiki.of(
    server,
    {
      'sources/releases.md': SOURCE,
      ...files,
      'entities/testing.md': page('testing', 'Testing', 'aliases: [oracle]\n'),
      'entities/committee.md': page('committee', 'Committee'),
    },
    manifest,
  );
  const changeSet = await wiki.curate('sources/releases.md');
  return { notes: changeSet.notes, texts: rendered(changeSet) };
}

it('aliases are separated by semicolons, or by a comma that is in no name of the source', () => {
  const words = 'The envoys were Jay, John and Pickering, Timothy. Exports, imports and tonnage follow.';
  expect(readAliases(['Jay, John', 'the envoy'], words)).toEqual(['Jay, John', 'the envoy']);
  expect(readAliases(['Jay, Pickering', '"Adams, John"', 'exports, imports', 'the envoy,'], words)).toEqual([
    'Jay',
    'Pickering',
    'Adams, John',
    'exports',
    'imports',
    'the envoy',
  ]);
});

describe('what a model answers and code does not take', () => {
  it('is named in a note, for each alias of a page', async () => {
    const tooLong = 'the distribution that developers upload to and nobody else does';
    const { notes, texts } = await notesOf([
      {
        slug: 'unstable',
        title: 'Unstable',
        units: ['1.1'],
        aliases: ['SID', 'release', 'oracle', 'Woody', 'Ian Murdock', 'Board', 'and the Board', tooLong],
      },
      { slug: 'ian-murdock', title: 'Ian Murdock', kind: 'person', units: ['1.2-1.4'], aliases: ['Ian'] },
    ]);
    expect(texts['entities/unstable.md']).toMatch(/aliases:\s+(?:- |\[)Sid\b/);
    expect(notes).toEqual(
      expect.arrayContaining([
        'The alias "oracle" of "unstable" was refused: it is a name of "testing".',
        'The alias "release" of "unstable" was refused: it is an ordinary word, which texts use for other things too.',
        'The alias "Board" of "unstable" was refused: neither the page nor the source says that its subject is called so.',
        'The alias "Woody" of "unstable" was refused: the source does not have it.',
        'The alias "and the Board" of "unstable" was refused: it is the end of a list.',
        'The alias "Ian Murdock" of "unstable" was refused: it is a name of "ian-murdock".',
        `The alias "${tooLong}" of "unstable" was refused: it is too short or too long for a name.`,
        'The alias "Ian" of "ian-murdock" was refused: it is only a first name.',
      ]),
    );
  });

  it('is a first name only on the page of a person', async () => {
    const source = `# Logs\n\nSid Trillian is software.\nTestflume and Sapling are logs. Testflume came first.\n`;
    const refusedIn = async (manifest: string): Promise<readonly string[]> => {
      server.script(
        answerWith(({ task, targets }) =>
          task === 'plan'
            ? planOf([
                {
                  slug: 'logs',
                  title: 'Testflume and Sapling',
                  kind: 'entity',
                  units: ['1.2-1.3'],
                  aliases: ['Testflume'],
                },
                { slug: 'sid', title: 'Sid Trillian', kind: 'entity', units: ['1.1'], aliases: ['Sid'] },
              ])
            : pagesOf(
                targets.map(({ slug }) => ({
                  slug,
                  markdown:
                    slug === 'sid'
                      ? 'Sid Trillian is software.{1.1}'
                      : 'Testflume and Sapling are logs, and Testflume came first.{1.2}{1.3}',
                })),
              ),
        ),
      );
      const wiki = await ModelWiki.of(server, { 'sources/report.md': source }, manifest);
      const { notes, files } = await wiki.curate('sources/report.md');
      expect(files.map(({ path }) => path)).toContain('entities/logs.md');
      return notes.filter((each) => each.startsWith('The alias'));
    };
    expect(await refusedIn('')).toEqual(['The alias "Sid" of "sid" was refused: it is only a first name.']);
    expect(await refusedIn('entityTypes:\n  - name: Person\n')).toEqual([
      'The alias "Sid" of "sid" was refused: neither the page nor the source says that its subject is called so.',
    ]);
  });

  it('is an alias of a person that is the name of another one, unless the source says that both are one', async () => {
    const source =
      'Samuel Clemens, better known as Mark Twain, finished the tower on the rock that Thomas Coyle began.';
    const { notes, texts } = await notesOf(
      [
        {
          slug: 'samuel-clemens',
          title: 'Samuel Clemens',
          kind: 'person',
          units: ['1.1'],
          aliases: ['Thomas Coyle', 'Mark Twain'],
        },
      ],
      {},
      { 'sources/releases.md': `${source}\n` },
      'entityTypes:\n  - name: Person\n',
    );
    expect(notes).toContain(
      'The alias "Thomas Coyle" of "samuel-clemens" was refused: it is the name of another person.',
    );
    const text = Object.entries(texts).find(([path]) => path.endsWith('samuel-clemens.md'))?.[1];
    expect(text).toContain('  - Mark Twain');
    expect(text).not.toContain('- Thomas Coyle');
  });

  it('is an alias that another page of the same plan wants too', async () => {
    const { notes } = await notesOf([
      { slug: 'sid', title: 'Sid', units: ['1.1-1.2'], aliases: ['Board'] },
      { slug: 'committee-work', title: 'Committee work', units: ['1.3-1.4'], aliases: ['Board'] },
    ]);
    expect(notes).toContain('The alias "Board" of "committee-work" was refused: it is a name of "sid".');
  });

  it('is not an alias that a new page takes as its title: the page that had it loses it in the same proposal', async () => {
    const { notes, texts } = await notesOf(
      [{ slug: 'sid', title: 'Sid', units: ['1.1-1.4'] }],
      {},
      { 'entities/unstable.md': page('unstable', 'Unstable', 'aliases: [Sid, still in use]\n') },
    );
    expect(notes).toContain('The alias "Sid" of "unstable" goes: it is the title of the new page "sid".');
    expect(texts['entities/unstable.md']).toContain('aliases: [still in use]');
    expect(texts['entities/sid.md']).toContain('title: Sid');
  });

  it('is a page for the handle of somebody who speaks in a thread, unless the wiki has pages for people', async () => {
    const thread = `# Sync stops #3450\n\nalice commented on 2026-01-04\n\nSync stops after 2,000 files.\n\nbob (maintainer) commented on 2026-01-06\n\nThe limit is 5,000 files since 1.4.\n\nalice commented on 2026-01-07\n\nI have confirmed it on Linux.\n`;
    const madeBy = async (manifest: string): Promise<readonly string[]> => {
      server.script(
        answerWith(({ task, targets, units, before }) => {
          const marks = [...units.keys()];
          if (task !== 'plan')
            return pagesOf(targets.map(({ slug }) => ({ slug, markdown: `It is said.{${marks[0] ?? ''}}` })));
          return planOf(
            before > 0
              ? [{ slug: 'sync', title: 'Sync', units: marks }]
              : [
                  { slug: 'sync', title: 'Sync', units: ['1.1-1.2'] },
                  { slug: 'alice', title: 'Alice', units: ['1.3'] },
                ],
          );
        }),
      );
      const wiki = await ModelWiki.of(server, { 'sources/thread.md': thread }, manifest);
      const { facts } = await wiki.curate('sources/thread.md');
      return (facts.plan as readonly { slug: string }[]).map(({ slug }) => slug);
    };
    expect(await madeBy('')).toEqual(['sync']);
    expect(await madeBy('entityTypes:\n  - name: Person\n')).toEqual(['sync', 'alice']);
  });

  it('is named in a note, for each page that is said to be replaced', async () => {
    const { notes } = await notesOf([{ slug: 'board', title: 'Board', units: ['1.1-1.4'] }], {
      replaces: [
        { old: 'Assembly', by: 'Board', units: '1.3' },
        { old: 'Committee', by: 'Council', units: '1.3' },
        { old: 'Committee', by: 'Board', units: '1.1' },
      ],
    });
    expect(notes).toEqual(
      expect.arrayContaining([
        'The model says that "Board" replaces "Assembly". It was not marked: not exactly one page has the name "Assembly".',
        'The model says that "Council" replaces "Committee". It was not marked: no new page has the name "Council".',
        'The model says that "Board" replaces "Committee". It was not marked: no unit that it names has both names.',
      ]),
    );
    expect(new Set(notes).size).toBe(notes.length);
  });

  it('is asked for again if a page that is said to be replaced is none', async () => {
    const repairs: string[] = [];
    server.script(
      answerWith(({ task, targets, prompt, before }) => {
        if (task !== 'plan') return pagesOf(targets.map(({ slug }) => ({ slug, markdown: MARKDOWN })));
        if (before > 0) repairs.push(prompt);
        const pages =
          before > 0 ? [] : [{ slug: 'the-board', title: 'The Board', aliases: ['Board'], units: ['1.1-1.4'] }];
        return planOf(pages, {
          replaces: [{ old: before > 0 ? 'committee' : 'old-committee', by: '[[the-board|Board]]', units: '1.3' }],
        });
      }),
    );
    const wiki = await ModelWiki.of(server, {
      'sources/releases.md': SOURCE,
      'entities/committee.md': page('committee', 'Committee'),
    });
    const changeSet = await wiki.curate('sources/releases.md');
    expect(repairs).toHaveLength(1);
    expect(repairs[0]).toContain('`replaces` names "old-committee", which is no page of the wiki or of this plan.');
    expect(changeSet.notes.join('\n')).not.toContain('was not marked');
    // What a policy decides is beyond this test.
    expect(changeSet.notes).toContain(
      'The source says that "[[the-board|Board]]" replaces "committee". By the policy in KNOWLEDGE.md both stay as they are.',
    );
  });
});
