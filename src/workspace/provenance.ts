import { compareText } from '../base';
import { leavesOf, valueReader, type Leaf } from './leaves';
import { suggest } from './suggest';
import { type Lens, type Manifest, type Origin, type Severity } from './types';

/** A manifest of a chain and its path. */
export interface ManifestLayer {
  /** Vault-relative path. */
  readonly path: string;
  readonly manifest: Manifest;
}

const SEVERITIES: readonly Severity[] = ['info', 'warn', 'error'];

/** 0 for `info`, 2 for `error`. */
export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/**
 * The origin of every leaf of the effective manifest.
 *
 * @param effective the merge of `layers`
 * @param layers the chain, root first
 */
export function traceOrigins(effective: Manifest, layers: readonly ManifestLayer[]): ReadonlyMap<string, Origin> {
  const leaves = [...leavesOf(effective)].sort((a, b) => compareText(a.path, b.path));
  const stated = layers.map(({ path, manifest }) => ({ path, at: valueReader(manifest) }));
  return new Map(leaves.map((leaf) => [leaf.path, originOf(leaf, stated)]));
}

interface LayerValues {
  readonly path: string;
  readonly at: ReturnType<typeof valueReader>;
}

function originOf(leaf: Leaf, layers: readonly LayerValues[]): Origin {
  const [field, , property] = leaf.steps;
  if (leaf.steps.length === 1 && (field === 'entityTypes' || field === 'lints')) {
    return { value: leaf.value, from: 'default', overrode: [] };
  }
  if (field === 'entityTypes' && property === 'fields') return unionOf(leaf, layers);
  const local = field === 'extends' || field === 'appliesTo';
  const stated: { readonly value: unknown; readonly from: string }[] = [];
  for (const { path, at } of local ? layers.slice(-1) : layers) {
    const value = at(leaf.steps);
    if (value !== undefined) stated.unshift({ value, from: path });
  }
  const [latest, ...overrode] = stated;
  const origin: Origin = { value: leaf.value, from: latest?.from ?? 'default', overrode };
  const weaker =
    field === 'lints' &&
    property === 'severity' &&
    overrode[0] !== undefined &&
    severityRank(leaf.value as Severity) < severityRank(overrode[0].value as Severity);
  return weaker ? { ...origin, softened: true } : origin;
}

function unionOf(leaf: Leaf, layers: readonly LayerValues[]): Origin {
  const seen = new Set<unknown>();
  const contributors: string[] = [];
  let first: string | undefined;
  for (const { path, at } of layers) {
    const own = at(leaf.steps);
    if (!Array.isArray(own)) continue;
    first ??= path;
    const before = seen.size;
    for (const item of own) seen.add(item);
    if (seen.size > before) contributors.push(path);
  }
  if (contributors.length === 0 && first !== undefined) contributors.push(first);
  return { value: leaf.value, from: contributors[contributors.length - 1] ?? 'default', contributors, overrode: [] };
}

/** Which manifest sets `field`; `undefined` for no such leaf (see {@link suggestFields}). */
export function fieldOrigin(lens: Pick<Lens, 'provenance'>, field: string): Origin | undefined {
  return lens.provenance.get(field);
}

/**
 * The leaves that a user may have meant by `field`: those below it if it names a group (`curation`), else those with a
 * similar spelling.
 *
 * @param limit at most this many, 5 when absent
 */
export function suggestFields(lens: Pick<Lens, 'provenance'>, field: string, limit = 5): readonly string[] {
  const fields = [...lens.provenance.keys()];
  const below = fields.filter((name) => name.startsWith(`${field}.`) || name.startsWith(`${field}[`));
  return below.length > 0 ? below.slice(0, limit) : suggest(field, fields, limit);
}
