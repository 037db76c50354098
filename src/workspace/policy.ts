import { compareText, isMapping, type JsonValue } from '../base';
import { readFrontmatter } from '../markdown';
import { parentPath, resolveRelative, type Vault } from '../vault';
import { toPlainJson } from './plain-json';
import { findReference, ManifestReader } from './manifest-reader';
import { type ManifestLayer } from './provenance';
import { suggest } from './suggest';
import {
  type Lens,
  type LensWarning,
  type BoundPolicy,
  type PolicyVerdict,
  type Severity,
  type ViewPolicy,
} from './types';

/**
 * A governance policy: what a manifest allows the views below it to do.
 *
 * AIP-10 names a policy (`governance:`) and leaves its format to AIP-7. These keys are read from the top level of a YAML
 * file or from the frontmatter of a markdown file, and also from the manifest's own `metadata.living-wiki.policy`.
 *
 * ```yaml
 * lintSoftening: refuse             # allow | report | refuse; report by default
 * floor: error                      # lints at or above it must not fall below it, nor be narrowed; error by default
 * exceptions: [max-age-90]          # lints that views may weaken, and `curation` fields that they may change, anyway
 * governanceRebinding: refuse       # allow | report | refuse; report by default
 * protectedLints: [require-source]  # lints that no view may weaken, without exception
 * protectedFields: [curation.tone]  # fields that no view may override
 * approvalFiles: [house-style.md]   # further files that a person approves; a folder ends with a slash
 * approvers: [Anna, Ben]            # who may approve; anyone by default
 * signers: [RWQ…]                   # public keys of minisign whose signatures on sources count
 * ```
 *
 * A key with an invalid value counts as `refuse`, and so do an unknown key and a file that is missing or unreadable: a policy that was
 * lost or misspelt must not allow anything, and no job that writes starts until it is corrected. `lintSoftening: refuse` also refuses another conflict policy.
 */
interface Policies {
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
    policies.push({ ...policy, from });
    for (const { key, message } of problems) {
      const place = key === '' ? at : `${at}${at.includes('#') ? '.' : '#'}${key}`;
      warnings.push({ code: 'living-wiki:policy_invalid', message, at: place });
    }
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
  return data === null ? STRICT_POLICY : parsePolicy(data).policy;
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

/** Something in a policy that is not valid. */
interface PolicyProblem {
  /** `''` for the policy as a whole. */
  readonly key: string;
  readonly message: string;
}

/** The policy in `stated`, and what in it is not valid. A policy with an unknown key refuses everything. */
function parsePolicy(stated: JsonValue): {
  readonly policy: ViewPolicy;
  readonly problems: readonly PolicyProblem[];
} {
  if (!isMapping(stated)) {
    const message = 'The policy is not a mapping, so it refuses everything. Write it as "key: value" lines.';
    return { policy: STRICT_POLICY, problems: [{ key: '', message }] };
  }
  const read = new PolicyValues(stated);
  const lintSoftening = read.verdict('lintSoftening');
  const governanceRebinding = read.verdict('governanceRebinding');
  const policy: ViewPolicy = {
    ...(lintSoftening === undefined ? {} : { lintSoftening }),
    ...(governanceRebinding === undefined ? {} : { governanceRebinding }),
    floor: read.floor(),
    exceptions: read.names('exceptions', 'so there are none. Use a list of lint ids.') ?? [],
    protectedLints: read.names('protectedLints', 'so everything is refused. Use a list of lint ids.') ?? [],
    protectedFields: read.names('protectedFields', 'so everything is refused. Use a list of fields.') ?? [],
    approvalFiles: read.names('approvalFiles', 'so no job that writes starts. Use a list of paths.') ?? [],
    approvers: read.names('approvers', 'so nobody may approve. Use a list of names.'),
    signers: read.names('signers', 'so no signature counts. Use a list of public keys.') ?? [],
  };
  const isStrict = read.isUnknown || read.problems.some(({ key }) => key.startsWith('protected'));
  const isApproverless = read.problems.some(({ key }) => key === 'approvers');
  const approvers = isApproverless ? [] : policy.approvers;
  return {
    policy: isStrict ? { ...policy, ...STRICTNESS, approvers } : { ...policy, approvers },
    problems: read.problems,
  };
}

/** The values of a policy as they are asked for, and what in them is not valid. */
class PolicyValues {
  readonly #stated: Readonly<Record<string, JsonValue>>;
  readonly problems: PolicyProblem[] = [];
  readonly isUnknown: boolean;

  constructor(stated: Readonly<Record<string, JsonValue>>) {
    this.#stated = stated;
    const unknown = Object.keys(stated).filter((key) => !KEYS.has(key) && !DESCRIPTIVE.has(key));
    this.isUnknown = unknown.length > 0;
    for (const key of unknown.slice(0, 20)) {
      const [meant] = suggest(key, [...KEYS], 1);
      const remedy = meant === undefined ? 'Remove it.' : `Did you mean ${meant}?`;
      this.#problem(key, `The policy has an unknown key ${key}, so it refuses everything. ${remedy}`);
    }
  }

  verdict(key: 'lintSoftening' | 'governanceRebinding'): PolicyVerdict | undefined {
    const value = this.#value(key);
    if (value === undefined) return undefined;
    if (value === 'allow' || value === 'report' || value === 'refuse') return value;
    this.#problem(key, `The policy's ${key} is not valid, so it counts as refuse. Use allow, report or refuse.`);
    return 'refuse';
  }

  floor(): Severity {
    const value = this.#value('floor');
    if (value === 'error' || value === 'warn' || value === 'info') return value;
    const message = "The policy's floor is not valid, so it counts as error. Use error, warn or info.";
    if (value !== undefined) this.#problem('floor', message);
    return 'error';
  }

  /** @param then what follows from a value that is not valid, and what to write instead */
  names(key: string, then: string): readonly string[] | null {
    const value = this.#value(key);
    if (value === undefined) return null;
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    this.#problem(key, `The policy's ${key} are not valid, ${then}`);
    return [];
  }

  #value(key: string): JsonValue | undefined {
    return Object.hasOwn(this.#stated, key) ? this.#stated[key] : undefined;
  }

  #problem(key: string, message: string): void {
    this.problems.push({ key, message });
  }
}

const KEYS: ReadonlySet<string> = new Set([
  'lintSoftening',
  'governanceRebinding',
  'floor',
  'exceptions',
  'protectedLints',
  'protectedFields',
  'approvalFiles',
  'approvers',
  'signers',
]);

/** Keys that only describe the file. */
const DESCRIPTIVE: ReadonlySet<string> = new Set([
  ...['schema', 'name', 'title', 'description', 'version', 'owner', 'metadata'],
  ...['tags', 'aliases', 'created', 'updated', 'date'],
]);

/** Of a policy that is lost or not understood. */
const STRICTNESS = { lintSoftening: 'refuse', governanceRebinding: 'refuse', floor: 'error', exceptions: [] } as const;

const STRICT_POLICY: ViewPolicy = {
  ...STRICTNESS,
  protectedLints: [],
  protectedFields: [],
  approvalFiles: [],
  approvers: null,
  signers: [],
};
