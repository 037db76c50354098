import { lintLogBullets, rules } from '../../src/lint';
import { lintWiki, manifestWith, pageText, placesOf } from './support';

const unsourced = 'sources: []\n';
const types = 'entityTypes:\n  - name: Person\n  - name: Investor\n    parent: Person\n  - name: Fund\n';

function lint(id: string, kind: string, appliesTo: string, severity: string, params = '{}'): string {
  return `  - { id: ${id}, kind: ${kind}, appliesTo: "${appliesTo}", severity: ${severity}, params: ${params} }\n`;
}

it('the rules of the lint floor run with default severities when the manifest has no lints', async () => {
  const { findings, counts } = await lintWiki({
    'sources/2020-01-01-old.md': 'Old.\n',
    'concepts/a.md': pageText(
      'a',
      'concept',
      '[[gone]]',
      'sources: [sources/2020-01-01-old.md]\ncontradicts: [b]\n',
    ).replace('2026-04-27', '2020-04-27'),
    'concepts/b.md': pageText('b', 'concept', 'It is 1.', unsourced),
  });
  const floor = findings.map(({ rule, severity, path }) => `${severity} ${rule} ${path}`);
  expect(floor).toEqual([
    'info index-stale _index.md',
    'warn orphan concepts/a.md',
    'warn max-age concepts/a.md',
    'warn contradiction concepts/a.md',
    'error broken-ref concepts/a.md',
    'warn orphan concepts/b.md',
    'warn require-source concepts/b.md',
  ]);
  expect(counts).toEqual({ error: 1, warn: 5, info: 1 });
});

it('a lint of the manifest sets id, severity and params, also for subtypes', async () => {
  const files = {
    'KNOWLEDGE.md': manifestWith(
      `${types}lints:\n${lint('sure', 'min-confidence', 'Person', 'error', '{ min: 0.5 }')}`,
    ),
    'entities/a.md': pageText('a', 'investor', 'A.', 'sources: [sources/a.md]\nconfidence: 0.4\n'),
    'entities/b.md': pageText('b', 'person', 'B.', 'sources: [sources/a.md]\nconfidence: 0.4\n'),
    'entities/c.md': pageText('c', 'fund', 'C.', 'sources: [sources/a.md]\nconfidence: 0.4\n'),
  };
  const { findings } = await lintWiki(files);
  const own = findings.filter((finding) => finding.check === 'min-confidence');
  expect(own.map(({ rule, severity, path }) => [rule, severity, path])).toEqual([
    ['sure', 'error', 'entities/a.md'],
    ['sure', 'error', 'entities/b.md'],
  ]);
});

it('require-source: once the manifest has such a lint, only its types need a source', async () => {
  const files = {
    'KNOWLEDGE.md': manifestWith(`${types}lints:\n${lint('sourced', 'require-source', 'Fund', 'error')}`),
    'entities/a.md': pageText('a', 'person', 'A stub.', unsourced),
    'entities/c.md': pageText('c', 'fund', 'C.', unsourced),
  };
  const { findings } = await lintWiki(files);
  expect(
    findings.filter((finding) => finding.check === 'require-source').map(({ rule, path }) => [rule, path]),
  ).toEqual([['sourced', 'entities/c.md']]);
});

it('require-source: comparisons are exempt from a lint for all pages, not from one that names them', async () => {
  const page = { 'a.md': pageText('a', 'comparison', 'They differ.', unsourced) };
  for (const [appliesTo, expected] of [
    ['*', 0],
    ['Comparison', 1],
  ] as const) {
    const manifest = manifestWith(`lints:\n${lint('sourced', 'require-source', appliesTo, 'error')}`);
    const { findings } = await lintWiki({ ...page, 'KNOWLEDGE.md': manifest });
    expect(findings.filter((finding) => finding.rule === 'sourced')).toHaveLength(expected);
  }
});

it('the other floor rules stay on for types that no lint names', async () => {
  const files = {
    'KNOWLEDGE.md': manifestWith(`${types}lints:\n${lint('links', 'broken-ref', 'Person', 'info')}`),
    'entities/a.md': pageText('a', 'person', '[[gone]]'),
    'entities/c.md': pageText('c', 'fund', '[[gone]]'),
  };
  const { findings } = await lintWiki(files);
  const own = findings.filter((finding) => finding.check === 'broken-ref');
  expect(own.map(({ rule, severity, path }) => [rule, severity, path])).toEqual([
    ['links', 'info', 'entities/a.md'],
    ['broken-ref', 'error', 'entities/c.md'],
  ]);
});

it('a problem that several lints find is reported once, by the most severe', async () => {
  const lints =
    lint('all', 'broken-ref', '*', 'warn') +
    lint('people', 'broken-ref', 'Person', 'error') +
    lint('hint', 'broken-ref', '*', 'info');
  const files = {
    'KNOWLEDGE.md': manifestWith(`${types}lints:\n${lints}`),
    'entities/a.md': pageText('a', 'investor', '[[gone]] and [[gone]]'),
  };
  const { findings } = await lintWiki(files);
  const own = findings.filter((finding) => finding.check === 'broken-ref');
  expect(own.map(({ rule, key }) => [rule, key])).toEqual([
    ['people', 'gone'],
    ['people', 'gone (2)'],
  ]);
});

