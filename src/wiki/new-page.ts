import { compareText, isMapping, type JsonObject, type JsonValue } from '../base';
import { escapeMarkdown, printFrontmatter } from '../markdown';
import { joinPath, parentPath } from '../vault';
import { hubRole } from './hub';
import { nameKey } from './names';
import { isPagePath, KIND_FOLDERS, type Layout } from './paths';
import { slugify } from './slug';
import { type Page, type PageSchema, type Snapshot } from './types';

/**
 * The path of a new page: in the folder with most pages of its kind that are about one subject, else in the default folder of the kind, in the layout of
 * the wiki (`concepts/` or `entries/concept/`).
 *
 * @returns relative to the root of the wiki; may be in use (see {@link uniqueSlug})
 */
export function pathForNewPage(snapshot: Snapshot, kind: string, slug: string): string {
  const folders = folderLayoutOf(snapshot.pages);
  const usual = folders.usesEntriesFolder ? `entries/${kind}` : defaultFolder(kind, snapshot.layout);
  const folder = folders.byKind.get(kind) ?? joinPath(pagesFolder(snapshot), usual);
  return joinPath(folder, `${slug}.md`);
}

interface FolderLayout {
  readonly byKind: ReadonlyMap<string, string>;
  /** Whether most pages are in `entries/<kind>/`. */
  readonly usesEntriesFolder: boolean;
}

const layoutByPages = new WeakMap<ReadonlyMap<string, Page>, FolderLayout>();

function folderLayoutOf(pages: ReadonlyMap<string, Page>): FolderLayout {
  const known = layoutByPages.get(pages);
  if (known !== undefined) return known;
  const counts = new Map<string, Map<string, number>>();
  let inEntries = 0;
  let placed = 0;
  for (const page of pages.values()) {
    if (page.schema === null) continue;
    const folder = parentPath(page.path);
    // An overview and what code writes may be anywhere, and do not tell where the concepts are.
    if (!isPlacedByRole(page)) {
      const byFolder = counts.get(page.kind) ?? new Map<string, number>();
      counts.set(page.kind, byFolder.set(folder, (byFolder.get(folder) ?? 0) + 1));
    }
    placed += 1;
    if (folder === `entries/${page.kind}`) inEntries += 1;
  }
  const byKind = new Map<string, string>();
  for (const [kind, byFolder] of counts) {
    const [first] = [...byFolder].sort(([a, m], [b, n]) => n - m || compareText(a, b));
    if (first !== undefined) byKind.set(kind, first[0]);
  }
  const folders = { byKind, usesEntriesFolder: inEntries * 2 > placed };
  layoutByPages.set(pages, folders);
  return folders;
}

const isPlacedByRole = ({ slug, data }: Page): boolean => {
  const { metadata } = data;
  const vendor = isMapping(metadata) ? metadata['living-wiki'] : undefined;
  return hubRole({ slug, data }) === 'overview' || (isMapping(vendor) && vendor.generated !== undefined);
};

/** The folder that an adopted wiki has for its pages; `''` if it has none. */
function pagesFolder({ layout, pages, files }: Snapshot): string {
  const { pages: folder } = layout;
  if (folder === null) return '';
  const inside = `${folder}/`;
  return [...pages.keys(), ...files].some((path) => path.startsWith(inside)) ? folder : '';
}

function defaultFolder(kind: string, layout: Layout): string {
  const folder = KIND_FOLDERS.get(kind) ?? plural(kind);
  return folder === layout.sources || !isPagePath(`${folder}/x.md`, layout) ? `${kind}-pages` : folder;
}

