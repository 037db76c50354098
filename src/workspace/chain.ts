import { type ErrorCode } from '../base';
import { resolveRelative } from '../vault';
import { MANIFEST_NAME, type ManifestReader } from './manifest-reader';
import { type ManifestLayer } from './provenance';
import { type LensWarning, type Manifest } from './types';

/** Manifests in a chain, the view itself included. Source: AIP-10, composition semantics, 1. */
const MAX_DEPTH = 8;

interface ManifestChain {
  /** Root first, the view last; only the view where the chain is broken. */
  readonly layers: readonly ManifestLayer[];
  /** Why the chain is broken; absent where it is whole. */
  readonly broken?: LensWarning;
}

/**
 * Follows `extends` up to the root. If the chain is broken anywhere, only the view's own manifest is used.
 * Source: AIP-10, composition semantics, 1 to 3; `docs/formats.md`, manifest.
 */
export async function resolveChain(reader: ManifestReader, path: string, manifest: Manifest): Promise<ManifestChain> {
  const local: ManifestLayer = { path, manifest };
  const layers: ManifestLayer[] = [local];
  for (;;) {
    const child = layers[0] ?? local;
    if (child.manifest.extends === undefined) return { layers };
    const parent = await parentOf(reader, child.path, child.manifest.extends, layers);
    if ('reason' in parent) return { layers: [local], broken: chainWarning(path, child.path, parent) };
    layers.unshift(parent);
  }
}

/** Why the chain ends before a root. */
interface Break {
  readonly code: Extract<ErrorCode, `knowledge_extends_${string}`>;
  readonly reason: string;
}

async function parentOf(
  reader: ManifestReader,
  from: string,
  target: string,
  layers: readonly ManifestLayer[],
): Promise<ManifestLayer | Break> {
  if (!MANIFEST_PATH.test(target)) {
    return missing(`"${target}" names no KNOWLEDGE.md. Use a path such as ../my-wiki/${MANIFEST_NAME}.`);
  }
  const path = resolveRelative(from, target);
  if (path === null) return missing(`The parent ${target} is outside the vault.`);
  if (layers.some((layer) => layer.path === path)) {
    return { code: 'knowledge_extends_cycle', reason: `The parents form a circle through ${path}.` };
  }
  const parent = await usableParent(reader, path);
  if ('reason' in parent || layers.length < MAX_DEPTH) return parent;
  const reason = `The chain of parents has more than ${MAX_DEPTH} manifests.`;
  return { code: 'knowledge_extends_depth_exceeded', reason };
}

/** Relative, and to a file of that name. Wider than the published schema, so that a typo does not cost the view. */
const MANIFEST_PATH = /^\.\.?\/(?:[^\s]+\/)?KNOWLEDGE\.md$/;

async function usableParent(reader: ManifestReader, path: string): Promise<ManifestLayer | Break> {
  const file = await reader.read(path);
  if (file.kind === 'missing') return missing(`The parent ${path} does not exist.`);
  if (file.kind === 'unreadable') return missing(`The parent ${path} cannot be read: ${file.error.message}`);
  const { parsed } = file;
  if (parsed.kind === 'manifest') return { path, manifest: parsed.manifest };
  if (parsed.kind === 'invalid') return missing(`The parent cannot be used. ${parsed.error.message}`);
  return missing(`The parent ${path} is a ${MANIFEST_NAME} of another format, and does not describe a wiki or a lens.`);
}

/** A parent that is there and cannot be used counts as missing; its own problem is reported with its file. */
const missing = (reason: string): Break => ({ code: 'knowledge_extends_missing', reason });

/** @param at path of the manifest whose parent is the problem */
function chainWarning(view: string, at: string, { code, reason }: Break): LensWarning {
  const place = at === view ? '' : ` It breaks at ${at}.`;
  return { code, message: `${reason}${place} The view is used without its parents.`, at: `${view}#extends` };
}
