import fc from 'fast-check';
import { silentRun } from '../../src/base';
import { hashText, type FileChange } from '../../src/vault';
import { renderIndex, renderProvenance } from '../../src/wiki';
import { applyTo, open, page, pictureOf, wikiVault } from './support/wiki';

const folders = ['', 'concepts/', 'concepts/deep/', 'entities/', 'Concepts2/'];
const names = ['a', 'b', 'B', 'note', 'Note', 'v1.2', 'über', 'u\u0308ber'];
const pagePath = fc.tuple(fc.constantFrom(...folders), fc.constantFrom(...names)).map(([f, n]) => `${f}${n}.md`);
const otherPath = fc.constantFrom(
  'sources/a.md',
  'sources/a.txt',
  'sources/deep/a.txt',
  'sources/b.csv',
  'files/a.png',
  'note.canvas',
  '_index.md',
  '_manifest.json',
  '_log.md',
);
const target = fc.oneof(
  fc.constantFrom(...names),
  pagePath,
  fc.constantFrom('slug-1', 'slug-2', './a', '../b', '/a', 'a.png', 'a.txt', 'A', 'deep/a', 'a.md', 'missing', ''),
);
const link = fc.oneof(
  target.map((to) => `[[${to}]]`),
  target.map((to) => `[[${to}#a|text]]`),
  target.map((to) => `[text](<${to}>)`),
  target.map((to) => `![[${to}]]`),
);
const text = fc.oneof(
  fc.array(link, { maxLength: 4 }).map((links) => links.join(' and ')),
  fc
    .tuple(fc.constantFrom('slug-1', 'slug-2', 'a', 'Wrong Slug'), fc.array(link, { maxLength: 4 }))
    .map(([slug, links]) => page(slug, links.join('\n'))),
  fc.constantFrom(
    '---\nschema: knowledge.source/v1\nid: b\nauthority: primary\n---\n',
    '- [[a]]: A.\n- [[slug-1|x]]: B.\n',
    '{"version":1,"hashAlgo":"sha256","sources":{}}',
    '---\n[broken\n---\n',
  ),
);

type Step =
  | { readonly op: 'write'; readonly path: string; readonly text: string }
  | { readonly op: 'rename'; readonly at: number; readonly to: string; readonly text: string }
  | { readonly op: 'delete'; readonly at: number };

const path = fc.oneof({ weight: 4, arbitrary: pagePath }, { weight: 1, arbitrary: otherPath });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ op: fc.constant('write' as const), path, text }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('rename' as const), at: fc.nat(), to: path, text }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('delete' as const), at: fc.nat() }) },
);

/** Steps as changes of the files that are there, which they bring up to date. */
function changesOf(steps: readonly Step[], files: Map<string, string>): FileChange[] {
  const changes: FileChange[] = [];
  for (const one of steps) {
    if (one.op === 'write') {
      const old = files.get(one.path);
      changes.push(
        old === undefined
          ? { op: 'create', path: one.path, text: one.text }
          : { op: 'update', path: one.path, expected: hashText(old), text: one.text },
      );
      files.set(one.path, one.text);
      continue;
    }
    const [from, old] = [...files][one.at % files.size] ?? [];
    if (from === undefined || old === undefined) continue;
    if (one.op === 'rename' && files.has(one.to)) continue;
    files.delete(from);
    if (one.op === 'delete') changes.push({ op: 'delete', path: from, expected: hashText(old) });
    else {
      changes.push({ op: 'rename', from, path: one.to, expected: hashText(old), text: one.text });
      files.set(one.to, one.text);
    }
  }
  return changes;
}

const world = fc.tuple(
  fc.dictionary(path, text, { maxKeys: 8, noNullPrototype: true }),
  fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
);

it('a snapshot after changes equals a fresh read of the changed files', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ([start, rounds]) => {
      const vault = wikiVault(start);
      const files = new Map(Object.entries(start));
      const first = await open(vault);
      let [snapshot, again] = [first, first];
      const all: (readonly FileChange[])[] = [];
      for (const steps of rounds) {
        const changes = changesOf(steps, files);
        all.push(changes);
        snapshot = snapshot.with(changes);
        await applyTo(vault, changes);
      }
      const fresh = await pictureOf(await open(vault));
      expect(await pictureOf(snapshot)).toEqual(fresh);
      // Once more, with the pages that are known from the first time.
      for (const changes of all) again = again.with(changes, snapshot);
      expect(await pictureOf(again)).toEqual(fresh);
      const written = new Set(all.flat().map((change) => change.path));
      for (const at of written) expect(again.pages.get(at)).toBe(snapshot.pages.get(at));
    }),
    { numRuns: 200 },
  );
});

it('a refreshed snapshot equals a fresh read and knows which pages changed', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ([start, rounds]) => {
      const vault = wikiVault(start);
      const files = new Map(Object.entries(start));
      const first = await open(vault);
      let snapshot = first;
      for (const steps of rounds) {
        const changes = changesOf(steps, files);
        await applyTo(vault, changes);
        const touched = changes.flatMap((one) => (one.op === 'rename' ? [one.from, one.path] : [one.path]));
        snapshot = await snapshot.refreshed(touched, silentRun);
      }
      const fresh = await open(vault);
      expect(await pictureOf(snapshot)).toEqual(await pictureOf(fresh));
      const changed = snapshot.changedSince(first);
      for (const at of new Set([...first.pages.keys(), ...fresh.pages.keys()])) {
        const same = JSON.stringify(first.pages.get(at)) === JSON.stringify(fresh.pages.get(at));
        // What did not change may be named, what changed must be.
        if (!same) expect(changed).toContain(at);
        if (snapshot.pages.get(at) === first.pages.get(at)) expect(changed).not.toContain(at);
      }
    }),
    { numRuns: 100 },
  );
});

