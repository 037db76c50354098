import fc from 'fast-check';
import { silentRun, type Clock } from '../../src/base';
import { readPacked, sealText, type MemoryVault } from '../../src/vault';
import { saveSnapshotCache } from '../../src/wiki';
import { open, page, pictureOf, wikiVault } from './support/wiki';

const cachePath = '.wiki/cache/snapshot.jsonl';
const day = 86_400_000;

class SetClock implements Clock {
  constructor(public time: number) {}
  now(): number {
    return this.time;
  }
}

const readCacheText = async (vault: MemoryVault): Promise<string> => (await readPacked(vault, cachePath)) ?? '';

/** Counts the reads of every file but the cache. */
function counting(vault: MemoryVault): { reads: string[] } {
  const seen: { reads: string[] } = { reads: [] };
  const read = vault.readText.bind(vault);
  vault.readText = (path) => {
    if (path !== cachePath) seen.reads.push(path);
    return read(path);
  };
  return seen;
}

const rich = page(
  'rich',
  'Text [[other#Part|shown]] and ![p](a%20b.png) and [r][ref] [deck-1] #tag ^block\n\n## *Part* #\n\n[ref]: x.md\n',
  'confidence: 2\naliases: [A]\nnested:\n  __proto__: {a: [1, null, true, "x"]}\n  日本: é\n',
);

const files = {
  'a.md': rich,
  'b.md': page('b', '[[a]]'),
  'broken.md': '---\nx: [\n---\n',
  'infinite.md': '---\nx: .inf\n---\n',
  'sources/s.md': '---\nschema: knowledge.source/v1\nid: s-1\nauthority: primary\n---\n',
  'sources/s.pdf': 'bytes',
};

/** A wiki whose files are a day old, read and cached, and the clock set so that a cache may be trusted. */
async function cached(): Promise<{ vault: MemoryVault; clock: SetClock }> {
  const clock = new SetClock(10 * day);
  const vault = wikiVault(files, clock);
  clock.time = 11 * day;
  const snapshot = await open(vault, { clock });
  await snapshot.sourceHash('sources/s.pdf');
  await saveSnapshotCache(snapshot, vault, 's');
  return { vault, clock };
}

it('a warm start reads only changed pages and gives the same wiki', async () => {
  const { vault, clock } = await cached();
  const cold = await open(vault, { clock });
  const seen = counting(vault);
  const warm = await open(vault, { clock, cacheSecret: 's' });
  // Its frontmatter has a number that JSON cannot hold.
  expect(seen.reads).toEqual(['KNOWLEDGE.md', 'infinite.md']);
  expect(await pictureOf(warm)).toEqual(await pictureOf(cold));
  expect([...warm.pages]).toStrictEqual([...cold.pages]);
});

it('a warm start that decodes the texts of pages later gives the same wiki, and keeps it', async () => {
  const { vault, clock } = await cached();
  const cold = await pictureOf(await open(vault, { clock }));
  const later = { clock, cacheSecret: 's', isLazy: true };
  expect(await pictureOf(await open(vault, later))).toEqual(cold);
  await vault.write('b.md', page('b', '[[rich]]'));
  clock.time += day;
  await saveSnapshotCache(await open(vault, later), vault, 's');
  const seen = counting(vault);
  const again = await open(vault, later);
  expect(seen.reads).toEqual(['KNOWLEDGE.md', 'infinite.md']);
  expect(await pictureOf(again)).toEqual(await pictureOf(await open(vault, { clock })));
});

it('the cache keeps the hashes of sources', async () => {
  const { vault, clock } = await cached();
  const warm = await open(vault, { clock, cacheSecret: 's' });
  vault.readBytes = () => Promise.reject(new Error('must not be read'));
  await expect(warm.sourceHash('sources/s.pdf')).resolves.toMatch(/^[0-9a-f]{64}$/);
});

it('without a clock, files older than the cache count as unchanged', async () => {
  const clock = new SetClock(10 * day);
  const vault = wikiVault(files, clock);
  clock.time = 11 * day;
  await saveSnapshotCache(await open(vault), vault, 's');
  const seen = counting(vault);
  await open(vault, { cacheSecret: 's' });
  expect(seen.reads).toEqual(['KNOWLEDGE.md', 'infinite.md']);
});

