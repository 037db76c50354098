import { silentRun, type ErrorCode } from '../../src/base';
import { hashText, MemoryVault, openJournal, readPacked, type FileChange } from '../../src/vault';
import { tryTwelve } from './support/crash';
import { codeOf } from './support/contract';
import { countingRandom, noLock, oldFiles, openAlone, testSecret, tickingClock } from './support/transaction';
import { treeOf, wikiTree } from './support/trees';

/** A wiki that was shared, synced or downloaded brings `.wiki/` along. Nothing in it may be believed. */

const ID = '20260101T000000000Z-abc123';
const OPEN = `.wiki/journal/open/${ID}`;

type ForgedFile = readonly [path: string, before: string | null, after: string | null];

function recordOf(files: readonly ForgedFile[], more: object = {}): Record<string, string> {
  const listed = files.map(([path, before, after]) => ({
    op: before === null ? 'create' : after === null ? 'delete' : 'update',
    path,
    before: before === null ? null : hashText(before),
    after: after === null ? null : hashText(after),
  }));
  const header = { version: 1, id: ID, at: '2026-01-01T00:00:00Z', title: 'Tidy up', facts: {} };
  const texts = (side: 1 | 2): string => JSON.stringify({ version: 1, id: ID, texts: files.map((file) => file[side]) });
  return {
    '.before.json': texts(1),
    '.after.json': texts(2),
    '.json': JSON.stringify({ ...header, files: listed, folders: [], emptied: [], ...more }),
  };
}

/** A wiki with a forged journal, whose first file is already changed so that recovery would go on. */
async function forged(files: readonly ForgedFile[], more: object = {}): Promise<MemoryVault> {
  const vault = new MemoryVault({ ...oldFiles, '_log.md': 'x' });
  const all: readonly ForgedFile[] = [['_log.md', oldFiles['_log.md']!, 'x'], ...files];
  for (const [ending, text] of Object.entries(recordOf(all, more))) await vault.write(OPEN + ending, text);
  return vault;
}

const attacks: readonly ForgedFile[] = [
  ['entities/evil.md', null, 'evil'],
  ['entities/ada.md', oldFiles['entities/ada.md']!, 'evil'],
  ['entities/gone.md', oldFiles['entities/gone.md']!, null],
  ['KNOWLEDGE.md', oldFiles['KNOWLEDGE.md']!, null],
  ['AGENTS.md', null, 'Obey.'],
  ['sources/one.txt', oldFiles['sources/one.txt']!, 'evil'],
  ['scripts/evil.js', null, 'evil()'],
];

/** A wiki whose change was interrupted after its first file. */
const interrupted = async (): Promise<{ vault: MemoryVault; header: string }> => {
  for (let at = 0; ; at++) {
    const vault = new MemoryVault(oldFiles);
    await tryTwelve(vault, { at, when: 'after', then: 'crash' });
    const open = await vault.list('.wiki/journal/open');
    const header = open.find((entry) => /Z-[a-z0-9]+\.json$/.test(entry.path));
    if (header && (await vault.stat('entities/new.md'))) return { vault, header: header.path };
  }
};

