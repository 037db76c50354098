import * as fc from 'fast-check';
import { isWikiError, silentRun } from '../../src/base';
import { allHunks, diffToHunks, mergeText, planUndo, toFileChanges, type ChangeSet } from '../../src/change';
import { hashText, MemoryVault, openJournal, type Journal } from '../../src/vault';

/**
 * Promise 3: each write checks that the file still has the expected text. If a person changed it meanwhile, the change is
 * merged three ways when the two do not touch, and stops as a conflict, before anything is written, when they do.
 */

const lines = (text: string): string[] => text.split(/\r?\n/);

function proposalOf(base: string, next: string): ChangeSet {
  const hunks = diffToHunks(base, next, 'a.md', { reason: 'A source says so.' });
  return {
    title: 'Proposal',
    producer: 'ingest',
    files: [{ kind: 'updated', path: 'a.md', base, baseHash: hashText(base), hunks, why: [] }],
    log: { event: 'ingest', subject: 'a', bullets: [] },
    sources: [],
    notes: [],
    facts: {},
  };
}

function journalOn(vault: MemoryVault): Promise<Journal> {
  let count = 0;
  const clock = { now: () => Date.UTC(2026, 3, 27) + ++count };
  return openJournal(vault, { clock, random: { id: (length) => String(++count).padStart(length, '0') } });
}

/** A page of lines that are all different, a proposal on it, and the same page after an edit by a person. */
const editedPage = fc
  .record({
    count: fc.integer({ min: 1, max: 12 }),
    current: fc.array(fc.tuple(fc.nat(11), fc.constantFrom('drop', 'change', 'after')), { maxLength: 3 }),
    proposed: fc.array(fc.tuple(fc.nat(11), fc.constantFrom('change', 'after')), { minLength: 1, maxLength: 3 }),
    end: fc.constantFrom('\n', '\r\n'),
  })
  .map(({ count, current, proposed, end }) => {
    const edited = (edits: readonly (readonly [number, string])[], who: string): string =>
      Array.from({ length: count }, (_, index) => {
        const kinds = edits.filter(([at]) => at === index).map(([, kind]) => kind);
        const line = kinds.includes('change')
          ? [`${who} changed ${index}`]
          : kinds.includes('drop')
            ? []
            : [`line ${index}`];
        return [...line, ...(kinds.includes('after') ? [`${who} added ${index}`] : [])]
          .map((words) => words + end)
          .join('');
      }).join('');
    return { base: edited([], ''), proposed: edited(proposed, 'proposal'), current: edited(current, 'person') };
  });

describe('no edit of a person is lost', () => {
  it('a proposal applied to an edited page keeps both edits, or writes nothing', async () => {
    let merged = 0;
    let stopped = 0;
    await fc.assert(
      fc.asyncProperty(editedPage, async ({ base, proposed, current }) => {
        const vault = new MemoryVault({ 'a.md': current });
        const changeSet = proposalOf(base, proposed);
        const accepted = new Set(allHunks(changeSet).map(({ hunk }) => hunk.id));
        const { changes, conflicts } = await toFileChanges(changeSet, accepted, (path) => vault.readText(path));
        if (conflicts.length > 0) {
          stopped++;
          expect(changes).toEqual([]);
          expect(conflicts.every(({ hunks }) => hunks.length > 0 && hunks.every((id) => accepted.has(id)))).toBe(true);
          return;
        }
        const journal = await journalOn(vault);
        if (changes.length > 0) await journal.commit({ title: 'Proposal', changes, facts: {} }, silentRun);
        await journal.close();
        merged++;
        const result = lines(await vault.readText('a.md'));
        for (const line of lines(current)) if (!lines(base).includes(line)) expect(result).toContain(line);
        for (const line of lines(proposed)) if (!lines(base).includes(line)) expect(result).toContain(line);
        for (const line of lines(base)) if (!lines(current).includes(line)) expect(result).not.toContain(line);
      }),
      { numRuns: 400 },
    );
    // About one in ten stops; both ends were tried.
    expect(merged).toBeGreaterThan(10);
    expect(stopped).toBeGreaterThan(10);
  });

  it('a write after an edit is refused, and every file stays', async () => {
    const vault = new MemoryVault({ 'a.md': 'one\ntwo\n' });
    const changeSet = proposalOf('one\ntwo\n', 'one\nTWO\n');
    const accepted = new Set(allHunks(changeSet).map(({ hunk }) => hunk.id));
    const { changes } = await toFileChanges(changeSet, accepted, (path) => vault.readText(path));
    const journal = await journalOn(vault);
    await vault.write('a.md', 'one\ntwo\nby hand\n');
    const all = [{ op: 'create', path: 'b.md', text: 'new\n' } as const, ...changes];
    const refused: unknown = await journal
      .commit({ title: 'Proposal', changes: all, facts: {} }, silentRun)
      .catch((error: unknown) => error);
    expect(isWikiError(refused) && refused.code).toBe('living-wiki:edited_meanwhile');
    expect(await vault.readText('a.md')).toBe('one\ntwo\nby hand\n');
    expect(await vault.stat('b.md')).toBeNull();
    await journal.close();
  });

  it('undoing a change keeps later edits elsewhere, and stops at one in the same place', async () => {
    await fc.assert(
      fc.asyncProperty(editedPage, async ({ base, proposed, current }) => {
        const files = [{ op: 'update', path: 'a.md', before: proposed, after: base }] as const;
        const { changes, conflicts } = await planUndo(files, () => Promise.resolve(current));
        if (conflicts.length > 0) {
          expect(changes).toEqual([]);
          return;
        }
        const [change] = changes;
        const result = lines(change?.op === 'update' ? change.text : current);
        for (const line of lines(current)) if (!lines(base).includes(line)) expect(result).toContain(line);
      }),
      { numRuns: 200 },
    );
  });

  it('two edits of the same place are both shown, and neither is chosen', () => {
    const { conflicts } = mergeText('one\n', 'proposed\n', 'current\n');
    expect(conflicts).toMatchObject([{ base: 'one\n', proposed: 'proposed\n', current: 'current\n' }]);
  });
});
