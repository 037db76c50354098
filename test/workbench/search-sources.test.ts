import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MemoryVault } from '../../src/vault';
import { createSourceSearch, inContext, Workbench, type WorkbenchHost } from '../../src/workbench';

const MANIFEST = `---
schema: knowledge.workspace/v1
name: canal
title: The canal
description: A canal and its tools.
version: 1.0.0
---
`;

const SETS = path.join(__dirname, '..', '..', 'quality', 'sets');

/** The sources of a set of the quality measurements, as they would be dropped into a wiki. */
function droppedFiles(...sets: readonly string[]): Record<string, Uint8Array | string> {
  const files: Record<string, Uint8Array | string> = { 'KNOWLEDGE.md': MANIFEST };
  for (const set of sets) {
    const folder = path.join(SETS, set, 'sources');
    for (const name of readdirSync(folder)) files[`sources/${name}`] = readFileSync(path.join(folder, name));
  }
  return files;
}

async function open(files: Record<string, Uint8Array | string>, more: Partial<WorkbenchHost> = {}) {
  const vault = new MemoryVault(files, { now: () => Date.parse('2026-11-23T00:00:00Z') });
  const host = {
    vault,
    root: '',
    clock: { now: () => 0 },
    random: { id: () => 'x' },
    sourceSearch: createSourceSearch,
    ...more,
  };
  return { vault, workbench: await Workbench.open(host) };
}

/** Questions whose answers stand in dropped files, and what the answer must say. */
const QUESTIONS: readonly (readonly [question: string, answer: RegExp])[] = [
  ['When did Parliament authorise the canal?', /7 May 1793/],
  ['How many shares did the company issue?', /1,200/],
  ['How many men died in the making of the tunnel?', /eleven (?:men|died)|nine (?:men|of them)|\b11 men/i],
  ['When was the canal opened throughout?', /12 October 1801/],
  ['How many locks does the canal have?', /\b23 locks|twenty-three locks/i],
  ['When did work begin at Tolling?', /September 1794/],
  ['What happens to a single request that breaks at Brightstore?', /throws? away|discard/i],
  ['What is the smallest part that Brightstore accepts?', /5 MiB/],
  ['Why should the state not be beside the source?', /read-only/],
  ['How large are the files that tovah-r pushes?', /160 GB/],
];

describe('search in sources that no page covers', () => {
  it.each(QUESTIONS)('answers "%s" within the first five passages', async (question, answer) => {
    const { workbench } = await open(droppedFiles('canal', 'threads'));
    const { found, pending, outside } = await workbench.searchSources({ query: question });
    expect([pending, outside]).toEqual([0, 0]);
    expect(found.length).toBeLessThanOrEqual(5);
    expect(found.map(inContext).join('\n')).toMatch(answer);
  });
});

const PEOPLE_VIEW = `---
schema: knowledge.workspace/v1
name: people
title: People only
description: Who they are.
version: 2.0.0
extends: ../KNOWLEDGE.md
queryHints:
  scopeTo: [Person]
---
`;

const page = (slug: string, kind: string, source: string): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: The ${slug}\nsources: [${source}]\n---\n\n# The ${slug}\n\nSee there.\n`;

type Row = readonly [berths: number, port: string, fee: number];

const textsOf = async (workbench: Workbench, query: string, lens?: string): Promise<readonly string[]> =>
  (await workbench.searchSources({ query, ...(lens !== undefined && { lens }) })).found.map(({ text }) => text);