it('a custom lint with the id of a rule sets its severity', async () => {
  const files = {
    'KNOWLEDGE.md': manifestWith(
      `lints:\n${lint('slug-filename', 'custom', '*', 'error')}${lint('index-stale', 'custom', '*', 'warn')}`,
    ),
    'b.md': pageText('a', 'concept', 'A.'),
  };
  const { findings } = await lintWiki(files);
  const severities = findings.filter((finding) => ['slug-filename', 'index-stale'].includes(finding.check));
  expect(severities.map(({ rule, severity }) => [rule, severity])).toEqual([
    ['index-stale', 'warn'],
    ['slug-filename', 'error'],
  ]);
});

it('severities come from the lens', async () => {
  const files = {
    'KNOWLEDGE.md': manifestWith(`lints:\n${lint('links', 'broken-ref', '*', 'warn')}`),
    'views/v/KNOWLEDGE.md': manifestWith(
      `extends: ../../KNOWLEDGE.md\nlints:\n${lint('links', 'broken-ref', '*', 'error')}`,
    ),
    'a.md': pageText('a', 'concept', '[[gone]]'),
  };
  const inView = await lintWiki(files, 'views/v/KNOWLEDGE.md');
  const inRoot = await lintWiki(files);
  expect(inView.findings.find((finding) => finding.check === 'broken-ref')?.severity).toBe('error');
  expect(inRoot.findings.find((finding) => finding.check === 'broken-ref')?.severity).toBe('warn');
});

describe('metadata.living-wiki.ignore', () => {
  const ignoring = (entries: string): string => `metadata:\n  living-wiki:\n    ignore:\n${entries}`;
  const pages = { 'archive/a.md': pageText('a', 'concept', '[[gone]]'), 'b.md': pageText('b', 'concept', '[[gone]]') };

  it('hides the findings of a folder and counts them', async () => {
    const manifest = manifestWith(ignoring('      - { rule: broken-ref, path: archive/, reason: Kept as it was. }\n'));
    const { findings, ignored } = await lintWiki({ ...pages, 'KNOWLEDGE.md': manifest });
    expect(placesOf(findings.filter((finding) => finding.check === 'broken-ref'))).toEqual(['b.md:10']);
    expect(ignored).toBe(1);
  });

  it('has no effect in a view', async () => {
    const view = manifestWith(
      `extends: ../../KNOWLEDGE.md\n${ignoring('      - { rule: "*", path: "*", reason: Hide. }\n')}`,
    );
    const report = await lintWiki({ ...pages, 'views/v/KNOWLEDGE.md': view }, 'views/v/KNOWLEDGE.md');
    expect(report.ignored).toBe(0);
    expect(report.counts.error).toBe(2);
  });

  it('reports invalid entries', async () => {
    const manifest = manifestWith(ignoring('      - { rule: 7 }\n      - { rule: orphan, path: b.md, reason: x }\n'));
    const { findings } = await lintWiki({ ...pages, 'KNOWLEDGE.md': manifest });
    expect(findings.filter((finding) => finding.check === 'manifest-lint').map(({ message }) => message)).toEqual([
      'Entry 1 of `metadata.living-wiki.ignore` is ignored. Give it a `rule` and a `path`.',
    ]);
  });
});

describe('a lint that cannot work is reported at its params', () => {
  it.each([
    ['max-age', '{ days: -3 }'],
    ['max-age', '{ days: soon }'],
    ['min-confidence', '{ min: 7 }'],
    ['min-confidence', '{}'],
    ['orphan', '{ index: maybe }'],
    ['custom', '{}'],
    ['custom', '{ pattern: "(a" }'],
    ['custom', '{ pattern: a, flags: x }'],
    ['custom', '{ pattern: a, mode: may }'],
    ['custom', '{ pattern: a, in: tail }'],
    ['custom', '{ pattern: 7 }'],
    ['custom', '{ requiredFields: true }'],
    ['custom', '{ requiredFields: [1] }'],
  ])('%s %s', async (kind, params) => {
    const manifest = manifestWith(`lints:\n${lint('mine', kind, '*', 'warn', params)}`);
    const { findings } = await lintWiki({ 'KNOWLEDGE.md': manifest, 'a.md': pageText('a', 'concept', 'A.') });
    expect(placesOf(findings.filter((finding) => finding.check === 'manifest-lint'))).toEqual(['KNOWLEDGE.md:8']);
  });
});

it('the log of a pass has a bullet for every rule, zeros included', async () => {
  const report = await lintWiki({ 'a.md': pageText('a', 'concept', '[[gone]] [[gone too]]') });
  const bullets = lintLogBullets(report);
  expect(bullets).toHaveLength(rules.length);
  expect(bullets).toContain('broken-ref: 2');
  expect(bullets).toContain('contradiction: 0');
});
