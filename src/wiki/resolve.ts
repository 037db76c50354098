import { compareText } from '../base';
import { hasFragment, type TextLink } from '../markdown';
import { parentPath } from '../vault';
import { type LayeredMap } from './layered-map';
import { nameKey, namesForSource, normaliseName } from './names';
import { sourceIdFor } from './slug';
import { type Page, type ResolvedLink, type Source } from './types';

/** The part of a link that determines what it points to. */
export type LinkTarget = Pick<TextLink, 'form' | 'target' | 'fragment' | 'external'>;

/** The lookup tables of the resolver. Paths are relative to the root of the wiki. */
export interface ResolveTables {
  readonly pages: ReadonlyMap<string, Page>;
  readonly sources: ReadonlyMap<string, Source>;
  /** Source id to path, where a wikilink with the name of a source is a citation; else `null`. */
  readonly citableIds: ReadonlyMap<string, string> | null;
  /** {@link nameKey} to the paths of all files with that name. */
  readonly names: LayeredMap<readonly string[]>;
  /** Normalised slug to the paths of all pages with that slug. */
  readonly slugs: LayeredMap<readonly string[]>;
  /** The folder of the wiki in its vault; `''` if it is the whole vault. */
  readonly root: string;
  /** {@link nameKey} to the vault-relative paths of files outside the wiki. */
  readonly outsideFiles: ReadonlyMap<string, readonly string[]>;
}

interface Candidate {
  /** Relative to the root of the wiki; starts with `../` for a file outside it. */
  readonly path: string;
  /** Vault-relative and normalised, as Obsidian compares it. */
  readonly full: string;
}

interface FileMatch {
  readonly path: string;
  readonly by: 'path' | 'folder' | 'name';
  readonly alternatives: readonly string[];
}

/**
 * Resolves a link. File names come first, exactly as in Obsidian; a wikilink that matches no file is then looked up by slug, and
 * by the names of sources where the layout lets it cite one.
 * See docs/formats.md. Source: AIP-10, Layer 2.
 *
 * @param from path of the file with the link, relative to the root of the wiki
 */
export function resolveLink(link: LinkTarget, from: string, tables: ResolveTables): ResolvedLink {
  if (link.external) return { kind: 'external' };
  const target = link.target.trim();
  if (target === '') return resolved({ path: from, by: 'path', alternatives: [] }, link, tables);
  const choice = chooseFile(target, from, tables);
  if (choice !== null) return resolved(choice, link, tables);
  const bySlug = link.form === 'wikilink' ? (tables.slugs.get(slugKey(target)) ?? []) : [];
  const page = bySlug[0] === undefined ? undefined : tables.pages.get(bySlug[0]);
  if (page === undefined) return citedSource(link, target, tables);
  return {
    kind: 'page',
    page,
    by: 'slug',
    alternatives: bySlug.slice(1),
    fragmentFound: !link.fragment || hasFragment(page, link.fragment),
  };
}

/** The source that a wikilink names by its id, or by its file name without the extension. */
function citedSource({ form }: LinkTarget, target: string, { citableIds, sources }: ResolveTables): ResolvedLink {
  if (citableIds === null || form !== 'wikilink' || target.includes('/')) return { kind: 'missing' };
  const path = citableIds.get(target) ?? citableIds.get(sourceIdFor(target));
  const source = path === undefined ? undefined : sources.get(path);
  if (source === undefined || !namesForSource(source).includes(nameKey(target))) return { kind: 'missing' };
  return { kind: 'source', source, alternatives: [] };
}

function resolved(choice: FileMatch, link: LinkTarget, tables: ResolveTables): ResolvedLink {
  const { path, by } = choice;
  const alternatives = [...choice.alternatives, ...slugAlternatives(choice, link, tables)];
  const page = tables.pages.get(path);
  if (page !== undefined) {
    return {
      kind: 'page',
      page,
      by,
      alternatives,
      fragmentFound: !link.fragment || hasFragment(page, link.fragment),
    };
  }
  const source = tables.sources.get(path);
  return source === undefined ? { kind: 'file', path, alternatives } : { kind: 'source', source, alternatives };
}

/** Pages that AIP-10 finds by this slug, while Obsidian opens another file by its name. */
function slugAlternatives(choice: FileMatch, link: LinkTarget, tables: ResolveTables): readonly string[] {
  if (link.form !== 'wikilink' || link.target.trim() === '') return [];
  const holders = tables.slugs.get(slugKey(link.target.trim())) ?? [];
  return holders.includes(choice.path) ? [] : holders.filter((path) => !choice.alternatives.includes(path));
}

