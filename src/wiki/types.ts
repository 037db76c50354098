import { type Run } from '../base';
import { type Citation, type Frontmatter, type Heading, type MarkdownProblem, type TextLink } from '../markdown';
import { type FileChange, type Hash } from '../vault';
import { type Authority, type Lens, type Manifest } from '../workspace';

/** The two page forms. Source: specs README, 1. */
export type PageSchema = 'knowledge/v1' | 'knowledge.entry/v1';

/**
 * A curated markdown file, parsed, without its text (see {@link Snapshot.text}). Paths are relative to the wiki's root.
 * Fields hold what the frontmatter says where it is valid, and the fallback named at each field where it is not;
 * what was wrong is in `problems`.
 */
export interface Page {
  readonly path: string;
  /** Frontmatter `slug`, else the file name without `.md`. */
  readonly slug: string;
  /** `null` for a note without a known `schema`. */
  readonly schema: PageSchema | null;
  /** Frontmatter `kind`, else what the folder hints at, else `note`. */
  readonly kind: string;
  /** Frontmatter `title`, else the first level-1 heading, else the file name. */
  readonly title: string;
  /** As written: paths under `sources/`, or ids. */
  readonly sources: readonly string[];
  /** 0 to 1; 1 when absent. */
  readonly confidence: number;
  /** ISO 8601, UTC; `null` when absent or unreadable. */
  readonly updatedAt: string | null;
  readonly supersedes: readonly string[];
  readonly contradicts: readonly string[];
  /** Frontmatter `links` of the entry form: slugs. */
  readonly declaredLinks: readonly string[];
  /** Frontmatter `tags`, then inline `#tags` of the body, without `#`. */
  readonly tags: readonly string[];
  /** Frontmatter `aliases`; in the entry form those under `metadata.living-wiki`. */
  readonly aliases: readonly string[];
  /** The whole frontmatter mapping, unknown keys included. */
  readonly data: Frontmatter['data'];
  readonly bodyStart: number;
  /** Links of the body, and before them those among the properties (`up: "[[Index]]"`): these start before `bodyStart`. */
  readonly links: readonly TextLink[];
  readonly headings: readonly Heading[];
  readonly blockIds: readonly string[];
  readonly citations: readonly Citation[];
  /** First sentence of the body as plain text; `''` when the body has none. */
  readonly summary: string;
  readonly words: number;
  readonly problems: readonly PageProblem[];
}

export interface PageProblem extends MarkdownProblem {
  readonly code: 'schema_missing' | 'entry_invalid';
  /** The frontmatter field meant, dotted; absent when the block as a whole is. */
  readonly field?: string;
}

/** A file under `sources/`, without its content. */
export interface Source {
  /** Relative to the wiki's root: `sources/2026-04-15-paper.pdf`. */
  readonly path: string;
  /** Kebab-case, unique in the wiki: frontmatter `id` of a `knowledge.source/v1`, else made from the file name. */
  readonly id: string;
  readonly title: string;
  readonly size: number;
  readonly mtime: number;
  /** ISO date or time: frontmatter `captured_at`, else a date in the file name; `null` when neither tells. */
  readonly capturedAt: string | null;
  /** Frontmatter `authority`, else the manifest's default, else `secondary`. */
  readonly authority: Authority;
  readonly supersededBy: string | null;
}

/** `_manifest.json`. Source: specs README, 12. */
export interface Provenance {
  readonly version: 1;
  readonly hashAlgo: 'sha256';
  readonly sources: Readonly<Record<string, { readonly contentHash: Hash; readonly slugs: readonly string[] }>>;
}

/** What a link points to, by the one resolver. */
export type Resolution =
  | {
      readonly kind: 'page';
      readonly page: Page;
      /**
       * How it was found: the exact path, the folder of the linking note, the shortest path of that name. `slug` means
       * that Obsidian itself would not find it by file name.
       */
      readonly by: 'path' | 'folder' | 'name' | 'slug';
      /**
       * Other pages or files that the same text could have meant, when the choice was by shortest path or duplicate
       * slug, and pages whose slug it is where the file name led elsewhere.
       */
      readonly alternatives: readonly string[];
      /** Whether the heading or block named by the fragment is there; `true` without a fragment. */
      readonly fragmentFound: boolean;
    }
  | { readonly kind: 'file'; readonly path: string; readonly alternatives: readonly string[] }
  | { readonly kind: 'source'; readonly source: Source; readonly alternatives: readonly string[] }
  | { readonly kind: 'external' }
  | { readonly kind: 'missing' };

export interface Backlink {
  readonly from: Page;
  readonly link: TextLink;
}

/** One line of `_index.md` that names a page. */
export interface IndexLine {
  readonly slug: string;
  readonly line: number;
}

/** An entry for `_log.md`. Source: AIP-10, required generated files. */
export interface LogEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Ours are `ingest`, `query`, `lint` and `manual`. */
  readonly event: string;
  readonly subject: string;
  /** Without the dash. */
  readonly bullets: readonly string[];
}

/** An entry of `_log.md` as somebody wrote it. */
export interface ParsedLogEntry extends Omit<LogEntry, 'at'> {
  /** ISO 8601, UTC; `null` when absent or unreadable. */
  readonly at: string | null;
  /** Of its heading, counted from 1. */
  readonly line: number;
}

/**
 * An immutable picture of a wiki at one moment. All paths are relative to the wiki's root.
 * Lookups are O(1) in the number of pages; `with` costs what changed (plus one shallow copy of the tables).
 */
export interface Snapshot {
  readonly manifest: Manifest;
  /** The root lens. */
  readonly lens: Lens;
  readonly pages: ReadonlyMap<string, Page>;
  readonly sources: ReadonlyMap<string, Source>;
  /** Every other file of the wiki (attachments, `KNOWLEDGE.md`, `AGENTS.md`, …), host-private state excluded. */
  readonly files: ReadonlySet<string>;
  /** What `_manifest.json` says; an empty one where it is missing or broken. */
  readonly provenance: Provenance;
  readonly indexLines: readonly IndexLine[];
  /** Problems of the generated files and the manifest, as places with messages. */
  readonly problems: readonly MarkdownProblem[];
  pageBySlug(slug: string): Page | undefined;
  /** All pages with this slug, in the order of their paths. */
  pagesBySlug(slug: string): readonly Page[];
  /** A source by its path or its id. */
  source(ref: string): Source | undefined;
  /** SHA-256 of a source's bytes; cached by size and mtime. */
  sourceHash(path: string): Promise<Hash>;
  /** Resolves a link that stands in the file `from`. Source: specs README, link table. */
  resolve(link: Pick<TextLink, 'form' | 'target' | 'fragment' | 'external'>, from: string): Resolution;
  backlinks(path: string): readonly Backlink[];
  /** The current text of a page or of a generated file; `null` where there is none. */
  text(path: string): Promise<string | null>;
  /**
   * What proves that a page's text is the same in a later snapshot, also after a restart: equal stamps, equal text.
   * `null` where nothing does: the page is not on the vault as it is here, or its file is too fresh to tell.
   */
  stamp(path: string): string | null;
  /** The next snapshot, as if `changes` had been applied. Does no I/O. */
  with(changes: readonly FileChange[]): Snapshot;
  /** The next snapshot after somebody changed these files (or removed them) on the vault. */
  refreshed(paths: readonly string[], run: Run): Promise<Snapshot>;
  /** Which page paths differ between `earlier` and this snapshot (added, changed or removed). */
  changedSince(earlier: Snapshot): ReadonlySet<string>;
}
