import { SerialQueue, throwIfCancelled } from '../base';
import { type Snapshot } from '../wiki';
import { type Lens, type Manifest } from '../workspace';
import { compareByPlace, identityOf, type DetectedFinding } from './findings';
import { applyFixes } from './fix';
import { createIgnoreFilter } from './ignore';
import { IncrementalLinter, type MentionLoader } from './incremental';
import { ALL_RULES } from './rules/all';
import { type ResultStore } from './kept-results';
import { type Finding, type LintEngine, type LintOptions, type LintReport } from './types';

/** One linter for each lens and series; the least recently used goes first. */
const MAX_LINTERS = 4;

/**
 * A lint engine for one wiki. It remembers its last pass, so keep it as long as the wiki is open. Calls wait for each
 * other: a background pass and one for a proposal may be requested at the same time.
 *
 * @param loadMentions without it, `unlinked-mention` finds nothing
 * @param store keeps what is found from one run to the next
 */
export function createLintEngine(
  loadMentions: MentionLoader | null = null,
  store: ResultStore | null = null,
): LintEngine {
  const linters = new Map<string, IncrementalLinter>();
  const passes = new SerialQueue();

  const keyOf = (snapshot: Snapshot, lens: Lens, series: LintOptions['series']): string =>
    JSON.stringify([series ?? null, snapshot.lens.path, lens.path, lens.effective]);
  const linterFor = (snapshot: Snapshot, lens: Lens, series: LintOptions['series']): IncrementalLinter => {
    const key = keyOf(snapshot, lens, series);
    const isOwn = series === undefined && lens.path === snapshot.lens.path;
    const linter = linters.get(key) ?? new IncrementalLinter(lens, loadMentions, isOwn ? store : null);
    linters.delete(key);
    linters.set(key, linter);
    for (const old of linters.keys()) {
      if (linters.size <= MAX_LINTERS) break;
      linters.delete(old);
    }
    return linter;
  };
  const detect = (
    snapshot: Snapshot,
    lens: Lens,
    options: LintOptions,
    fixed?: readonly Finding[],
  ): Promise<readonly DetectedFinding[]> =>
    passes.add(() => {
      throwIfCancelled(options.run);
      const paths = new Set(fixed?.map(({ path }) => path));
      return linterFor(snapshot, lens, options.series).check(snapshot, lens, options, paths);
    });

  return {
    async lint(snapshot, lens, options) {
      return reportOf(await detect(snapshot, lens, options), options.ignoreFrom ?? snapshot.manifest);
    },
    async fix(snapshot, lens, findings, options) {
      const wanted = new Set(findings.map(identityOf));
      const chosen = (await detect(snapshot, lens, options, findings))
        .filter(({ finding }) => wanted.has(identityOf(finding)))
        .sort((a, b) => compareByPlace(a.finding, b.finding));
      const fixes = chosen.flatMap(({ report }) => report.fix ?? []);
      return applyFixes(fixes, snapshot, options.run);
    },
    async applySuggestion(snapshot, lens, finding, suggestion, options) {
      const wanted = identityOf(finding);
      const found = (await detect(snapshot, lens, options, [finding])).find(
        (one) => identityOf(one.finding) === wanted,
      );
      const apply = found?.report.applySuggestion;
      if (!apply || !found.finding.suggestions.includes(suggestion)) return [];
      return applyFixes([(fixer) => apply(fixer, suggestion)], snapshot, options.run);
    },
    keep(snapshot, lens, options) {
      return passes.add(async () => linters.get(keyOf(snapshot, lens, undefined))?.keep(snapshot, lens, options));
    },
  };
}

const BINDING: ReadonlySet<string> = new Set(ALL_RULES.filter(({ isBinding }) => isBinding).map(({ id }) => id));

function reportOf(detected: readonly DetectedFinding[], manifest: Pick<Manifest, 'metadata'>): LintReport {
  const isIgnored = createIgnoreFilter(manifest);
  const findings: Finding[] = [];
  const counts = { error: 0, warn: 0, info: 0 };
  for (const { finding } of detected) {
    if (isIgnored(finding) && !BINDING.has(finding.check)) continue;
    findings.push(finding);
    counts[finding.severity]++;
  }
  return { findings: findings.sort(compareByPlace), counts, ignored: detected.length - findings.length };
}
