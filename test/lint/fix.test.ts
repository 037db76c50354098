import { silentRun } from '../../src/base';
import { checkChangeSet, withDependencies } from '../../src/change';
import { diffFindings, type Finding } from '../../src/lint';
import { clock, lintEngine, lintWiki, openWiki, pageText, textsAfter } from './support';

async function fixAll(files: Readonly<Record<string, string>>, wanted?: (finding: Finding) => boolean) {
  const { snapshot, lens } = await openWiki(files);
  const engine = lintEngine();
  const options = { clock, run: silentRun };
  const { findings } = await engine.lint(snapshot, lens, options);
  const edits = await engine.fix(snapshot, lens, wanted ? findings.filter(wanted) : findings, options);
  checkChangeSet({ files: edits });
  return { edits, findings, texts: textsAfter(edits) };
}

it('several fixes of one file become one edit, and adjacent ones one hunk', async () => {
  const { edits, texts } = await fixAll({
    'sources/2026-04-01-deck.md': 'A deck.\n',
    'a.md': pageText(
      'a',
      'concept',
      'See [[B]] and [[sources/2026-04-01-deck]].',
      'sources: [sources/a.md]\nsupersedes: [gone, b-note]\n',
    ),
    'b-note.md': pageText('b-note', 'concept', 'B.', 'sources: [sources/a.md]\naliases: [B]\n'),
  });
  expect(edits.map(({ path, hunks }) => [path, hunks.length])).toEqual([['a.md', 3]]);
  expect(texts['a.md']).toBe(
    pageText(
      'a',
      'concept',
      'See [[b-note|B]] and [2026-04-01-deck].',
      'sources: [sources/a.md, sources/2026-04-01-deck.md]\nsupersedes: [b-note]\n',
    ),
  );
});

it('only the requested findings are fixed', async () => {
  const files = { 'a.md': pageText('a', 'concept', '[[B note]] [[B-note]] [[B_note]]'), 'b note.md': 'B.\n' };
  const { findings } = await fixAll(files);
  const broken = findings.filter((finding) => finding.check === 'broken-ref');
  expect(broken.map(({ key, fixable }) => [key, fixable])).toEqual([
    ['B-note', true],
    ['B_note', true],
  ]);
  const { texts } = await fixAll(files, (finding) => finding.key === 'B_note');
  expect(texts['a.md']).toContain('[[B note]] [[B-note]] [[b note|B_note]]');
});

it.each([
  ['[[Bridge Note]]', '[[bridge-note|Bridge Note]]'],
  ['[[Bridge Note#Terms]]', '[[bridge-note#Terms]]'],
  ['[[Bridge Note|it]]', '[[bridge-note|it]]'],
  ['![[Bridge Note]]', '![[bridge-note]]'],
  ['[it](Bridge%20Note.md)', '[it](concepts/bridge-note.md)'],
  ['[it](<Bridge Note.md> "t")', '[it](<concepts/bridge-note.md> "t")'],
  ['[it][n]\n\n[n]: Bridge%20Note.md', '[it][n]\n\n[n]: concepts/bridge-note.md'],
  ['| a | b |\n|---|---|\n| [[Bridge Note]] | c |', '| a | b |\n|---|---|\n| [[bridge-note\\|Bridge Note]] | c |'],
])('a fixed link keeps its form: %j', async (before, after) => {
  const { texts } = await fixAll({
    'a.md': pageText('a', 'concept', before),
    'concepts/bridge-note.md': pageText('bridge-note', 'concept', '## Terms\n\nSome.'),
  });
  expect(texts['a.md']).toBe(pageText('a', 'concept', after));
});

it('a fix keeps every byte outside of it: line endings, byte-order mark, comments', async () => {
  const text = `\uFEFF---\r\nschema: knowledge/v1 # ours\r\nslug: a\r\nkind: concept\r\ntitle: 'A'\r\nsources:   [sources/a.md]\r\nsupersedes:\r\n  - gone # once\r\n  - b\r\nupdated_at: "2026-04-27T15:00:00Z"\r\n---\r\n\r\nSee [[B!]].`;
  const { texts } = await fixAll({ 'a.md': text, 'b.md': pageText('b', 'concept', 'B.') });
  expect(texts['a.md']).toBe(text.replace('  - gone # once\r\n', '').replace('[[B!]]', '[[b|B!]]'));
});