describe('search in sources', () => {
  it('gives whole sentences and list items across line breaks, each once, with their place', async () => {
    const { workbench } = await open({
      'KNOWLEDGE.md': MANIFEST,
      'sources/a.md':
        '# Locks\n\nThe lock at Tolling\nhas two gates. It is deep.\n\n- a spare gate\n  lies beside it\n',
      'sources/b.txt': 'The lock at Tolling has two gates.\n',
    });
    const { found } = await workbench.searchSources({ query: 'gates at Tolling' });
    expect(found.map(({ text }) => text).sort()).toEqual([
      'The lock at Tolling has two gates.',
      'a spare gate lies beside it',
    ]);
    expect(found[0]).toMatchObject({
      text: 'The lock at Tolling has two gates.',
      anchor: { line: expect.any(Number) as number },
    });
    expect(
      found.every(({ text, matches }) =>
        matches.every(({ start, end }) => /gate|tolling/i.test(text.slice(start, end))),
      ),
    ).toBe(true);
  });

  it('shows the sentences before and after one in its paragraph, and none of them again', async () => {
    const text =
      'Work began in May.\n\nThe gates were rotten. They were made anew of oak. The smith was Aldous Wren.\n';
    const { workbench } = await open({ 'KNOWLEDGE.md': MANIFEST, 'sources/a.md': text });
    const { found } = await workbench.searchSources({ query: 'gates made of oak' });
    expect(found.map(inContext)).toEqual([
      'The gates were rotten. They were made anew of oak. The smith was Aldous Wren.',
    ]);
    expect(found[0]).toMatchObject({ before: 'The gates were rotten.', after: 'The smith was Aldous Wren.' });
  });

  it('takes a word that says how or when for less than the subject of a question', async () => {
    const files = Object.fromEntries(
      ['gate', 'lock', 'weir'].map((name) => [`sources/${name}.md`, `The sluice of the ${name} is shut at night.\n`]),
    );
    const other = 'He never once spoke.\n';
    const { workbench } = await open({ 'KNOWLEDGE.md': MANIFEST, ...files, 'sources/other.md': other });
    expect((await textsOf(workbench, 'Is the sluice never shut?')).at(-1)).toBe('He never once spoke.');
  });

  it('finds the irregular forms of a word, and no property of a record for the words of its title', async () => {
    const { workbench } = await open({
      'KNOWLEDGE.md': MANIFEST,
      'sources/a.md':
        '# Deleting nonces (#196)\n\n- State: closed\n- Author: mira\n\nThe work is sped up by a table.\n\nThey are deleted at once.\n',
    });
    expect(await textsOf(workbench, 'What speeds it up?')).toEqual(['The work is sped up by a table.']);
    expect(await textsOf(workbench, 'deleting nonces')).not.toContain('State: closed');
    expect(await textsOf(workbench, 'author of nonces')).toContain('Author: mira');
  });

  it('takes "GitHub" for "git" only where nothing else fits', async () => {
    const files = {
      'KNOWLEDGE.md': MANIFEST,
      'sources/plugins.md':
        '# Plugins\n\n- GitHub Sync: Sync your notes through GitHub.\n- Obsidian Git: Backup your vault with Git.\n',
    };
    const { workbench } = await open(files);
    expect((await textsOf(workbench, 'sync git backup'))[0]).toBe('Obsidian Git: Backup your vault with Git.');
    const other = await open({ ...files, 'sources/plugins.md': 'Sync your notes through GitHub.\n' });
    expect(await textsOf(other.workbench, 'git')).toEqual(['Sync your notes through GitHub.']);
  });

  it.each([
    ['CSV', 'ports.csv', (rows: readonly Row[]) => ['berths,port,fee', ...rows.map((row) => row.join(','))].join('\n')],
    [
      'JSON',
      'ports.json',
      (rows: readonly Row[]) => JSON.stringify(rows.map(([berths, port, fee]) => ({ berths, port, fee }))),
    ],
    [
      'a table',
      'ports.md',
      (rows: readonly Row[]) =>
        [
          '# Ports',
          '',
          '| berths | port | fee |',
          '| --- | --- | --- |',
          ...rows.map((row) => `| ${row.join(' | ')} |`),
        ].join('\n'),
    ],
  ])('finds each row of %s first that says exactly what is asked', async (_, name, render) => {
    // The other numbers are among those that are asked for, so that the words alone do not tell the rows apart.
    const rows = Array.from({ length: 300 }, (_row, at): Row => [(at * 7) % 60, `Port Velm ${at}`, (at * 11) % 300]);
    const { workbench } = await open({ 'KNOWLEDGE.md': MANIFEST, [`sources/${name}`]: render(rows) });
    for (const asked of [0, 2, 23, 60, 123, 299]) {
      const [first = ''] = await textsOf(workbench, `Port Velm ${asked}`);
      expect(first).toMatch(new RegExp(`Port Velm ${asked}\\b`));
    }
  });

  it('puts the words that stand together as they are asked before the same words apart', async () => {
    const { workbench } = await open({
      'KNOWLEDGE.md': MANIFEST,
      'sources/a.md': '- A velm is in the port there.\n- There is the Port Velm in a.\n',
    });
    expect((await textsOf(workbench, 'port velm'))[0]).toBe('There is the Port Velm in a.');
  });

  it('names the pages that rest on a source, and hides what a lens hides', async () => {
    const { workbench } = await open({
      'KNOWLEDGE.md': MANIFEST,
      'views/KNOWLEDGE.md': PEOPLE_VIEW,
      'concepts/lamp.md': page('lamp', 'concept', 'sources/lamp.md'),
      'people/keeper.md': page('keeper', 'person', 'sources/keeper.md'),
      'sources/lamp.md': 'The lamp burns colza oil.\n',
      'sources/keeper.md': 'The keeper carries the colza oil upstairs.\n',
      'sources/new.md': 'Colza oil is made of rape.\n',
    });
    const all = (await workbench.searchSources({ query: 'colza oil' })).found;
    expect(new Map(all.map(({ path: at, pages }) => [at, pages.map(({ slug }) => slug)]))).toEqual(
      new Map([
        ['sources/lamp.md', ['lamp']],
        ['sources/keeper.md', ['keeper']],
        ['sources/new.md', []],
      ]),
    );
    const seen = (await workbench.searchSources({ query: 'colza oil', lens: 'people' })).found;
    expect(seen.map(({ path: at }) => at).sort()).toEqual(['sources/keeper.md', 'sources/new.md']);
  });

  it('finds what a source says now, after an edit and after a restart', async () => {
    const { vault, workbench } = await open({ 'KNOWLEDGE.md': MANIFEST, 'sources/a.md': 'The gate is green.\n' });
    expect(await textsOf(workbench, 'gate')).toEqual(['The gate is green.']);
    await vault.write('sources/a.md', 'The gate is painted blue.\n');
    await workbench.refresh(['sources/a.md']);
    expect(await textsOf(workbench, 'gate')).toEqual(['The gate is painted blue.']);
  });

  it('searches the newest sources where the budget is not enough for all, and counts the others', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const vault = new MemoryVault({ 'KNOWLEDGE.md': MANIFEST }, { now: () => (now += 60_000) });
    await vault.write('sources/old.md', `The old gate is red. ${'Much more is said of it. '.repeat(20)}`);
    await vault.write('sources/new.md', 'The new gate is blue.');
    const host = { vault, root: '', clock: { now: () => 0 }, random: { id: () => 'x' } };
    const workbench = await Workbench.open({ ...host, sourceSearch: createSourceSearch, sourceBudget: () => 20 });
    const { found, outside } = await workbench.searchSources({ query: 'gate' });
    expect(found.map(({ text }) => text)).toEqual(['The new gate is blue.']);
    expect(outside).toBe(1);
  });

  it('leaves out what is shown already, and what cannot be read', async () => {
    const { workbench } = await open({
      'KNOWLEDGE.md': MANIFEST,
      'sources/a.md': 'The gate is green. The gate is old.\n',
      'sources/broken.pdf': 'gate',
    });
    const { found } = await workbench.searchSources({ query: 'gate', shown: ['the gate is *green*'] });
    expect(found.map(({ text }) => text)).toEqual(['The gate is old.']);
  });

  it('puts a sentence above lines of a list of changes, and gives those that differ in a number once', async () => {
    const { workbench } = await open({
      'KNOWLEDGE.md': MANIFEST,
      'sources/changes.md':
        '- Quota leaks when a job scales up. (#11557, @ann)\n- Quota leaks when a job scales up. (#11558, @ann)\n',
      'sources/notes.md': 'Quota no longer leaks when a job scales up.\n',
    });
    const { found } = await workbench.searchSources({ query: 'quota leaks when a job scales up' });
    expect(found.map(({ path: from }) => from)).toEqual(['sources/notes.md', 'sources/changes.md']);
  });

  it('puts what a person says above what a bot says', async () => {
    const { workbench } = await open({
      'KNOWLEDGE.md': MANIFEST,
      'sources/thread.md':
        '# Sluice\n\n**sluice-digest** commented on 2024-01-02:\n\nThe sluice is open at night.\n\n**ann** commented on 2024-01-03:\n\nThe sluice is open at night, as always.\n',
    });
    const { found } = await workbench.searchSources({ query: 'sluice open at night' });
    expect(found[0]?.text).toBe('The sluice is open at night, as always.');
  });
});
