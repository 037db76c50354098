import { isWikiError, silentRun, type Run } from '../../src/base';
import {
  hashText,
  MemoryVault,
  openJournal,
  OverlayVault,
  type FileChange,
  type Journal,
  type TransactionRequest,
  type Vault,
} from '../../src/vault';
import { codeOf } from './support/contract';
import { bothTrees, countOperations, tryTwelve, unfinishedFiles } from './support/crash';
import { FaultyVault } from './support/faults';
import { countingRandom, fill, noLock, oldFiles, openAlone, tickingClock, twelve } from './support/transaction';
import { treeOf, wikiTree } from './support/trees';

let vault: MemoryVault;
let journal: Journal;

beforeEach(async () => {
  vault = new MemoryVault(oldFiles);
  journal = await openAlone(vault);
});

const request = (...changes: FileChange[]): TransactionRequest => ({ title: 'Test', changes, facts: {} });
const commit = (...changes: FileChange[]): Promise<unknown> => journal.commit(request(...changes), silentRun);
const create = (path: string, text = 'new'): FileChange => ({ op: 'create', path, text });
const remove = (path: string): FileChange => ({ op: 'delete', path, expected: hashText(oldFiles[path] ?? '') });
const update = (path: string, text: string): FileChange => ({
  ...{ op: 'update', path, expected: hashText(oldFiles[path] ?? '') },
  text,
});
const move = (from: string, path: string, text = oldFiles[from] ?? ''): FileChange => ({
  ...{ op: 'rename', from, path, expected: hashText(oldFiles[from] ?? '') },
  text,
});

