import { readFileSync, writeFileSync } from 'node:fs';
import { Bench } from './support';

/** `proposals plan`, with the built-in curator. */

let bench: Bench;
let wiki: string;
beforeEach(async () => {
  bench = new Bench();
  await bench.run(bench.folder, 'init', 'wiki');
  wiki = bench.at('wiki');
  writeFileSync(
    bench.at('wiki', 'sources', 'notes.md'),
    `# Notes of the meeting

The Skerry Trust is a charity that looks after the quay. Since 1990 the Skerry Trust hires out the crane.

The Halcyon Board is a public body that runs the lights. Every year the Halcyon Board pays the keepers of the lights.

A diaphone stood on the quay for eighty years.
`,
  );
  await bench.run(wiki, 'ingest');
});
afterEach(() => bench.remove());

describe('living-wiki proposals plan', () => {
  it('lists the pages of the plan with their reasons, before the changes', async () => {
    const { out } = await bench.run(wiki, 'proposals', 'show', '1');
    expect(out).toContain('Plan  Creates 2 pages.\n');
    expect(out).toContain(
      '  creates  Halcyon Board (halcyon-board) 2 passages: The source says what "Halcyon Board" is.\n',
    );
    expect(out.indexOf('Plan')).toBeLessThan(out.indexOf('summaries/'));
    // What all of it holds, before all of it.
    const [contents = ''] = /^Files {2}3 files, \d+ changes\n(?: {2}created +\S+ \d+ changes?\n){3}/m.exec(out) ?? [];
    expect(contents).toContain('halcyon-board.md');
    expect(out.indexOf('Files  ')).toBeLessThan(out.indexOf('+---'));
  });

  it('changes the plan for this source, says what was asked, and forgets it', async () => {
    const never = await bench.run(wiki, 'proposals', 'plan', '1', '--never', 'halcyon-board');
    expect(never.out).toContain('Plan  Creates 1 page.\n');
    expect(never.out).toContain('  you asked: no page for “Halcyon Board”\n');
    const own = await bench.run(wiki, 'proposals', 'plan', '2', '--own', 'Diaphone');
    expect(own.out).toContain('creates  Diaphone (diaphone) 1 passage: You want a page for it.');
    const reset = await bench.run(wiki, 'proposals', 'plan', '3', '--reset', '--json');
    expect(reset.json<{ facts: { plan: object } }>().facts.plan).toMatchObject([
      { slug: 'halcyon-board' },
      { slug: 'skerry-trust' },
    ]);
    expect((await bench.run(wiki, 'names')).out).toContain('No decisions about names yet.');
  });

  it('keeps a decision for every source on request', async () => {
    await bench.run(wiki, 'proposals', 'plan', '1', '--never', 'halcyon-board', '--always');
    expect((await bench.run(wiki, 'names')).out).toBe('never   Halcyon Board\n');
  });

  it('refuses names for good when a proposal is rejected', async () => {
    await bench.run(wiki, 'proposals', 'reject', '1', '--reason', 'no', '--never', 'Skerry Trust');
    expect((await bench.run(wiki, 'names')).out).toBe('never   Skerry Trust\n');
  });

  it('says what is missing', async () => {
    const two = await bench.run(wiki, 'proposals', 'plan', '1', '--never', 'a', '--reset');
    expect([two.exit, two.err]).toEqual([2, expect.stringContaining('one step at a time')]);
    expect((await bench.run(wiki, 'proposals', 'plan', '1', '--merge', 'halcyon-board')).err).toContain(
      'living-wiki:plan_change_invalid',
    );
  });
});

describe('living-wiki init', () => {
  const purposeIn = (folder: string): string => readFileSync(bench.at(folder, 'KNOWLEDGE.md'), 'utf8');

  it('asks what the wiki is for, in one sentence', async () => {
    bench.interactive = true;
    bench.input = 'To know what the *tower* needs.\n';
    const { err } = await bench.run(bench.folder, 'init', 'tower');
    expect(err).toContain('What is this wiki for?');
    expect(purposeIn('tower')).toContain('## Purpose\n\nTo know what the \\*tower\\* needs.\n');
  });

  it('takes the purpose as an option, and keeps the words of the template without one', async () => {
    await bench.run(bench.folder, 'init', 'a', '--purpose', 'To plan repairs.');
    expect(purposeIn('a')).toContain('To plan repairs.');
    await bench.run(bench.folder, 'init', 'b');
    expect(purposeIn('b')).toContain('Say here what this wiki is for');
  });
});
