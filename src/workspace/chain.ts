import type { ErrorCode } from '../base';
import { resolveRelative } from '../vault';
import { manifestName } from './reader';
import type { ManifestReader } from './reader';
import type { Layer } from './provenance';
import type { LensWarning, Manifest, ParsedManifest } from './types';

/** Manifests in a chain, the view itself included. Source: AIP-10, composition semantics, 1. */
export const maximumDepth = 8;

export interface Chain {
  /** Root first, the view last; the view alone where the chain is broken. */
  readonly layers: readonly Layer[];
  /** Why the chain is broken; absent where it is whole. */
  readonly broken?: LensWarning;
}

/**
 * Follows `extends` up to the root. A chain that is broken anywhere leaves the local manifest only.
 * Source: AIP-10, composition semantics, 1 to 3; specs README, 6.
 */
export async function followChain(reader: ManifestReader, path: string, manifest: Manifest): Promise<Chain> {
  const local: Layer = { path, manifest };
  const layers: Layer[] = [local];
  const visited = new Set([path]);
  for (;;) {
    const child = layers[0] ?? local;
    if (child.manifest.extends === undefined) return { layers };
    const step = await parentOf(reader, child, child.manifest.extends);
    if ('broken' in step) return { layers: [local], broken: step.broken };
    const broken = overlong(step, child, visited, layers.length);
    if (broken !== undefined) return { layers: [local], broken };
    visited.add(step.path);
    layers.unshift(step);
  }
}

function overlong(parent: Layer, child: Layer, visited: ReadonlySet<string>, depth: number): LensWarning | undefined {
  if (visited.has(parent.path)) {
    return warning(child, 'knowledge_extends_cycle', `The chain of parents comes back to ${parent.path}.`);
  }
  if (depth < maximumDepth) return undefined;
  const message = `The chain of parents is longer than ${maximumDepth} manifests.`;
  return warning(child, 'knowledge_extends_depth_exceeded', message);
}

async function parentOf(
  reader: ManifestReader,
  child: Layer,
  target: string,
): Promise<Layer | { readonly broken: LensWarning }> {
  const path = resolveRelative(child.path, target);
  if (path === null) {
    return { broken: warning(child, 'knowledge_extends_missing', `The parent ${target} lies outside the vault.`) };
  }
  const file = await reader.read(path);
  switch (file.kind) {
    case 'missing':
      return { broken: warning(child, 'knowledge_extends_missing', `There is no parent at ${path}.`) };
    case 'unreadable':
      return { broken: warning(child, file.error.code, `The parent ${path} cannot be read: ${file.error.message}`) };
    case 'parsed':
      return usable(file.parsed, path, child);
  }
}

function usable(parsed: ParsedManifest, path: string, child: Layer): Layer | { readonly broken: LensWarning } {
  switch (parsed.kind) {
    case 'manifest':
      return { path, manifest: parsed.manifest };
    case 'invalid':
      return { broken: warning(child, parsed.error.code, `The parent cannot be used. ${parsed.error.message}`) };
    case 'other': {
      const message = `The parent ${path} is a ${manifestName} of another format, not a workspace manifest.`;
      return { broken: warning(child, 'schema_missing', message) };
    }
  }
}

function warning(child: Layer, code: ErrorCode, reason: string): LensWarning {
  const message = `${reason} The view is used on its own, without its parents.`;
  return { code, message, at: `${child.path}#extends` };
}
