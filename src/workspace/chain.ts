import { type ErrorCode } from '../base';
import { resolveRelative } from '../vault';
import { MANIFEST_NAME, type ManifestReader } from './manifest-reader';
import { type ManifestLayer } from './provenance';
import { type LensWarning, type Manifest, type ParsedManifest } from './types';

/** Manifests in a chain, the view itself included. Source: AIP-10, composition semantics, 1. */
export const MAX_DEPTH = 8;

export interface ManifestChain {
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
  const visited = new Set([path]);
  for (;;) {
    const child = layers[0] ?? local;
    if (child.manifest.extends === undefined) return { layers };
    const step = await parentOf(reader, child, child.manifest.extends);
    if ('broken' in step) return { layers: [local], broken: step.broken };
    const broken = chainProblem(step, child, visited, layers.length);
    if (broken !== undefined) return { layers: [local], broken };
    visited.add(step.path);
    layers.unshift(step);
  }
}

function chainProblem(
  parent: ManifestLayer,
  child: ManifestLayer,
  visited: ReadonlySet<string>,
  depth: number,
): LensWarning | undefined {
  if (visited.has(parent.path)) {
    return chainWarning(child, 'knowledge_extends_cycle', `The parents form a circle through ${parent.path}.`);
  }
  if (depth < MAX_DEPTH) return undefined;
  const message = `The chain of parents has more than ${MAX_DEPTH} manifests.`;
  return chainWarning(child, 'knowledge_extends_depth_exceeded', message);
}

async function parentOf(
  reader: ManifestReader,
  child: ManifestLayer,
  target: string,
): Promise<ManifestLayer | { readonly broken: LensWarning }> {
  const path = resolveRelative(child.path, target);
  if (path === null) {
    return { broken: chainWarning(child, 'knowledge_extends_missing', `The parent ${target} is outside the vault.`) };
  }
  const file = await reader.read(path);
  switch (file.kind) {
    case 'missing':
      return { broken: chainWarning(child, 'knowledge_extends_missing', `The parent ${path} does not exist.`) };
    case 'unreadable': {
      const message = `The parent ${path} cannot be read: ${file.error.message}`;
      return { broken: chainWarning(child, 'knowledge_extends_missing', message) };
    }
    case 'parsed':
      return usableParent(file.parsed, path, child);
  }
}

function usableParent(
  parsed: ParsedManifest,
  path: string,
  child: ManifestLayer,
): ManifestLayer | { readonly broken: LensWarning } {
  switch (parsed.kind) {
    case 'manifest':
      return { path, manifest: parsed.manifest };
    case 'invalid':
      return {
        broken: chainWarning(child, 'knowledge_extends_missing', `The parent cannot be used. ${parsed.error.message}`),
      };
    case 'other': {
      const message = `The parent ${path} is a ${MANIFEST_NAME} of another format, not a workspace manifest.`;
      return { broken: chainWarning(child, 'knowledge_extends_missing', message) };
    }
  }
}

type ChainCode = Extract<ErrorCode, `knowledge_extends_${string}`>;

/** A parent that is there and cannot be used counts as missing; its own problem is reported with its file. */
function chainWarning(child: ManifestLayer, code: ChainCode, reason: string): LensWarning {
  const message = `${reason} The view is used without its parents.`;
  return { code, message, at: `${child.path}#extends` };
}