function slugKey(target: string): string {
  return target.includes('/') ? '' : nameKey(target);
}

/**
 * Chooses a file like `getLinkpathDest` of Obsidian 1.13.7. A target with a dot in its last segment is tried as it is, then
 * with `.md`. The exact vault path wins, then a file in the folder of the note or below it, then the shortest path that ends
 * in the target. Paths of equal length are ordered as text.
 */
function chooseFile(target: string, from: string, tables: ResolveTables): FileMatch | null {
  const [candidates, wanted] = candidatesFor(target, tables);
  if (candidates.length === 0) return null;
  const folder = parentPath(toVaultPath(from, tables.root));
  const absolute = wanted.startsWith('/');
  const tail = absolute ? wanted.slice(1) : resolveRelative(wanted, normaliseName(folder));
  const exact = candidates.find((candidate) => candidate.full === tail);
  if (exact !== undefined) return { path: exact.path, by: 'path', alternatives: [] };
  if (absolute) return null;
  const ending = candidates.filter((candidate) => candidate.full.endsWith(tail)).sort(byLength);
  const prefix = normaliseName(folder);
  const nearby = ending.filter((candidate) => candidate.full.startsWith(prefix));
  const [first, ...rest] = nearby.length > 0 ? nearby : ending;
  if (first === undefined) return null;
  // A file directly in the folder of the note is unambiguous; any other is only the shortest of several.
  if (parentPath(first.full) === prefix) return { path: first.path, by: 'folder', alternatives: [] };
  return { path: first.path, by: 'name', alternatives: rest.map(({ path }) => path) };
}

function byLength(a: Candidate, b: Candidate): number {
  return a.full.length - b.full.length || compareText(a.path, b.path);
}

/** The files with the name of the target, and the normalised target with the extension that they were found by. */
function candidatesFor(target: string, tables: ResolveTables): readonly [readonly Candidate[], string] {
  const wanted = normaliseName(target);
  const name = wanted.slice(wanted.lastIndexOf('/') + 1);
  if (name.includes('.')) {
    const exact = filesNamed(name, tables);
    if (exact.length > 0) return [exact, wanted];
  }
  return [filesNamed(`${name}.md`, tables), `${wanted}.md`];
}

function filesNamed(name: string, tables: ResolveTables): readonly Candidate[] {
  const key = nameKey(name);
  const inside = tables.names.get(key);
  const outside = tables.outsideFiles.get(key);
  const found = inside === undefined ? [] : candidatesFrom(inside, tables.root, false);
  const all = outside === undefined ? found : [...found, ...candidatesFrom(outside, tables.root, true)];
  return all.every((candidate) => hasName(candidate, name)) ? all : all.filter((candidate) => hasName(candidate, name));
}

function hasName({ full }: Candidate, name: string): boolean {
  return full.endsWith(name) && (full.length === name.length || full.charAt(full.length - name.length - 1) === '/');
}

/** Candidates by list of paths. The lists are immutable. */
const candidatesOf = new WeakMap<readonly string[], { root: string; outside: boolean; made: readonly Candidate[] }>();

function candidatesFrom(paths: readonly string[], root: string, outside: boolean): readonly Candidate[] {
  const known = candidatesOf.get(paths);
  if (known?.root === root && known.outside === outside) return known.made;
  const made = paths.map((path) =>
    outside
      ? { path: toWikiPath(path, root), full: normaliseName(path) }
      : { path, full: normaliseName(toVaultPath(path, root)) },
  );
  // Sorted here, so that sorting the matches later is fast.
  made.sort(byLength);
  candidatesOf.set(paths, { root, outside, made });
  return made;
}

/** Resolves `./x` and `../x` from the folder of the note to a vault path; leaves other targets as they are. */
function resolveRelative(target: string, folder: string): string {
  let rest = target.startsWith('./../') ? target.slice(2) : target;
  let base = folder;
  if (rest.startsWith('./')) rest = rest.slice(2);
  else if (rest.startsWith('../')) {
    for (; rest.startsWith('../'); rest = rest.slice(3)) base = parentPath(base);
  } else return rest;
  return base === '' ? rest : `${base}/${rest}`;
}

/** Converts a path in the wiki to a path in its vault. */
function toVaultPath(path: string, root: string): string {
  return root === '' ? path : `${root}/${path}`;
}

/** Converts a vault path outside the wiki to a path relative to the wiki: `../notes/x.md`. */
function toWikiPath(path: string, root: string): string {
  let base = root;
  let up = '';
  while (base !== '' && !path.startsWith(`${base}/`)) {
    base = parentPath(base);
    up += '../';
  }
  return up + (base === '' ? path : path.slice(base.length + 1));
}
