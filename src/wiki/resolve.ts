import { compareText } from '../base';
import { hasFragment, type TextLink } from '../markdown';
import { parentPath } from '../vault';
import { type LayeredMap } from './layered-map';
import { nameKey, normaliseName } from './names';
import { type Page, type Resolution, type Source } from './types';

/** A link as far as resolving it goes. */
export type LinkTarget = Pick<TextLink, 'form' | 'target' | 'fragment' | 'external'>;

/** What the resolver looks things up in. Paths are relative to the wiki's root. */
export interface ResolveTables {
  readonly pages: ReadonlyMap<string, Page>;
  readonly sources: ReadonlyMap<string, Source>;
  /** {@link nameKey} to the paths of all files of that name. */
  readonly names: LayeredMap<readonly string[]>;
  /** Normalised slug to the paths of all pages of that slug. */
  readonly slugs: LayeredMap<readonly string[]>;
  /** Where the wiki lies in its vault; `''` when it is the vault. */
  readonly root: string;
  /** {@link nameKey} to the vault-relative paths of files outside the wiki. */
  readonly outsideFiles: ReadonlyMap<string, readonly string[]>;
}

interface Candidate {
  /** Relative to the wiki's root; begins with `../` for a neighbour. */
  readonly path: string;
  /** Vault-relative, normalised, as Obsidian compares it. */
  readonly full: string;
}

interface FileMatch {
  readonly path: string;
  readonly by: 'path' | 'folder' | 'name';
  readonly alternatives: readonly string[];
}

/**
 * What a link points to, by the one resolver. File names first, exactly as Obsidian does; then, for a wikilink that
 * names no file, the slug. Source: specs README, link table; AIP-10, Layer 2.
 *
 * @param from path of the file that holds the link, relative to the wiki's root
 */
export function resolveLink(link: LinkTarget, from: string, tables: ResolveTables): Resolution {
  if (link.external) return { kind: 'external' };
  const target = link.target.trim();
  if (target === '') return resolved({ path: from, by: 'path', alternatives: [] }, link, tables);
  const choice = chooseFile(target, from, tables);
  if (choice !== null) return resolved(choice, link, tables);
  const bySlug = link.form === 'wikilink' ? (tables.slugs.get(slugKey(target)) ?? []) : [];
  const page = bySlug[0] === undefined ? undefined : tables.pages.get(bySlug[0]);
  if (page === undefined) return { kind: 'missing' };
  return {
    kind: 'page',
    page,
    by: 'slug',
    alternatives: bySlug.slice(1),
    fragmentFound: !link.fragment || hasFragment(page, link.fragment),
  };
}

function resolved(choice: FileMatch, link: LinkTarget, tables: ResolveTables): Resolution {
  const { path, by } = choice;
  const rivals = [...choice.alternatives, ...slugAlternatives(choice, link, tables)];
  const page = tables.pages.get(path);
  if (page !== undefined) {
    return {
      kind: 'page',
      page,
      by,
      alternatives: rivals,
      fragmentFound: !link.fragment || hasFragment(page, link.fragment),
    };
  }
  const source = tables.sources.get(path);
  return source === undefined
    ? { kind: 'file', path, alternatives: rivals }
    : { kind: 'source', source, alternatives: rivals };
}

/** Pages that AIP-10 would mean by this text where Obsidian opens another file by its name. */
function slugAlternatives(choice: FileMatch, link: LinkTarget, tables: ResolveTables): readonly string[] {
  if (link.form !== 'wikilink' || link.target.trim() === '') return [];
  const holders = tables.slugs.get(slugKey(link.target.trim())) ?? [];
  return holders.includes(choice.path) ? [] : holders.filter((path) => !choice.alternatives.includes(path));
}

function slugKey(target: string): string {
  return target.includes('/') ? '' : nameKey(target);
}

/**
 * Obsidian's choice of a file. Observed on 1.13.7 by third parties who read its `getLinkpathDest`: a target with a dot in its last
 * segment is first tried as it stands, then with `.md`; the exact vault path wins, then a file in the folder of the note (or
 * below it), then the shortest path whose end is the target. Where the length ties, the order of the text decides.
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
  const near = ending.filter((candidate) => candidate.full.startsWith(prefix));
  const [first, ...rest] = near.length > 0 ? near : ending;
  if (first === undefined) return null;
  // A file that lies right in the note's folder is meant; any other was only the shortest of those that fit.
  if (parentPath(first.full) === prefix) return { path: first.path, by: 'folder', alternatives: [] };
  return { path: first.path, by: 'name', alternatives: rest.map(({ path }) => path) };
}

function byLength(a: Candidate, b: Candidate): number {
  return a.full.length - b.full.length || compareText(a.path, b.path);
}

/** The files of the target's name, and the normalised target with the extension under which they were found. */
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

/** The lists of the tables never change, so what is made of one is kept as long as the list. */
const candidatesOf = new WeakMap<readonly string[], { root: string; outside: boolean; made: readonly Candidate[] }>();

function candidatesFrom(paths: readonly string[], root: string, outside: boolean): readonly Candidate[] {
  const known = candidatesOf.get(paths);
  if (known?.root === root && known.outside === outside) return known.made;
  const made = paths.map((path) =>
    outside
      ? { path: toWikiPath(path, root), full: normaliseName(path) }
      : { path, full: normaliseName(toVaultPath(path, root)) },
  );
  // Nearly in the order in which they are chosen from, so that sorting what fits is quick.
  made.sort(byLength);
  candidatesOf.set(paths, { root, outside, made });
  return made;
}

/** `./x` and `../x` from the note's folder, as a vault path; every other target as it is. */
function resolveRelative(target: string, folder: string): string {
  let rest = target.startsWith('./../') ? target.slice(2) : target;
  let base = folder;
  if (rest.startsWith('./')) rest = rest.slice(2);
  else if (rest.startsWith('../')) {
    for (; rest.startsWith('../'); rest = rest.slice(3)) base = parentPath(base);
  } else return rest;
  return base === '' ? rest : `${base}/${rest}`;
}

/** A path of the wiki as a path of its vault. */
export function toVaultPath(path: string, root: string): string {
  return root === '' ? path : `${root}/${path}`;
}

/** A path of the vault, outside of the wiki, relative to the wiki's root: `../notes/x.md`. */
export function toWikiPath(path: string, root: string): string {
  let base = root;
  let up = '';
  while (base !== '' && !path.startsWith(`${base}/`)) {
    base = parentPath(base);
    up += '../';
  }
  return up + (base === '' ? path : path.slice(base.length + 1));
}
