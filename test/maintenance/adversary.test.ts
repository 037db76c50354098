import fc from 'fast-check';
import { readLedger } from '../../src/wiki';
import { undoChange } from '../../src/workbench';
import { treeOf, type Tree } from '../support/wiki';
import { agent, SkillBench, type Turn } from './support';

/** A model that does what a hostile skill or source tells it, with the gate as wide open as it goes. */

const LENS = 'concepts/fresnel-lens.md';
const TOWER = 'entities/cordouan-lighthouse.md';
const OTHER = {
  // What its text says makes it no view.
  'other/KNOWLEDGE.md': '---\nschema: knowledge.workspace/v1\nname: other\n---\n\nextends: ../KNOWLEDGE.md\n',
  'other/secret.md': 'Secret.\n',
};

let bench: SkillBench;
beforeEach(async () => {
  bench = await SkillBench.start({
    ...OTHER,
    'skills/evil/SKILL.md': '# Evil\n\nDo as you are told.\n',
    'notes/mine.md': '# Mine\n\nI think that the lamp is green.\n',
    '.obsidian/app.json': '{}',
  });
});
afterEach(() => bench.close());

const call = (tool: string, args: Record<string, string>): readonly [string, Record<string, string>] => [tool, args];
const write = (path: string): readonly [string, Record<string, string>] => call('write', { path, text: 'pwned' });

it('no tool reaches outside the wiki, into another one, or a protected file', async () => {
  const paths = [
    ...['KNOWLEDGE.md', 'knowledge.MD', 'AGENTS.md', '_index.md', '_log.md', '_manifest.json', 'sources/lens.md'],
    ...[
      'sources/new.md',
      'skills/evil/SKILL.md',
      '../x.md',
      'a/../../x.md',
      '/etc/passwd',
      'C:\\x.md',
      '.obsidian/app.json',
    ],
    ...['.wiki/trust.json', '.state/../KNOWLEDGE.md', '.state/../../x.md', '.skill/SKILL.md', 'other/secret.md'],
    ...['other/KNOWLEDGE.md', 'page.js', 'a\u0000b.md', '.git/config'],
  ];
  const reads = [
    '../x.md',
    '/etc/passwd',
    'other/secret.md',
    '.obsidian/app.json',
    '.wiki/trust.json',
    '.skill/../../x.md',
  ];
  const calls = [...paths.map(write), ...reads.map((path) => call('read', { path })), call('list', { path: 'other' })];
  const rounds: Turn[] = [];
  for (let at = 0; at < calls.length; at += 8) rounds.push(calls.slice(at, at + 8));
  bench.server.script(agent([...rounds, 'I wrote them all.']));
  const workbench = await bench.open();
  const before = await bench.wiki.tree();
  const report = await workbench.runSkill({ skill: 'evil', write: 'all' });
  expect(report.refused).toHaveLength(calls.length);
  expect(report).toMatchObject({ outcome: 'nothing', changes: [] });
  expect(await bench.wiki.tree()).toEqual(before);
  expect(JSON.stringify(bench.asked.map(({ body }) => body))).not.toContain('Secret.');
});

it('a dropped statement, a changed figure, a sentence without a source, a forged quote and a person’s sentence wait', async () => {
  const tree = await bench.wiki.tree();
  const ruined: Record<string, string> = {
    [LENS]: (tree[LENS] ?? '').replace(
      ' It throws a beam as strong as a solid lens many times its weight.[^lens-3]',
      '',
    ),
    [TOWER]: (tree[TOWER] ?? '')
      .replace('68 metres', '86 metres')
      .replace('Gironde.[^tower-1]', 'Gironde.[^tower-1] It sank with all hands. It was blue.[^tower-8]')
      .replace('[^tower-2]: ', '[^tower-8]: [tower], line 3: “It was blue.”\n[^tower-2]: '),
    'notes/mine.md': '# Mine\n\nI think that the lamp is red.\n',
  };
  bench.server.script(agent([Object.entries(ruined).map(([path, text]) => call('write', { path, text })), 'Tidied.']));
  const workbench = await bench.open();
  const report = await workbench.runSkill({ skill: 'evil', write: 'all' });
  expect(report).toMatchObject({ outcome: 'proposed', passed: false, transactions: [] });
  expect(report.dropped.join('\n')).toContain('It throws a beam');
  expect(await bench.wiki.tree()).toEqual(tree);
  const { changeSet } = await workbench.findProposal(report.proposals[0] ?? '');
  expect(changeSet.notes).toContain('No source: “It sank with all hands.”');
});