function plural(kind: string): string {
  if (/[^aeiou]y$/.test(kind)) return `${kind.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(kind) ? `${kind}es` : `${kind}s`;
}

/**
 * A slug for a new page that no page has and no file is named by, since Obsidian would open that file for `[[slug]]`. A slug
 * that is taken gets a number.
 *
 * @param text as for {@link slugify}
 * @param taken further slugs to avoid
 */
export function uniqueSlug(
  snapshot: Snapshot,
  text: string,
  schema: PageSchema = newPageSchema(snapshot),
  taken: ReadonlySet<string> = new Set(),
): string {
  const base = slugify(text, schema);
  let slug = base;
  for (let number = 2; taken.has(slug) || isTaken(snapshot, slug); number += 1)
    slug = slugify(`${base}-${number}`, schema);
  return slug;
}

function isTaken(snapshot: Snapshot, slug: string): boolean {
  const link = { form: 'wikilink', target: nameKey(slug), fragment: null, external: false } as const;
  return snapshot.resolve(link, '').kind !== 'missing';
}

/**
 * The form of a new page: the form of most pages, else `metadata.living-wiki.pageSchema` of the manifest (`entry` or
 * `knowledge`), else the page form.
 */
export function newPageSchema(snapshot: Snapshot): PageSchema {
  let entries = 0;
  let texts = 0;
  for (const { schema } of snapshot.pages.values()) {
    if (schema === 'knowledge.entry/v1') entries += 1;
    else if (schema === 'knowledge/v1') texts += 1;
  }
  if (entries !== texts) return entries > texts ? 'knowledge.entry/v1' : 'knowledge/v1';
  const vendor: JsonValue | undefined = snapshot.manifest.metadata['living-wiki'];
  const configured = isMapping(vendor) && Object.hasOwn(vendor, 'pageSchema') ? vendor.pageSchema : undefined;
  return configured === 'entry' || configured === 'knowledge.entry/v1' ? 'knowledge.entry/v1' : 'knowledge/v1';
}

/** The content of a new page. */
export interface NewPage {
  readonly schema: PageSchema;
  readonly slug: string;
  readonly kind: string;
  readonly title: string;
  /** From {@link sourceReference}. */
  readonly sources: readonly string[];
  /** 0 to 1. */
  readonly confidence?: number;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
  readonly supersedes?: readonly string[];
  readonly contradicts?: readonly string[];
  readonly tags?: readonly string[];
  readonly aliases?: readonly string[];
  readonly metadata?: JsonObject;
  /** Markdown below the heading. */
  readonly body: string;
}

/**
 * The text of a new page: frontmatter in the order of the specification, the title as heading, the body, a final newline.
 * The entry form obeys its JSON Schema: aliases go under `metadata.living-wiki`, and tags are converted to kebab-case.
 * Source: AIP-10, Layer 2, and its JSON Schema, `entry`.
 */
export function renderNewPage(page: NewPage): string {
  const entry = page.schema === 'knowledge.entry/v1';
  const title = oneLine(page.title, entry ? 200 : 1000) || 'Untitled';
  const { tags = [], supersedes = [], contradicts = [] } = page;
  const aliases = (page.aliases ?? []).map((alias) => oneLine(alias, 1000)).filter((alias) => alias !== '');
  const metadata = entry && aliases.length > 0 ? withAliases(page.metadata, aliases) : page.metadata;
  const data: Record<string, JsonValue> = { schema: page.schema, slug: page.slug, kind: page.kind, title };
  data.sources = page.sources;
  if (page.confidence !== undefined) data.confidence = page.confidence;
  data.updated_at = page.updatedAt;
  if (supersedes.length > 0) data.supersedes = supersedes;
  if (contradicts.length > 0) data.contradicts = contradicts;
  if (tags.length > 0) data.tags = entry ? entryTags(tags) : tags;
  if (aliases.length > 0 && !entry) data.aliases = aliases;
  if (metadata !== undefined) data.metadata = metadata;
  const body = page.body.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
  return `${printFrontmatter(data)}\n# ${escapeMarkdown(title)}\n${body === '' ? '' : `\n${body}\n`}`;
}

function entryTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags.map((tag) => slugify(tag, 'knowledge.entry/v1')))];
}

/** Where the properties of a page list its aliases. */
export function aliasPath(schema: PageSchema | null): readonly string[] {
  return schema === 'knowledge.entry/v1' ? ['metadata', 'living-wiki', 'aliases'] : ['aliases'];
}

function withAliases(metadata: JsonObject | undefined, aliases: readonly string[]): JsonObject {
  const vendor = metadata?.['living-wiki'];
  return { ...metadata, 'living-wiki': { ...(isMapping(vendor) ? vendor : {}), aliases } };
}

/** A name as one line and without link brackets, which Obsidian would treat as a link among the properties. */
function oneLine(text: string, length: number): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/^\[{2,}([^[\]]*)\]{2,}$/, '$1')
    // The app writes properties anew without our quoting, where a template plugin would find this.
    .replace(/<%/g, '< %')
    .trim();
  const letters = Array.from(line);
  return letters.length <= length ? line : letters.slice(0, length).join('').trimEnd();
}
