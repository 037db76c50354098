import { throwIfCancelled } from '../base';
import type { Snapshot } from '../wiki';
import type { Lens, Manifest } from '../workspace';
import { mendFindings } from './fix';
import { createIgnore } from './ignore';
import { compareFinding, identityOf } from './judge';
import type { Judged } from './judge';
import { Memory } from './memory';
import type { AnyRule } from './rule';
import { allRules } from './rules/all';
import type { Finding, LintEngine, LintOptions, LintReport } from './types';

/** Lenses whose results are remembered at a time. */
const remembered = 3;

/**
 * A lint engine for one wiki. Calls wait for each other, so that a pass in the background and one for a proposal may
 * be asked for at the same time.
 *
 * @param rules for tests of single rules; all of them when absent
 */
export function createLintEngine(rules: readonly AnyRule[] = allRules): LintEngine {
  const memories = new Map<string, Memory>();
  let tail: Promise<unknown> = Promise.resolve();

  const memoryOf = (snapshot: Snapshot, lens: Lens): Memory => {
    const key = JSON.stringify([snapshot.lens.path, lens.path, lens.effective]);
    const memory = memories.get(key) ?? new Memory(rules, lens);
    memories.delete(key);
    memories.set(key, memory);
    for (const old of memories.keys()) {
      if (memories.size <= remembered) break;
      memories.delete(old);
    }
    return memory;
  };
  const pass = (snapshot: Snapshot, lens: Lens, options: LintOptions): Promise<readonly Judged[]> => {
    const result = tail.then(() => {
      throwIfCancelled(options.run);
      return memoryOf(snapshot, lens).pass(snapshot, lens, options.clock, options.run);
    });
    tail = result.catch(() => undefined);
    return result;
  };

  return {
    async lint(snapshot, lens, options) {
      return reportOf(await pass(snapshot, lens, options), options.ignoring ?? snapshot.manifest);
    },
    async fix(snapshot, lens, findings, options) {
      const wanted = new Set(findings.map(identityOf));
      const judged = await pass(snapshot, lens, options);
      const chosen = judged.filter(({ finding }) => wanted.has(identityOf(finding)));
      return mendFindings(chosen.sort(byPlace), snapshot, options.run);
    },
    async choose(snapshot, lens, finding, suggestion, options) {
      const wanted = identityOf(finding);
      const found = (await pass(snapshot, lens, options)).find((judged) => identityOf(judged.finding) === wanted);
      const choose = found?.choose;
      if (!choose || !found.finding.suggestions.includes(suggestion)) return [];
      return mendFindings([{ ...found, mend: (bench) => choose(bench, suggestion) }], snapshot, options.run);
    },
  };
}

function byPlace(a: Judged, b: Judged): number {
  return compareFinding(a.finding, b.finding);
}

function reportOf(judged: readonly Judged[], manifest: Pick<Manifest, 'metadata'>): LintReport {
  const isIgnored = createIgnore(manifest);
  const findings: Finding[] = [];
  const counts = { error: 0, warn: 0, info: 0 };
  for (const { finding } of judged) {
    if (isIgnored(finding)) continue;
    findings.push(finding);
    counts[finding.severity]++;
  }
  return { findings: findings.sort(compareFinding), counts, ignored: judged.length - findings.length };
}