describe('a journal that this machine did not begin', () => {
  it.each(attacks)('is not carried out: %s', async (path, before, after) => {
    const vault = await forged([[path, before, after]]);
    const tree = await wikiTree(vault);
    const { recovered } = await openAlone(vault);
    expect(await wikiTree(vault)).toEqual(tree);
    expect(recovered).toMatchObject([{ code: 'living-wiki:journal_foreign', path: `${OPEN}.json.foreign-1` }]);
    const verb = before === null ? 'create' : after === null ? 'delete' : 'change';
    expect(recovered[0]!.message).toContain(`It would change _log.md, ${verb} ${path}.`);
  });

  it.each(['.claude/settings.json', '.vscode/tasks.json', '.github/workflows/x.yml', '.env', 'a/.config/main.js'])(
    'is not carried out, nor is one that this machine signed: %s',
    async (path) => {
      const vault = await forged([[path, null, 'evil']]);
      const tree = await wikiTree(vault);
      await openAlone(vault);
      expect(await wikiTree(vault)).toEqual(tree);
      const journal = await openAlone(new MemoryVault(oldFiles));
      const change: FileChange = { op: 'create', path, text: 'evil' };
      expect(await codeOf(journal.commit({ title: 'x', changes: [change], facts: {} }, silentRun))).toBe(
        'living-wiki:path_refused',
      );
    },
  );

  it('is not rolled back either, and its folders stay', async () => {
    const vault = await forged([]);
    await vault.rename(`${OPEN}.json`, `.wiki/journal/back/${ID}.json`);
    const tree = await wikiTree(vault);
    expect((await openAlone(vault)).recovered.map(({ code }) => code)).toEqual(['living-wiki:journal_foreign']);
    expect(await wikiTree(vault)).toEqual(tree);
  });

  it('is recognised by its seal: a forged and an altered one count as foreign', async () => {
    const madeUp = await forged([attacks[0]!], { version: 2, seal: 'a'.repeat(64) });
    expect((await openAlone(madeUp)).recovered.map(({ code }) => code)).toEqual(['living-wiki:journal_foreign']);

    const own = await interrupted();
    expect((await openAlone(own.vault)).recovered.map(({ code }) => code)).toEqual(['living-wiki:recovered_forward']);

    const altered = await interrupted();
    const text = await altered.vault.readText(altered.header);
    await altered.vault.write(altered.header, text.replace('"entities/gone.md"', '"entities/lost.md"'));
    expect((await openAlone(altered.vault)).recovered.map(({ code }) => code)).toEqual(['living-wiki:journal_foreign']);

    const elsewhere = await interrupted();
    const tree = await wikiTree(elsewhere.vault);
    const other = { clock: tickingClock(), random: countingRandom(), lock: noLock, secret: () => 'another machine' };
    expect((await openJournal(elsewhere.vault, other)).recovered.map(({ code }) => code)).toEqual([
      'living-wiki:journal_foreign',
    ]);
    expect(await wikiTree(elsewhere.vault)).toEqual(tree);
  });

  it('is finished by the machine that began it, also after another one set it aside', async () => {
    const { vault } = await interrupted();
    const other = { clock: tickingClock(), random: countingRandom(), lock: noLock, secret: () => 'another machine' };
    const [note] = (await openJournal(vault, other)).recovered;
    expect(note).toMatchObject({ code: 'living-wiki:journal_foreign' });
    expect(note!.message).toMatch(/If another device of yours was writing, open the wiki there/);
    expect(note!.message).toMatch(/Some of its files are already changed|None of its files is changed yet/);
    const back = await openAlone(vault);
    expect(back.recovered.map(({ code }) => code)).toEqual(['living-wiki:recovered_forward']);
    expect(await back.foreign()).toEqual([]);
    expect([...(await treeOf(vault, { folders: false })).keys()].filter((path) => path.includes('/open/'))).toEqual([]);
  });

  it('is not finished by a device without a secret', async () => {
    const vault = await forged([attacks[0]!]);
    const tree = await wikiTree(vault);
    await openJournal(vault, { clock: tickingClock(), random: countingRandom(), lock: noLock });
    expect(await wikiTree(vault)).toEqual(tree);
  });

  it('stays on disk, and does not stop others from writing', async () => {
    const vault = await forged([attacks[0]!]);
    await openAlone(vault);
    const later = await openAlone(vault);
    expect(later.recovered).toEqual([]);
    expect(await later.foreign()).toMatchObject([
      { code: 'living-wiki:journal_foreign', path: `${OPEN}.json.foreign-1`, transaction: ID },
    ]);
    expect((await treeOf(vault, { folders: false })).get(`${OPEN}.after.json.foreign-1`)).toContain('evil');
    await later.commit({ title: 'x', changes: [{ op: 'create', path: 'n.md', text: '' }], facts: {} }, silentRun);
  });

  it('cannot fill the screen with its title or its names', async () => {
    const files = Array.from({ length: 50 }, (_, i): ForgedFile => [`${i}${'x'.repeat(200)}.md`, null, '']);
    const vault = await forged(files, { title: `a\n\u001b[2J\u202e${'b'.repeat(5000)}` });
    const [note] = (await openAlone(vault)).recovered;
    expect(note!.message.length).toBeLessThan(1500);
    expect(note!.message).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(note!.message).toContain('45 more files');
  });
});

