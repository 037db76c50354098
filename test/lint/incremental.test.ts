import fc from 'fast-check';
import { silentRun } from '../../src/base';
import { createLintEngine } from '../../src/lint';
import { hashText, MemoryVault, type FileChange } from '../../src/vault';
import { readSnapshot, renderIndex, type Snapshot } from '../../src/wiki';
import { resolveLens, type Lens } from '../../src/workspace';
import { lintEngine, manifestWith } from './support';

/** Few names, so that files, slugs, titles, aliases and link targets share them. */
const name = fc.constantFrom('mercury', 'Mercury', 'venus', 'the-sun', 'The Sun', 'old name', 'x1');
const slug = fc.constantFrom('mercury', 'venus', 'the-sun', 'old-name', 'x1', 'gone');
const folder = fc.constantFrom('', 'planets/', 'metals/', 'concepts/');
const pagePath = fc.tuple(folder, name).map(([at, stem]) => `${at}${stem}.md`);
const sourcePath = fc.constantFrom('sources/2024-01-05-call.md', 'sources/notes.md', 'sources/2026-04-20-talk.txt');
const day = fc.constantFrom('2023-06-01', '2025-03-01', '2025-12-01', '2026-04-20');

const link = fc.oneof(
  name.map((to) => `[[${to}]]`),
  fc.tuple(folder, name).map(([at, to]) => `[[${at}${to}]]`),
  fc.tuple(name, fc.constantFrom('Facts', 'Limits', '^b1')).map(([to, part]) => `[[${to}#${part}|there]]`),
  pagePath.map((to) => `[text](/${encodeURI(to)})`),
  sourcePath.map((to) => `[the source](/${to})`),
  fc.constantFrom('[[#Facts]]', '![[pic.png]]', '[[mercry]]', '[2024-01-05-call]', '[2020-01-01-none]', 'TODO'),
);

function listOf(field: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${field}: ${JSON.stringify(items)}\n`;
}

/** A sentence that names a page. */
const mention = name.map((text) => `It was said that ${text} was there.`);

const page = fc
  .record({
    schema: fc.constantFrom('knowledge/v1', 'knowledge/v1', 'knowledge.entry/v1', ''),
    slug,
    kind: fc.constantFrom('concept', 'entity', 'comparison', 'planet'),
    title: name,
    aliases: fc.array(name, { maxLength: 1 }),
    sources: fc.array(fc.oneof(sourcePath, fc.constantFrom('notes', '2024-01-05-call')), { maxLength: 2 }),
    supersedes: fc.array(slug, { maxLength: 1 }),
    contradicts: fc.array(slug, { maxLength: 1 }),
    links: fc.array(slug, { maxLength: 1 }),
    confidence: fc.constantFrom('', 'confidence: 0.3\n', 'confidence: 9\n'),
    updated: day,
    headings: fc.subarray(['## Facts', '### Limits', 'Known. ^b1']),
    body: fc.array(fc.oneof(link, mention), { maxLength: 4 }),
  })
  .map((spec) => {
    const body = [...spec.body, ...spec.headings].join('\n\n');
    if (spec.schema === '') return `${body}\n`;
    const lists = (['aliases', 'sources', 'supersedes', 'contradicts', 'links'] as const).map((field) =>
      listOf(field, spec[field]),
    );
    const head = `schema: ${spec.schema}\nslug: ${spec.slug}\nkind: ${spec.kind}\ntitle: ${spec.title}\n`;
    return `---\n${head}${lists.join('')}${spec.confidence}updated_at: "${spec.updated}"\n---\n\n${body}\n`;
  });

const index = fc
  .array(fc.oneof(slug, name), { maxLength: 5 })
  .map((names) => `# W\n\n${names.map((one) => `- [[${one}]]: x\n`).join('')}`);
const provenance = sourcePath.map((path) =>
  JSON.stringify({
    version: 1,
    hashAlgo: 'sha256',
    sources: { [path]: { contentHash: hashText('A source.\n'), slugs: [] } },
  }),
);

function gone(text: fc.Arbitrary<string>): fc.Arbitrary<string | null> {
  return fc.option(text, { freq: 4 });
}

/** A file and its text; `null` removes it. */
const file = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(pagePath, gone(page)) },
  { weight: 1, arbitrary: fc.tuple(sourcePath, fc.constantFrom('A source.\n', 'Another.\n', null)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('_index.md'), gone(index)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('_manifest.json'), gone(provenance)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('planets/pic.png', 'pic.png', 'mercury.canvas'), fc.constantFrom('x', null)),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('AGENTS.md'), fc.constantFrom('conflictResolution: recency\n', null)) },
);

