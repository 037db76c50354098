import { WikiError, type ErrorCode } from '../base';
import { mergeManifests } from './merge';
import { readPolicies, resolvePolicyPath, type BoundPolicy } from './policy';
import { severityRank, type ManifestLayer } from './provenance';
import { type ManifestReader } from './manifest-reader';
import { weakenings, type Weakening } from './weakenings';
import { type LensWarning, type PolicyVerdict } from './types';

export interface GovernanceResult {
  readonly warnings: readonly LensWarning[];
  /** The first thing that a policy forbids. */
  readonly refused?: WikiError;
}

/**
 * Checks every view of a chain against the policies of all manifests above it. The strictest of these decides, and a
 * view's own policy does not apply to itself, so no view escapes by binding another policy.
 *
 * @param layers the chain, root first
 * Source: AIP-10, security considerations; `docs/formats.md`, manifest.
 */
export async function checkGovernance(
  reader: ManifestReader,
  layers: readonly ManifestLayer[],
): Promise<GovernanceResult> {
  const warnings: LensWarning[] = [];
  const above: BoundPolicy[] = [];
  let refused: WikiError | undefined;
  const [root, ...views] = layers;
  if (root === undefined) return { warnings };
  let parent = root.manifest;
  let bound = root.manifest.governance === undefined ? undefined : root;
  const collect = async (layer: ManifestLayer, isRoot: boolean): Promise<void> => {
    const stated = await readPolicies(reader, layer);
    warnings.push(...stated.warnings);
    // Only the root's policy may allow something without a warning; views may only be stricter.
    above.push(...(isRoot ? stated.policies : stated.policies.map(atLeastReport)));
  };
  const refuse = (code: ErrorCode, message: string, view: ManifestLayer, remedy: string): void => {
    refused ??= new WikiError(code, message, { path: view.path, remedy });
    warnings.push({ code, message, at: view.path });
  };
  await collect(root, true);
  for (const view of views) {
    const merged = mergeManifests(parent, view.manifest);
    for (const weakening of weakenings(parent, view.manifest, merged)) {
      const { verdict, by } = verdictOn(weakening, above);
      if (verdict === 'refuse') {
        const message = `${weakening.message} The policy ${by ?? ''} forbids that.`;
        refuse(
          'governance:lint_softening_refused',
          message,
          view,
          'Give the lint an id of its own, or ask for an exception in the policy.',
        );
      } else if (verdict === 'report') {
        warnings.push({ code: weakening.code, message: weakening.message, at: `${view.path}#${weakening.field}` });
      }
    }
    if (view.manifest.governance !== undefined) {
      if (bound !== undefined && !(await bindsSamePolicy(reader, bound, view))) {
        const message = `The view names the policy ${view.manifest.governance} instead of ${bound.manifest.governance ?? ''} of ${bound.path}. The parent's policy stays in force.`;
        const { verdict, by } = strictest(above.map((policy) => [policy.governanceRebinding, policy.from]));
        if (verdict === 'refuse') {
          refuse(
            'living-wiki:governance_rebinding_refused',
            `${message} The policy ${by ?? ''} forbids that.`,
            view,
            'Remove governance from the view.',
          );
        } else if (verdict === 'report') {
          warnings.push({ code: 'living-wiki:governance_rebound', message, at: `${view.path}#governance` });
        }
      }
      bound = view;
    }
    await collect(view, false);
    parent = merged;
  }
  return refused === undefined ? { warnings } : { warnings, refused };
}

function atLeastReport(policy: BoundPolicy): BoundPolicy {
  const raise = (verdict: PolicyVerdict | undefined): PolicyVerdict => (verdict === 'refuse' ? 'refuse' : 'report');
  return {
    ...policy,
    lintSoftening: raise(policy.lintSoftening),
    governanceRebinding: raise(policy.governanceRebinding),
  };
}

interface EffectiveVerdict {
  readonly verdict: PolicyVerdict;
  /** Path of the policy that decides. */
  readonly by?: string;
}

const STRICTNESS: readonly PolicyVerdict[] = ['allow', 'report', 'refuse'];

function strictest(stated: readonly (readonly [PolicyVerdict | undefined, string])[]): EffectiveVerdict {
  let found: EffectiveVerdict | undefined;
  for (const [verdict, by] of stated) {
    if (verdict === undefined) continue;
    if (found === undefined || STRICTNESS.indexOf(verdict) > STRICTNESS.indexOf(found.verdict)) found = { verdict, by };
  }
  return found ?? { verdict: 'report' };
}

function verdictOn(weakening: Weakening, policies: readonly BoundPolicy[]): EffectiveVerdict {
  return strictest(
    policies.map((policy) => {
      const verdict =
        policy.lintSoftening === 'refuse' && !isProtected(weakening, policy) ? 'report' : policy.lintSoftening;
      return [verdict, policy.from];
    }),
  );
}

/** Whether a policy that refuses covers this lint: its severity is at the floor or above, and it is no exception. */
function isProtected({ code, parent, child }: Weakening, policy: BoundPolicy): boolean {
  if (policy.exceptions.includes(parent.id)) return false;
  const floor = severityRank(policy.floor);
  if (severityRank(parent.severity) < floor) return false;
  return code !== 'living-wiki:lint_softened' || severityRank(child.severity) < floor;
}

/** Whether two manifests name the same policy, whatever path they use for it. */
async function bindsSamePolicy(reader: ManifestReader, a: ManifestLayer, b: ManifestLayer): Promise<boolean> {
  const [first, second] = [a.manifest.governance ?? '', b.manifest.governance ?? ''];
  const [left, right] = [
    await resolvePolicyPath(reader, a.path, first),
    await resolvePolicyPath(reader, b.path, second),
  ];
  if (left === null && right === null) return first === second && first.startsWith('ws://');
  return left === right;
}