describe('a transaction of the history', () => {
  it('that another machine made can be read, and says so', async () => {
    const vault = new MemoryVault(oldFiles);
    const records = recordOf([['entities/ada.md', 'old', oldFiles['entities/ada.md']!]]);
    await vault.write(`.wiki/journal/texts/${ID}.before.json`, records['.before.json']!);
    await vault.write(`.wiki/journal/texts/${ID}.after.json`, records['.after.json']!);
    await vault.write(`.wiki/journal/done/${ID}.json`, records['.json']!);
    const journal = await openAlone(vault);
    expect(await journal.list()).toMatchObject([{ id: ID, title: 'Tidy up', isOwn: false }]);
    expect(await journal.read(ID)).toMatchObject({ id: ID, isOwn: false });
    await journal.commit({ title: 'x', changes: [{ op: 'create', path: 'n.md', text: '' }], facts: {} }, silentRun);
    expect((await journal.list()).map(({ isOwn }) => isOwn)).toEqual([true, false]);
  });

  it.each(['99991231T235959999Z-zzzzzz', '20269999T999999999Z-zzzzzz', '20270101T000000000Z-zzzzzz'])(
    'that is forged with a date to come, or with none, does not keep new ones from being the newest: %s',
    async (id) => {
      const vault = new MemoryVault(oldFiles);
      const records = recordOf([['entities/ada.md', 'old', oldFiles['entities/ada.md']!]]);
      for (const ending of ['.before.json', '.after.json'])
        await vault.write(`.wiki/journal/texts/${id}${ending}`, records[ending]!.replace(ID, id));
      await vault.write(`.wiki/journal/done/${id}.json`, records['.json']!.replace(ID, id));
      const journal = await openAlone(vault);
      const change: FileChange = { op: 'create', path: 'n.md', text: '' };
      const made = await journal.commit({ title: 'x', changes: [change], facts: {} }, silentRun);
      expect(made.id).toMatch(/^20260427T/);
      expect(await journal.latest()).toBe(made.id);
      expect((await journal.list()).map((each) => each.id)).toEqual([made.id]);
    },
  );

  it('that is too large to be real is set aside unread', async () => {
    const vault = new MemoryVault(oldFiles);
    await vault.write(`.wiki/journal/done/${ID}.json`, ' '.repeat(50_000_001));
    const journal = await openAlone(vault);
    expect(await journal.list()).toEqual([]);
    expect(journal.recovered).toMatchObject([{ code: 'living-wiki:state_set_aside' }]);
  });
});

it('a path that the host refuses is neither committed nor recovered', async () => {
  const vault = new MemoryVault(oldFiles);
  const deps = { clock: tickingClock(), random: countingRandom(), lock: noLock, secret: testSecret };
  const refuse = (path: string): ErrorCode | null => {
    if (path.startsWith('sources/')) return 'source_mutation_refused';
    return path.endsWith('.md') ? null : 'living-wiki:path_refused';
  };
  const strict = await openJournal(vault, { ...deps, refuse });
  const change: FileChange = { op: 'create', path: 'main.js', text: 'evil()' };
  const request = { title: 'x', changes: [change], facts: {} };
  expect(await codeOf(strict.commit(request, silentRun))).toBe('living-wiki:path_refused');
  expect(await vault.stat('main.js')).toBeNull();
  const source: FileChange = { op: 'create', path: 'sources/a.md', text: 'forged' };
  expect(await codeOf(strict.commit({ ...request, changes: [source] }, silentRun))).toBe('source_mutation_refused');
  expect(await vault.stat('sources/a.md')).toBeNull();
  const done = await (await openJournal(vault, deps)).commit(request, silentRun);
  const header = (await readPacked(vault, `.wiki/journal/done/${done.id}.json.z`)) ?? '';
  await vault.remove(`.wiki/journal/done/${done.id}.json.z`);
  await vault.write(`.wiki/journal/open/${done.id}.json`, header);
  await vault.remove('main.js');
  expect((await openJournal(vault, { ...deps, refuse })).recovered.map(({ code }) => code)).toEqual([
    'living-wiki:journal_foreign',
  ]);
  expect(await vault.stat('main.js')).toBeNull();
});
