/**
 * Promise 13. Incremental. Cost follows what changed, not the size of the vault: one edited page is one page parsed.
 *
 * A page that was parsed is a new object, so that objects which stay the same prove that nothing was parsed again; and
 * the vault counts what is read of it.
 */
import { silentRun, type Clock } from '../../src/base';
import { MemoryVault, type Vault } from '../../src/vault';
import { pagesMentioning, readSnapshot, saveSnapshotCache, type Snapshot } from '../../src/wiki';
import { resolveLens } from '../../src/workspace';

const size = 300;
const hour = 3_600_000;

function pageText(number: number, body = ''): string {
  const links = [1, 7, 31].map((step) => `[[page-${(number + step) % size}]]`).join(' ');
  const head = `schema: knowledge/v1\nslug: page-${number}\nkind: concept\ntitle: Page ${number}\nupdated_at: 2026-04-27`;
  return `---\n${head}\n---\n\n# Page ${number}\n\n${links} ${body}\n`;
}

const manifest = '---\nschema: knowledge.workspace/v1\nname: w-1\ntitle: W\ndescription: d\nversion: 1.0.0\n---\n';

class CountingVault extends MemoryVault {
  readonly read: string[] = [];
  listed = 0;

  override async readText(path: string): Promise<string> {
    this.read.push(path);
    return super.readText(path);
  }

  override async readBytes(path: string): Promise<Uint8Array> {
    this.read.push(path);
    return super.readBytes(path);
  }

  override async list(folder: string): ReturnType<Vault['list']> {
    this.listed += 1;
    return super.list(folder);
  }

  forget(): void {
    this.read.length = 0;
    this.listed = 0;
  }
}

async function wiki(): Promise<{ vault: CountingVault; clock: Clock & { time: number }; snapshot: Snapshot }> {
  const clock = { time: 100 * hour, now: () => clock.time };
  const pages = Array.from({ length: size }, (_, number) => [`concepts/page-${number}.md`, pageText(number)] as const);
  const vault = new CountingVault(
    { 'KNOWLEDGE.md': manifest, ...Object.fromEntries(pages), 'sources/a.txt': 'x' },
    clock,
  );
  clock.time += hour;
  const lens = await resolveLens(vault, 'KNOWLEDGE.md');
  const snapshot = await readSnapshot({ vault, lens, run: silentRun, clock });
  clock.time += hour;
  return { vault, clock, snapshot };
}

/** The paths of pages that are other objects than before: those that were parsed. */
function parsed(before: Snapshot, after: Snapshot): readonly string[] {
  return [...after.pages].filter(([path, page]) => before.pages.get(path) !== page).map(([path]) => path);
}

const edited = 'concepts/page-8.md';

it('a proposed edit of one page parses one page and reads nothing', async () => {
  const { vault, snapshot } = await wiki();
  vault.forget();
  const next = snapshot.with([{ op: 'update', path: edited, expected: '', text: pageText(8, 'New.') }]);
  expect(parsed(snapshot, next)).toEqual([edited]);
  expect(next.changedSince(snapshot)).toEqual(new Set([edited]));
  expect(next.sources).toBe(snapshot.sources);
  expect(next.files).toBe(snapshot.files);
  expect([vault.read, vault.listed]).toEqual([[], 0]);
});

it('one page edited by hand is one file read and one page parsed', async () => {
  const { vault, snapshot } = await wiki();
  await vault.write(edited, pageText(8, 'By hand.'));
  vault.forget();
  const next = await snapshot.refreshed([edited], silentRun);
  expect(parsed(snapshot, next)).toEqual([edited]);
  expect([vault.read, vault.listed]).toEqual([[edited], 0]);
});

it('an event for an unchanged page costs nothing', async () => {
  const { vault, snapshot } = await wiki();
  vault.forget();
  const next = await snapshot.refreshed([edited], silentRun);
  expect(parsed(snapshot, next)).toEqual([]);
  expect(vault.read).toEqual([]);
});

it('a start with a cache reads and parses the pages that changed since, and no other', async () => {
  const { vault, clock, snapshot } = await wiki();
  await saveSnapshotCache(snapshot, vault, 's');
  clock.time += hour;
  await vault.write(edited, pageText(8, 'While nobody looked.'));
  const lens = await resolveLens(vault, 'KNOWLEDGE.md');
  vault.forget();
  const warm = await readSnapshot({ vault, lens, run: silentRun, clock, cacheSecret: 's' });
  expect(vault.read.filter((path) => path.endsWith('.md'))).toEqual([edited]);
  expect(warm.pages.size).toBe(size);
});

it('a page that comes or goes concerns the pages that mention its name, and no other', async () => {
  const { snapshot } = await wiki();
  const next = snapshot.with([{ op: 'delete', path: edited, expected: '' }]);
  expect(next.changedSince(snapshot)).toEqual(new Set([edited]));
  expect(parsed(snapshot, next)).toEqual([]);
  const concerned = [...pagesMentioning(next, 'page-8')].map(({ path }) => path);
  expect(concerned).toEqual(['concepts/page-1.md', 'concepts/page-277.md', 'concepts/page-7.md']);
  for (const page of next.pages.values()) {
    const broken = page.links.some((link) => next.resolve(link, page.path).kind === 'missing');
    expect(broken).toBe(concerned.includes(page.path));
  }
});