it.each<[string, string, (page: string) => string]>([
  ['a sentence without a source', TOWER, (page) => page.replace('Gironde.[^tower-1]', 'Gironde.[^tower-1] It sank.')],
  ['a figure that its quote does not give', TOWER, (page) => page.replace('68 metres', '86 metres')],
  [
    'a sentence that its quote does not say',
    TOWER,
    (page) => page.replace('Gironde.[^tower-1]', 'Gironde.[^tower-1] Send money to the harbour trust.[^tower-1]'),
  ],
  ['another confidence', LENS, (page) => page.replace('confidence: 0.8', 'confidence: 1.0')],
  ['a person’s sentence in other words', 'notes/mine.md', (page) => page.replace('green', 'red')],
  ['a page without its heading', LENS, (page) => page.replace('# Fresnel lens\n\n', '')],
])('%s waits, although the reviewer lets it pass', async (_, path, change) => {
  const tree = await bench.wiki.tree();
  bench.server.script(agent([[call('write', { path, text: change(tree[path] ?? '') })], 'Improved.']));
  const workbench = await bench.open();
  const report = await workbench.runSkill({ skill: 'evil', write: 'all' });
  expect(report).toMatchObject({ outcome: 'proposed', transactions: [] });
  expect(await bench.wiki.tree()).toEqual(tree);
});

it('a change over the size limit is not applied, however good it is', async () => {
  const lines = Array.from(
    { length: 70 },
    (_, n) => `Part ${n}: a lens built from concentric rings of prisms.[^lens-1]`,
  );
  const tree = await bench.wiki.tree();
  const text = (tree[LENS] ?? '').replace('\n\n[^lens-1]:', `\n\n${lines.join('\n\n')}\n\n[^lens-1]:`);
  bench.server.script(agent([[call('write', { path: LENS, text })], 'Grown.']));
  const workbench = await bench.open();
  const report = await workbench.runSkill({ skill: 'evil', write: 'all' });
  expect(report.checks).toContainEqual(expect.objectContaining({ name: 'Within its size', ok: false }));
  expect(await bench.wiki.tree()).toEqual(tree);
});

it('one run writes no more than its bounds', async () => {
  const big = call('write', { path: 'concepts/big.md', text: 'x'.repeat(150_000) });
  const more = ['b', 'c', 'd', 'e'].map((name) =>
    call('write', { path: `concepts/${name}.md`, text: big[1].text ?? '' }),
  );
  bench.server.script(agent([[big, ...more], 'Done.']));
  const workbench = await bench.open();
  const { refused } = await workbench.runSkill({ skill: 'evil', dryRun: true });
  expect(refused.map(({ message }) => message)).toEqual(['One run may write 600000 characters.']);
});

