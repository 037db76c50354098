import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Bench, bytesBelow } from './support';

const EXAMPLE = path.join(__dirname, '..', '..', 'examples', 'vault');

let bench: Bench;
let wiki: string;
beforeEach(() => {
  bench = new Bench();
  cpSync(EXAMPLE, bench.folder, { recursive: true });
  wiki = bench.at('lighthouse');
});
afterEach(() => {
  bench.remove();
});

describe('living-wiki init', () => {
  it('names the file that is in the way', async () => {
    writeFileSync(bench.at('note.txt'), 'x');
    const ran = await bench.run(bench.folder, 'init', 'note.txt', '--json');
    expect(ran.exit).toBe(2);
    expect(ran.json()).toMatchObject({ error: { code: 'living-wiki:not_a_folder', path: bench.at('note.txt') } });
  });

  it('calls a wiki in a clone as its README does, else as the repository, and not as the folder', async () => {
    const git = (...args: string[]): void => void spawnSync('git', args, { cwd: bench.folder, stdio: 'ignore' });
    const titleIn = async (folder: string): Promise<string | undefined> => {
      expect((await bench.run(bench.at(folder), 'init', '.', '--yes', '--adopt')).exit).toBe(0);
      return /^title: "?(.*?)"?$/m.exec(readFileSync(bench.at(path.join(folder, 'KNOWLEDGE.md')), 'utf8'))?.[1];
    };
    git('init', '--bare', 'team/harbour-guides.git');
    for (const folder of ['wiki-1', 'wiki-2', 'wiki-3']) git('clone', 'team/harbour-guides.git', folder);
    expect(await titleIn('wiki-1')).toBe('Harbour guides');
    writeFileSync(bench.at('wiki-2/README.md'), '![build](x.svg)\n\n# The **Harbour** Handbook\n\nText.\n');
    expect(await titleIn('wiki-2')).toBe('The Harbour Handbook');
    writeFileSync(bench.at('wiki-3/README.md'), 'Only text.\n\n## Notes: old\n');
    expect(await titleIn('wiki-3')).toBe('Harbour guides');
    mkdirSync(bench.at('no-clone'));
    writeFileSync(bench.at('no-clone/README.md'), '# Something else\n');
    expect(await titleIn('no-clone')).toBe('No clone');
  });
});

describe('living-wiki rules', () => {
  it('adds, lists and removes a rule, and says how to undo it', async () => {
    const run = (...given: readonly string[]) => bench.run(wiki, 'rules', ...given);
    expect((await run()).out).toContain('No instructions for the model yet.');
    expect((await run('add', 'Persons get', 'no page.')).out).toMatch(
      /^Written to KNOWLEDGE\.md\. Undo: living-wiki undo \S+\n$/,
    );
    expect((await run('list')).out).toBe(' 1  Persons get no page.\n');
    expect((await run('--json')).json()).toEqual({ rules: ['Persons get no page.'] });
    expect((await run('remove', '2')).err).toContain('living-wiki:rule_unknown');
    await run('remove', '1');
    expect((await run()).out).toContain('No instructions for the model yet.');
  });
});

describe('living-wiki status', () => {
  it('shows the state of the wiki, from any folder below it', async () => {
    const ran = await bench.run(path.join(wiki, 'concepts'), 'status', '--json');
    expect(ran.exit).toBe(0);
    expect(ran.json()).toMatchObject({
      wiki: { root: wiki, name: 'skerry-point', title: 'Skerry Point', version: '1.2.0' },
      sources: { total: 8, ingested: 4, changed: [] },
      proposals: [],
      recovered: [],
      warnings: [],
    });
    const plain = await bench.run(bench.folder, 'status', '--wiki', 'lighthouse');
    expect(plain.out).toContain('Sources that are not ingested yet (4)');
  });
});

