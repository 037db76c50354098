import { WikiError, type ErrorCode } from '../base';
import { mergeManifests } from './merge';
import { readPolicies, resolvePolicyPath } from './policy';
import { severityRank, type ManifestLayer } from './provenance';
import { type ManifestReader } from './manifest-reader';
import { curationOverrides, weakenings, type WeakenedLint } from './weakenings';
import { leavesOf, valueReader } from './leaves';
import { type BoundPolicy, type LensWarning, type Manifest, type PolicyVerdict } from './types';

interface GovernanceResult {
  readonly warnings: readonly LensWarning[];
  /** Of all manifests of the chain, the root's first. */
  readonly policies: readonly BoundPolicy[];
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
  const [root, ...views] = layers;
  if (root === undefined) return { warnings: [], policies: [] };
  const check = new GovernanceCheck(reader);
  await check.collect(root, true);
  let parent = root.manifest;
  for (const view of views) {
    const merged = mergeManifests(parent, view.manifest);
    check.judgeLints(parent, view, merged);
    check.judgeCuration(parent, view);
    check.judgeFields(parent, view);
    await check.judgeBinding(view);
    await check.collect(view, false);
    parent = merged;
  }
  return check.result;
}

const SOFTENING_REMEDY = 'Give the lint an id of its own, or ask for an exception in the policy.';
const CURATION_REMEDY = 'Remove the field from the lens, or ask for an exception in the policy.';

/** Walks down a chain: each view is judged by the policies that were collected above it. */
class GovernanceCheck {
  readonly #reader: ManifestReader;
  readonly #warnings: LensWarning[] = [];
  readonly #above: BoundPolicy[] = [];
  #refused: WikiError | undefined;
  /** The last manifest that names a policy. */
  #bound: ManifestLayer | undefined;

  constructor(reader: ManifestReader) {
    this.#reader = reader;
  }

  get result(): GovernanceResult {
    const [warnings, policies] = [this.#warnings, this.#above];
    return this.#refused === undefined ? { warnings, policies } : { warnings, policies, refused: this.#refused };
  }

  async collect(layer: ManifestLayer, isRoot: boolean): Promise<void> {
    const stated = await readPolicies(this.#reader, layer);
    this.#warnings.push(...stated.warnings);
    // Only the root's policy may allow something without a warning; views may only be stricter.
    this.#above.push(...(isRoot ? stated.policies : stated.policies.map(atLeastReport)));
    if (layer.manifest.governance !== undefined) this.#bound = layer;
  }

  judgeLints(parent: Manifest, view: ManifestLayer, merged: Manifest): void {
    for (const weakening of weakenings(parent, view.manifest, merged)) {
      const { verdict, by } = verdictOn(weakening, this.#above);
      if (verdict === 'refuse') {
        this.#refuse('governance:lint_softening_refused', weakening.message, by, view, SOFTENING_REMEDY);
      } else if (verdict === 'report') {
        this.#report(weakening.code, weakening.message, view, weakening.field);
      }
    }
  }

  /** A view may adapt `curation`; under a policy that refuses softening, an override counts as such. */
  judgeCuration(parent: Manifest, view: ManifestLayer): void {
    const strict = this.#above.filter(({ lintSoftening }) => lintSoftening === 'refuse');
    if (strict.length === 0) return;
    for (const { field, message, decidesContent } of curationOverrides(parent, view.manifest)) {
      const refusing = decidesContent ? strict.find(({ exceptions }) => !exceptions.includes(field)) : undefined;
      if (refusing === undefined) this.#report('living-wiki:curation_overridden', message, view, field);
      else this.#refuse('governance:lint_softening_refused', message, refusing.from, view, CURATION_REMEDY);
    }
  }

  /** No view may override a protected field, whatever else the policies allow. */
  judgeFields(parent: Manifest, { path, manifest }: ManifestLayer): void {
    const protecting = this.#above.filter(({ protectedFields }) => protectedFields.length > 0);
    if (protecting.length === 0) return;
    const above = valueReader(parent);
    for (const leaf of leavesOf(manifest)) {
      // A view without lints or types of its own overrides none.
      if (leaf.path === 'lints' || leaf.path === 'entityTypes') continue;
      const by = protecting.find(({ protectedFields }) => protectedFields.some((field) => covers(field, leaf.path)));
      const old = above(leaf.steps);
      if (by === undefined || JSON.stringify(old) === JSON.stringify(leaf.value)) continue;
      const reason = `This lens sets the protected field ${leaf.path}.`;
      const remedy = `Remove ${leaf.path} from the lens, or ask for a change of the policy.`;
      this.#refuse('living-wiki:field_override_refused', reason, by.from, { path, manifest }, remedy);
    }
  }

  /** Judges a view that names another policy than the one that is bound above it. */
  async judgeBinding(view: ManifestLayer): Promise<void> {
    const bound = this.#bound;
    const { governance } = view.manifest;
    if (governance === undefined || bound === undefined || (await bindsSamePolicy(this.#reader, bound, view))) return;
    const message = `The lens names the policy ${governance} instead of ${bound.manifest.governance ?? ''} of ${bound.path}. The parent's policy stays in force.`;
    const { verdict, by } = strictest(this.#above.map((policy) => [policy.governanceRebinding, policy.from]));
    if (verdict === 'refuse') {
      const remedy = 'Remove governance from the lens.';
      this.#refuse('living-wiki:governance_rebinding_refused', message, by, view, remedy);
    } else if (verdict === 'report') this.#report('living-wiki:governance_rebound', message, view, 'governance');
  }

  #refuse(code: ErrorCode, reason: string, policy: string | undefined, view: ManifestLayer, remedy: string): void {
    const message = `${reason} The policy ${policy ?? ''} forbids that.`;
    this.#refused ??= new WikiError(code, message, { path: view.path, remedy });
    this.#warnings.push({ code, message, at: view.path });
  }

  #report(code: ErrorCode, message: string, view: ManifestLayer, field: string): void {
    this.#warnings.push({ code, message, at: `${view.path}#${field}` });
  }
}

/** @param field of a policy: a leaf, or a group of them */
function covers(field: string, leaf: string): boolean {
  return leaf === field || leaf.startsWith(`${field}.`) || leaf.startsWith(`${field}[`);
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

function verdictOn(weakening: WeakenedLint, policies: readonly BoundPolicy[]): EffectiveVerdict {
  return strictest(
    policies.map((policy): readonly [PolicyVerdict | undefined, string] => {
      if (policy.protectedLints.includes(weakening.parent.id)) return ['refuse', policy.from];
      const verdict =
        policy.lintSoftening === 'refuse' && !isProtected(weakening, policy) ? 'report' : policy.lintSoftening;
      return [verdict, policy.from];
    }),
  );
}

/** Whether a policy that refuses covers this lint: its severity is at the floor or above, and it is no exception. */
function isProtected({ code, parent, child }: WeakenedLint, policy: BoundPolicy): boolean {
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
