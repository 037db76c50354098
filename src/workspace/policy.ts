import { isMapping, type JsonValue } from '../base';
import { readFrontmatter } from '../markdown';
import { parentPath, resolveRelative } from '../vault';
import { toPlainJson } from './plain-json';
import { findReference, type ManifestReader } from './manifest-reader';
import { type ManifestLayer } from './provenance';
import { type LensWarning, type PolicyVerdict, type Severity, type ViewPolicy } from './types';

/**
 * The governance policy: what a manifest lets the views below it do.
 *
 * AIP-10 binds a policy (`governance:`) and leaves its file to AIP-7. We read these keys from it, at the top level of
 * a YAML file or in the frontmatter of a markdown file, and the same keys from the manifest's own
 * `metadata.living-wiki.policy`; whatever else a policy holds is not ours and is left alone.
 *
 * ```yaml
 * lintSoftening: refuse        # allow | report | refuse; report when absent
 * floor: error                 # lints at or above it may not fall below it, nor be narrowed; error when absent
 * exceptions: [max-age-90]     # lints that views may weaken all the same
 * governanceRebinding: refuse  # allow | report | refuse; report when absent
 * ```
 *
 * A key that is there but cannot be read counts as `refuse`: a misspelt policy must not open the gate.
 */
export interface BoundPolicy extends ViewPolicy {
  /** Vault-relative path of the file that states it. */
  readonly from: string;
}

export interface Policies {
  readonly policies: readonly BoundPolicy[];
  readonly warnings: readonly LensWarning[];
}

/** The policies that one manifest of a chain states, from its metadata and from the file its `governance` names. */
export async function readPolicies(reader: ManifestReader, layer: ManifestLayer): Promise<Policies> {
  const warnings: LensWarning[] = [];
  const policies: BoundPolicy[] = [];
  const vendor = layer.manifest.metadata['living-wiki'];
  const own = isMapping(vendor) ? vendor.policy : undefined;
  const read = (stated: JsonValue | undefined, from: string, at: string): void => {
    if (stated === undefined || stated === null) return;
    const { policy, problems } = parsePolicy(stated);
    if (policy !== undefined) policies.push({ ...policy, from });
    for (const message of problems) warnings.push({ code: 'living-wiki:policy_invalid', message, at });
  };
  read(own, layer.path, `${layer.path}#metadata.living-wiki.policy`);

  const { governance } = layer.manifest;
  if (governance === undefined) return { policies, warnings };
  const path = await resolvePolicyPath(reader, layer.path, governance);
  if (path === null) {
    const message = `The governance policy ${governance} was not found, so none of its rules apply.`;
    warnings.push({ code: 'living-wiki:governance_unresolvable', message, at: `${layer.path}#governance` });
    return { policies, warnings };
  }
  try {
    const data = parsePolicyFile(await reader.vault.readText(path), path);
    if (data === null) {
      const message = 'Unexpected content, expected a policy as YAML; it counts as one that refuses.';
      policies.push({ ...STRICT_POLICY, from: path });
      warnings.push({ code: 'living-wiki:policy_invalid', message, at: path });
    } else read(data, path, path);
  } catch {
    const message = `The governance policy ${path} cannot be read, so none of its rules apply.`;
    warnings.push({ code: 'living-wiki:governance_unresolvable', message, at: `${layer.path}#governance` });
  }
  return { policies, warnings };
}

/** Where `governance` points to: a file beside the manifest's path, or `ws://policies/x` as `policies/x.yaml` nearby. */
export async function resolvePolicyPath(
  reader: ManifestReader,
  from: string,
  governance: string,
): Promise<string | null> {
  const isFile = async (path: string): Promise<string | null> =>
    (await reader.vault.stat(path))?.kind === 'file' ? path : null;
  if (governance.startsWith('ws://')) {
    return findReference(governance, [parentPath(from)], async (path) => {
      for (const ending of ['.yaml', '.yml', '.md']) if ((await isFile(path + ending)) !== null) return path + ending;
      return isFile(path);
    });
  }
  const target = resolveRelative(from, governance);
  return target === null ? null : isFile(target).catch(() => null);
}

/** The mapping that a policy file holds; `null` where there is none that can be read. */
function parsePolicyFile(text: string, path: string): JsonValue {
  // A YAML file is read as frontmatter is, by the same careful reader.
  const source = path.endsWith('.md') ? text : `---\n${text.replace(/^\uFEFF?(---[ \t]*(\r\n|\n|\r))?/, '')}\n---\n`;
  const frontmatter = readFrontmatter(source);
  if (frontmatter.problems.length > 0) return null;
  const { value, excess } = toPlainJson(frontmatter.data);
  return excess === undefined ? value : null;
}

/** Exported for tests: the policy in `stated`, and what in it could not be read. */
export function parsePolicy(stated: JsonValue): { readonly policy?: ViewPolicy; readonly problems: readonly string[] } {
  if (!isMapping(stated)) {
    return {
      policy: STRICT_POLICY,
      problems: ['Unexpected policy, expected a mapping; it counts as one that refuses.'],
    };
  }
  const problems: string[] = [];
  const verdict = (key: 'lintSoftening' | 'governanceRebinding'): PolicyVerdict | undefined => {
    const value = stated[key];
    if (value === undefined) return undefined;
    if (value === 'allow' || value === 'report' || value === 'refuse') return value;
    problems.push(`Unexpected ${key} in the policy, expected allow, report or refuse; it counts as refuse.`);
    return 'refuse';
  };
  const lintSoftening = verdict('lintSoftening');
  const governanceRebinding = verdict('governanceRebinding');
  return {
    policy: {
      ...(lintSoftening === undefined ? {} : { lintSoftening }),
      ...(governanceRebinding === undefined ? {} : { governanceRebinding }),
      floor: readFloor(stated.floor, problems),
      exceptions: readExceptions(stated.exceptions, problems),
    },
    problems,
  };
}

const STRICT_POLICY: ViewPolicy = {
  lintSoftening: 'refuse',
  governanceRebinding: 'refuse',
  floor: 'error',
  exceptions: [],
};

function readFloor(value: JsonValue | undefined, problems: string[]): Severity {
  if (value === 'error' || value === 'warn' || value === 'info') return value;
  if (value !== undefined)
    problems.push('Unexpected floor in the policy, expected error, warn or info; error is used.');
  return 'error';
}

function readExceptions(value: JsonValue | undefined, problems: string[]): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  problems.push('Unexpected exceptions in the policy, expected a list of lint ids; none is made.');
  return [];
}
