import { compareText, throwIfCancelled, type Run } from '../base';
import { joinPath, listKinds, type EntryKind, type Vault } from '../vault';
import { resolveWith } from './lens';
import { MANIFEST_NAME, ManifestReader } from './manifest-reader';
import { type FoundManifest, type Lens, type LensWarning } from './types';
import { ViewOwners } from './view-owner';

/**
 * Every `KNOWLEDGE.md` of a vault, wiki roots and views alike, sorted by path. Skips hidden folders, `node_modules` and
 * the sources of wikis, which hold no manifests.
 *
 * @param vault the whole vault
 */
export function findManifests(vault: Vault, run: Run): Promise<readonly FoundManifest[]> {
  return findManifestsWith(new ManifestReader(vault), run);
}

async function findManifestsWith(reader: ManifestReader, run: Run): Promise<readonly FoundManifest[]> {
  const found: FoundManifest[] = [];
  const pending = [''];
  let seen = 0;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    throwIfCancelled(run);
    if (++seen % 20 === 0) {
      run.progress({ stage: 'Looking for wikis', done: seen, total: 0 });
      await run.yieldToHost();
    }
    const entries = await listKinds(reader.vault, folder);
    const manifest = await manifestIn(reader, entries);
    if (manifest !== null) found.push(manifest);
    const isWiki = manifest?.parsed.kind === 'manifest' && manifest.parsed.manifest.extends === undefined;
    for (const { kind, path } of entries) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const skipped = name.startsWith('.') || name === 'node_modules' || (isWiki && name === 'sources');
      if (kind === 'folder' && !skipped) pending.push(path);
    }
  }
  return found.sort((a, b) => compareText(a.path, b.path));
}

async function manifestIn(reader: ManifestReader, entries: readonly EntryKind[]): Promise<FoundManifest | null> {
  const entry = entries.find(
    ({ kind, path }) => kind === 'file' && path.slice(path.lastIndexOf('/') + 1) === MANIFEST_NAME,
  );
  if (entry === undefined) return null;
  const file = await reader.read(entry.path);
  if (file.kind === 'missing') return null;
  const parsed = file.kind === 'parsed' ? file.parsed : ({ kind: 'invalid', error: file.error, problems: [] } as const);
  return { path: entry.path, parsed };
}

/**
 * The lenses of a wiki: the root first, then, by name and path, its views anywhere in the vault, also those whose chain is
 * broken. The root's `unreadable` lists views of the wiki that cannot be read. A name that is used twice is a warning on
 * each lens that has it.
 *
 * @param vault the whole vault
 * @param rootPath path of the root's `KNOWLEDGE.md` or of its folder, relative to the vault
 * @throws WikiError what {@link resolveLens} throws for the root
 */
export async function listLenses(vault: Vault, rootPath: string, run: Run): Promise<readonly Lens[]> {
  const reader = new ManifestReader(vault);
  const isFile = rootPath === MANIFEST_NAME || rootPath.endsWith(`/${MANIFEST_NAME}`);
  const path = isFile ? rootPath : joinPath(rootPath, MANIFEST_NAME);
  const root = await resolveWith(reader, path);
  const manifests = await findManifestsWith(reader, run);
  const owners = new ViewOwners(reader, manifests);
  const views: Lens[] = [];
  const unreadable: LensWarning[] = [];
  for (const found of manifests) {
    throwIfCancelled(run);
    const { path: at, parsed } = found;
    const isView = parsed.kind === 'invalid' || (parsed.kind === 'manifest' && parsed.manifest.extends !== undefined);
    if (at === path || !isView || !(await owners.belongsTo(found, path))) continue;
    if (parsed.kind === 'invalid') unreadable.push({ code: parsed.error.code, message: parsed.error.message, at });
    else views.push(await resolveWith(reader, at));
    await run.yieldToHost();
  }
  views.sort((a, b) => compareText(a.name, b.name) || compareText(a.path, b.path));
  return warnAboutDuplicates([{ ...root, unreadable }, ...views]);
}

function warnAboutDuplicates(lenses: readonly Lens[]): readonly Lens[] {
  const byName = new Map<string, string[]>();
  for (const { name, path } of lenses) byName.set(name, [...(byName.get(name) ?? []), path]);
  return lenses.map((lens) => {
    const others = (byName.get(lens.name) ?? []).filter((path) => path !== lens.path);
    if (others.length === 0) return lens;
    const message = `The name ${lens.name} is also used by ${others.join(', ')}. Give each lens its own name.`;
    const warning: LensWarning = { code: 'living-wiki:lens_name_duplicate', message, at: `${lens.path}#name` };
    return { ...lens, warnings: [...lens.warnings, warning] };
  });
}