describe('slug and file name', () => {
  const files = {
    'people/Ann Lee.md': pageText('ann-lee', 'entity', 'Ann. [[Ann Lee#Life]]\n\n## Life\n\nLong.'),
    'a.md': pageText(
      'a',
      'concept',
      'By [[Ann Lee]], [her](people/Ann%20Lee.md), ![[people/Ann Lee#Life]] and [[Ann Lee|Ann]].',
    ),
  };

  it('a rename rewrites every inbound link, and is accepted or rejected together with them', async () => {
    const { edits, texts } = await fixAll(files);
    expect(texts).toEqual({
      'people/ann-lee.md': pageText('ann-lee', 'entity', 'Ann. [[ann-lee#Life]]\n\n## Life\n\nLong.'),
      'a.md': pageText(
        'a',
        'concept',
        'By [[ann-lee|Ann Lee]], [her](people/ann-lee.md), ![[people/ann-lee#Life]] and [[ann-lee|Ann]].',
      ),
    });
    const all = edits.flatMap((edit) => edit.hunks.map((hunk) => hunk.id)).sort();
    for (const id of all) {
      expect([...withDependencies({ files: edits }, [id], 'accept')]).toEqual(all);
      expect([...withDependencies({ files: edits }, [id], 'reject')]).toEqual(all);
    }
  });

  it('a rename leaves no broken link', async () => {
    const { texts } = await fixAll(files);
    const { findings } = await lintWiki(texts as Record<string, string>);
    expect(findings.filter(({ check }) => ['broken-ref', 'broken-fragment', 'slug-filename'].includes(check))).toEqual(
      [],
    );
  });

  it('the slug changes instead of the file name when that rewrites less', async () => {
    const { texts } = await fixAll({
      'b-loan.md': pageText('b-note', 'concept', 'A loan.'),
      'a.md': pageText('a', 'concept', '[[b-loan]] [[b-loan]]', 'sources: [sources/a.md]\nsupersedes: [b-note]\n'),
    });
    expect(texts).toEqual({
      'b-loan.md': pageText('b-note', 'concept', 'A loan.').replace('slug: b-note', 'slug: b-loan'),
      'a.md': pageText('a', 'concept', '[[b-loan]] [[b-loan]]', 'sources: [sources/a.md]\nsupersedes: [b-loan]\n'),
    });
  });

  it('a page is never renamed to the path of another, and two pages never to one path', async () => {
    const { texts, findings } = await fixAll({
      'Ann Lee.md': pageText('ann-lee', 'entity', 'Ann.'),
      'ann-lee.md': pageText('ann', 'entity', 'Another Ann.'),
    });
    expect(findings.filter(({ check, fixable }) => check === 'slug-filename' && fixable)).toHaveLength(1);
    expect(Object.keys(texts)).toEqual(['ann.md']);

    const both = await fixAll({
      'x/A b.md': pageText('ab', 'entity', 'One.'),
      'x/A B c.md': pageText('ab', 'entity', 'Two.'),
    });
    expect(Object.keys(both.texts)).toEqual(['x/ab.md']);
  });
});

it('a stale index is fixable, but not by an edit', async () => {
  const { findings, edits } = await fixAll(
    { 'a.md': pageText('a', 'concept', 'A.') },
    ({ check }) => check === 'index-stale',
  );
  expect(edits).toEqual([]);
  expect(findings.find(({ check }) => check === 'index-stale')?.fixable).toBe(true);
});

it('a finding that moved stays the same, one that got more severe is introduced, a renamed page keeps its findings', async () => {
  const before = await lintWiki({ 'a.md': '[[gone]]\n', 'b.md': '[[lost]]\n' });
  const after = await lintWiki({ 'a.md': '\n\nMore. [[gone]] [[gone]]\n', 'c.md': '[[lost]]\n' });
  const links = ({ check }: Finding): boolean => check === 'broken-ref';
  const renamed = new Map([['b.md', 'c.md']]);
  const { introduced, fixed } = diffFindings(before.findings.filter(links), after.findings.filter(links), renamed);
  expect(introduced.map(({ path, key }) => [path, key])).toEqual([['a.md', 'gone (2)']]);
  expect(fixed).toEqual([]);

  const milder = before.findings.filter(links).map((finding) => ({ ...finding, severity: 'info' as const }));
  expect(diffFindings(milder, before.findings.filter(links)).introduced).toHaveLength(2);
  expect(diffFindings(before.findings.filter(links), []).fixed).toHaveLength(2);
});