it('a warm start finds changed, new and removed files', async () => {
  const { vault, clock } = await cached();
  clock.time += 1;
  await vault.write('a.md', page('a', 'Other.'));
  await vault.write('new.md', '[[b]]');
  await vault.write('sources/s.pdf', 'other');
  await vault.remove('b.md');
  const warm = await open(vault, { clock, cacheSecret: 's' });
  const cold = await open(vault, { clock });
  expect(await pictureOf(warm)).toEqual(await pictureOf(cold));
  expect(await warm.sourceHash('sources/s.pdf')).toBe(await cold.sourceHash('sources/s.pdf'));
  const later = await open(vault, { clock, cacheSecret: 's', isLazy: true });
  expect(await pictureOf(later)).toEqual(await pictureOf(cold));
});

/** The vault with the mtime of some files as a coarse or dishonest file system tells it. */
function withMtimes(vault: MemoryVault, mtimes: Record<string, number>): void {
  const [list, stat] = [vault.list.bind(vault), vault.stat.bind(vault)];
  vault.list = async (folder) =>
    (await list(folder)).map((entry) => ({ ...entry, mtime: mtimes[entry.path] ?? entry.mtime }));
  vault.stat = async (path) => {
    const found = await stat(path);
    return found === null ? null : { ...found, mtime: mtimes[path] ?? found.mtime };
  };
}

describe('a file that changes without a new size or mtime', () => {
  const one = page('b', 'one');
  const two = page('b', 'two');

  async function attack(mtime: number, readAt: number, savedAt: number, withClock = true): Promise<string | undefined> {
    const clock = new SetClock(readAt);
    const vault = wikiVault({ 'b.md': one });
    withMtimes(vault, { 'b.md': mtime, [cachePath]: savedAt });
    const options = withClock ? { clock } : {};
    await saveSnapshotCache(await open(vault, options), vault, 's');
    await vault.write('b.md', two);
    clock.time = savedAt + day;
    return (await open(vault, { ...options, cacheSecret: 's' })).pages.get('b.md')?.summary;
  }

  it('is read again if it was recent when it was read', async () => {
    expect(await attack(5 * day, 5 * day + 1_000, 6 * day)).toBe('two');
    expect(await attack(5 * day, 5 * day, 6 * day)).toBe('two');
  });

  it('is read again if its mtime is close to or after the time of the cache', async () => {
    expect(await attack(5 * day, 5 * day, 5 * day + 1_500, false)).toBe('two');
    expect(await attack(7 * day, 6 * day, 6 * day, false)).toBe('two');
    expect(await attack(7 * day, 6 * day, 6 * day)).toBe('two');
  });

  it('is read again if the host has no mtime', async () => {
    expect(await attack(0, 6 * day, 6 * day)).toBe('two');
    expect(await attack(0, 6 * day, 6 * day, false)).toBe('two');
  });

  it('is read again on refresh unless its mtime is proof', async () => {
    const clock = new SetClock(5 * day + 1_000);
    const vault = wikiVault({ 'b.md': one });
    withMtimes(vault, { 'b.md': 5 * day });
    const snapshot = await open(vault, { clock });
    await vault.write('b.md', two);
    expect((await snapshot.refreshed(['b.md'], silentRun)).pages.get('b.md')?.summary).toBe('two');
  });

  it('an earlier mtime counts as a change', async () => {
    const { vault, clock } = await cached();
    withMtimes(vault, { 'b.md': 9 * day });
    const seen = counting(vault);
    await open(vault, { clock, cacheSecret: 's' });
    expect(seen.reads).toContain('b.md');
  });
});