describe('links out of a wiki', () => {
  it('are not followed, even elsewhere in the vault, and are reported', async () => {
    mkdirSync(bench.at('other', 'sources'), { recursive: true });
    const secret = bench.at('other', 'sources', 'secret.txt');
    writeFileSync(secret, 'Project Bluebird is a plan of the other team.\n');
    symlinkSync(secret, path.join(wiki, 'sources', 'link.txt'));
    symlinkSync(secret, path.join(wiki, 'concepts', 'link.md'));
    const ingested = await bench.run(wiki, 'ingest', '--apply', '--json');
    expect(ingested.json<{ skipped: object[] }>().skipped).toContainEqual({
      path: 'sources/link.txt',
      reason: expect.stringContaining('leads out') as string,
    });
    writeFileSync(path.join(wiki, 'sources', 'two\nlines.exe'), 'x');
    writeFileSync(path.join(wiki, 'sources', 'tool.exe'), 'x');
    const again = await bench.run(wiki, 'ingest');
    expect(again.out).toContain('sources/two\\nlines.exe  The path contains a character');
    expect(again.err.match(/Add a document/g)).toHaveLength(1);
    const status = await bench.run(wiki, 'status', '--json');
    const { warnings } = status.json<{ warnings: { at: string; code: string }[] }>();
    expect(warnings.map(({ at, code }) => [at, code])).toEqual([
      ['concepts/link.md', 'living-wiki:path_refused'],
      ['sources/link.txt', 'living-wiki:path_refused'],
      ['sources/two\nlines.exe', 'living-wiki:path_refused'],
    ]);
    expect((await bench.run(wiki, 'search', 'Bluebird', '--json')).json()).toEqual({
      results: [],
      sources: [],
      searchedSources: { searched: 9, pending: 0, outside: 0, unsigned: [] },
      notes: [],
    });
    expect(readFileSync(secret, 'utf8')).toBe('Project Bluebird is a plan of the other team.\n');
  });
});

describe('living-wiki verify', () => {
  it('passes the example wiki', async () => {
    const ran = await bench.run(wiki, 'verify', '--json');
    expect(ran.json()).toMatchObject({ ok: true, failures: [], checked: { sources: 4 } });
    expect(ran.exit).toBe(0);
  });
});

describe('living-wiki proposals', () => {
  it('shows every change with its evidence, applies a part, and keeps the reason of a rejection', async () => {
    const before = await bytesBelow(wiki);
    await bench.run(wiki, 'ingest', 'sources/2026-04-18-laser-survey.html', '2026-05-09-grant-letter');
    expect(await bytesBelow(wiki)).toEqual(before);
    const list = (await bench.run(wiki, 'proposals', '--json')).json<{ proposals: { id: string; source: string }[] }>();
    expect(list.proposals.map((proposal) => proposal.source)).toEqual([
      'sources/2026-04-18-laser-survey.html',
      'sources/2026-05-09-grant-letter.txt',
    ]);
    const shown = await bench.run(wiki, 'proposals', 'show', '1');
    expect(shown.out).toContain('✓ “');
    expect(shown.out).not.toContain('not in the source');
    expect(shown.out).toContain('+# Laser survey of the Skerry Point Lighthouse');
    const [contents = ''] = shown.out.split('+# Laser survey');
    expect(contents).toMatch(/Files {2}\d+ files, \d+ changes/);
    expect(contents).toContain('created  summaries/');
    const rejected = await bench.run(wiki, 'proposals', 'reject', '2', '--reason', 'no letters here', '--json');
    expect(rejected.json()).toMatchObject({ state: 'rejected' });
    expect((await bench.run(wiki, 'ingest', '--apply')).out).toContain('no letters here');
  });

  it('prints a patch that git applies', async () => {
    await bench.run(wiki, 'ingest', 'sources/2026-05-09-grant-letter.txt');
    const patch = await bench.run(wiki, 'proposals', 'show', '1', '--patch');
    writeFileSync(bench.at('change.patch'), patch.out);
    const git = (...words: string[]): string => {
      const result = spawnSync('git', words, { cwd: wiki, encoding: 'utf8' });
      expect(result.stderr).toBe('');
      expect(result.status).toBe(0);
      return result.stdout;
    };
    git('apply', bench.at('change.patch'));
    const patched = await bytesBelow(wiki);
    git('apply', '-R', bench.at('change.patch'));
    await bench.run(wiki, 'proposals', 'apply', '1');
    const applied = await bytesBelow(wiki);
    const pages = (tree: Record<string, string>): object =>
      Object.fromEntries(Object.entries(tree).filter(([file]) => !/^_(index|log|manifest)\./.test(file)));
    expect(pages(applied)).toEqual(pages(patched));
  });
});