const lints = `lints:
  - { id: old, kind: max-age, appliesTo: Concept, severity: error, params: { days: 30 } }
  - { id: reachable, kind: orphan, appliesTo: "*", severity: info, params: { index: false } }
  - { id: sure, kind: min-confidence, appliesTo: Concept, severity: warn, params: { min: 0.5 } }
  - { id: done, kind: custom, appliesTo: "*", severity: info, params: { pattern: "TODO" } }
  - { id: unlinked-mention, kind: custom, appliesTo: "*", severity: info }
entityTypes:
  - { name: Planet, parent: Concept }
curation: { conflictResolution: keep-both }
display: { homePage: venus }
`;
const manifests = [
  manifestWith(''),
  manifestWith(lints),
  manifestWith('metadata: { living-wiki: { ignore: [{ rule: orphan, path: planets/, reason: fine }] } }\n'),
];
const view = manifestWith(
  'extends: ../../KNOWLEDGE.md\nlints:\n  - { id: links, kind: broken-ref, appliesTo: Concept, severity: info }\n',
).replace('name: wiki', 'name: a-view');

interface Step {
  readonly files: readonly (readonly [string, string | null])[];
  /** Applied to the snapshot like a proposal, or written to the vault. */
  readonly over: boolean;
  readonly manifest: number | null;
  readonly days: number;
  readonly lens: 'root' | 'view';
}

const step: fc.Arbitrary<Step> = fc.record({
  files: fc.array(file, { minLength: 1, maxLength: 3 }),
  over: fc.boolean(),
  manifest: fc.option(fc.nat(manifests.length - 1), { freq: 8 }),
  days: fc.constantFrom(0, 0, 40, 400, -40),
  lens: fc.constantFrom('root', 'root', 'root', 'view'),
});

/** A wiki that changes, and its snapshots. */
class Scene {
  readonly vault: MemoryVault;
  now = Date.parse('2026-05-01T00:00:00Z');
  snapshot!: Snapshot;

  constructor(files: readonly (readonly [string, string | null])[]) {
    const given = files.flatMap(([path, text]) => (text === null ? [] : [[path, text] as const]));
    this.vault = new MemoryVault({
      ...Object.fromEntries(given),
      'KNOWLEDGE.md': manifests[0]!,
      'views/a/KNOWLEDGE.md': view,
    });
  }

  async open(): Promise<void> {
    const lens = await resolveLens(this.vault, 'KNOWLEDGE.md');
    this.snapshot = await readSnapshot({ vault: this.vault, lens, run: silentRun });
  }

  async take(next: Step): Promise<void> {
    this.now += next.days * 86_400_000;
    const files = [...new Map(next.files)];
    if (next.over) {
      const changes: FileChange[] = [];
      for (const [path, text] of files) {
        if (path.startsWith('sources/') || path.endsWith('.png') || path.endsWith('.canvas')) continue;
        const old = await this.snapshot.text(path);
        if (text === null && old !== null) changes.push({ op: 'delete', path, expected: hashText(old) });
        else if (text !== null && old === null) changes.push({ op: 'create', path, text });
        else if (text !== null && old !== null) changes.push({ op: 'update', path, expected: hashText(old), text });
      }
      this.snapshot = this.snapshot.with(changes);
      return;
    }
    const paths = files.map(([path]) => path);
    for (const [path, text] of files) await (text === null ? this.vault.remove(path) : this.vault.write(path, text));
    if (next.manifest !== null) {
      await this.vault.write('KNOWLEDGE.md', manifests[next.manifest]!);
      paths.push('KNOWLEDGE.md');
    }
    this.snapshot = await this.snapshot.refreshed(paths, silentRun);
  }

  async lens(which: Step['lens']): Promise<Lens> {
    return which === 'root' ? this.snapshot.lens : resolveLens(this.vault, 'views/a/KNOWLEDGE.md');
  }
}

it('an incremental pass gives the result of a full pass', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 3, maxLength: 14 }),
      fc.array(step, { maxLength: 5 }),
      async (files, steps) => {
        const scene = new Scene(files);
        await scene.open();
        const engine = lintEngine();
        const check = async (which: Step['lens']): Promise<void> => {
          const lens = await scene.lens(which);
          const now = scene.now;
          const options = { clock: { now: () => now }, run: silentRun };
          const incremental = await engine.lint(scene.snapshot, lens, options);
          const full = await lintEngine().lint(scene.snapshot, lens, options);
          expect(incremental).toEqual(full);
        };
        await check('root');
        for (const next of steps) {
          await scene.take(next);
          await check(next.lens);
        }
      },
    ),
    { numRuns: 100 },
  );
}, 60_000);

