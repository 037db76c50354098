import { silentRun } from '../../src/base';
import { checkChangeSet } from '../../src/change';
import { rules } from '../../src/lint';
import { createLintEngine } from '../../src/lint/engine';
import { ALL_RULES } from '../../src/lint/rules/all';
import { lintSoftened } from '../../src/lint/rules/lint-softened';
import { renderIndex } from '../../src/wiki';
import { clock, lintWiki, openWiki, pageText, placesOf, textsAfter } from './support';

/** A view among an example's files is the lens that it is linted through. */
function viewAmong(files: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(files).find((path) => path.endsWith('/KNOWLEDGE.md'));
}

describe.each(ALL_RULES.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  it.each(rule.examples.map((example) => [example.name, example] as const))('%s', async (_name, example) => {
    const opened = await openWiki(example.files, viewAmong(example.files));
    const engine = createLintEngine();
    const options = { clock, run: silentRun };
    const report = await engine.lint(opened.snapshot, opened.lens, options);
    const own = report.findings.filter((finding) => finding.check === rule.id);

    expect(placesOf(own)).toEqual(example.finds);
    for (const finding of own) {
      // A warning of the lens is passed on in its own words.
      if (rule !== lintSoftened) expect(finding.message).toMatch(/^Unexpected .+, expected .+[^.]$/);
      expect(finding.column).toBeGreaterThan(0);
    }
    if (!rule.fixable) expect(own.filter((finding) => finding.fixable)).toEqual([]);

    const edits = await engine.fix(opened.snapshot, opened.lens, own, options);
    checkChangeSet({ files: edits });
    expect(textsAfter(edits)).toEqual(example.fixed ?? {});
  });

  it('what the fix leaves behind is clean', async () => {
    for (const { files, fixed } of rule.examples) {
      if (fixed === undefined) continue;
      const kept = Object.fromEntries(Object.entries(files).filter(([path]) => !movedAway(path, files, fixed)));
      const report = await lintWiki({ ...kept, ...fixed });
      expect(report.findings.filter((finding) => finding.check === rule.id)).toEqual([]);
    }
  });
});

function movedAway(
  path: string,
  files: Readonly<Record<string, string>>,
  fixed: Readonly<Record<string, string>>,
): boolean {
  const text = files[path];
  return Object.entries(fixed).some(([to, now]) => to !== path && now === text);
}

it('every rule says what it is for, and shows it', () => {
  for (const rule of rules) {
    expect(rule.examples.length).toBeGreaterThan(0);
    expect(`${rule.what}|${rule.why}`).toMatch(/^[^|]{20,}\|[^|]{20,}$/);
    expect(rule.fixable).toBe(rule.fixedBy !== 'nothing');
    expect(rule.examples.some((example) => example.fixed !== undefined)).toBe(rule.fixedBy === 'edit');
  }
  expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
});

it('a stale index is told by the first line that differs, however long the index is', async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 400 }, (_, at) => [`p${at}.md`, pageText(`p${at}`, 'concept', `Sentence ${at}.`)]),
  );
  const { snapshot } = await openWiki(pages);
  const lines = renderIndex(snapshot).split('\n');
  const staleAt = async (index: readonly string[]): Promise<readonly string[]> => {
    const { findings } = await lintWiki({ ...pages, '_index.md': index.join('\n') });
    return placesOf(findings.filter(({ check }) => check === 'index-stale'));
  };
  expect(await staleAt(lines)).toEqual([]);
  for (const line of [1, 2, 130, 131, 200, 399, lines.length - 1]) {
    expect(await staleAt(lines.map((text, at) => (at === line - 1 ? `${text}x` : text)))).toEqual([
      `_index.md:${line}`,
    ]);
  }
  expect(await staleAt(lines.slice(0, 300))).toEqual(['_index.md:300']);
  expect(await staleAt([...lines, 'more'])).toEqual([`_index.md:${lines.length}`]);
});
