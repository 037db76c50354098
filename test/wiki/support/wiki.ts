import { silentRun, type Clock } from '../../../src/base';
import { MemoryVault, scopeVault, type FileChange, type Vault } from '../../../src/vault';
import {
  mentionedNames,
  pagesMentioning,
  readSnapshot,
  type Page,
  type ResolvedLink,
  type Snapshot,
} from '../../../src/wiki';
import { resolveLens } from '../../../src/workspace';

/** A manifest; `more` are further lines of its frontmatter. */
export function manifest(more = ''): string {
  return `---\nschema: knowledge.workspace/v1\nname: test-wiki\ntitle: Test wiki\ndescription: For a test.\nversion: 1.0.0\n${more}---\n`;
}

/** A page in the page form; `more` are further lines of its frontmatter. */
export function page(slug: string, body = '', more = ''): string {
  const head = `schema: knowledge/v1\nslug: ${slug}\nkind: concept\ntitle: ${slug}\nupdated_at: "2026-04-27T15:00:00Z"\n`;
  return `---\n${head}${more}---\n\n# ${slug}\n\n${body}\n`;
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A vault that is a wiki. */
export function wikiVault(files: Files, clock?: Clock): MemoryVault {
  return new MemoryVault({ 'KNOWLEDGE.md': manifest(), ...files }, clock);
}

export async function open(
  vault: Vault,
  options: { readonly clock?: Clock; readonly cacheSecret?: string; readonly isLazy?: boolean } = {},
): Promise<Snapshot> {
  const lens = await resolveLens(vault, 'KNOWLEDGE.md');
  return readSnapshot({ vault, lens, run: silentRun, ...options });
}

export async function openFiles(files: Files): Promise<Snapshot> {
  return open(wikiVault(files));
}

/** A wiki in a folder of a larger vault. */
export async function openNested(root: string, files: Files): Promise<Snapshot> {
  const vault = new MemoryVault({ [`${root}/KNOWLEDGE.md`]: manifest(), ...files });
  const lens = await resolveLens(vault, `${root}/KNOWLEDGE.md`);
  return readSnapshot({ vault: scopeVault(vault, root), lens, run: silentRun, vaultFiles: Object.keys(files) });
}

/** Writes changes as a transaction would. */
export async function applyTo(vault: Vault, changes: readonly FileChange[]): Promise<void> {
  for (const change of changes) {
    if (change.op === 'rename') await vault.remove(change.from);
    if (change.op === 'delete') await vault.remove(change.path);
    else await vault.write(change.path, change.text);
  }
}

/** A page as plain data: what the cache gives of its text may be decoded only now. */
function plainPage(page: Page): Page {
  const { bodyStart, links, headings, blockIds, citations, summary, words, footnotes, problems } = page;
  return { ...page, bodyStart, links, headings, blockIds, citations, summary, words, footnotes, problems };
}

/** The content of a snapshot as plain data, to compare two snapshots. */
export async function pictureOf(snapshot: Snapshot): Promise<unknown> {
  const pages = [...snapshot.pages.values()];
  const names = new Set(pages.flatMap(mentionedNames));
  const files = [...snapshot.pages.keys(), ...snapshot.files];
  return {
    manifest: snapshot.manifest,
    pages: pages.map(plainPage),
    sources: [...snapshot.sources.values()].map((source) => ({ ...source, mtime: 0 })),
    files: [...snapshot.files],
    provenance: { ...snapshot.provenance, sources: { ...snapshot.provenance.sources } },
    indexLines: snapshot.indexLines,
    problems: snapshot.problems,
    slugs: pages.map(({ slug }) => snapshot.pagesBySlug(slug).map(({ path }) => path)),
    ids: [...snapshot.sources.values()].map(({ id, path }) => [snapshot.source(id)?.path, snapshot.source(path)?.id]),
    links: pages.map((from) => from.links.map((link) => outline(snapshot.resolve(link, from.path)))),
    backlinks: [...files, ...snapshot.sources.keys()].map((path) =>
      snapshot.backlinks(path).map(({ from, link }) => [from.path, link.start]),
    ),
    mentions: [...names].sort().map((name) => [name, [...pagesMentioning(snapshot, name)].map(({ path }) => path)]),
    texts: await Promise.all(files.map(async (path) => [path, await snapshot.text(path)])),
  };
}

/** A resolution with paths for what it found. */
export function outline(found: ResolvedLink): unknown {
  switch (found.kind) {
    case 'page':
      return { ...found, page: found.page.path };
    case 'source':
      return { ...found, source: found.source.path };
    case 'file':
    case 'external':
    case 'missing':
      return found;
  }
}