it('a run after a restart, with what the last one kept, gives the result of a full pass', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 3, maxLength: 14 }),
      fc.array(step, { maxLength: 5 }),
      async (files, steps) => {
        const scene = new Scene(files);
        const runOnce = async (): Promise<void> => {
          const now = scene.now;
          const options = { clock: { now: () => now }, run: silentRun };
          const lens = await resolveLens(scene.vault, 'KNOWLEDGE.md');
          const snapshot = await readSnapshot({ vault: scene.vault, lens, ...options });
          const engine = createLintEngine(null, { vault: scene.vault, secret: () => 'secret' });
          const found = await engine.lint(snapshot, lens, options);
          expect(found).toEqual(await createLintEngine().lint(snapshot, lens, options));
          await engine.keep(snapshot, lens, options);
        };
        await runOnce();
        for (const next of steps) {
          scene.now += next.days * 86_400_000;
          for (const [path, text] of next.files) {
            await (text === null ? scene.vault.remove(path) : scene.vault.write(path, text));
          }
          if (next.manifest !== null) await scene.vault.write('KNOWLEDGE.md', manifests[next.manifest]!);
          await runOnce();
        }
      },
    ),
    { numRuns: 100 },
  );
}, 60_000);

it('the pass after a cancelled one misses nothing', async () => {
  const scene = new Scene(Array.from({ length: 400 }, (_, at) => [`notes/n${at}.md`, `[[gone ${at}]]\n`] as const));
  await scene.open();
  const engine = lintEngine();
  const clock = { now: () => scene.now };
  const controller = new AbortController();
  let yields = 0;
  const run = {
    ...silentRun,
    signal: controller.signal,
    yieldToHost: async () => {
      yields += 1;
      if (yields === 2) controller.abort();
    },
  };
  await expect(engine.lint(scene.snapshot, scene.snapshot.lens, { clock, run })).rejects.toMatchObject({
    code: 'living-wiki:cancelled',
  });
  const after = await engine.lint(scene.snapshot, scene.snapshot.lens, { clock, run: silentRun });
  const fresh = await lintEngine().lint(scene.snapshot, scene.snapshot.lens, { clock, run: silentRun });
  expect(after).toEqual(fresh);
  expect(after.findings.filter((finding) => finding.check === 'broken-ref')).toHaveLength(400);
});

it('passes over different snapshots can run at the same time', async () => {
  const scene = new Scene([['notes/a.md', '[[b]]\n']]);
  await scene.open();
  const next = scene.snapshot.with([{ op: 'create', path: 'notes/b.md', text: '[[a]]\n' }]);
  const engine = lintEngine();
  const options = { clock: { now: () => scene.now }, run: silentRun };
  const reports = await Promise.all(
    [scene.snapshot, next, scene.snapshot].map((one) => engine.lint(one, one.lens, options)),
  );
  const broken = reports.map(({ findings }) => findings.filter((finding) => finding.check === 'broken-ref').length);
  expect(broken).toEqual([1, 0, 1]);
});

it('a pass sees that an overview got another section, whose title the index shows', async () => {
  const text = (title: string): string => `About [[venus]].\n\n## ${title}\n\nOf [[mercury]].\n`;
  const scene = new Scene([
    ['overview.md', text('Planets')],
    ...['venus.md', 'mercury.md'].map((path) => [path, 'Far.\n'] as const),
  ]);
  await scene.open();
  await scene.take({
    files: [['_index.md', renderIndex(scene.snapshot)]],
    over: false,
    manifest: null,
    days: 0,
    lens: 'root',
  });
  const engine = lintEngine();
  const options = { clock: { now: () => scene.now }, run: silentRun };
  const staleLines = async (): Promise<readonly number[]> => {
    const { findings } = await engine.lint(scene.snapshot, scene.snapshot.lens, options);
    return findings.flatMap(({ check, line }) => (check === 'index-stale' ? [line] : []));
  };
  expect(await staleLines()).toEqual([]);
  await scene.take({ files: [['overview.md', text('Metals')]], over: false, manifest: null, days: 0, lens: 'root' });
  expect(await staleLines()).toEqual([10]);
});
