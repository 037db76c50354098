import fc from 'fast-check';
import { silentRun } from '../../src/base';
import { hashText, MemoryVault, type FileChange } from '../../src/vault';
import {
  appendLog,
  prerenderIndex,
  readIndex,
  readLog,
  readProvenance,
  renderIndex,
  renderLogEntry,
  renderProvenance,
  type LogEntry,
  type Page,
  type Snapshot,
} from '../../src/wiki';
import { manifest, open, openFiles, page } from './support/wiki';

const at = '2026-04-27T15:00:00Z';

describe('_index.md', () => {
  const of = (slug: string, kind: string, title: string, body: string): string =>
    `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: ${JSON.stringify(title)}\nupdated_at: "${at}"\n---\n\n# ${slug}\n\n${body}\n`;

  it('of many pages is rendered in slices, and to the same bytes', async () => {
    const count = 3_000;
    const files = Array.from({ length: count }, (_, each) => {
      const number = String((each * 7919) % count).padStart(4, '0');
      return [`notes/${each}.md`, of(`page-${number}`, each % 3 === 0 ? 'summary' : 'concept', `Page ${number}`, 'B.')];
    });
    const snapshot = await openFiles(Object.fromEntries(files) as Record<string, string>);
    let reads = 0;
    let most = 0;
    const counted = [...snapshot.pages].map(([path, known]) => {
      const title = { get: () => ((reads += 1), known.title), enumerable: true };
      return [path, Object.defineProperty({ ...known }, 'title', title)] as const;
    });
    const { sources, lens } = snapshot;
    const input = { pages: new Map(counted), sources, lens, source: (ref: string) => snapshot.source(ref) };
    const noteMost = (): void => {
      most = Math.max(most, reads);
      reads = 0;
    };
    const yieldToHost = async (): Promise<void> => {
      noteMost();
      await Promise.resolve();
    };
    await prerenderIndex(input, { ...silentRun, yieldToHost });
    const text = renderIndex(input);
    noteMost();

    expect(text).toBe(renderIndex(snapshot));
    expect(readIndex(text).map(({ slug }) => slug)).toHaveLength(count);
    // Sorting all of them at once reads a title more than 60,000 times.
    expect(most).toBeLessThan(20_000);
  });

  it('is the same after any edits as that of the wiki opened again', async () => {
    const title = fc.string({ unit: fc.constantFrom('a', 'B', 'é', ' ', '1'), minLength: 1, maxLength: 4 });
    const edit = fc.record({ at: fc.nat(12), title: fc.option(title, { freq: 3 }), isSummary: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 4 }), { maxLength: 6 }), async (rounds) => {
        const files = new Map<string, string>([['0.md', of('p-0', 'concept', 'M', 'B.')]]);
        let snapshot = await openFiles(Object.fromEntries(files));
        for (const round of rounds) {
          const changes = [...new Map(round.map((each) => [each.at, each])).values()].flatMap((each): FileChange[] => {
            const path = `${each.at}.md`;
            const old = files.get(path);
            const text = each.title && of(`p-${each.at}`, each.isSummary ? 'summary' : 'concept', each.title, 'B.');
            if (text === null) files.delete(path);
            else files.set(path, text);
            if (text === null) return old === undefined ? [] : [{ op: 'delete', path, expected: hashText(old) }];
            return [
              old === undefined ? { op: 'create', path, text } : { op: 'update', path, expected: hashText(old), text },
            ];
          });
          snapshot = snapshot.with(changes);
          expect(renderIndex(snapshot)).toBe(renderIndex(await openFiles(Object.fromEntries(files))));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('compares few titles when one page of many was edited', async () => {
    const files = Array.from({ length: 2_000 }, (_, each) => {
      const number = String((each * 7919) % 2_000).padStart(4, '0');
      return [`notes/${each}.md`, of(`page-${number}`, 'concept', `Page ${number}`, 'B.')];
    });
    const snapshot = await openFiles(Object.fromEntries(files) as Record<string, string>);
    let reads = 0;
    const counted = [...snapshot.pages].map(([path, known]) => {
      const title = { get: () => ((reads += 1), known.title), enumerable: true };
      return [path, Object.defineProperty({ ...known }, 'title', title)] as const;
    });
    const { sources, lens } = snapshot;
    const inputOf = (pages: Snapshot['pages']) => ({
      ...{ pages, sources, lens },
      source: (ref: string) => snapshot.source(ref),
    });
    const pages = new Map<string, Page>(counted);
    renderIndex(inputOf(pages));
    const edited = new Map(pages);
    const [path, one] = [...edited][7] ?? [];
    if (path === undefined || one === undefined) throw new Error('There are no pages.');
    edited.set(path, { ...one, title: 'Page 1234½' });
    reads = 0;
    const text = renderIndex(inputOf(edited));
    expect(text).toContain('1234½');
    expect(reads).toBeLessThan(50);
  });

  it('has a section per kind in manifest order and a line per page by title', async () => {
    const types = 'entityTypes:\n  - name: MarketSignal\n  - name: Concept\n';
    const vault = new MemoryVault({
      'KNOWLEDGE.md': manifest(types),
      'a.md': of('bravo', 'concept', 'Bravo', 'About **bravo** and [[alpha|alpha]]. More.'),
      'b.md': of('alpha', 'concept', 'Alpha?', 'About alpha.'),
      'c.md': of('rise', 'market-signal', 'Rise', ''),
      'd.md': of('ann', 'entity', 'Ann', 'A person'),
      'e.md': of('recipe', 'recipe', 'Recipe', 'Food.'),
      'f.md': '# Plain note\n\nOf nobody.',
    });
    expect(renderIndex(await open(vault))).toBe(`# Test wiki

<!-- Generated from the pages of this wiki. Edit the pages, not this file. -->

## Market signal

- [[rise]]: Rise.

## Concept

- [[alpha]]: Alpha? About alpha.
- [[bravo]]: Bravo. About bravo and alpha.

## Entity

- [[ann]]: Ann. A person

## Note

- [[f]]: Plain note. Of nobody.

## Recipe

- [[recipe]]: Recipe. Food.
`);
  });

  it('has summaries by the dates of their sources, and says a date once', async () => {
    const summary = (slug: string, title: string, source: string): string =>
      of(slug, 'summary', title, 'Of a message.').replace('updated_at', `sources: [${source}]\nupdated_at`);
    const names = ['1797-11-22-third', '1790-12-08-first', '1791-10-25-second', 'undated'];
    const titles = [
      'A Message of November 22, 1797',
      'Message of 8 December 1790',
      'Message of October',
      'About nothing',
    ];
    const files = names.flatMap((name, at): [string, string][] => [
      [`summaries/${name}.md`, summary(name, titles[at] ?? '', `sources/${name}.txt`)],
      [`sources/${name}.txt`, 'A message.'],
    ]);
    const index = renderIndex(
      await open(new MemoryVault({ 'KNOWLEDGE.md': manifest(''), ...Object.fromEntries(files) })),
    );
    expect(index.match(/^- .*(?=\. Of a message)/gm)).toEqual([
      '- [[1790-12-08-first]]: Message of 8 December 1790',
      '- [[1791-10-25-second]]: Message of October (1791-10-25)',
      '- [[1797-11-22-third]]: A Message of November 22, 1797',
      '- [[undated]]: About nothing',
    ]);
  });

  it.each([
    ['tag', ['One', 'Other', 'two'], ['x', 'x', 'y']],
    ['source', ['Other', 'sources/a.md'], ['x', 'y']],
  ])('grouped by %s', async (grouping, sections, slugs) => {
    const vault = new MemoryVault({
      'KNOWLEDGE.md': manifest(`display:\n  defaultGrouping: ${grouping}\n`),
      'x.md': page('x', '', 'tags: [One, two]\nsources: [sources/a.md]\n'),
      'y.md': page('y'),
    });
    const text = renderIndex(await open(vault));
    const found = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title ?? '');
    expect([...found].sort()).toEqual(sections);
    expect(found.at(-1)).toBe('Other');
    expect(readIndex(text).map(({ slug }) => slug)).toEqual(slugs);
  });

  it('has one line per page that links to the page, whatever the titles and texts', async () => {
    const nasty = fc.string({
      unit: fc.constantFrom('[', ']', '|', '\n', '\\', '`', '<', '!', '-', '%', '#', '*', ' ', 'a', '.'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(nasty, nasty), { maxLength: 5 }), async (parts) => {
        const files = Object.fromEntries(
          parts.map(([title, body], number) => [`p/page-${number}.md`, of(`page-${number}`, 'concept', title, body)]),
        );
        const snapshot = await openFiles(files);
        const text = renderIndex(snapshot);
        expect(text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(parts.length);
        const named = readIndex(text).map(({ slug }) => slug);
        expect([...named].sort()).toEqual(parts.map((_, number) => `page-${number}`).sort());
        const index = snapshot.with([{ op: 'create', path: 'x.md', text }]).pages.get('x.md');
        // Nothing in a title or a summary makes a link, a heading or a comment of its own.
        expect(index?.links).toHaveLength(parts.length);
        expect(index?.headings).toHaveLength(parts.length > 0 ? 2 : 1);
      }),
      { numRuns: 300 },
    );
  });

  describe('by subject', () => {
    const subject = (slug: string, title: string): [string, string] => [
      `concepts/${slug}.md`,
      of(slug, 'concept', title, `${title} is a subject.`),
    ];
    const overview = (body: string): string =>
      of('overview', 'concept', 'A log', body).replace(
        'updated_at',
        'metadata: {living-wiki: {hub: overview}}\nupdated_at',
      );
    const blockOf = (text: string): string => /\n## By subject\n\n((?:- .*\n)*)/.exec(text)?.[1] ?? '';
    const files = (body: string): Record<string, string> => ({
      'concepts/overview.md': overview(body),
      'timelines/timeline.md': of('timeline', 'timeline', 'Events', 'What happened, and when:'),
      'summaries/report.md': of('report', 'summary', 'Report', 'A report.'),
      'disputes-and-changes.md': page(
        'disputes-and-changes',
        'One.',
        'metadata: {living-wiki: {generated: disputes}}\n',
      ),
      ...Object.fromEntries([
        ...[subject('oak', 'Oak'), subject('rfc-6962', 'Logs *of* old'), subject('tiles', 'tiles')],
        ...[subject('Zed #1', 'Zed [the] first'), subject('vale', 'Ingrid Vale'), subject('alone', 'Alone')],
      ]),
    });
    const told = [
      '[[oak|The log]] runs.[^1] See [[timeline]].',
      '## Its *limits*\n\nOf [[OAK]] and [old logs](rfc-6962.md#x), ![[tiles]] and [[nothing]], <https://oak>.',
      '### Deeper\n\n[[Concepts/Tiles]], and [Zed](Zed%20%231.md) (odd).',
      '## What is open\n\n[[vale]] asks.',
      '## Reports\n\n[[report]].',
      'See also: [[timeline]], [[disputes-and-changes]]',
      '[^1]: A quote. ([[report|summary]])',
    ].join('\n\n');

    it('lists the pages of each section of the overview, each once, above the catalog', async () => {
      const text = renderIndex(await openFiles(files(told)));
      expect(text).toContain('[[disputes-and-changes]].\n\n## By subject\n\n- A log: [[oak|Oak]]\n- Its limits: ');
      expect(blockOf(text)).toBe(`- A log: [[oak|Oak]]
- Its limits: [[rfc-6962]], [[tiles]], [Zed \\[the\\] first](concepts/Zed%20%231.md)
`);
      expect(text.indexOf('## Concept')).toBeGreaterThan(text.indexOf('- Its limits'));
    });

    it('has no line that counts as one of the catalog', async () => {
      const text = renderIndex(await openFiles(files(told.replace('Its *limits*', '[[tiles]] and limits'))));
      expect(blockOf(text)).toContain('- tiles and limits: [[tiles]], [[rfc-6962]]');
      const slugs = readIndex(text).map(({ slug }) => slug);
      expect([...slugs].sort()).toEqual([...new Set(slugs)].sort());
      expect(slugs).toHaveLength(10);
    });

    it.each([
      ['no section links a page', 'About [[oak]], [[tiles]].\n\n## Limits\n\nNone.'],
      ['all pages stand in one', 'A log.\n\n## Limits\n\n[[oak]], [[tiles]].\n\n## Again\n\n[[oak]].'],
    ])('is left out if %s', async (_, body) => {
      expect(renderIndex(await openFiles(files(body)))).not.toContain('By subject');
    });

    it('lists hubs and the page of disputes first in their section, and ends what leads to a table with a full stop', async () => {
      const text = renderIndex(await openFiles(files(told)));
      const concepts = /## Concept\n\n((?:- .*\n)*)/.exec(text)?.[1] ?? '';
      expect(
        readIndex(concepts)
          .map(({ slug }) => slug)
          .slice(0, 3),
      ).toEqual(['overview', 'disputes-and-changes', 'alone']);
      expect(text).toContain('- [[timeline]]: Events. What happened, and when.\n');
    });

    it('gives the same bytes whatever the order of the files', async () => {
      const all = Object.entries(files(told));
      const text = renderIndex(await openFiles(Object.fromEntries(all)));
      expect(renderIndex(await openFiles(Object.fromEntries(all.reverse())))).toBe(text);
    });
  });

  it('links by path if a wikilink cannot contain the file name', async () => {
    const snapshot = await openFiles({ 'a/odd #1 (x).md': '# Odd' });
    const text = renderIndex(snapshot);
    expect(text).toContain('- [odd #1 (x)](a/odd%20%231%20%28x%29.md): Odd.');
    expect(readIndex(text)).toEqual([{ slug: 'odd #1 (x)', line: 7 }]);
  });

  it('does not take a file name with a colon for a URL', async () => {
    const files = { 'a/RedShift: Filter.md': '# Red', 'a/Part 1: #2.md': '# Part' };
    const text = renderIndex(await openFiles(files));
    expect(readIndex(text).map(({ slug }) => slug)).toEqual(['Part 1: #2', 'RedShift: Filter']);
  });

  it('is read leniently', () => {
    const text =
      '\ufeff# Index\r\n* [[a|A]] text\r\n- [B](notes/b%20c.md): x\r\n  - [[no]]\r\n+ [[d/e#f]]\r\n- [x](https://a.b)\r\n[[z]]\r\n';
    expect(readIndex(text)).toEqual([
      { slug: 'a', line: 2 },
      { slug: 'b c', line: 3 },
      { slug: 'e', line: 5 },
    ]);
  });
});

describe('_log.md', () => {
  const entry: LogEntry = { at, event: 'ingest', subject: 'sources/a.md', bullets: ['created a.md', 'updated b.md'] };

  it('writes entries as in the specification', () => {
    expect(renderLogEntry(entry)).toBe(`## [${at}] ingest | sources/a.md\n\n- created a.md\n- updated b.md\n`);
    expect(renderLogEntry({ ...entry, bullets: [] })).toBe(`## [${at}] ingest | sources/a.md\n`);
  });

  it.each([
    ['', '# Log\n\nENTRY'],
    ['# Log\n', '# Log\n\nENTRY'],
    ['# Log\n\n', '# Log\n\nENTRY'],
    ['# Log', '# Log\n\nENTRY'],
    ['\ufeffx\r\ny', '\ufeffx\r\ny\r\n\r\nENTRY'],
    ['\n\n', '\n\nENTRY'],
  ])('%j grows at its end', (text, expected) => {
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const rendered = renderLogEntry(entry);
    expect(appendLog(text, rendered)).toBe(expected.replace('ENTRY', rendered.replace(/\n/g, eol)));
  });

  const line = fc.string({
    unit: fc.constantFrom('\n', '\r', '#', ' ', '-', '[', ']', '|', 'a', '\u2028', '`', '<', '!', '%'),
  });

  it('keeps every byte and reads back every entry, whatever is logged', () => {
    fc.assert(
      fc.property(line, line, fc.array(line, { maxLength: 3 }), (old, subject, bullets) => {
        const before = readLog(old).length;
        const text = appendLog(old, renderLogEntry({ at, event: 'manual', subject, bullets }));
        expect(text.startsWith(old)).toBe(true);
        const entries = readLog(text);
        expect(entries).toHaveLength(before + 1);
        const last = entries.at(-1);
        expect(last).toMatchObject({ at, event: 'manual' });
        expect(last?.bullets).toHaveLength(bullets.length);
        expect(
          text
            .slice(old.length)
            .split(/\r\n|\r|\n/)
            .filter((part) => part.startsWith('#')).length,
        ).toBe(old === '' ? 2 : 1);
      }),
      { numRuns: 500 },
    );
  });

  it('reads logs of other tools', () => {
    const text = [
      '# Log',
      '',
      '## 2026-04-01',
      '- did this',
      '* and that',
      '## [2026-04-02T10:00:00Z] lint | full-pass',
      '',
      '- orphans: 0',
      '',
      'Some prose.',
      '## Notes of mine',
      '- not an entry',
      '- 2026-04-03T09:00:00Z  ingest  by operator/x  payload={"a":1}',
      '## [someday] query|how',
    ].join('\r\n');
    expect(readLog(text)).toEqual([
      { at: '2026-04-01T00:00:00Z', event: '', subject: '', bullets: ['did this', 'and that'], line: 3 },
      { at: '2026-04-02T10:00:00Z', event: 'lint', subject: 'full-pass', bullets: ['orphans: 0'], line: 6 },
      {
        at: '2026-04-03T09:00:00Z',
        event: 'ingest',
        subject: 'by operator/x  payload={"a":1}',
        bullets: [],
        line: 13,
      },
      { at: null, event: 'query', subject: 'how', bullets: [], line: 14 },
    ]);
  });
});

describe('_manifest.json', () => {
  const hash = 'a'.repeat(64);

  it('is written as specified, sorted, with a final newline', () => {
    const text = renderProvenance({
      version: 1,
      hashAlgo: 'sha256',
      sources: {
        'sources/b.md': { contentHash: hash, slugs: [] },
        'sources/a.md': { contentHash: hash, slugs: ['y', 'x', 'y'] },
      },
    });
    expect(text).toBe(
      `${JSON.stringify(
        {
          version: 1,
          hashAlgo: 'sha256',
          sources: {
            'sources/a.md': { contentHash: hash, slugs: ['x', 'y'] },
            'sources/b.md': { contentHash: hash, slugs: [] },
          },
        },
        null,
        2,
      )}\n`,
    );
    expect(renderProvenance({ version: 1, hashAlgo: 'sha256', sources: {} })).toContain('"sources": {}\n}\n');
  });

  it('reads back what was written, whatever the paths', () => {
    const path = fc.string({ unit: 'binary', maxLength: 10 }).map((name) => `sources/${name}`);
    const slugs = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 3 });
    fc.assert(
      fc.property(fc.dictionary(path, slugs), (sources) => {
        const provenance = {
          version: 1,
          hashAlgo: 'sha256',
          sources: Object.fromEntries(
            Object.entries(sources).map(([source, list]) => [source, { contentHash: hash, slugs: [...list].sort() }]),
          ),
        } as const;
        const read = readProvenance(renderProvenance(provenance), '_manifest.json');
        expect({ ...read.provenance.sources }).toEqual(provenance.sources);
        expect(read.problems).toEqual([]);
      }),
    );
  });

  it.each(['', 'null', '[]', '{', '{"version":2,"hashAlgo":"sha256","sources":{}}', '{"version":1,"sources":[]}'])(
    '%j is one problem and an empty manifest',
    (text) => {
      const { provenance, problems } = readProvenance(text, '_manifest.json');
      expect(Object.keys(provenance.sources)).toEqual([]);
      expect(problems).toHaveLength(1);
      expect(problems[0]?.path).toBe('_manifest.json');
    },
  );

  it('reads what was just written as if it were read from a file, whatever it holds', () => {
    const hash = 'a'.repeat(64);
    const entry = fc.record(
      {
        contentHash: fc.constantFrom(hash, 'b'.repeat(64), 'c'.repeat(64), 'no hash'),
        slugs: fc.array(fc.constantFrom('a', 'b', 'c', '', 'x'.repeat(600)), { maxLength: 4 }),
        date: fc.constantFrom('2026-01-02', '2026', 'soon', undefined),
        other: fc.constantFrom(1, undefined),
      },
      { requiredKeys: ['contentHash', 'slugs'] },
    );
    const path = fc.constantFrom(
      ...['b.md', 'a.md', '__proto__', 'd.md', 'c.md'].map((name) => `sources/${name}`),
      'other/a.md',
    );
    fc.assert(
      fc.property(fc.dictionary(path, entry), (sources) => {
        const provenance = { version: 1 as const, hashAlgo: 'sha256' as const, sources };
        const text = renderProvenance(provenance);
        const written = readProvenance(text, '_manifest.json');
        // A space at the end makes it another text.
        const read = readProvenance(`${text} `, '_manifest.json');
        expect(written).toEqual(read);
        expect(Object.keys(written.provenance.sources)).toEqual(Object.keys(read.provenance.sources));
        expect(renderProvenance(written.provenance)).toBe(renderProvenance(read.provenance));
        const again = readProvenance(renderProvenance(written.provenance), '_manifest.json');
        expect(again.provenance).toEqual(read.provenance);
      }),
      { numRuns: 1_000 },
    );
  });

  it('reports and ignores a broken or hostile entry', () => {
    const good = `{"contentHash":"${hash}","slugs":["a"]}`;
    const text = `{"version":1,"hashAlgo":"sha256","x":1,"sources":{"sources/a.md":${good},"__proto__":${good},"../b":${good},"sources/c":{"contentHash":"x","slugs":[]}}}`;
    const { provenance, problems } = readProvenance(text, '_manifest.json');
    expect(Object.keys(provenance.sources)).toEqual(['sources/a.md']);
    expect(problems).toHaveLength(3);
    expect(({} as Record<string, unknown>).contentHash).toBeUndefined();
  });

  it('reports its problems in the snapshot', async () => {
    const snapshot = await openFiles({ '_manifest.json': '{', '_index.md': new Uint8Array([0xff]) });
    expect(snapshot.problems.map(({ path }) => path)).toEqual(['_index.md', '_manifest.json']);
  });
});