describe('a damaged cache', () => {
  async function damaged(change: (text: string) => string | Uint8Array): Promise<void> {
    const { vault, clock } = await cached();
    await vault.write(cachePath, change(await readCacheText(vault)));
    const seen = counting(vault);
    const warm = await open(vault, { clock, cacheSecret: 's' });
    expect(seen.reads).toEqual(expect.arrayContaining(['a.md', 'b.md', 'broken.md']));
    expect(await pictureOf(warm)).toEqual(await pictureOf(await open(vault)));
  }

  it.each<[string, (text: string) => string | Uint8Array]>([
    ['empty', () => ''],
    ['a header only', (text) => text.slice(0, text.indexOf('\n') + 1)],
    ['cut off', (text) => text.slice(0, -20)],
    ['without its last line', (text) => text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)],
    ['with a line twice', (text) => text + text.trimEnd().slice(text.trimEnd().lastIndexOf('\n') + 1) + '\n'],
    ['of another version', (text) => text.replace(/^\["([^"]*)",\d+/, '["$1",999')],
    ['of another format', (text) => text.replace('snapshot', 'whatever')],
    ['with one letter changed', (text) => text.replace('concept', 'koncept')],
    ['not text', () => new Uint8Array([0xff, 0xfe, 0])],
    ['JSON of another kind', () => '{"pages":[]}\n'],
    ['a deep nest', () => `${'['.repeat(100_000)}\n`],
  ])('%s', async (_name, change) => {
    await damaged(change);
  });

  /** Lines with a valid seal, which only this device could make. */
  function forged(text: string, change: (body: string) => string, secret = 's'): string {
    const [header = '[]', ...lines] = text.trimEnd().split('\n');
    const [format, version] = JSON.parse(header) as readonly unknown[];
    const sealed = (body: string): string =>
      `${sealText(`${String(format)} ${String(version)}\n${body}`, secret)} ${body}`;
    return `${[header, ...lines.map((line) => sealed(change(line.slice(65))))].join('\n')}\n`;
  }

  it('of another device', () => damaged((text) => forged(text, (body) => body, 'another')));

  it('has the seal that these tests compute', async () => {
    const { vault } = await cached();
    const text = await readCacheText(vault);
    expect(forged(text, (body) => body)).toBe(text);
  });

  it.each<[string, (body: string) => string]>([
    ['a wrong type', (body) => body.replace('"concept"', '7')],
    ['an invalid kind', (body) => body.replace('"concept"', '"../x"')],
    ['an offset beyond the file', (body) => body.replace('"other","Part","shown",197', '"other","Part","shown",99999')],
    ['an offset before the file', (body) => body.replace('"shown",197,20,2', '"shown",197,20,-999')],
    ['an invalid form', (body) => body.replace('[0,"other"', '[44,"other"')],
    ['a missing cell', (body) => body.replace('"rich",', '')],
    ['a source as a page', (body) => body.replace('"a.md"', '"sources/x.md"')],
    ['a hidden file as a page', (body) => body.replace('"a.md"', '"../a.md"')],
    ['no list', () => '{}'],
    ['rows of an unknown kind', (body) => body.replace('"pages"', '"constructor"')],
    ['an invalid hash', (body) => body.replace(/"[0-9a-f]{64}"/, '"x"')],
  ])('forged: %s', async (_name, change) => {
    await damaged((text) => {
      const made = forged(text, change);
      expect(made).not.toBe(text);
      return made;
    });
  });

  it('is not noticed in the text of a page that the answer does not need', async () => {
    const { vault, clock } = await cached();
    const text = await readCacheText(vault);
    const made = forged(text, (body) => body.replace('"shown",197,20,2', '"shown",197,20,-999'));
    expect(made).not.toBe(text);
    await vault.write(cachePath, made);
    const later = await open(vault, { clock, cacheSecret: 's', isLazy: true });
    expect(later.backlinks('a.md').map(({ from }) => from.path)).toEqual(['b.md']);
    expect(() => later.pages.get('a.md')?.links).toThrow(RangeError);
  });

  it('never changes the wiki, whatever the damage', async () => {
    const { vault, clock } = await cached();
    const good = await readCacheText(vault);
    const picture = await pictureOf(await open(vault));
    const place = fc.nat({ max: good.length - 1 });
    await fc.assert(
      fc.asyncProperty(place, fc.string({ maxLength: 3 }), fc.nat({ max: 5 }), async (at, text, length) => {
        await vault.write(cachePath, good.slice(0, at) + text + good.slice(at + length));
        expect(await pictureOf(await open(vault, { clock, cacheSecret: 's' }))).toEqual(picture);
        expect(await pictureOf(await open(vault, { clock, cacheSecret: 's', isLazy: true }))).toEqual(picture);
      }),
      { numRuns: 150 },
    );
  });
});

it('proposed changes are not written to the cache', async () => {
  const { vault, clock } = await cached();
  const snapshot = await open(vault, { clock, cacheSecret: 's' });
  const proposed = snapshot.with([
    { op: 'create', path: 'x.md', text: 'x' },
    { op: 'update', path: 'b.md', expected: '', text: 'y' },
  ]);
  await saveSnapshotCache(proposed, vault, 's');
  expect(await pictureOf(await open(vault, { clock, cacheSecret: 's' }))).toEqual(await pictureOf(await open(vault)));
});
