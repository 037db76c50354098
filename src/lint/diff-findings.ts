import { type ErrorCode } from '../base';
import { identityOf } from './findings';
import { type Finding } from './types';

/**
 * What a change would break and what it would mend: the findings that only one of two reports has. Findings are told apart
 * by rule, path and key, so that one whose line moved is the same.
 *
 * @param renamed old path to new path of pages that moved between the two
 */
export function diffFindings(
  before: readonly Finding[],
  after: readonly Finding[],
  renamed: ReadonlyMap<string, string> = new Map(),
): { readonly introduced: readonly Finding[]; readonly fixed: readonly Finding[] } {
  const moved = (finding: Finding): string =>
    identityOf({ ...finding, path: renamed.get(finding.path) ?? finding.path });
  const old = new Map(before.map((finding) => [moved(finding), finding]));
  const now = new Set(after.map(identityOf));
  const weight = { error: 2, warn: 1, info: 0 };
  return {
    introduced: after.filter((finding) => {
      const known = old.get(identityOf(finding));
      return known === undefined || weight[known.severity] < weight[finding.severity];
    }),
    fixed: before.filter((finding) => !now.has(moved(finding))),
  };
}

const REGENERATED: ReadonlySet<ErrorCode> = new Set([
  'living-wiki:index_page_missing',
  'living-wiki:index_line_dangling',
  'living-wiki:index_stale',
]);

/**
 * Whether any of these findings is mended by writing the generated files anew rather than by an edit. `LintEngine.fix`
 * returns nothing for them: any change that is applied writes the generated files, one without file edits included.
 */
export function needsRegeneration(findings: readonly Finding[]): boolean {
  return findings.some((finding) => REGENERATED.has(finding.code));
}
