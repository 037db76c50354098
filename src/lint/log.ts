import { ALL_RULES } from './rules/all';
import { type LintReport } from './types';

/**
 * The log entry of a lint pass: `## [time] lint | full-pass` and a bullet for each kind of finding, zeros included.
 * Source: AIP-10, lint contract; specs README, 13.
 */
export function lintLogNote(report: LintReport): {
  readonly event: 'lint';
  readonly subject: 'full-pass';
  readonly bullets: readonly string[];
} {
  return { event: 'lint', subject: 'full-pass', bullets: lintLogBullets(report) };
}

/** One bullet for each rule, `id: count`, in the order of the rules; then how many findings the manifest ignores. */
export function lintLogBullets(report: LintReport): readonly string[] {
  const counts = new Map<string, number>();
  for (const { check } of report.findings) counts.set(check, (counts.get(check) ?? 0) + 1);
  const bullets = ALL_RULES.map(({ id }) => `${id}: ${counts.get(id) ?? 0}`);
  return report.ignored === 0 ? bullets : [...bullets, `ignored: ${report.ignored}`];
}
