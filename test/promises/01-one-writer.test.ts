import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { silentRun } from '../../src/base';
import { buildCreation, buildDeletion, buildUpdate, type ChangeSet, type FileEdit } from '../../src/change';
import { createLintEngine } from '../../src/lint';
import { applyChange, allHunkIds } from '../../src/proposal';
import { hashText, MemoryVault, openJournal, type Vault } from '../../src/vault';
import { readSnapshot } from '../../src/wiki';
import { resolveLens } from '../../src/workspace';
import { countingRandom, LENS_SOURCE, steadyClock, testWiki, treeOf } from '../support/wiki';
import { searchPages, verify } from '../../src/workbench';

/** Promise 1: nothing but the transaction writes a file of a wiki; protected files are written by no proposal. */

/** A vault that notes every path that is written, renamed or removed. */
function watched(vault: Vault, touched: string[]): Vault {
  return new Proxy(vault, {
    get(target, name: keyof Vault) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]): unknown => {
        if (name === 'write' || name === 'rename' || name === 'remove') {
          touched.push(...values.filter((value) => typeof value === 'string').slice(0, name === 'rename' ? 2 : 1));
        }
        return Reflect.apply(member, target, values);
      };
    },
  });
}

describe('only the transaction writes a file of a wiki', () => {
  it('every operation that does not apply touches nothing outside .wiki/', async () => {
    const touched: string[] = [];
    const wiki = await testWiki(
      { 'sources/2026-01-02-lens.md': LENS_SOURCE, 'entities/x.md': 'No frontmatter, and a [[dead link]].\n' },
      watched(new MemoryVault({}, steadyClock()), touched),
    );
    touched.length = 0;
    const workbench = await wiki.open();
    await workbench.status();
    const { proposals } = await workbench.ingest({});
    await workbench.lint({ fix: true });
    await searchPages(workbench, { query: 'lens' });
    await workbench.lenses();
    await verify(workbench);
    await workbench.rejectProposal(proposals[0]?.id ?? '', 'a test');
    await workbench.close();
    expect(touched.length).toBeGreaterThan(0);
    expect(touched.filter((file) => !file.startsWith('.wiki/'))).toEqual([]);
  });

  it('no code outside the vault room and its hosts calls write, rename or remove on a vault, state and caches apart', () => {
    const source = path.join(__dirname, '..', '..', 'src');
    const callers = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/^(?:obsidian[\\/])?vault[\\/]/.test(file))
      .filter((file) =>
        /[vV]ault\.(write|rename|remove)\(|writePacked(?:Lines)?\(/.test(readFileSync(path.join(source, file), 'utf8')),
      );
    // Each of these writes below `.wiki/` only: stored proposals, decisions on them, the queue, the times of schedules, confirmations, caches, and
    // the reports and notes of skills and packs. But for the overlay that skills write to, which is no disk, and the files that a person hands over
    // to be sources: they are copied where a person would copy them, never over another file.
    // Expired sources that a person chose go to the trash, and back, under the names that they had.
    // A server marks the folder of a wiki, so that a program knows whether it works in another one. Workers with folders of their own bring their
    // state into step with it, below `.wiki/` too.
    // A wiki in a git repository takes in what people pushed to it, as a vault takes in what another program saved.
    // A published pack is a folder of its own, outside the wiki; and a vault that only lets signed sources be read passes writes on.
    expect(callers.map((file) => file.split(path.sep).join('/')).sort()).toEqual([
      'cli/commands/init-from-pack.ts',
      'cli/commands/memory.ts',
      'jobs/job-files.ts',
      'jobs/job-keys.ts',
      'jobs/pause-file.ts',
      'lint/kept-results.ts',
      'maintenance/sandbox.ts',
      'obsidian/controller/add-sources.ts',
      'packs/publish/write.ts',
      'packs/usage-log.ts',
      'proposal/review-drafts.ts',
      'proposal/store.ts',
      'server/git/local-files.ts',
      'server/postgres/join-folder.ts',
      'server/state/state-folder.ts',
      'wiki/cache.ts',
      'workbench/automation/scheduler.ts',
      'workbench/compact.ts',
      'workbench/maintenance/run-report.ts',
      'workbench/maintenance/run-with-model.ts',
      'workbench/remove-expired.ts',
      'workbench/sealed-files.ts',
      'workbench/search/index-store.ts',
      'workbench/sources/signature.ts',
      'workbench/trust/approved-texts.ts',
      'workbench/trust/confirmed-store.ts',
    ]);
  });
});

describe('protected files are written by no proposal, whatever it says', () => {
  const TEXTS = { 'sources/a.md': 'A source.\n', 'AGENTS.md': '# Agents\n', 'concepts/b.md': '# B\n' };

  async function apply(edits: readonly FileEdit[]): Promise<{ kind: string; before: object; after: object }> {
    const wiki = await testWiki(TEXTS);
    const { vault } = wiki;
    const before = await wiki.tree();
    const lens = await resolveLens(vault, 'KNOWLEDGE.md');
    const snapshot = await readSnapshot({ vault, lens, run: silentRun });
    const changeSet: ChangeSet = {
      title: 'Hostile',
      producer: 'ingest',
      files: edits,
      log: { event: 'ingest', subject: 'sources/a.md', bullets: [] },
      sources: [],
      notes: [],
      facts: {},
    };
    const journal = await openJournal(vault, { clock: wiki.clock, random: countingRandom() });
    const outcome = await applyChange({
      snapshot,
      lens,
      engine: createLintEngine(),
      journal,
      changeSet,
      accepted: allHunkIds(changeSet),
      clock: wiki.clock,
      run: silentRun,
      proposal: null,
    }).catch((error: unknown) => ({ kind: (error as { code: string }).code }));
    await journal.close();
    return { kind: outcome.kind, before, after: await treeOf(vault) };
  }

  const text = { title: 'Take over', reason: 'The source says so.', evidence: [] };
  const created = (file: string): FileEdit =>
    buildCreation({ path: file, parts: [{ text: 'pwned\n', ...text }], why: [] });

  it.each([
    'sources/new.md',
    'KNOWLEDGE.md',
    'Knowledge.md',
    'agents.md',
    'team/KNOWLEDGE.md',
    '.obsidian/app.json',
    '.wiki/trust.json',
    '_log.md',
    '_index.md',
    '_manifest.json',
    'page.html',
    '../outside.md',
    '/etc/passwd.md',
    'C:\\x.md',
    'concepts/con.md',
  ])('creating %s', async (file) => {
    const { kind, before, after } = await apply([created(file)]);
    expect(kind).not.toBe('done');
    expect(after).toEqual(before);
  });

  it.each(['sources/a.md', 'AGENTS.md', '_log.md'])('updating or deleting %s', async (file) => {
    const wiki = await testWiki(TEXTS);
    const base = (await wiki.tree())[file] ?? '';
    const splice = { start: 0, end: base.length, text: 'pwned\n', ...text };
    const edits = [
      buildUpdate({
        path: file,
        base,
        splices: [{ ...splice, needs: [], declares: ['headings', 'links'] }],
        why: [],
      }),
      buildDeletion({ path: file, base, reason: 'The source says so.', why: [] }),
    ];
    for (const edit of edits) {
      expect(edit.baseHash).toBe(hashText(base));
      const { kind, before, after } = await apply([edit]);
      expect(kind).toBe('blocked');
      expect(after).toEqual(before);
    }
  });
});
