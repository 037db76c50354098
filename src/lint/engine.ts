import { throwIfCancelled } from '../base';
import { type Snapshot } from '../wiki';
import { type Lens, type Manifest } from '../workspace';
import { fixFindings } from './fix';
import { createIgnoreFilter } from './ignore';
import { compareByPlace, identityOf, type DetectedFinding } from './findings';
import { IncrementalLinter } from './incremental';
import { type AnyRule } from './rule';
import { ALL_RULES } from './rules/all';
import { type Finding, type LintEngine, type LintOptions, type LintReport } from './types';

/** Lenses whose results are remembered at a time. */
const MAX_LINTERS = 3;

/**
 * A lint engine for one wiki. Calls wait for each other, so that a pass in the background and one for a proposal may
 * be asked for at the same time.
 *
 * @param rules for tests of single rules; all of them when absent
 */
export function createLintEngine(rules: readonly AnyRule[] = ALL_RULES): LintEngine {
  const linters = new Map<string, IncrementalLinter>();
  let tail: Promise<unknown> = Promise.resolve();

  const linterFor = (snapshot: Snapshot, lens: Lens): IncrementalLinter => {
    const key = JSON.stringify([snapshot.lens.path, lens.path, lens.effective]);
    const linter = linters.get(key) ?? new IncrementalLinter(rules, lens);
    linters.delete(key);
    linters.set(key, linter);
    for (const old of linters.keys()) {
      if (linters.size <= MAX_LINTERS) break;
      linters.delete(old);
    }
    return linter;
  };
  const pass = (snapshot: Snapshot, lens: Lens, options: LintOptions): Promise<readonly DetectedFinding[]> => {
    const result = tail.then(() => {
      throwIfCancelled(options.run);
      return linterFor(snapshot, lens).check(snapshot, lens, options.clock, options.run);
    });
    tail = result.catch(() => undefined);
    return result;
  };

  return {
    async lint(snapshot, lens, options) {
      return reportOf(await pass(snapshot, lens, options), options.ignoreFrom ?? snapshot.manifest);
    },
    async fix(snapshot, lens, findings, options) {
      const wanted = new Set(findings.map(identityOf));
      const detected = await pass(snapshot, lens, options);
      const chosen = detected.filter(({ finding }) => wanted.has(identityOf(finding)));
      return fixFindings(chosen.sort(byPlace), snapshot, options.run);
    },
    async applySuggestion(snapshot, lens, finding, suggestion, options) {
      const wanted = identityOf(finding);
      const found = (await pass(snapshot, lens, options)).find((detected) => identityOf(detected.finding) === wanted);
      const choose = found?.applySuggestion;
      if (!choose || !found.finding.suggestions.includes(suggestion)) return [];
      return fixFindings([{ ...found, fix: (bench) => choose(bench, suggestion) }], snapshot, options.run);
    },
  };
}

function byPlace(a: DetectedFinding, b: DetectedFinding): number {
  return compareByPlace(a.finding, b.finding);
}

function reportOf(detected: readonly DetectedFinding[], manifest: Pick<Manifest, 'metadata'>): LintReport {
  const isIgnored = createIgnoreFilter(manifest);
  const findings: Finding[] = [];
  const counts = { error: 0, warn: 0, info: 0 };
  for (const { finding } of detected) {
    if (isIgnored(finding)) continue;
    findings.push(finding);
    counts[finding.severity]++;
  }
  return { findings: findings.sort(compareByPlace), counts, ignored: detected.length - findings.length };
}
