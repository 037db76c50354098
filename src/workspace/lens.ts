import { WikiError } from '../base';
import { parentPath, resolveRelative, type Vault } from '../vault';
import { resolveChain } from './chain';
import { checkGovernance } from './governance';
import { BUILTIN_KINDS, isSubtype, typeName } from './kinds';
import { mergeManifests } from './merge';
import { traceOrigins, type ManifestLayer } from './provenance';
import { findReference, ManifestReader } from './manifest-reader';
import { sourcesFolderWarnings } from './sources-folder';
import { type ChainLink, type Lens, type LensWarning, type Manifest, type ResolvedManifest } from './types';
import { unenforcedWarnings } from './unenforced';

/**
 * Resolves a manifest with all its parents.
 *
 * A broken chain (missing, cyclic, too deep, or with an invalid parent) gives a warning, and only the manifest itself is
 * used. A view whose `appliesTo` does not resolve, or that a parent's policy forbids, has `refused`: it is shown but must
 * not be used.
 *
 * @param vault the whole vault
 * @param path vault-relative path of the `KNOWLEDGE.md`
 * @throws WikiError `knowledge_workspace_invalid`, `schema_missing` (also for a file of another format),
 *   `living-wiki:file_missing`, or what the vault throws
 * Source: AIP-10, composition semantics; `docs/formats.md`, manifest.
 */
export function resolveLens(vault: Vault, path: string): Promise<Lens> {
  return resolveWith(new ManifestReader(vault), path);
}

export async function resolveWith(reader: ManifestReader, path: string): Promise<Lens> {
  const manifest = await readManifest(reader, path);
  const { layers, broken } = await resolveChain(reader, path, manifest);
  const effective = layers.map((layer) => layer.manifest).reduce(mergeManifests);
  const provenance = traceOrigins(effective, layers);
  const judgement = await checkGovernance(reader, layers);
  const unresolved = await unresolvedConsumers(reader, layers, path, manifest);
  const refused = unresolved ?? judgement.refused;
  const warnings = [
    ...(broken === undefined ? [] : [broken]),
    ...judgement.warnings,
    ...(unresolved === undefined
      ? []
      : [{ code: unresolved.code, message: unresolved.message, at: `${path}#appliesTo` }]),
    ...(broken === undefined ? unknownTypeWarnings(effective, path) : []),
    ...sourcesFolderWarnings(manifest, path),
    ...unenforcedWarnings(effective, (field) => originOf(provenance, field, path)),
  ];
  return {
    name: effective.name,
    path,
    isRoot: manifest.extends === undefined,
    effective,
    chain: layers.map(chainLink),
    warnings,
    ...(broken === undefined ? {} : { broken }),
    provenance,
    policies: judgement.policies,
    ...(refused === undefined ? {} : { refused }),
  };
}

/** The manifest that sets a field. */
function originOf(provenance: Lens['provenance'], field: string, path: string): string {
  const from = provenance.get(field)?.from;
  return from === undefined || from === 'default' ? path : from;
}

/** The JSON form that other tools read. */
export function resolvedManifest(lens: Lens): ResolvedManifest {
  return { effective: lens.effective, chain: lens.chain, warnings: lens.warnings };
}

async function readManifest(reader: ManifestReader, path: string): Promise<Manifest> {
  const file = await reader.read(path);
  if (file.kind === 'unreadable') throw file.error;
  if (file.kind === 'missing') {
    throw new WikiError('living-wiki:file_missing', `There is no file at ${path}.`, {
      path,
      remedy: 'Create the wiki first, or choose another folder.',
    });
  }
  if (file.parsed.kind === 'invalid') throw file.parsed.error;
  if (file.parsed.kind === 'other') {
    throw (
      file.parsed.error ??
      new WikiError('schema_missing', `${path} does not describe a wiki or a lens.`, {
        path,
        remedy: 'Add "schema: knowledge.workspace/v1" to its frontmatter if it is meant to.',
      })
    );
  }
  return file.parsed.manifest;
}

function chainLink({ path, manifest }: ManifestLayer): ChainLink {
  return { path, doctype: manifest.schema, name: manifest.name, version: manifest.version };
}

/** An error for the consumers in `appliesTo` that have no folder. */
async function unresolvedConsumers(
  reader: ManifestReader,
  layers: readonly ManifestLayer[],
  path: string,
  manifest: Manifest,
): Promise<WikiError | undefined> {
  const isFolder = async (at: string): Promise<string | null> =>
    (await reader.vault.stat(at))?.kind === 'folder' ? at : null;
  const startFolders = [layers[0]?.path ?? path, path].map(parentPath);
  const missing: string[] = [];
  for (const consumer of manifest.appliesTo ?? []) {
    if (consumer.startsWith('ws://')) {
      if ((await findReference(consumer, startFolders, isFolder)) === null) missing.push(consumer);
    } else if (consumer.startsWith('../')) {
      const folder = resolveRelative(path, consumer);
      if (folder === null || (folder !== '' && (await isFolder(folder).catch(() => null)) === null))
        missing.push(consumer);
    }
    // Anything else names a dimension (`region/fr`), which has no folder.
  }
  if (missing.length === 0) return undefined;
  return new WikiError(
    'knowledge_appliesto_unresolvable',
    `The view applies to ${missing.join(', ')}, but no such folder exists beside or above the wiki.`,
    { path, remedy: 'Create the folder, or correct appliesTo.' },
  );
}

/** Warnings about lints, scopes and parents that name a type that does not exist: they have no effect. */
function unknownTypeWarnings(effective: Manifest, path: string): readonly LensWarning[] {
  const known = new Set([...BUILTIN_KINDS.map(typeName), ...effective.entityTypes.map((type) => type.name)]);
  const warnings: LensWarning[] = [];
  const check = (type: string, field: string): void => {
    if (type === '*' || known.has(type)) return;
    const message = `There is no type ${type}, so ${field} has no effect. Use one of ${[...known].join(', ')}.`;
    warnings.push({ code: 'living-wiki:type_unknown', message, at: `${path}#${field}` });
  };
  for (const lint of effective.lints) check(lint.appliesTo, `lints.${lint.id}.appliesTo`);
  for (const type of effective.queryHints.scopeTo ?? []) check(type, 'queryHints.scopeTo');
  for (const { name, parent } of effective.entityTypes) {
    if (parent === undefined) continue;
    check(parent, `entityTypes.${name}.parent`);
    if (isSubtype(parent, name, effective)) {
      const message = `The type ${name} is its own ancestor through ${parent}. Correct one of the parents.`;
      warnings.push({ code: 'living-wiki:type_cycle', message, at: `${path}#entityTypes.${name}.parent` });
    }
  }
  return warnings;
}
