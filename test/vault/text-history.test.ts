import fc from 'fast-check';
import { silentRun } from '../../src/base';
import { hashText, MemoryVault, readPacked, type FileChange, type Journal, type Transaction } from '../../src/vault';
import { compressText, decompressText } from '../../src/vault/compress';
import { applyEdits, editsBetween, revertEdits } from '../../src/vault/journal/text-edits';
import { FaultyVault } from './support/faults';
import { countingRandom, noLock, openAlone, testSecret, tickingClock } from './support/transaction';
import { openJournal } from '../../src/vault';

const line = fc.constantFrom('one\n', 'two\n', 'three\r\n', '\n', 'no end', '😀 wide\n', '\ufeffmark\n');
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(''));

/** Every record must read the same in a journal that was just opened, whatever happened since. */
const sameAs = (made: Transaction): unknown => ({ ...made });

const titled = (title: string, ...changes: FileChange[]) => ({ title, changes, facts: {} });

async function write(vault: MemoryVault, journal: Journal, path: string, next: string | null): Promise<Transaction> {
  const old = (await vault.stat(path)) === null ? null : await vault.readText(path);
  const expected = old === null ? '' : hashText(old);
  if (old === null) return journal.commit(titled('x', { op: 'create', path, text: next ?? '' }), silentRun);
  if (next === null) return journal.commit(titled('x', { op: 'delete', path, expected }), silentRun);
  return journal.commit(titled('x', { op: 'update', path, expected, text: next }), silentRun);
}

describe('edits between two texts', () => {
  it('lead from one to the other and back', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edits = editsBetween(before, after);
        expect(applyEdits(before, edits)).toBe(after);
        expect(revertEdits(after, edits)).toBe(before);
      }),
    );
  });

  it('do not fit another text', () => {
    const edits = editsBetween('a\nb\nc\n', 'a\nB\nc\n');
    expect(applyEdits('a\nx\nc\n', edits)).toBeNull();
    expect(revertEdits('a\nb\nc\n', edits)).toBeNull();
  });
});

describe('a compressed text', () => {
  it('is the same text again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 3_000 }), async (each) => {
        expect(decompressText(await compressText([each]))).toBe(each);
      }),
    );
  });

  it('is the text itself on a host that cannot compress', async () => {
    const { CompressionStream: known } = globalThis;
    Reflect.deleteProperty(globalThis, 'CompressionStream');
    try {
      const bytes = await compressText(['plain']);
      expect(new TextDecoder().decode(bytes)).toBe('plain');
      expect(decompressText(bytes)).toBe('plain');
    } finally {
      globalThis.CompressionStream = known;
    }
  });
});