describe('a committed transaction', () => {
  it('is kept with everything that an undo needs', async () => {
    const done = await journal.commit(twelve, silentRun);
    expect(done).toMatchObject({ title: 'Twelve changes', at: '2026-04-27T15:00:00Z', facts: { proposal: 'p1' } });
    expect(done.files.find((file) => file.path === 'summaries/renamed.md')).toEqual({
      op: 'rename',
      from: 'summaries/old.md',
      path: 'summaries/renamed.md',
      before: '# Old summary\n',
      after: '# Old summary, rewritten\n',
    });
    const later = await openAlone(vault);
    expect(await later.read(done.id)).toEqual(done);
    const files = done.files.map(({ op, path, from }) => (from === undefined ? { op, path } : { op, path, from }));
    expect(done.isOwn).toBe(true);
    expect(await later.list()).toEqual([{ ...done, files }]);
  });

  it('leaves no unfinished file, and writes only the journal beside the wiki', async () => {
    await journal.commit(twelve, silentRun);
    expect(await wikiTree(vault)).toEqual((await bothTrees()).new);
    expect(await unfinishedFiles(vault)).toEqual([]);
    const own = [...(await treeOf(vault, { folders: false })).keys()].filter((path) => path.startsWith('.wiki/'));
    expect(own.map((path) => path.replace(/\d{8}T\d{9}Z-\w+/, 'ID'))).toEqual([
      '.wiki/journal/done/ID.json.z',
      '.wiki/journal/texts/ID.json.z',
    ]);
  });

  it('is listed newest first, even when the clock is set back', async () => {
    const clock = { now: () => 0 };
    const times = [5_000, 5_000, 1_000, 5_000];
    const own = await openJournal(vault, { clock, random: countingRandom(), lock: noLock });
    for (const [index, time] of times.entries()) {
      clock.now = () => time;
      await own.commit({ title: String(index), changes: [create(`${index}.md`)], facts: {} }, silentRun);
    }
    expect((await (await openAlone(vault)).list()).map((each) => each.title)).toEqual(['3', '2', '1', '0']);
  });

  it('leaves out an update that changes nothing', async () => {
    const done = await journal.commit(request(update('_index.md', oldFiles['_index.md']!), create('n.md')), silentRun);
    expect(done.files.map((file) => file.path)).toEqual(['n.md']);
  });

  it('keeps facts whole, whatever their keys are called', async () => {
    const facts = JSON.parse('{"__proto__": {"x": 1}, "constructor": [null, "é"], "cost": 0.5}') as typeof twelve.facts;
    const { id } = await journal.commit({ title: 'Facts', changes: [create('n.md')], facts }, silentRun);
    const read = await (await openAlone(vault)).read(id);
    expect(JSON.stringify(read.facts)).toBe(JSON.stringify(facts));
    expect(Object.getPrototypeOf(read.facts)).toBe(Object.prototype);
  });

  it('waits for the one before when two are committed at once', async () => {
    const results = await Promise.allSettled([
      commit(update('_log.md', 'first')),
      commit(update('_log.md', 'second')),
      commit(create('third.md')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await vault.readText('_log.md')).toBe('first');
  });

  it('writes through any vault, so that a change can be tried on an overlay', async () => {
    const overlay = new OverlayVault(vault);
    await (await openAlone(overlay)).commit(twelve, silentRun);
    expect(await wikiTree(overlay)).toEqual((await bothTrees()).new);
    expect(await wikiTree(vault)).toEqual((await bothTrees()).old);
  });
});

describe('a transaction that is refused', () => {
  const cases: readonly (readonly [string, string, string | null, () => readonly FileChange[]])[] = [
    [
      'an edited file',
      'edited_meanwhile',
      '_log.md',
      () => [{ ...update('_log.md', 'x'), expected: hashText('?') } as FileChange],
    ],
    ['a removed file', 'edited_meanwhile', 'none.md', () => [update('none.md', 'x')]],
    [
      'an edited file to delete',
      'edited_meanwhile',
      '_log.md',
      () => [{ op: 'delete', path: '_log.md', expected: hashText('?') }],
    ],
    [
      'an edited file to move',
      'edited_meanwhile',
      '_log.md',
      () => [{ op: 'rename', from: '_log.md', path: 'l.md', expected: hashText('?'), text: '' }],
    ],
    ['a new file that is there', 'edited_meanwhile', '_log.md', () => [create('_log.md')]],
    ['a new file where a folder is', 'edited_meanwhile', 'entities', () => [create('entities')]],
    ['a move onto a file', 'edited_meanwhile', '_index.md', () => [move('_log.md', '_index.md')]],
    ['a new name that differs in case', 'name_collision', 'entities/ADA.md', () => [create('entities/ADA.md')]],
    ['a folder that differs in case', 'name_collision', 'Entities/new.md', () => [create('Entities/new.md')]],
    [
      'a move to a name that differs in case from another',
      'name_collision',
      'entities/ADA.md',
      () => [move('_log.md', 'entities/ADA.md')],
    ],
    [
      'two new names that differ in Unicode form',
      'name_collision',
      'e\u0301.md',
      () => [create('\u00e9.md'), create('e\u0301.md')],
    ],
    [
      'two new folders that differ in case',
      'name_collision',
      'New/b.md',
      () => [create('new/a.md'), create('New/b.md')],
    ],
    [
      'a new name in place of a deleted one',
      'name_collision',
      'entities/Gone.md',
      () => [remove('entities/gone.md'), create('entities/Gone.md')],
    ],
    ['two changes of a file', 'paths_overlap', '_log.md', () => [update('_log.md', 'x'), remove('_log.md')]],
    [
      'a move to where another leaves',
      'paths_overlap',
      '_log.md',
      () => [move('_log.md', 'l.md'), move('_index.md', '_log.md')],
    ],
    ['a move to itself', 'paths_overlap', '_log.md', () => [move('_log.md', '_log.md')]],
    ['a file and a folder of one name', 'paths_overlap', 'x', () => [create('x'), create('x/y.md')]],
    ['a folder where a file is', 'not_a_folder', null, () => [create('_log.md/x.md')]],
    ['a path that leaves the wiki', 'path_refused', '../x.md', () => [create('../x.md')]],
    ['a name that Windows reserves', 'path_refused', 'con.md', () => [create('con.md')]],
    ['a move to such a name', 'path_refused', 'a./x.md', () => [move('_log.md', 'a./x.md')]],
    ['half a character', 'not_utf8', 'n.md', () => [create('n.md', '\ud800')]],
    ...[
      '.wiki/trust.json',
      '.WIKI/x',
      'a/.git/hooks/x',
      '.Obsidian/plugins/x/main.js',
      'GIT~1/x',
      'WIKI~1/x',
      '.g\u200cit/x',
      '.wiki\u00ad/x',
    ].map((path) => [`the private file ${JSON.stringify(path)}`, 'path_refused', path, () => [create(path)]] as const),
  ];

  it.each(cases)('%s: %s', async (_name, code, path, changes) => {
    const before = await treeOf(vault);
    const good = [create('good.md'), update('KNOWLEDGE.md', 'changed')];
    for (const all of [changes(), [...good, ...changes()]]) {
      const error = await commit(...all).catch((caught: unknown) => caught);
      expect(isWikiError(error) && error.code).toBe(`living-wiki:${code}`);
      if (path !== null && isWikiError(error)) expect(error.path).toBe(path);
      expect(await treeOf(vault)).toEqual(before);
    }
    expect(await journal.list()).toEqual([]);
  });

  it('a file that is not text cannot be deleted, since undo could not restore it', async () => {
    const bytes = new Uint8Array([0xff, 0x00]);
    await vault.write('image.png', bytes);
    const { hashBytes } = await import('../../src/vault');
    expect(await codeOf(commit({ op: 'delete', path: 'image.png', expected: hashBytes(bytes) }))).toBe(
      'living-wiki:not_utf8',
    );
    expect([...(await vault.readBytes('image.png'))]).toEqual([...bytes]);
  });

  it('a cancelled run writes nothing', async () => {
    const before = await treeOf(vault);
    const stop = new AbortController();
    let yields = 0;
    const run: Run = {
      signal: stop.signal,
      progress: () => undefined,
      yieldToHost: async () => {
        if (++yields === 6) stop.abort();
      },
    };
    expect(await codeOf(journal.commit(twelve, run))).toBe('living-wiki:cancelled');
    expect(await treeOf(vault)).toEqual(before);
  });

  it('a closed journal commits nothing', async () => {
    const last = journal.commit(twelve, silentRun);
    const closed = journal.close();
    await expect(Promise.all([last, closed])).rejects.toMatchObject({ code: 'living-wiki:journal_closed' });
    expect(await codeOf(commit(create('n.md')))).toBe('living-wiki:journal_closed');
  });
});

describe('a transaction that undoes another', () => {
  it('restores names that are refused today, and removes the folders that were made', async () => {
    await vault.write('aux/what is it?.md', 'odd');
    const before = await wikiTree(vault);
    const odd: FileChange = { op: 'delete', path: 'aux/what is it?.md', expected: hashText('odd') };
    const done = await journal.commit(request(odd, create('x/y/new.md'), move('_log.md', 'x/log.md')), silentRun);
    const back = [
      create('aux/what is it?.md', 'odd'),
      { op: 'delete', path: 'x/y/new.md', expected: hashText('new') },
      {
        op: 'rename',
        from: 'x/log.md',
        path: '_log.md',
        expected: hashText(oldFiles['_log.md']!),
        text: oldFiles['_log.md']!,
      },
    ] as const;
    expect(await codeOf(commit(...back))).toBe('living-wiki:path_refused');
    const undo = await journal.commit({ ...request(...back), undoes: done.id }, silentRun);
    expect(undo.undoes).toBe(done.id);
    expect(await wikiTree(vault)).toEqual(before);
  });

  it('keeps a folder that has been used since', async () => {
    const done = await journal.commit(request(create('x/y/new.md')), silentRun);
    await vault.write('x/mine.md', 'mine');
    const back: FileChange = { op: 'delete', path: 'x/y/new.md', expected: hashText('new') };
    await journal.commit({ ...request(back), undoes: done.id }, silentRun);
    expect([...(await wikiTree(vault)).keys()].filter((path) => path.startsWith('x'))).toEqual(['x', 'x/mine.md']);
  });

  it('fails when the other does not exist', async () => {
    expect(await codeOf(journal.commit({ ...request(create('n.md')), undoes: 'none' }, silentRun))).toBe(
      'living-wiki:transaction_missing',
    );
    expect(await codeOf(journal.read('../../KNOWLEDGE'))).toBe('living-wiki:transaction_missing');
  });
});

describe('recovery', () => {
  /** A wiki whose program died when seven of the twelve changes were made. */
  async function halfDone(): Promise<MemoryVault> {
    const total = await countOperations(new MemoryVault(oldFiles));
    for (let at = 0; at < total; at++) {
      const wiki = new MemoryVault(oldFiles);
      await tryTwelve(wiki, { at, when: 'after', then: 'crash' });
      if ((await wiki.stat('summaries/renamed.md')) !== null) return wiki;
    }
    throw new Error('The seventh change is never reached.');
  }

  /** A wiki whose program died when the journal of the twelve changes was written, and nothing else. */
  async function justBegun(): Promise<MemoryVault> {
    for (let at = 0; ; at++) {
      const wiki = new MemoryVault(oldFiles);
      if (await tryTwelve(wiki, { at, when: 'after', then: 'crash' })) throw new Error('The journal is never written.');
      if ((await wiki.list('.wiki/journal/open')).length === 3) return wiki;
    }
  }

  it('reports what it did', async () => {
    const wiki = await halfDone();
    const { recovered } = await openAlone(wiki);
    expect(recovered).toEqual([
      {
        code: 'living-wiki:recovered_forward',
        message: '“Twelve changes” was interrupted and has been finished.',
        transaction: expect.stringMatching(/^20260427T150000/) as string,
      },
    ]);
    expect((await openAlone(wiki)).recovered).toEqual([]);
  });

  it('leaves a file that a person edited in the meantime, and finishes the rest', async () => {
    const wiki = await halfDone();
    await wiki.write('entities/gone.md', 'I still need this.');
    await wiki.write('entities/ada.md', 'My own words.');
    await wiki.write('people/babbage.md', 'Written by hand.');
    const opened = await openAlone(wiki);
    const tree = await wikiTree(wiki);
    expect(await wiki.readText('entities/gone.md')).toBe('I still need this.');
    expect(await wiki.readText('entities/ada.md')).toBe('My own words.');
    expect(await wiki.readText('people/babbage.md')).toBe('Written by hand.');
    expect(await wiki.readText('entities/babbage.md')).toBe(oldFiles['entities/babbage.md']);
    expect(tree.has('timelines/1843.md')).toBe(false);
    expect(await wiki.readText('entities/Lower.md')).toBe('# Lower, rewritten\n');
    const kept = opened.recovered.filter((note) => note.code === 'living-wiki:recovered_kept_edit');
    expect(kept.map((note) => note.path).sort()).toEqual(['entities/ada.md', 'entities/gone.md', 'people/babbage.md']);
    // What would have been written is there to be compared.
    const [ada] = kept.filter((note) => note.path === 'entities/ada.md');
    const [saved] = /\.wiki\/journal\/unwritten\/\S+\.md/.exec(ada!.message) ?? [];
    expect(await wiki.readText(saved!)).toBe('# Ada\n\nSecond text, 日本語.\n');
    // The history tells only what was done, so that an undo does not touch the person's files either.
    const done = await opened.read((await opened.list())[0]!.id);
    expect(done.files).toHaveLength(9);
    expect(await unfinishedFiles(wiki)).toEqual([]);
  });

  it('rolls back when a person edited a file before anything was applied', async () => {
    const wiki = await justBegun();
    await wiki.write('_log.md', 'by hand');
    const opened = await openAlone(wiki);
    expect(opened.recovered.map((note) => note.code)).toEqual(['living-wiki:recovered_back']);
    expect(await wikiTree(wiki)).toEqual(await wikiTree(new MemoryVault({ ...oldFiles, '_log.md': 'by hand' })));
  });

  it('removes the empty folders of a file that was never written', async () => {
    const wiki = await justBegun();
    await wiki.write('comparisons/new/x', '');
    await wiki.remove('comparisons/new/x');
    await openAlone(wiki);
    expect(await wikiTree(wiki)).toEqual((await bothTrees()).old);
  });

  it('a file that was removed by hand stays removed', async () => {
    const wiki = await halfDone();
    await wiki.remove('_log.md');
    await wiki.remove('summaries/renamed.md');
    const { recovered } = await openAlone(wiki);
    expect(await wiki.stat('_log.md')).toBeNull();
    expect(await wiki.stat('summaries/renamed.md')).toBeNull();
    expect(await wiki.stat('summaries/old.md')).toBeNull();
    expect(recovered.filter((note) => note.code === 'living-wiki:recovered_kept_edit')).toHaveLength(2);
  });

  it('rolls back when the new texts are damaged, and sets all records aside when the old ones are too', async () => {
    const { old } = await bothTrees();
    const wiki = await halfDone();
    const find = async (ending: string): Promise<string> =>
      (await wiki.list('.wiki/journal/open')).find((entry) => entry.path.endsWith(ending))!.path;
    await wiki.write(await find('.after.json'), '{"version":1');
    const { recovered } = await openAlone(wiki);
    expect(recovered.map((note) => note.code)).toEqual(['living-wiki:recovered_back']);
    expect(await wikiTree(wiki)).toEqual(old);

    const worse = await halfDone();
    const tree = await wikiTree(worse);
    const [before] = (await worse.list('.wiki/journal/open')).filter((entry) => entry.path.endsWith('.before.json'));
    const record = await worse.readText(before!.path);
    await worse.write(before!.path, record.replace('First text', 'Forged text'));
    const opened = await openAlone(worse);
    expect(opened.recovered.map((note) => note.code)).toEqual(['living-wiki:state_set_aside']);
    // Nothing is guessed: the files stay as they are, and so do the records.
    expect(await wikiTree(worse)).toEqual(tree);
    expect(await worse.readText(`${before!.path}.broken-1`)).toContain('Forged text');
    expect((await openAlone(worse)).recovered).toEqual([]);
  });

  it.each(['', '{}', 'null', '[]', '{"version":2}', '\u0000', '{"version":1,"id":"other"}'])(
    'a record that reads %j is set aside, not trusted and not lost',
    async (content) => {
      const path = '.wiki/journal/open/20260101T000000000Z-abc123.json';
      await vault.write(path, content);
      const before = await wikiTree(vault);
      const opened = await openAlone(vault);
      expect(opened.recovered).toMatchObject([{ code: 'living-wiki:state_set_aside', path: `${path}.broken-1` }]);
      expect(await vault.readText(`${path}.broken-1`)).toBe(content);
      expect(await wikiTree(vault)).toEqual(before);
      await opened.commit(twelve, silentRun);
    },
  );

  it('a damaged record of the history is set aside, and the rest of the history stays', async () => {
    await commit(create('one.md'));
    const second = await journal.commit(request(create('two.md')), silentRun);
    const third = await journal.commit(request(create('three.md')), silentRun);
    await vault.write(`.wiki/journal/done/${second.id}.json.z`, 'damaged');
    await vault.write(`.wiki/journal/texts/${third.id}.json.z`, 'damaged');
    const opened = await openAlone(vault);
    expect((await opened.list()).map((each) => each.files[0]?.path)).toEqual(['three.md', 'one.md']);
    expect(opened.recovered).toMatchObject([{ code: 'living-wiki:state_set_aside', transaction: second.id }]);
    expect(await codeOf(opened.read(third.id))).toBe('living-wiki:transaction_unreadable');
    expect(await codeOf(opened.read(second.id))).toBe('living-wiki:transaction_missing');
  });

  it('a forged record cannot lead out of the wiki or into private state', async () => {
    const id = '20260101T000000000Z-abc123';
    const text = 'forged';
    const base = { version: 1, id, at: '', title: '', facts: {}, folders: [], emptied: [] };
    for (const path of ['../outside.md', '/etc/x', '.wiki/trust.json', '.obsidian/plugins/x/main.js']) {
      const wiki = new MemoryVault(oldFiles);
      const files = [
        { op: 'update', path: '_log.md', before: hashText(oldFiles['_log.md']!), after: hashText('x') },
        { op: 'create', path, before: null, after: hashText(text) },
      ];
      await wiki.write('_log.md', 'x');
      await wiki.write(`.wiki/journal/open/${id}.before.json`, JSON.stringify({ version: 1, id, texts: ['', null] }));
      await wiki.write(`.wiki/journal/open/${id}.after.json`, JSON.stringify({ version: 1, id, texts: ['x', text] }));
      await wiki.write(`.wiki/journal/open/${id}.json`, JSON.stringify({ ...base, files }));
      const before = await wikiTree(wiki);
      const opened = await openAlone(wiki);
      expect(opened.recovered.map((note) => note.code)).toEqual(['living-wiki:state_set_aside']);
      expect(await wikiTree(wiki)).toEqual(before);
      expect(await wiki.stat('.wiki/trust.json')).toBeNull();
    }
  });

  it('removes what an interrupted write left, and says so', async () => {
    await vault.write('.wiki/tmp/1234-abcd', 'half a te');
    await vault.write('.wiki/journal/open/20260101T000000000Z-abc123.before.json', '{');
    const { recovered } = await openAlone(vault);
    expect(recovered).toMatchObject([{ code: 'living-wiki:recovered_leftovers' }]);
    expect(await unfinishedFiles(vault)).toEqual([]);
  });

  it('repairs a transaction that another program left before the next commit', async () => {
    const wiki = new MemoryVault(oldFiles);
    const idle = await openAlone(wiki);
    const total = await countOperations(new MemoryVault(oldFiles));
    await tryTwelve(wiki, { at: Math.floor(total * 0.6), when: 'after', then: 'crash' });
    expect(idle.recovered).toEqual([]);
    await idle.commit(request(create('mine.md')), silentRun);
    expect(idle.recovered).toHaveLength(1);
    expect((await idle.list()).length + (await wikiTree(wiki)).size).toBeGreaterThan(10);
    expect(await unfinishedFiles(wiki)).toEqual([]);
  });
});

describe('a disk that fails', () => {
  it.each(['living-wiki:disk_full', 'living-wiki:read_only'] as const)('with %s says so', async (code) => {
    const { WikiError } = await import('../../src/base');
    const { old } = await bothTrees();
    const total = await countOperations(new MemoryVault(oldFiles));
    for (let at = 0; at < total; at++) {
      const wiki = new MemoryVault(oldFiles);
      const faulty = new FaultyVault(
        wiki,
        { at, when: 'before', then: 'once' },
        () => new WikiError(code, 'Injected.'),
      );
      const error = await openAlone(faulty)
        .then((opened) => opened.commit(twelve, silentRun))
        .catch((caught: unknown) => caught);
      if (!isWikiError(error)) continue;
      expect(error.code).toBe(code);
      expect(await wikiTree(wiki)).toEqual(old);
      expect(await unfinishedFiles(wiki)).toEqual([]);
    }
  });

  it('for good in the middle of a transaction leaves it half done, and the next start repairs it', async () => {
    const total = await countOperations(new MemoryVault(oldFiles));
    const wiki = new MemoryVault(oldFiles);
    const { WikiError } = await import('../../src/base');
    const fault = { at: Math.floor(total * 0.7), when: 'before', then: 'crash' } as const;
    const faulty: Vault = new FaultyVault(wiki, fault, () => new WikiError('living-wiki:read_only', 'Injected.'));
    const opened = await openAlone(faulty);
    await expect(opened.commit(twelve, silentRun)).rejects.toMatchObject({
      code: 'living-wiki:read_only',
      message: expect.stringContaining('The next time the wiki is opened') as string,
    });
    await openAlone(wiki);
    expect(await wikiTree(wiki)).toEqual((await bothTrees()).new);
  });
});

it('opening an intact wiki writes nothing', async () => {
  const wiki = new MemoryVault();
  await fill(wiki);
  const before = await treeOf(wiki);
  await openJournal(wiki, { clock: tickingClock(), random: countingRandom() });
  expect(await treeOf(wiki)).toEqual(before);
});