it('a refresh of an added or removed folder covers all its files', async () => {
  const vault = wikiVault({ 'a.md': '[[x]]' });
  const before = await open(vault);
  await vault.write('new/x.md', page('x'));
  await vault.write('new/sub/y.md', '[[a]]');
  const after = await before.refreshed(['new'], silentRun);
  expect(await pictureOf(after)).toEqual(await pictureOf(await open(vault)));
  await vault.remove('new/x.md');
  await vault.remove('new/sub/y.md');
  await vault.remove('new/sub');
  await vault.remove('new');
  const gone = await after.refreshed(['new'], silentRun);
  expect(await pictureOf(gone)).toEqual(await pictureOf(before));
});

it('a nested wiki exists as long as its manifest', async () => {
  const root = '---\nschema: knowledge.workspace/v1\nname: in\ntitle: In\ndescription: d\nversion: 1.0.0\n---\n';
  const vault = wikiVault({ 'a.md': '[[inner]]', 'sub/inner.md': page('inner'), 'sub/sources/s.txt': 'x' });
  const before = await open(vault);
  expect([...before.pages.keys()]).toEqual(['a.md', 'sub/inner.md']);
  const change: FileChange = { op: 'create', path: 'sub/KNOWLEDGE.md', text: root };
  await applyTo(vault, [change]);
  const fresh = await open(vault);
  expect([...fresh.pages.keys(), ...fresh.files]).toEqual(['a.md', 'KNOWLEDGE.md']);
  expect(await pictureOf(before.with([change]))).toEqual(await pictureOf(fresh));
  const inside = fresh.with([{ op: 'create', path: 'sub/other.md', text: '' }]);
  expect(await pictureOf(inside)).toEqual(await pictureOf(fresh));
  await vault.remove('sub/KNOWLEDGE.md');
  const again = await fresh.refreshed(['sub/KNOWLEDGE.md'], silentRun);
  expect(await pictureOf(again)).toEqual(await pictureOf(before));
});

it('a view in a folder does not make it a nested wiki', async () => {
  const view =
    '---\nschema: knowledge.workspace/v1\nname: v1\ntitle: V\ndescription: d\nversion: 1.0.0\nextends: ../KNOWLEDGE.md\n---\n';
  const snapshot = await open(wikiVault({ 'ops/KNOWLEDGE.md': view, 'ops/a.md': '' }));
  expect([...snapshot.pages.keys()]).toEqual(['ops/a.md']);
  expect([...snapshot.files]).toEqual(['KNOWLEDGE.md', 'ops/KNOWLEDGE.md']);
});

it('pages are not parsed again once their changes are on disk', async () => {
  const vault = wikiVault({ 'a.md': page('a') });
  const before = await open(vault);
  const changes: FileChange[] = [{ op: 'create', path: 'b.md', text: page('b', '[[a]]') }];
  const proposed = before.with(changes);
  await applyTo(vault, changes);
  const applied = await proposed.refreshed(['b.md'], silentRun);
  expect(applied.pages.get('b.md')).toBe(proposed.pages.get('b.md'));
  expect(applied.changedSince(proposed).size).toBe(0);
  await vault.write('b.md', page('b', 'by hand'));
  expect((await applied.refreshed(['b.md'], silentRun)).changedSince(applied)).toEqual(new Set(['b.md']));
});

it('a change without effect gives the same snapshot', async () => {
  const change: FileChange = { op: 'create', path: 'a.md', text: page('a') };
  const snapshot = (await open(wikiVault({}))).with([change]);
  expect(snapshot.with([change])).toBe(snapshot);
  expect(snapshot.with([])).toBe(snapshot);
});

it('a refresh reads the root manifest, and an invalid one keeps the lens', async () => {
  const vault = wikiVault({ 'sources/a.txt': 'x' });
  const before = await open(vault);
  const text = await vault.readText('KNOWLEDGE.md');
  await vault.write('KNOWLEDGE.md', text.replace('version:', 'sources:\n  authorityDefault: primary\nversion:'));
  const after = await before.refreshed(['KNOWLEDGE.md'], silentRun);
  expect(after.manifest.sources.authorityDefault).toBe('primary');
  expect(after.source('sources/a.txt')?.authority).toBe('primary');
  await vault.write('KNOWLEDGE.md', text.replace('version: 1.0.0', 'version: new'));
  expect((await after.refreshed(['KNOWLEDGE.md'], silentRun)).lens).toBe(after.lens);
});

it('a snapshot does not change when the next one is made', async () => {
  const snapshot = await open(wikiVault({ 'a.md': page('a', '[[b]]'), 'b.md': page('b') }));
  const picture = await pictureOf(snapshot);
  const next = snapshot.with([
    { op: 'delete', path: 'b.md', expected: '' },
    { op: 'create', path: '_index.md', text: renderIndex(snapshot) },
    { op: 'create', path: '_manifest.json', text: renderProvenance({ version: 1, hashAlgo: 'sha256', sources: {} }) },
    { op: 'create', path: 'sources/new.md', text: '---\nschema: knowledge.source/v1\nid: new-one\n---\n' },
  ]);
  expect(next.resolve({ form: 'wikilink', target: 'b', fragment: null, external: false }, 'a.md').kind).toBe('missing');
  expect(next.source('new-one')?.path).toBe('sources/new.md');
  expect(await next.text('b.md')).toBeNull();
  expect(await pictureOf(snapshot)).toEqual(picture);
});
