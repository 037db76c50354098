import { identityOf, SEVERITY_WEIGHT } from './findings';
import { type Finding } from './types';

/**
 * What a change would break and fix. A finding whose line moved is the same finding; one that got more severe counts as
 * introduced.
 *
 * @param renamed old path to new path of pages that moved between the two reports
 */
export function diffFindings(
  before: readonly Finding[],
  after: readonly Finding[],
  renamed: ReadonlyMap<string, string> = new Map(),
): { readonly introduced: readonly Finding[]; readonly fixed: readonly Finding[] } {
  const identityAfter = (finding: Finding): string =>
    identityOf({ ...finding, path: renamed.get(finding.path) ?? finding.path });
  const old = new Map(before.map((finding) => [identityAfter(finding), finding]));
  const now = new Set(after.map(identityOf));
  return {
    introduced: after.filter((finding) => {
      const known = old.get(identityOf(finding));
      return known === undefined || SEVERITY_WEIGHT[known.severity] < SEVERITY_WEIGHT[finding.severity];
    }),
    fixed: before.filter((finding) => !now.has(identityAfter(finding))),
  };
}
