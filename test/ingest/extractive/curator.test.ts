import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { guard } from '../../../src/change';
import { readLedger } from '../../../src/wiki';
import { parseThreshold } from '../../../src/ingest/extractive/new-page-threshold';
import { readFrontmatter, scanText } from '../../../src/markdown';
import { CuratedWiki, page } from '../support/curated-wiki';

/** What the footnotes of a page quote. */
const quotesOf = (text: string): readonly (readonly [string, string | null])[] =>
  [...readLedger(text).notes.values()].map(({ sourceId, quote }) => [sourceId, quote]);

const PROFILE = `# Acme Robotics, a profile

Acme Robotics is a company that builds warehouse robots. Maria Keller founded Acme Robotics in Bern.
The company uses Retrieval-Augmented Generation (RAG) to answer questions. RAG is a technique that lets a language
model look things up before it answers. With RAG, the support team answers twice as fast.

## Parts

SwiftGrip is a gripper made by Fenwick Labs. However, the SwiftGrip was late in March. The arms of Fenwick Labs are black.
`;

const NOTES = `# Notes

Fenwick Labs sent the first batch on Monday. Maria Keller thanked Fenwick Labs for the work in Bern. The robots of Acme
Robotics now carry it.
`;

const SOURCES = { 'sources/2026-01-10-profile.txt': PROFILE, 'sources/2026-02-20-notes.txt': NOTES };
const FIRST = 'sources/2026-01-10-profile.txt';
const SECOND = 'sources/2026-02-20-notes.txt';

describe('a source in an empty wiki', () => {
  it('becomes a summary of its own words, and a page for each thing it defines', async () => {
    const wiki = await CuratedWiki.of(SOURCES);
    const changeSet = await wiki.ingest(FIRST);
    expect(changeSet.files.map((edit) => edit.path)).toEqual([
      'summaries/2026-01-10-profile.md',
      'concepts/retrieval-augmented-generation.md',
      'entities/acme-robotics.md',
      'entities/swiftgrip.md',
    ]);
    const pages = await wiki.pages();
    expect(pages['concepts/retrieval-augmented-generation.md']).toContain('aliases:\n  - RAG');
    const summary = pages['summaries/2026-01-10-profile.md'] ?? '';
    expect(summary).toMatch(/\n\nA text of 10 January 2026 with \d+ words\. \[2026-01-10-profile\]\n/);
    expect(summary).toContain('- [[acme-robotics|Acme Robotics]], named 3 times (new page)');
    expect(summary).toMatch(/## Also named\n\n(?:- .*\n)*- Fenwick Labs\n/);
    const acme = pages['entities/acme-robotics.md'] ?? '';
    expect(acme).toContain('# Acme Robotics\n\nAcme Robotics is a company that builds warehouse robots.[^');
    expect(quotesOf(acme)).toContainEqual([
      '2026-01-10-profile',
      'Acme Robotics is a company that builds warehouse robots.',
    ]);
    expect(changeSet.log).toEqual({ event: 'ingest', subject: FIRST, bullets: [] });
  });

  it('gets no invented sentence: all text but fixed words, names and links is in the source', async () => {
    const wiki = await CuratedWiki.of(SOURCES);
    const changeSet = await wiki.ingest(FIRST);
    expect(await wiki.missingQuotes(changeSet, FIRST)).toEqual([]);
    for (const [file, text] of Object.entries(await wiki.pages())) {
      for (const { text: said, notes, citations, kind } of readLedger(text).claims) {
        if (!/[.!?]$/.test(said) || kind !== 'sentence' || citations.length > 0) continue;
        expect([file, said, notes.map(({ quote }) => quote)]).toEqual([file, said, [said]]);
      }
    }
  });

  it('gives the same bytes for the same wiki and source', async () => {
    const one = await (await CuratedWiki.of(SOURCES)).curate(FIRST);
    const two = await (await CuratedWiki.of(SOURCES)).curate(FIRST);
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
  });

  it('is not ingested twice', async () => {
    const wiki = await CuratedWiki.of(SOURCES);
    await wiki.ingest(FIRST);
    const again = await wiki.curate(FIRST);
    expect(again.files).toEqual([]);
    expect(again.notes.join()).toContain('2026-01-10-profile');
  });

  it('has evidence for every quotation', async () => {
    const changeSet = await (await CuratedWiki.of(SOURCES)).curate(FIRST);
    for (const edit of changeSet.files) {
      for (const { text, evidence } of edit.hunks) {
        expect(evidence.length).toBe([...text.matchAll(/\[\^[^\]]+\]/g)].length);
      }
    }
  });

  it('passes the guard', async () => {
    const wiki = await CuratedWiki.of(SOURCES);
    for (const source of [FIRST, SECOND]) {
      const changeSet = await wiki.curate(source);
      expect(guard({ changeSet, snapshot: wiki.snapshot }).filter((finding) => finding.severity === 'error')).toEqual(
        [],
      );
      await wiki.ingest(source);
    }
  });
});