describe('the texts of a transaction', () => {
  it('stay the same, byte for byte, whatever is committed and edited by hand afterwards', async () => {
    const step = fc.record({
      path: fc.constantFrom('a.md', 'b.md', '_index.md'),
      next: fc.option(text),
      byHand: fc.option(text),
      rename: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const vault = new MemoryVault();
        const clock = tickingClock();
        const journal = await openJournal(vault, {
          ...{ clock, random: countingRandom(), lock: noLock, secret: testSecret },
        });
        const made: Transaction[] = [];
        for (const { path, next, byHand, rename } of steps) {
          if (byHand !== null) await vault.write(path, byHand);
          const target = `moved-${made.length}.md`;
          if (rename && (await vault.stat(path)) !== null) {
            const expected = hashText(await vault.readText(path));
            const change = { op: 'rename', from: path, path: target, expected, text: next ?? 'moved' } as const;
            made.push(await journal.commit(titled('x', change), silentRun));
          } else made.push(await write(vault, journal, path, next));
        }
        const later = await openAlone(vault);
        for (const each of made) expect(await later.read(each.id)).toEqual(sameAs(each));
        // With the files gone, too.
        for (const { path } of await vault.list('')) if (path.endsWith('.md')) await vault.remove(path);
        for (const each of made) expect(await later.read(each.id)).toEqual(sameAs(each));
      }),
      { numRuns: 60 },
    );
  });

  it('take no more room for a line in a long file than for one in a short file', async () => {
    const sizes: number[] = [];
    for (const lines of [100, 10_000]) {
      const vault = new MemoryVault();
      const journal = await openAlone(vault);
      const long = Array.from({ length: lines }, (_, at) => `- line ${at}\n`).join('');
      await write(vault, journal, '_index.md', long);
      const { id } = await write(vault, journal, '_index.md', `${long}- one more\n`);
      sizes.push((await vault.stat(`.wiki/journal/texts/${id}.json.z`))!.size);
    }
    expect(Math.abs(sizes[1]! - sizes[0]!)).toBeLessThan(20);
  });

  it('are kept whole again once the edits are longer than the text, so that reading them does not take ever longer', async () => {
    const vault = new MemoryVault();
    const journal = await openAlone(vault);
    let last = await write(vault, journal, 'a.md', 'short\n');
    for (let at = 0; at < 20; at += 1) last = await write(vault, journal, 'a.md', `short ${at}\n`);
    const record = decompressText(await vault.readBytes(`.wiki/journal/texts/${last.id}.json.z`)) ?? '';
    expect(record).toContain('"text":"short 18');
  });

  it('are found by a crash at any moment of a commit that builds on another', async () => {
    for (const when of ['before', 'after'] as const) {
      for (let at = 0, isOver = false; !isOver; at += 1) {
        const vault = new MemoryVault();
        const first = await write(vault, await openAlone(vault), 'a.md', 'one\ntwo\nthree\n');
        const deps = { clock: tickingClock(Date.UTC(2026, 4, 1)), random: countingRandom('q'), lock: noLock };
        const dying = new FaultyVault(vault, { at, when, then: 'crash' });
        const journal = openJournal(dying, { ...deps, secret: testSecret });
        const change: FileChange = {
          ...{ op: 'update', path: 'a.md', expected: hashText('one\ntwo\nthree\n') },
          text: 'one\n2\nthree\n',
        };
        const done = await journal.then((open) => open.commit(titled('y', change), silentRun)).catch(() => null);
        isOver = done !== null;
        const later = await openAlone(vault);
        const now = await vault.readText('a.md');
        const [newest] = await later.list();
        expect(newest!.title).toBe(now.includes('2') ? 'y' : 'x');
        const { files } = await later.read(newest!.id);
        expect(files[0]!.after).toBe(now);
        expect((await later.read(first.id)).files[0]!.after).toBe('one\ntwo\nthree\n');
      }
    }
  });

  it('of an older version are still read, and new ones build beside them', async () => {
    const vault = new MemoryVault({ 'a.md': 'new\n' });
    const journal = await openAlone(vault);
    const made = await write(vault, journal, 'a.md', 'newer\n');
    const texts = (each: string): string => JSON.stringify({ version: 1, id: made.id, texts: [each] });
    await vault.write(`.wiki/journal/texts/${made.id}.before.json`, texts('new\n'));
    await vault.write(`.wiki/journal/texts/${made.id}.after.json`, texts('newer\n'));
    await vault.remove(`.wiki/journal/texts/${made.id}.json.z`);
    const later = await openAlone(vault);
    expect(await later.read(made.id)).toEqual(sameAs(made));
    const next = await later.commit(
      titled('x', { op: 'update', path: 'a.md', expected: hashText('newer\n'), text: 'newest\n' }),
      silentRun,
    );
    expect(await (await openAlone(vault)).read(next.id)).toEqual(sameAs(next));
  });

  it.each([
    ['no gzip file', 'damaged'],
    [
      'one that says it unpacks to four gigabytes',
      new Uint8Array([31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 255, 255, 255, 255]),
    ],
    ['one of another transaction', '{"version":2,"id":"other","files":[]}'],
  ])('are unreadable in %s, and nothing is guessed', async (_, content) => {
    const vault = new MemoryVault();
    const journal = await openAlone(vault);
    const made = await write(vault, journal, 'a.md', 'text\n');
    await vault.write(`.wiki/journal/texts/${made.id}.json.z`, content);
    const later = await openAlone(vault);
    await expect(later.read(made.id)).rejects.toMatchObject({ code: 'living-wiki:transaction_unreadable' });
  });

  it('that were forged to build on each other have an end', async () => {
    const vault = new MemoryVault();
    const journal = await openAlone(vault);
    await write(vault, journal, 'a.md', 'one\n');
    const { id } = await write(vault, journal, 'a.md', 'two\n');
    const files = [{ base: id, weight: 0, edits: [] }];
    await vault.write(`.wiki/journal/texts/${id}.json.z`, JSON.stringify({ version: 2, id, files }));
    await expect((await openAlone(vault)).read(id)).rejects.toMatchObject({
      code: 'living-wiki:transaction_unreadable',
    });
  });
});

it('transactions as the version before kept them can still be read and undone with newer ones', async () => {
  const vault = new MemoryVault();
  const journal = await openAlone(vault);
  const made = [await write(vault, journal, 'a.md', 'one\n'), await write(vault, journal, 'a.md', 'one\ntwo\n')];
  for (const { id } of made) {
    const files = [
      [`.wiki/journal/texts/${id}.json`, '.z', '.gz'],
      [`.wiki/journal/done/${id}.json`, '.z', ''],
    ] as const;
    for (const [path, now, then] of files) {
      const text = (await readPacked(vault, path + now)) ?? '';
      await vault.write(path + then, then === '' ? text : await compressText([text]));
      await vault.remove(path + now);
    }
  }
  const later = await openAlone(vault);
  expect(await later.list()).toHaveLength(2);
  for (const each of made) expect(await later.read(each.id)).toEqual(sameAs(each));
  const third = await write(vault, later, 'a.md', 'one\ntwo\nthree\n');
  const last = await openAlone(vault);
  for (const each of [...made, third]) expect(await last.read(each.id)).toEqual(sameAs(each));
  expect([...(await last.undoSizes()).keys()].sort()).toEqual([...made, third].map(({ id }) => id));
});
