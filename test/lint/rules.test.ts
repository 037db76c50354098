import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { silentRun } from '../../src/base';
import { checkChangeSet } from '../../src/change';
import { rules } from '../../src/lint';
import { ALL_DOCS } from '../../src/lint/rules/all.docs';
import { renderIndex } from '../../src/wiki';
import { clock, lintEngine, lintWiki, openWiki, pageText, placesOf, textsAfter } from './support';

/** The view among an example's files, to lint through. */
function viewAmong(files: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(files).find((file) => file.endsWith('/KNOWLEDGE.md'));
}

const SENTENCE = /^[A-Z`][^\n]+\.$/;
/** The YAML reader has messages of its own. */
const SENTENCE_OR_YAML = /^(?:[A-Z`][^\n]+\.|Unexpected .+, expected .+)$/;

describe.each(rules.map((rule) => [rule.id, rule, ALL_DOCS[rule.id]?.examples ?? []] as const))(
  '%s',
  (_, rule, examples) => {
    it.each(examples.map((example) => [example.name, example] as const))('%s', async (_name, example) => {
      const opened = await openWiki(example.files, viewAmong(example.files));
      const engine = lintEngine();
      const options = {
        clock,
        run: silentRun,
        surroundings: { lenses: [], changes: example.changes ?? [], expired: example.expired ?? [] },
      };
      const report = await engine.lint(opened.snapshot, opened.lens, options);
      const own = report.findings.filter((finding) => finding.check === rule.id);

      expect(placesOf(own)).toEqual(example.finds);
      for (const finding of own) {
        expect(finding.message).toMatch(rule.id === 'entry-invalid' ? SENTENCE_OR_YAML : SENTENCE);
        expect(finding.column).toBeGreaterThan(0);
      }
      if (rule.fixedBy === 'nothing') expect(own.filter((finding) => finding.fixable)).toEqual([]);

      const edits = await engine.fix(opened.snapshot, opened.lens, own, options);
      checkChangeSet({ files: edits });
      expect(textsAfter(edits)).toEqual(example.fixed ?? {});
    });

    it('the fixed example has no finding left', async () => {
      for (const { files, fixed } of examples) {
        if (fixed === undefined) continue;
        const kept = Object.fromEntries(Object.entries(files).filter(([file]) => !movedAway(file, files, fixed)));
        const report = await lintWiki({ ...kept, ...fixed });
        expect(report.findings.filter((finding) => finding.check === rule.id)).toEqual([]);
      }
    });
  },
);

function movedAway(
  file: string,
  files: Readonly<Record<string, string>>,
  fixed: Readonly<Record<string, string>>,
): boolean {
  const text = files[file];
  return Object.entries(fixed).some(([to, now]) => to !== file && now === text);
}

describe('the documentation of the rules', () => {
  const folder = path.resolve(__dirname, '../../src/lint/rules');

  it.each(rules.map((rule) => [rule.id, rule] as const))('%s has a docs file with examples', (id, rule) => {
    const docs = ALL_DOCS[id];
    expect(existsSync(path.join(folder, `${id}.docs.ts`))).toBe(true);
    expect(`${docs?.what}|${docs?.why}`).toMatch(/^[^|]{20,}\|[^|]{20,}$/);
    expect(docs?.examples).not.toEqual([]);
    expect(docs?.examples.some((example) => example.fixed !== undefined)).toBe(rule.fixedBy === 'edit');
  });

  it('covers each rule once', () => {
    expect(Object.keys(ALL_DOCS)).toEqual(rules.map(({ id }) => id).sort());
    const files = readdirSync(folder).filter((file) => !/^all\.|\.docs\.ts$/.test(file));
    expect(files.sort()).toEqual(rules.map(({ id }) => `${id}.ts`).sort());
  });

  it('is imported by no file of the app', () => {
    const root = path.resolve(__dirname, '../../src');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
    const importing = files.filter(
      (file) => /(?<!\.docs)\.ts$/.test(file) && readFileSync(path.join(root, file), 'utf8').includes(".docs'"),
    );
    expect(importing).toEqual([]);
  });
});

it('a stale index is reported at the first line that differs, however long the index is', async () => {
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
