import fc from 'fast-check';
import { silentRun } from '../../src/base';
import { MemoryVault, hashText, type Journal, type Vault } from '../../src/vault';
import { codeOf } from './support/contract';
import { FaultyVault } from './support/faults';
import { openAlone } from './support/transaction';

/** Files that grow, shrink and are removed, as transactions of a few files each. */
const history = fc.array(
  fc.uniqueArray(fc.tuple(fc.constantFrom('a.md', 'b.md', 'c.md'), fc.nat({ max: 9 })), {
    minLength: 1,
    maxLength: 3,
    selector: ([path]) => path,
  }),
  { minLength: 2, maxLength: 12 },
);
type History = readonly (readonly (readonly [path: string, step: number])[])[];

async function apply(vault: Vault, journal: Journal, steps: History): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, files] of steps.entries()) {
    const changes = [];
    for (const [path, step] of files) {
      const old = (await vault.stat(path)) === null ? null : await vault.readText(path);
      const text = step === 0 ? `whole ${at}\n` : `${old ?? '# A\n'}line ${at} of ${path}\n`;
      if (old === null) changes.push({ op: 'create' as const, path, text });
      else if (step === 9) changes.push({ op: 'delete' as const, path, expected: hashText(old) });
      else changes.push({ op: 'update' as const, path, expected: hashText(old), text });
    }
    ids.push((await journal.commit({ title: String(at), changes, facts: {} }, silentRun)).id);
  }
  return ids;
}

async function readable(journal: Journal, id: string): Promise<unknown> {
  return (await codeOf(journal.read(id))) ?? (await journal.read(id));
}

describe('giving up the undo of some transactions', () => {
  it('leaves every other one as it was, whichever they are, and new ones can be made', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.array(fc.boolean()), async (steps, chosen) => {
        const vault = new MemoryVault();
        const journal = await openAlone(vault);
        const ids = await apply(vault, journal, steps);
        const before = new Map<string, unknown>();
        for (const id of ids) before.set(id, await journal.read(id));
        const removed = new Set(ids.filter((_, at) => chosen[at] === true));
        await journal.giveUpUndo(removed, silentRun);
        const more = await apply(vault, journal, [[['a.md', 1]], [['b.md', 2]]]);
        const later = await openAlone(vault);
        for (const id of ids) {
          if (removed.has(id)) expect(await codeOf(later.read(id))).toBe('living-wiki:transaction_unreadable');
          else expect(await later.read(id)).toEqual(before.get(id));
        }
        for (const id of more) expect((await later.read(id)).id).toBe(id);
        expect((await later.list()).map(({ id }) => id)).toEqual([...ids, ...more].reverse());
        expect([...(await later.undoSizes()).keys()]).toEqual([...ids, ...more].filter((id) => !removed.has(id)));
      }),
      { numRuns: 60 },
    );
  });

  it.each(['before', 'after'] as const)('loses nothing else in a crash %s any operation', async (when) => {
    const steps: History = [
      [
        ['a.md', 1],
        ['b.md', 1],
      ],
      [['a.md', 2]],
      [
        ['a.md', 3],
        ['b.md', 2],
      ],
      [['a.md', 4]],
    ];
    for (let at = 0, isOver = false; !isOver; at += 1) {
      const vault = new MemoryVault();
      const ids = await apply(vault, await openAlone(vault), steps);
      const kept = new Map<string, unknown>();
      for (const id of ids.slice(2)) kept.set(id, await readable(await openAlone(vault), id));
      const faulty = new FaultyVault(vault, { at, when, then: 'crash' });
      const removed = new Set(ids.slice(0, 2));
      await openAlone(faulty)
        .then((journal) => journal.giveUpUndo(removed, silentRun))
        .catch(() => undefined);
      isOver = faulty.count <= at;
      const later = await openAlone(vault);
      for (const [id, transaction] of kept) expect(await readable(later, id)).toEqual(transaction);
      await later.giveUpUndo(removed, silentRun);
      for (const [id, transaction] of kept) expect(await readable(later, id)).toEqual(transaction);
    }
  });
});