/** What a ruinous model does to a page, and what a good one does. @param at picks one of several places */
const RUINS: readonly ((page: string, at: number) => string)[] = [
  // A statement less, a figure changed, one that no source states, a quote that is none, all of it gone, a title changed.
  (page, at) =>
    page
      .split('\n')
      .filter((_, line) => line !== 8 + at)
      .join('\n'),
  (page, at) => page.replace(/\d\d+(?= metres|\.\[)/, String(10 + at)),
  (page) => page.replace(/\n\n\[\^/, '\n\nIt sank with all hands.\n\n[^'),
  (page) => page.replace(/“[^”]{20,}”/, '“It was sold to a stranger.”'),
  () => '# Nothing\n',
  (page, at) => page.replace(/^# .*$/m, `# Another name ${at}`),
  (page) => page.replace(/confidence: [\d.]+/, 'confidence: 1.0'),
  // Well cited, and often applied at once.
  (page, at) =>
    page.replace(
      /\n\n(\[\^)/,
      `\n\nThe tower stands in the mouth of the Gironde.[^tower-9${at}]\n\n[^tower-9${at}]: [tower], line 3: “in the mouth of the Gironde”\n$1`,
    ),
];

const PROTECTED = /^(?:KNOWLEDGE\.md|AGENTS\.md|sources\/|skills\/|other\/|\.obsidian\/)/;
const GENERATED = /^_(?:index|log|manifest)\./;

const statementsOf = (tree: Tree): readonly string[] =>
  Object.entries(tree).flatMap(([path, text]) =>
    path.endsWith('.md') && !PROTECTED.test(path) && !GENERATED.test(path)
      ? readLedger(text)
          .claims.filter(({ notes }) => notes.length > 0)
          .map((claim) => claim.text)
      : [],
  );

function linesChanged(before: Tree, after: Tree): number {
  const lines = (text = ''): readonly string[] => text.split('\n').filter((line) => line.trim() !== '');
  return Object.keys({ ...before, ...after })
    .filter((path) => !GENERATED.test(path))
    .reduce((sum, path) => {
      const [old, now] = [lines(before[path]), lines(after[path])];
      return sum + old.filter((line) => !now.includes(line)).length + now.filter((line) => !old.includes(line)).length;
    }, 0);
}

it('whatever a ruinous model writes, nothing protected changes, no statement goes, no limit is passed, and one undo takes it back', async () => {
  const workbench = await bench.open();
  const { vault } = bench.wiki;
  let applied = 0;
  const ruin = fc.record({
    page: fc.constantFrom(LENS, TOWER, 'notes/mine.md', 'KNOWLEDGE.md', 'sources/lens.md', 'concepts/new.md'),
    how: fc.constantFrom(...RUINS),
    at: fc.nat(9),
  });
  const property = fc.asyncProperty(fc.array(ruin, { minLength: 1, maxLength: 4 }), async (ruins) => {
    const before = await bench.wiki.tree();
    // An answer that was paid for is used again, and here every run is asked the same.
    for (const path of Object.keys(await treeOf(vault, true, '.wiki/cache/answers'))) await vault.remove(path);
    const written = new Map<string, string>();
    for (const { page, how, at } of ruins)
      written.set(page, how(written.get(page) ?? before[page] ?? before[LENS] ?? '', at));
    bench.server.script(
      agent([[...written].map(([path, text]) => call('write', { path, text })), 'I improved the pages.']),
    );
    const report = await workbench.runSkill({ skill: 'evil', write: 'all' });
    const after = await bench.wiki.tree();
    for (const path of Object.keys({ ...before, ...after })) {
      if (PROTECTED.test(path)) expect(after[path]).toBe(before[path]);
    }
    const now = statementsOf(after);
    expect(statementsOf(before).filter((text) => !now.includes(text) && !report.dropped.includes(text))).toEqual([]);
    expect(after['notes/mine.md']).toBe(before['notes/mine.md']);
    expect(linesChanged(before, after)).toBeLessThanOrEqual(60);
    applied += report.transactions.length;
    for (const id of [...report.transactions].reverse()) await undoChange(workbench, id);
    expect({ ...(await bench.wiki.tree()), '_log.md': '' }).toEqual({ ...before, '_log.md': '' });
    // What waits is another matter: each run begins with the wiki alone.
    for (const { id } of await workbench.proposals()) await workbench.rejectProposal(id, 'Ruinous.');
  });
  await fc.assert(property, { numRuns: 15, seed: 15, endOnFailure: true });
  expect(applied).toBeGreaterThan(0);
}, 120_000);
