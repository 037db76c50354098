import { ALL_RULES } from './rules/all';
import { type LintReport } from './types';

/**
 * The log entry of a full pass: `id: count` for each rule, zeros included, then the number of ignored findings.
 * Source: AIP-10, lint contract.
 */
export function lintLogBullets(report: LintReport): readonly string[] {
  const counts = new Map<string, number>();
  for (const { check } of report.findings) counts.set(check, (counts.get(check) ?? 0) + 1);
  const bullets = ALL_RULES.map(({ id }) => `${id}: ${counts.get(id) ?? 0}`);
  return report.ignored === 0 ? bullets : [...bullets, `ignored: ${report.ignored}`];
}