describe('living-wiki lint', () => {
  it('finds no errors in the example, checks through a view, and refuses an invalid one', async () => {
    expect((await bench.run(wiki, 'lint')).exit).toBe(0);
    const lens = await bench.run(wiki, 'lint', '--lens', 'trustees', '--json');
    expect(lens.json()).toMatchObject({ lens: 'trustees' });
    expect(lens.exit).toBe(1);
    const none = await bench.run(wiki, 'lint', '--lens', 'nobody');
    expect(none.exit).toBe(2);
    expect(none.err).toContain('historian');
    mkdirSync(bench.at('skills/x'), { recursive: true });
    const view = readFileSync(bench.at('operators/historian/KNOWLEDGE.md'), 'utf8');
    writeFileSync(
      bench.at('skills/x/KNOWLEDGE.md'),
      view.replace('name: historian', 'name: ghost').replaceAll('operators/historian', 'operators/gone'),
    );
    const refused = await bench.run(wiki, 'lint', '--lens', 'ghost', '--json');
    expect(refused.exit).toBe(2);
    expect(refused.json()).toMatchObject({ error: { code: 'knowledge_appliesto_unresolvable' } });
  });

  it('lists a few of the existing notes of an adopted folder, and all of them as JSON', async () => {
    const vault = bench.at('old');
    mkdirSync(vault);
    for (let n = 1; n <= 9; n++) writeFileSync(path.join(vault, `note-${n}.md`), `# Note ${n}\n\nSee [[gone ${n}]].\n`);
    await bench.run(vault, 'init', '--adopt');
    const plain = await bench.run(vault, 'lint');
    expect(plain.exit).toBe(0);
    expect(plain.out.match(/The page has no frontmatter/g)).toHaveLength(5);
    expect(plain.out.match(/no page or file is named "gone/g)).toHaveLength(9);
    expect(plain.out).toContain('and 4 more notes like it');
    expect(plain.out).toContain('0 errors, 9 warnings, 9 notes');
    expect((await bench.run(vault, 'lint', '--json')).json<{ findings: unknown[] }>().findings).toHaveLength(18);
  });

  it('proposes fixes with --fix, applies them with --apply, and logs with --log', async () => {
    const page = path.join(wiki, 'concepts/diaphone.md');
    const text = readFileSync(page, 'utf8');
    writeFileSync(page, text.replace('[[skerry-point-lighthouse|', '[[Skerry Point lighthouse|'));
    const broken = await bench.run(wiki, 'lint', '--json');
    expect(broken.exit).toBe(1);
    const proposed = await bench.run(wiki, 'lint', '--fix', '--json');
    expect(proposed.json()).toMatchObject({ proposal: { applied: false, files: [{ path: 'concepts/diaphone.md' }] } });
    expect(readFileSync(page, 'utf8')).toContain('[[Skerry Point lighthouse|');
    const fixed = await bench.run(wiki, 'lint', '--fix', '--apply', '--json');
    expect(fixed.json()).toMatchObject({ proposal: { applied: true } });
    const time = /^updated_at: .*$/m;
    expect(readFileSync(page, 'utf8').replace(time, '')).toBe(text.replace(time, ''));
    const logged = await bench.run(wiki, 'lint', '--log', '--json');
    expect(logged.exit).toBe(0);
    expect(readFileSync(path.join(wiki, '_log.md'), 'utf8')).toMatch(/## \[[^\]]+\] lint \| full-pass\n\n- /);
  });

  it('logs a pass unless the log ends with the same result, or it is told not to', async () => {
    const passes = (): number =>
      readFileSync(path.join(wiki, '_log.md'), 'utf8').match(/\] lint \| full-pass/g)?.length ?? 0;
    const before = passes();
    await bench.run(wiki, 'lint', '--no-log');
    await bench.run(wiki, 'lint', '--lens', 'historian');
    expect(passes()).toBe(before);
    await bench.run(wiki, 'lint');
    await bench.run(wiki, 'lint');
    expect(passes()).toBe(before + 1);
    await bench.run(wiki, 'lint', '--log');
    expect(passes()).toBe(before + 2);
  });
});

describe('living-wiki lens', () => {
  it('lists the views, shows one with the origin of every value, and explains a field', async () => {
    const list = (await bench.run(wiki, 'lens', 'list', '--json')).json<{ lenses: { name: string }[] }>();
    expect(list.lenses.map((lens) => lens.name)).toEqual(['skerry-point', 'historian', 'trustees']);
    const shown = (await bench.run(wiki, 'lens', 'show', 'historian', '--json')).json<{
      effective: { curation: { tone: string } };
      chain: { name: string }[];
      provenance: Record<string, { value: unknown; from: string }>;
    }>();
    expect(shown.effective.curation.tone).toBe('narrative');
    expect(shown.chain.map((link) => link.name)).toEqual(['skerry-point', 'historian']);
    expect(shown.provenance['curation.tone']).toMatchObject({
      value: 'narrative',
      from: 'operators/historian/KNOWLEDGE.md',
    });
    const why = await bench.run(wiki, 'lens', 'explain', 'historian', 'curation.tone');
    expect(why.out).toContain('instead of “plain, for visitors”, set by skerry-point');
    const miss = await bench.run(wiki, 'lens', 'explain', 'historian', 'curation.tome');
    expect(miss.exit).toBe(2);
    expect(miss.err).toContain('curation.tone');
  });
});

describe('living-wiki search', () => {
  it('ranks pages and shows the passage', async () => {
    const found = (await bench.run(wiki, 'search', 'mercury', 'poisonous', '--json')).json<{
      results: { slug: string; snippet: string }[];
    }>();
    expect(found.results[0]?.slug).toBe('mercury-bath');
    expect(found.results[0]?.snippet).toContain('poisonous');
    expect((await bench.run(wiki, 'search', 'zzzqqq')).out).toContain('No page matches');
  });

  it('under a lens that hides what matches says so, and not that no page matches', async () => {
    const { out } = await bench.run(wiki, 'search', 'diaphone', '--lens', 'historian', '--pages-only');
    expect(out).toBe('No page in this lens matches. Leave out --lens to look everywhere.\n');
  });

  it('finds what stands only in a file that was dropped in, and with --pages-only does not', async () => {
    writeFileSync(path.join(wiki, 'sources', 'dropped.txt'), 'A quagga\nis a striped horse.\n\nIt is extinct.\n');
    const found = (await bench.run(wiki, 'search', 'quagga', '--json')).json<{
      results: unknown[];
      sources: unknown[];
    }>();
    expect(found).toMatchObject({
      results: [],
      sources: [{ path: 'sources/dropped.txt', place: 'line 1', text: 'A quagga is a striped horse.', pages: [] }],
    });
    expect((await bench.run(wiki, 'search', 'quagga')).out).toBe(
      'No page matches.\nsources/dropped.txt, line 1  in a source, not yet in the wiki\n  A quagga is a striped horse.\n',
    );
    expect((await bench.run(wiki, 'search', 'quagga', '--pages-only')).out).toBe('No page matches.\n');
    rmSync(path.join(wiki, 'sources', 'dropped.txt'));
  });

  it('names the linking page of a page found only through a link', async () => {
    const query = 'Repointing is estimated at 84,000 pounds';
    const found = (await bench.run(wiki, 'search', query, '--json')).json<{ results: Record<string, unknown>[] }>();
    const [brought] = found.results.filter(({ linkedFrom }) => linkedFrom !== undefined);
    expect(brought).toMatchObject({ slug: 'tomas-reyes', linkedFrom: 'Condition survey of November 2025' });
    expect((await bench.run(wiki, 'search', query)).out).toContain(
      'entities/tomas-reyes.md\n  linked from Condition survey of November 2025\n',
    );
  });
});

describe('usage', () => {
  it.each([
    ['memory', 'lst'],
    ['jobs', 'lst'],
    ['units', 'keys', 'lst'],
  ])('a misspelt command of a group is named: %s %s %s', async (...words) => {
    const { exit, err } = await bench.run(bench.folder, ...words);
    expect(exit).toBe(2);
    expect(err).toContain("unknown command 'lst'");
  });

  it.each([
    [['frobnicate'], 2],
    [['lint', '--no-such'], 2],
    [['search', 'x', '--limit', '0'], 2],
    [['proposals', 'reject', '1'], 2],
    [['proposals', 'show', '99'], 2],
    [['--help'], 0],
    [['ingest', '--help'], 0],
    [['--version'], 0],
  ])('%j ends with status %d', async (argv, exit) => {
    const ran = await bench.run(wiki, ...argv);
    expect(ran.exit).toBe(exit);
    expect(ran.out + ran.err).not.toMatch(/at .*\.ts:\d+/);
  });

  it('says that there is no wiki, and how to make one', async () => {
    mkdirSync(bench.at('elsewhere'));
    const ran = await bench.run(bench.at('elsewhere'), 'status', '--wiki', '.');
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain('living-wiki init');
    const json = await bench.run(bench.at('elsewhere'), 'status', '--wiki', '.', '--json');
    expect(json.json()).toMatchObject({ error: { code: 'living-wiki:no_wiki' } });
  });

  it('names the field of a manifest that is not valid', async () => {
    const manifest = path.join(wiki, 'KNOWLEDGE.md');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('severity: error', 'severity: fatal'));
    const ran = await bench.run(wiki, 'status');
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain('lints');
    expect(ran.err).toContain('knowledge_workspace_invalid');
  });

  it('shows no control characters of a source', async () => {
    writeFileSync(
      path.join(wiki, 'sources/2026-06-01-evil.txt'),
      'A buoy is a float \u001b[2J]\u001b[31m] that clears\u202e the screen.\n',
    );
    await bench.run(wiki, 'ingest', 'sources/2026-06-01-evil.txt');
    const shown = await bench.run(wiki, 'proposals', 'show', '1');
    expect(shown.out).toContain('buoy');
    // eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
    expect(shown.out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]/);
  });
});