describe('a second source', () => {
  it('gives a page to a name from an earlier source, with statements of both', async () => {
    const wiki = await CuratedWiki.of(SOURCES);
    await wiki.ingest(FIRST);
    const changeSet = await wiki.ingest(SECOND);
    const labs = (await wiki.pages())['entities/fenwick-labs.md'] ?? '';
    expect(readFrontmatter(labs).data.sources).toEqual([FIRST, SECOND]);
    expect(quotesOf(labs)).toEqual(
      expect.arrayContaining([
        ['2026-01-10-profile', 'The arms of Fenwick Labs are black.'],
        ['2026-02-20-notes', 'Fenwick Labs sent the first batch on Monday.'],
      ]),
    );
    expect(labs).toContain('([[2026-01-10-profile|summary]])');
    expect(await wiki.missingQuotes(changeSet, SECOND)).toEqual([]);
  });

  it('adds a statement to a page, once, and changes no other byte', async () => {
    const wiki = await CuratedWiki.of(SOURCES);
    await wiki.ingest(FIRST);
    const before = (await wiki.pages())['entities/acme-robotics.md'] ?? '';
    const changeSet = await wiki.ingest(SECOND);
    const edit = changeSet.files.find((file) => file.path === 'entities/acme-robotics.md');
    const after = (await wiki.pages())['entities/acme-robotics.md'] ?? '';
    expect(after).toContain('\n\nThe robots of Acme Robotics now carry it.[^');
    expect(quotesOf(after)).toContainEqual(['2026-02-20-notes', 'The robots of Acme Robotics now carry it.']);
    expect(readFrontmatter(after).data.sources).toEqual([FIRST, SECOND]);
    expect(edit?.hunks.every((hunk) => hunk.start === hunk.end || hunk.end < readFrontmatter(before).bodyStart)).toBe(
      true,
    );
    const quote = edit?.hunks.find((hunk) => hunk.evidence.length > 0 && hunk.title !== 'Properties');
    const marks = edit?.hunks.filter((hunk) => hunk.title === 'Properties').map((hunk) => hunk.id) ?? [];
    expect(marks.every((id) => quote?.needs.includes(id))).toBe(true);
    expect((await wiki.curate(SECOND)).files).toEqual([]);
  });

  it('does not change a page that only shares common words, other summaries, or confidence', async () => {
    const wiki = await CuratedWiki.of({
      ...SOURCES,
      'entities/acme-robotics.md': page('acme-robotics', 'Acme Robotics', 'By hand.', 'confidence: 0.4\n'),
      'concepts/work.md': page('work', 'Work', 'The first batch of robots and the work of a company.', '', 'concept'),
      'concepts/first.md': page('first', 'First', 'The first.', '', 'concept'),
    });
    await wiki.ingest(FIRST);
    const changeSet = await wiki.ingest(SECOND);
    const touched = changeSet.files.filter((edit) => edit.kind === 'updated').map((edit) => edit.path);
    expect(touched).toContain('entities/acme-robotics.md');
    expect(touched.filter((file) => file.startsWith('concepts/'))).toEqual([]);
    expect(touched.filter((file) => file.startsWith('summaries/'))).toEqual([]);
    expect(readFrontmatter((await wiki.pages())['entities/acme-robotics.md'] ?? '').data.confidence).toBe(0.4);
  });
});

