import { parseManifest } from './parse';
import { severityRank } from './provenance';
import { readPolicyText } from './policy';
import { weakenings } from './weakenings';
import { type Lens, type Manifest, type PolicyVerdict } from './types';
import { type Difference } from './differences';

/**
 * Whether a later version of a manifest checks or guards less than an earlier one: a lint removed or weakened, another policy, another
 * way to settle conflicts, signatures no longer asked for.
 */
export function isManifestWeaker(before: string, after: string): boolean {
  const [old, now] = [manifestIn(before), manifestIn(after)];
  if (old === null || now === null) return old !== null;
  const ids = new Set(now.lints.map(({ id }) => id));
  return (
    old.lints.some(({ id }) => !ids.has(id)) ||
    weakenings(old, now, now).length > 0 ||
    (old.governance !== undefined && old.governance !== now.governance) ||
    (old.curation.conflictResolution ?? 'defer') !== (now.curation.conflictResolution ?? 'defer') ||
    (old.sources.signing === 'required' && now.sources.signing !== 'required')
  );
}

function manifestIn(text: string): Manifest | null {
  const parsed = parseManifest(text, 'KNOWLEDGE.md');
  return parsed.kind === 'manifest' ? parsed.manifest : null;
}

const VERDICTS: readonly PolicyVerdict[] = ['allow', 'report', 'refuse'];

/** Whether a later version of a policy allows more than an earlier one. @param path of the file */
export function isPolicyWeaker(before: string, after: string, path: string): boolean {
  const [old, now] = [readPolicyText(before, path), readPolicyText(after, path)];
  const rank = (verdict: PolicyVerdict | undefined): number => VERDICTS.indexOf(verdict ?? 'report');
  const lost = (then: readonly string[], later: readonly string[]): boolean =>
    then.some((each) => !later.includes(each));
  return (
    rank(now.lintSoftening) < rank(old.lintSoftening) ||
    rank(now.governanceRebinding) < rank(old.governanceRebinding) ||
    severityRank(now.floor) > severityRank(old.floor) ||
    lost(now.exceptions, old.exceptions) ||
    lost(old.protectedLints, now.protectedLints) ||
    lost(old.protectedFields, now.protectedFields) ||
    lost(old.approvalFiles, now.approvalFiles) ||
    lost(now.signers, old.signers) ||
    (old.approvers !== null && (now.approvers === null || lost(now.approvers, old.approvers)))
  );
}

/** Warnings of a lens that say how its manifest weakens what it inherits. */
const WEAKER_CODES: ReadonlySet<string> = new Set([
  'living-wiki:lint_narrowed',
  'living-wiki:lint_dropped',
  'living-wiki:lint_weakened',
  'living-wiki:curation_overridden',
  'living-wiki:governance_rebound',
]);

/** How a view weakens what it inherits: `lint rule require-source lowered from error to info by operators/sales`. */
export function viewWeakenings({ path, provenance, warnings }: Lens): readonly Difference[] {
  const by = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const softened = [...provenance].flatMap(([field, { softened: isSofter, from, value, overrode }]): Difference[] => {
    if (isSofter !== true || from !== path) return [];
    const id = field.replace(/^lints\./, '').replace(/\.severity$/, '');
    const message = `lint rule ${id} lowered from ${String(overrode[0]?.value)} to ${String(value)} by ${by}`;
    return [{ field, message }];
  });
  const others = warnings.flatMap(({ code, message, at }): Difference[] => {
    const [file, field = ''] = at.split('#');
    // A view may have a tone of its own; how conflicts are settled decides what a page says.
    const isTaste = code === 'living-wiki:curation_overridden' && field !== 'curation.conflictResolution';
    return file === path && WEAKER_CODES.has(code) && !isTaste ? [{ field, message }] : [];
  });
  return [...softened, ...others];
}
