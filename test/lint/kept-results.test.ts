import { silentRun } from '../../src/base';
import { createLintEngine, type LintReport } from '../../src/lint';
import { MemoryVault } from '../../src/vault';
import { readSnapshot } from '../../src/wiki';
import { resolveLens } from '../../src/workspace';
import { clock, manifestWith, pageText, textsAfter } from './support';

const FILE = '.wiki/cache/lint.jsonl';
const BROKEN = pageText('one', 'concept', 'See [[tow]] and [[two]].');

function vaultOf(files: Readonly<Record<string, string>>): MemoryVault {
  return new MemoryVault({ 'KNOWLEDGE.md': manifestWith(''), 'sources/a.md': 'A source.\n', ...files });
}

/** One run of a program: opens the wiki, lints it and keeps the results. */
async function lintOnce(
  vault: MemoryVault,
  secret: string | null = 'mine',
): Promise<{ readonly report: LintReport; readonly checked: number }> {
  const lens = await resolveLens(vault, 'KNOWLEDGE.md');
  let checked = 0;
  const run = {
    ...silentRun,
    progress: ({ stage, total }: { stage: string; total: number }) => {
      if (stage === 'Checking pages') checked = total;
    },
  };
  const snapshot = await readSnapshot({ vault, lens, run: silentRun, clock });
  const engine = createLintEngine(null, { vault, secret: () => secret });
  const report = await engine.lint(snapshot, lens, { clock, run });
  await engine.keep(snapshot, lens, { clock, run: silentRun });
  return { report, checked };
}

const brokenLinks = ({ findings }: LintReport): readonly string[] =>
  findings.filter(({ check }) => check === 'broken-ref').map(({ path, message }) => `${path}: ${message}`);

const wiki = {
  'concepts/one.md': BROKEN,
  'concepts/two.md': pageText('two', 'concept', 'See [[one]].'),
  'concepts/three.md': pageText('three', 'concept', 'See [[two]].'),
};

it('the next run checks no page of a wiki that is as it was, and finds the same', async () => {
  const vault = vaultOf(wiki);
  const first = await lintOnce(vault);
  expect(first.checked).toBe(3);
  expect(brokenLinks(first.report)).toHaveLength(1);
  const second = await lintOnce(vault);
  expect(second).toEqual({ report: first.report, checked: 0 });
});

it('the next run checks a page that was edited, and not those that it has nothing to do with', async () => {
  const vault = vaultOf(wiki);
  await lintOnce(vault);
  await vault.write('concepts/three.md', pageText('three', 'concept', 'See [[two]] and [[nowhere at all]].'));
  const { report, checked } = await lintOnce(vault);
  expect(checked).toBeLessThan(3);
  expect(brokenLinks(report)).toHaveLength(2);
});

it('a page that is gone breaks the links to it in the next run', async () => {
  const vault = vaultOf(wiki);
  await lintOnce(vault);
  await vault.remove('concepts/two.md');
  const { report } = await lintOnce(vault);
  expect(brokenLinks(report)).toHaveLength(3);
});

it.each(['another device', 'no secret', 'a line less', 'two lines exchanged', 'a changed byte', 'no gzip'])(
  'kept results with %s hide no error',
  async (kind) => {
    // More than two lines of the cache hold.
    const count = 520;
    const many = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`notes/n${at}.md`, `[[gone ${at}]]\n`] as const),
    );
    const vault = vaultOf(many);
    await lintOnce(vault, kind === 'another device' ? 'theirs' : 'mine');
    const { readPackedLines, writePackedLines } = await import('../../src/vault');
    const lines: string[] = [];
    for await (const line of readPackedLines(vault, FILE)) lines.push(`${line}\n`);
    expect(lines.length).toBeGreaterThan(3);
    const damaged = {
      'a line less': lines.slice(0, -1),
      'two lines exchanged': [lines[0]!, lines[2]!, lines[1]!, ...lines.slice(3)],
      'a changed byte': lines.map((line) => line.replace('gone 7', 'gone 8')),
    }[kind];
    if (damaged) await writePackedLines(vault, FILE, damaged);
    if (kind === 'no gzip') await vault.write(FILE, 'not a cache');
    const { report, checked } = await lintOnce(vault, kind === 'no secret' ? null : 'mine');
    expect(checked).toBe(count);
    expect(brokenLinks(report)).toHaveLength(count);
  },
);

it('results kept under another manifest do not count', async () => {
  const vault = vaultOf(wiki);
  await lintOnce(vault);
  await vault.write(
    'KNOWLEDGE.md',
    manifestWith('lints:\n  - { id: links, kind: broken-ref, appliesTo: "*", severity: error }\n'),
  );
  const { report, checked } = await lintOnce(vault);
  expect(checked).toBe(3);
  expect(report.counts.error).toBe(1);
});

it('a finding from the last run still has its fix', async () => {
  const vault = vaultOf({ ...wiki, 'concepts/one.md': pageText('one', 'concept', 'See [[Two ]] and [[TWO.]].') });
  await lintOnce(vault);
  const lens = await resolveLens(vault, 'KNOWLEDGE.md');
  const options = { clock, run: silentRun };
  const snapshot = await readSnapshot({ vault, lens, ...options });
  const fresh = createLintEngine();
  const { findings } = await fresh.lint(snapshot, lens, options);
  const wanted = await fresh.fix(snapshot, lens, findings, options);
  expect(wanted.length).toBeGreaterThan(0);
  const engine = createLintEngine(null, { vault, secret: () => 'mine' });
  const kept = await engine.lint(snapshot, lens, options);
  expect(kept.findings).toEqual(findings);
  expect(textsAfter(await engine.fix(snapshot, lens, kept.findings, options))).toEqual(textsAfter(wanted));
});