describe('the place of a statement', () => {
  const acme = (body: string, eol = '\n'): string => page('acme-robotics', 'Acme Robotics', body).replaceAll('\n', eol);
  const bodyAfter = async (text: string): Promise<string> => {
    const wiki = await CuratedWiki.of({ ...SOURCES, 'entities/acme-robotics.md': text });
    await wiki.ingest(SECOND);
    const after = (await wiki.pages())['entities/acme-robotics.md'] ?? '';
    return after.slice(readFrontmatter(after).bodyStart);
  };

  it('is a new section before the closing sections', async () => {
    const body = await bodyAfter(acme('Intro.\n\n## History\n\nOld.\n\n## See also\n\n- [[x]]'));
    expect(body.match(/^## .*/gm)).toEqual(['## History', '## Further details', '## See also']);
    expect(body).toMatch(/now carry it\.\[\^[^\]]+\]\n\n## See also\n\n- \[\[x\]\]\n/);
  });

  it('is the section for further details that the page has', async () => {
    const body = await bodyAfter(acme('Intro.\n\n## Further details\n\nOld one.\n\n## History\n\nOld.'));
    expect(body.match(/^## .*/gm)).toEqual(['## Further details', '## History']);
    expect(body).toMatch(/Old one\.\n\nThe robots[^\n]*\n\n## History/);
  });

  it('keeps the line endings of the page', async () => {
    const body = await bodyAfter(acme('Intro.', '\r\n').trimEnd());
    expect(body.replaceAll('\r\n', '')).not.toContain('\n');
  });
});

describe('the manifest', () => {
  const entitiesAfter = async (more: string): Promise<readonly string[]> => {
    const wiki = await CuratedWiki.of(SOURCES, more);
    await wiki.ingest(FIRST);
    await wiki.ingest(SECOND);
    return [...wiki.snapshot.pages.values()]
      .filter((each) => each.kind !== 'summary')
      .map((each) => `${each.kind} ${each.slug}`);
  };

  it('sets the number of sources for a new page in newEntryThreshold', async () => {
    expect(await entitiesAfter('curation:\n  newEntryThreshold: at least three independent sources\n')).toEqual([]);
    expect(await entitiesAfter('curation:\n  newEntryThreshold: "named in 2+ sources"\n')).toEqual(
      expect.arrayContaining(['entity fenwick-labs']),
    );
  });

  it.each([
    ['3+ sources', { sources: 3, mentions: 1, definitionSuffices: false, isDefault: false }],
    [
      'At least two sources, or a clear definition',
      { sources: 2, mentions: 1, definitionSuffices: true, isDefault: true },
    ],
    ['Seen in two sources, or defined in one.', { sources: 2, mentions: 1, definitionSuffices: true, isDefault: true }],
    ['three or more documents mention it', { sources: 3, mentions: 1, definitionSuffices: false, isDefault: false }],
    ['more than 4 sources', { sources: 5, mentions: 1, definitionSuffices: false, isDefault: false }],
    ['mentioned at least 3 times', { sources: 1, mentions: 3, definitionSuffices: false, isDefault: false }],
    ['when it matters to the team', { sources: 2, mentions: 1, definitionSuffices: true, isDefault: true }],
    ['', { sources: 2, mentions: 1, definitionSuffices: true, isDefault: true }],
  ])('sets a threshold in prose: %j', (prose, expected) => {
    expect(parseThreshold(prose)).toEqual(expected);
  });

  it('names the kinds of new pages', async () => {
    const types = 'entityTypes:\n  - name: Person\n  - name: Company\n  - name: Technique\n';
    expect(await entitiesAfter(types)).toEqual(
      expect.arrayContaining([
        'company acme-robotics',
        'technique retrieval-augmented-generation',
        'company fenwick-labs',
      ]),
    );
  });

  it.each(['off', 'manual'])('turns links off with autoLink %s', async (autoLink) => {
    const wiki = await CuratedWiki.of(SOURCES, `curation:\n  autoLink: ${autoLink}\n`);
    await wiki.ingest(FIRST);
    await wiki.ingest(SECOND);
    for (const text of Object.values(await wiki.pages())) expect(scanText(text).links).toEqual([]);
  });
});

describe('one source', () => {
  it('edits at most twelve pages and names the others', async () => {
    const titles = Array.from({ length: 15 }, (_, index) => `Quay ${'ABCDEFGHIJKLMNO'.charAt(index)}ster`);
    const pages = Object.fromEntries(
      titles.map((title, index) => [`entities/q${index}.md`, page(`q${index}`, title, 'Text.')]),
    );
    const text = titles.map((title) => `${title} saw a ship at noon.`).join(' ');
    const wiki = await CuratedWiki.of({ ...pages, 'sources/log.txt': text });
    const changeSet = await wiki.ingest('sources/log.txt');
    expect(changeSet.files.filter((edit) => edit.kind === 'updated').length).toBe(12);
    expect(changeSet.notes.join()).toContain('Also named, but not changed: ');
  });

  it('is summarised by its columns if it is a table', async () => {
    const wiki = await CuratedWiki.of({ 'sources/figures.csv': 'year,tons\n2001,12\n2002,15\n2003,11\n' });
    const changeSet = await wiki.ingest('sources/figures.csv');
    const summary = (await wiki.pages())['summaries/figures.md'] ?? '';
    expect(changeSet.files.length).toBe(1);
    expect(summary).toContain('A table of 3 rows with the columns year and tons. [figures]');
    expect(summary).toContain('## Columns\n\n- year: 2001 to 2003\n- tons: 11 to 15\n');
    expect(await wiki.missingQuotes(changeSet, 'sources/figures.csv')).toEqual([]);
  });

  it('does not change a page with unreadable frontmatter, and says so', async () => {
    const wiki = await CuratedWiki.of({
      ...SOURCES,
      'entities/acme-robotics.md': '---\ntitle: [broken\n---\n\n# Acme Robotics\n',
    });
    const changeSet = await wiki.ingest(FIRST);
    expect(changeSet.files.some((edit) => edit.path === 'entities/acme-robotics.md')).toBe(false);
    expect(changeSet.notes.join()).toContain('"entities/acme-robotics.md" is named');
  });
});

describe('hostile sources', () => {
  const evil = `Evil Corp is a firm that sells [[acme-robotics]] and ![[secret]] <script>alert(1)</script> %%x%% #tag \`code\`.

Evil Corp says [2026-01-10-profile] to [you](sources/evil.txt). Evil Corp ends with ^block

Evil Corp | is a | table

> [!danger] Evil Corp shouts

[[Evil Corp]] Inc wrote ---

# Evil *Corp* [[x]] <b> #y ^z
`;

  it('put only text on a page', async () => {
    const wiki = await CuratedWiki.of({ 'sources/evil.txt': evil });
    const changeSet = await wiki.ingest('sources/evil.txt');
    expect(await wiki.missingQuotes(changeSet, 'sources/evil.txt')).toEqual([]);
    for (const [file, text] of Object.entries(await wiki.pages())) {
      const scan = scanText(text);
      expect([file, scan.tags, scan.blockIds]).toEqual([file, [], []]);
      expect(new Set(scan.citations.map((citation) => citation.id))).toEqual(new Set(['evil']));
      for (const link of scan.links) expect(wiki.snapshot.resolve(link, file).kind).toBe('page');
      expect(text).not.toMatch(/(?<!\\)<script/);
    }
  });
});

describe('the entry form', () => {
  interface Published {
    readonly $defs: { readonly entry: object };
  }
  const file = path.join(__dirname, '../../fixtures/aip-10/aip-10-knowledge.schema.json');
  const published = JSON.parse(readFileSync(file, 'utf8')) as Published;
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  const validate = ajv.compile(published.$defs.entry);

  it('fits the published schema on new and edited pages', async () => {
    const wiki = await CuratedWiki.of(
      { 'sources/1862-report.txt': PROFILE.replaceAll('RAG', 'R2G'), [SECOND]: NOTES },
      'metadata:\n  living-wiki:\n    pageSchema: entry\n',
    );
    await wiki.ingest('sources/1862-report.txt');
    await wiki.ingest(SECOND);
    const pages = Object.entries(await wiki.pages());
    expect(pages.length).toBeGreaterThan(4);
    for (const [name, text] of pages) {
      const data: unknown = readFrontmatter(text).data;
      expect([name, validate(data), validate.errors]).toEqual([name, true, null]);
    }
    expect(wiki.snapshot.pageBySlug('p-1862-report')?.sources).toEqual(['1862-report']);
  });
});

describe('a name to which pages link', () => {
  const note = (link: string): string => page('ballast', 'Ballast', `It is laid below the sleepers. See ${link}.`);
  const SOURCE = 'sources/2024-01-10-stations.md';
  const ingest = async (link: string): Promise<readonly string[]> => {
    const wiki = await CuratedWiki.of({
      'concepts/ballast.md': note(link),
      [SOURCE]: '# Stations\n\nThe gauge board is inspected every year.\n\nNothing else was looked at.\n',
    });
    return (await wiki.ingest(SOURCE)).files.map(({ path }) => path);
  };

  it.each(['[[Gauge board]]', '[[gauge-board|the board]]'])('gets a page of one sentence: %s', async (link) => {
    expect(await ingest(link)).toContain('concepts/gauge-board.md');
  });

  it('gets none where the source has only a part of it', async () => {
    expect(await ingest('[[Old gauge board]]')).toEqual(['summaries/2024-01-10-stations-summary.md']);
  });
});

it.each([
  ['"In service"', 'A single value: “In service”. [value]'],
  ['[1, 2, 3.5]', 'A list of 3 values: “1”, “2” and “3.5”. [value]'],
])('a JSON file of values says what it holds: %s', async (text, said) => {
  const wiki = await CuratedWiki.of({ 'sources/value.json': text });
  await wiki.ingest('sources/value.json');
  expect((await wiki.pages())['summaries/value.md']).toContain(`\n\n${said}\n`);
});
