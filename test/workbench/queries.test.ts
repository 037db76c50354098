import fc from 'fast-check';
import { readQuery, type Workbench, type WikiQuery } from '../../src/workbench';
import { testWiki } from '../support/wiki';

/** What a note may ask of the wiki, and what it is told when the question cannot be read. */

const problemOf = (yaml: string): unknown => readQuery(yaml).problem;

it('a query has defaults, and lists where several are allowed', () => {
  expect(readQuery('show: contested').query).toEqual({
    show: 'contested',
    kinds: [],
    tags: [],
    source: null,
    lens: null,
    limit: 20,
  });
  expect(readQuery('show: uncited\nkind: [concept, entity]\ntag: "#optics"\nlimit: 5').query).toMatchObject({
    kinds: ['concept', 'entity'],
    tags: ['optics'],
    limit: 5,
  });
});

it('whatever is not understood is named, with what was meant', () => {
  expect(problemOf('')).toEqual({ kind: 'empty' });
  expect(problemOf('kind: concept')).toEqual({ kind: 'no-show' });
  expect(problemOf('show: uncitd')).toEqual({ kind: 'unknown-show', given: 'uncitd', meant: 'uncited' });
  expect(problemOf('show: everything')).toEqual({ kind: 'unknown-show', given: 'everything', meant: null });
  expect(problemOf('show: old\nlimti: 3')).toEqual({ kind: 'unknown-key', given: 'limti', meant: 'limit' });
  expect(problemOf('show: old\nlimit: 0')).toEqual({ kind: 'bad-limit' });
  expect(problemOf('show: old\nlimit: 201')).toEqual({ kind: 'bad-limit' });
  expect(problemOf('show: old\nkind: {a: 1}')).toEqual({ kind: 'bad-value', key: 'kind' });
  expect(problemOf('show: new-pages')).toEqual({ kind: 'no-source' });
  expect(problemOf('show: [')).toMatchObject({ kind: 'yaml' });
  expect(problemOf('- a list')).toMatchObject({ kind: 'yaml' });
  expect(problemOf(`show: old # ${'x'.repeat(5_000)}`)).toEqual({ kind: 'too-long' });
});

it('any text is either a query within the limits or a problem', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('show: old', '---', '&a [*a]', 'limit: 1e9', '__proto__: x', '!!js x'),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const { query, problem } = readQuery(lines.join('\n'));
      expect(query === null).toBe(problem !== null);
      if (query !== null) expect(query.limit).toBeLessThanOrEqual(200);
    }),
  );
});

const page = (slug: string, kind: string, source: string, body: string, more = ''): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: ${slug}\nsources: [sources/${source}]\nupdated_at: "2024-04-27T15:00:00Z"\n${more}---\n\n${body}\n`;

describe('answers', () => {
  let workbench: Workbench;
  beforeAll(async () => {
    const wiki = await testWiki({
      'sources/memoir.md': '---\ndate: 2023-09-12\n---\n\nThe tower is 31 metres tall.\n',
      'sources/survey.md': '---\ndate: 2026-04-18\n---\n\nThe tower is 29.4 metres tall.\n',
      'summaries/memoir.md': page(
        'memoir',
        'summary',
        'memoir.md',
        'A talk.[^a]\n\n[^a]: [memoir]',
        'contradicts: [survey]\n',
      ),
      'summaries/survey.md': page(
        'survey',
        'summary',
        'survey.md',
        'A survey.[^a]\n\n[^a]: [survey]',
        'contradicts: [memoir]\n',
      ),
      'entities/tower.md': page(
        'tower',
        'entity',
        'memoir.md, sources/survey.md',
        'The tower is 31 metres tall.[^a] The survey gives 29.4 metres.[^b] Nobody knows why.\n\n[^a]: [memoir], line 5: “The tower is 31 metres tall.”\n[^b]: [survey], line 5: “The tower is 29.4 metres tall.”',
      ),
      'concepts/rock.md': page(
        'rock',
        'concept',
        'memoir.md',
        'It is hard.\n\n> [!note] Hint\n> Not a sentence of the page.\n\nSee also [[tower]].\n\n[[tower]], [[memoir|the memoir]]',
      ),
    });
    workbench = await wiki.open();
    await workbench.addQuestion({ text: 'Who built it?' });
  });

  const ask = async (query: Partial<WikiQuery> & Pick<WikiQuery, 'show'>): Promise<readonly string[]> => {
    const all = { kinds: [], tags: [], source: null, lens: null, limit: 20, ...query };
    const { rows, hasMore } = await workbench.query(all);
    return [
      ...rows.map(({ text, page: at }) => (at === null ? text : `${at.path}: ${text}`)),
      ...(hasMore ? ['more'] : []),
    ];
  };

  it('contested claims come with both sides and their dates', async () => {
    const { rows } = await workbench.query({
      show: 'contested',
      kinds: [],
      tags: [],
      source: null,
      lens: null,
      limit: 9,
    });
    expect(rows.map(({ sides }) => sides.map(({ text, date }) => `${text} ${date ?? ''}`))).toEqual([
      ['The tower is 31 metres tall. 2023-09-12', 'The tower is 29.4 metres tall. 2026-04-18'],
    ]);
    expect(await ask({ show: 'contested', kinds: ['concept'] })).toEqual([]);
  });

  it('open questions, uncited sentences and pages past their age are listed up to the limit', async () => {
    expect(await ask({ show: 'questions' })).toEqual(['Who built it?']);
    expect(await ask({ show: 'uncited' })).toEqual([
      'concepts/rock.md: It is hard.',
      'entities/tower.md: Nobody knows why.',
    ]);
    expect(await ask({ show: 'uncited', limit: 1 })).toEqual(['concepts/rock.md: It is hard.', 'more']);
    expect(await ask({ show: 'uncited', source: 'survey' })).toEqual(['entities/tower.md: Nobody knows why.']);
    expect(await ask({ show: 'old', kinds: ['concept'] })).toEqual(['concepts/rock.md: rock']);
  });

  it('a source or a lens that is not there is an error with a remedy', async () => {
    await expect(ask({ show: 'new-pages', source: 'nothing' })).rejects.toMatchObject({ code: 'source_not_found' });
    await expect(ask({ show: 'old', lens: 'nothing' })).rejects.toMatchObject({ code: 'living-wiki:lens_missing' });
  });
});
