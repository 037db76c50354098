import { compareText, isMapping, type JsonValue } from '../base';
import { readFrontmatter } from '../markdown';
import { parentPath, resolveRelative, type Vault } from '../vault';
import { toPlainJson } from './plain-json';
import { findReference, ManifestReader } from './manifest-reader';
import { type ManifestLayer } from './provenance';
import { type Lens, type LensWarning, type PolicyVerdict, type Severity, type ViewPolicy } from './types';

/**
 * A governance policy: what a manifest allows the views below it to do.
 *
 * AIP-10 names a policy (`governance:`) and leaves its format to AIP-7. These keys are read from the top level of a YAML
 * file or from the frontmatter of a markdown file, and also from the manifest's own `metadata.living-wiki.policy`. Other
 * keys are ignored.
 *
 * ```yaml
 * lintSoftening: refuse        # allow | report | refuse; report by default
 * floor: error                 # lints at or above it must not fall below it, nor be narrowed; error by default
 * exceptions: [max-age-90]     # lints that views may weaken, and `curation` fields that they may change, anyway
 * governanceRebinding: refuse  # allow | report | refuse; report by default
 * ```
 *
 * A key with an invalid value counts as `refuse`, and so does a file that is missing or unreadable: a policy that was lost
 * or misspelt must not allow anything. `lintSoftening: refuse` also refuses another conflict policy.
 */
export interface BoundPolicy extends ViewPolicy {
  /** Path of the file that states it, relative to the vault. */
  readonly from: string;
}

export interface Policies {
  readonly policies: readonly BoundPolicy[];
  readonly warnings: readonly LensWarning[];
}

/** The policies of one manifest of a chain: from its metadata, and from the file that its `governance` names. */
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
    const message = `The governance policy ${governance} was not found, so it refuses everything. Restore it, or correct \`governance\`.`;
    policies.push({ ...STRICT_POLICY, from: governance });
    warnings.push({ code: 'living-wiki:governance_unresolvable', message, at: `${layer.path}#governance` });
    return { policies, warnings };
  }
  try {
    const data = parsePolicyFile(await reader.vault.readText(path), path);
    if (data === null) {
      const message = 'This policy is not valid YAML, so it refuses everything. Correct it.';
      policies.push({ ...STRICT_POLICY, from: path });
      warnings.push({ code: 'living-wiki:policy_invalid', message, at: path });
    } else read(data, path, path);
  } catch {
    const message = `The governance policy ${path} cannot be read, so it refuses everything. Correct it.`;
    policies.push({ ...STRICT_POLICY, from: path });
    warnings.push({ code: 'living-wiki:governance_unresolvable', message, at: `${layer.path}#governance` });
  }
  return { policies, warnings };
}

/** The file that `governance` names: a relative path, or `ws://policies/x` for `policies/x.yaml` in a folder nearby. */
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

/** The rules of a policy file as they count: what cannot be read refuses everything. */
export function readPolicyText(text: string, path: string): ViewPolicy {
  const data = parsePolicyFile(text, path);
  return (data === null ? undefined : parsePolicy(data).policy) ?? STRICT_POLICY;
}

/** The policy files that the manifests of these lenses name, relative to the vault, sorted, each once. */
export async function findPolicyFiles(
  vault: Vault,
  lenses: readonly Pick<Lens, 'provenance'>[],
): Promise<readonly string[]> {
  const reader = new ManifestReader(vault);
  const found = new Set<string>();
  for (const { provenance } of lenses) {
    const origin = provenance.get('governance');
    for (const { value, from } of origin === undefined ? [] : [origin, ...origin.overrode]) {
      const path = typeof value === 'string' ? await resolvePolicyPath(reader, from, value) : null;
      if (path !== null) found.add(path);
    }
  }
  return [...found].sort(compareText);
}

/** The data of a policy file; `null` where it cannot be read. */
function parsePolicyFile(text: string, path: string): JsonValue {
  // A YAML file is read like frontmatter, within the same limits.
  const source = path.endsWith('.md') ? text : `---\n${text.replace(/^\uFEFF?(---[ \t]*(\r\n|\n|\r))?/, '')}\n---\n`;
  const frontmatter = readFrontmatter(source);
  if (frontmatter.problems.length > 0) return null;
  const { value, excess } = toPlainJson(frontmatter.data);
  return excess === undefined ? value : null;
}

/** The policy in `stated`, and what in it is not valid. */
export function parsePolicy(stated: JsonValue): { readonly policy?: ViewPolicy; readonly problems: readonly string[] } {
  if (!isMapping(stated)) {
    return {
      policy: STRICT_POLICY,
      problems: ['The policy is not a mapping, so it refuses everything. Write it as "key: value" lines.'],
    };
  }
  const problems: string[] = [];
  const verdict = (key: 'lintSoftening' | 'governanceRebinding'): PolicyVerdict | undefined => {
    const value = stated[key];
    if (value === undefined) return undefined;
    if (value === 'allow' || value === 'report' || value === 'refuse') return value;
    problems.push(`The policy's ${key} is not valid, so it counts as refuse. Use allow, report or refuse.`);
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
    problems.push("The policy's floor is not valid, so it counts as error. Use error, warn or info.");
  return 'error';
}

function readExceptions(value: JsonValue | undefined, problems: string[]): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  problems.push("The policy's exceptions are not valid, so there are none. Use a list of lint ids.");
  return [];
}
