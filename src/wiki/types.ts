import { type Run } from '../base';
import { type Citation, type Frontmatter, type Heading, type MarkdownProblem, type TextLink } from '../markdown';
import { type FileChange, type Hash, type HashAlgorithm } from '../vault';
import { type Authority, type Lens, type Manifest } from '../workspace';
import { type Layout } from './paths';

/** The two page forms; see docs/formats.md. Comments call them the page form and the entry form. */
export type PageSchema = 'knowledge/v1' | 'knowledge.entry/v1';

/** A place in a source. Empty if the source has no places. */
export interface Anchor {
  /** Counted from 1, in the extracted text or, for text files, in the file. */
  readonly line?: number;
  /** PDF or EPUB page or chapter, counted from 1. */
  readonly page?: number;
  /** The nearest heading above. */
  readonly heading?: string;
  /** `00:01:02` in a recording's transcript or subtitles. */
  readonly time?: string;
}

/**
 * A parsed Markdown page without its text (see {@link Snapshot.text}). Paths are relative to the root of the wiki. A field
 * with an invalid value in the frontmatter gets the fallback documented here; `problems` says what was wrong.
 */
export interface Page {
  readonly path: string;
  /** Frontmatter `slug`, else the file name without `.md`. */
  readonly slug: string;
  /** `null` for a note without a known `schema`. */
  readonly schema: PageSchema | null;
  /** Frontmatter `kind`, else a guess from the folder, else `note`. */
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
  /** Links among the properties (`up: "[[Index]]"`), which start before `bodyStart`, then those of the body. */
  readonly links: readonly TextLink[];
  readonly headings: readonly Heading[];
  readonly blockIds: readonly string[];
  readonly citations: readonly Citation[];
  /** First sentence of the body as plain text; `''` when the body has none. */
  readonly summary: string;
  /** Of the body, without footnotes. */
  readonly words: number;
  readonly footnotes: PageFootnotes;
  readonly problems: readonly PageProblem[];
}

/** The footnotes of a page. Their text is in the ledger. */
export interface PageFootnotes {
  /** Definitions. */
  readonly count: number;
  readonly problems: readonly FootnoteProblem[];
}

/** A label that has no definition or several, or a definition that nothing refers to. Lines and columns count from 1. */
export interface FootnoteProblem {
  readonly kind: 'undefined' | 'duplicate' | 'unused';
  /** Without `^`. */
  readonly label: string;
  readonly line: number;
  readonly column: number;
}

export interface PageProblem extends MarkdownProblem {
  readonly code: 'schema_missing' | 'entry_invalid';
  /** The frontmatter field, dotted; absent for the frontmatter as a whole. */
  readonly field?: string;
}

/** A file in the folder of sources, without its content. */
export interface Source {
  /** Relative to the root of the wiki: `sources/2026-04-15-paper.pdf`. */
  readonly path: string;
  /** Kebab-case, unique in the wiki: frontmatter `id` of a `knowledge.source/v1`, else derived from the file name. */
  readonly id: string;
  readonly title: string;
  readonly size: number;
  readonly mtime: number;
  /** ISO time, day, month or year; `null` when unknown. A source that was not ingested has no date from its document. */
  readonly date: string | null;
  readonly dateFrom: 'frontmatter' | 'document' | 'file name' | 'sidecar' | null;
  /** Frontmatter `authority`, else the manifest's default, else `secondary`. */
  readonly authority: Authority;
  /** The id of the source that replaces it, as written. */
  readonly supersededBy: string | null;
  /** `null` for a file without `knowledge.source/v1` frontmatter and without a sidecar. */
  readonly document: SourceDocument | null;
}

export interface SourceProblem extends MarkdownProblem {
  /** The frontmatter field. */
  readonly field: string;
}

/** What a `knowledge.source/v1` document says: the frontmatter of a source, or a sidecar. */
export interface SourceDocument {
  /** The file that holds it. */
  readonly path: string;
  /** `null` when absent or invalid. */
  readonly id: string | null;
  /** `sha256:` and 64 hex digits, or `sha512:` or `blake3:`, in lower case; `null` when absent or invalid. */
  readonly contentHash: string | null;
  readonly problems: readonly SourceProblem[];
}

/** What `_manifest.json` says of a source that was ingested. */
export interface RecordedSource {
  readonly contentHash: Hash;
  readonly slugs: readonly string[];
  /** The ISO date that the document gives, where neither frontmatter nor file name do. */
  readonly date?: string | undefined;
  /** Further digests of the same content, in hex, where `sources.hashAlgo` asks for one. */
  readonly sha512?: string | undefined;
  readonly blake3?: string | undefined;
}

/** `_manifest.json`; see docs/formats.md. */
export interface Provenance {
  readonly version: 1;
  readonly hashAlgo: 'sha256';
  readonly sources: Readonly<Record<string, RecordedSource>>;
}

/** What a link points to. */
export type ResolvedLink =
  | {
      readonly kind: 'page';
      readonly page: Page;
      /**
       * How it was found: by the exact path, in the folder of the linking note, or by the shortest path of that name.
       * Obsidian does not find a page that was found by `slug`.
       */
      readonly by: 'path' | 'folder' | 'name' | 'slug';
      /**
       * Other files that the link could mean: those with a longer path or the same slug, and pages with this slug when the
       * file name led elsewhere.
       */
      readonly alternatives: readonly string[];
      /** Whether the heading or block of the fragment exists; `true` without a fragment. */
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
  /** This program writes `ingest`, `query`, `lint` and `manual`. */
  readonly event: string;
  readonly subject: string;
  /** Without the dash. */
  readonly bullets: readonly string[];
}

/** An entry read from `_log.md`, which other tools may have written. */
export interface ParsedLogEntry extends Omit<LogEntry, 'at'> {
  /** ISO 8601, UTC; `null` when absent or unreadable. */
  readonly at: string | null;
  /** The line of its heading, counted from 1. */
  readonly line: number;
}

/**
 * An immutable picture of a wiki at one moment. All paths are relative to the root of the wiki. Lookups take constant time.
 * The cost of `with` depends on the number of changes, plus a shallow copy of some tables.
 */
export interface Snapshot {
  readonly manifest: Manifest;
  /** Where the sources are, and which files are no pages. */
  readonly layout: Layout;
  /** The root lens. */
  readonly lens: Lens;
  readonly pages: ReadonlyMap<string, Page>;
  readonly sources: ReadonlyMap<string, Source>;
  /** Every other file of the wiki (attachments, `KNOWLEDGE.md`, `AGENTS.md`, …), host-private state excluded. */
  readonly files: ReadonlySet<string>;
  /** From `_manifest.json`; empty if that is missing or broken. */
  readonly provenance: Provenance;
  readonly indexLines: readonly IndexLine[];
  /** Problems of the generated files. */
  readonly problems: readonly MarkdownProblem[];
  pageBySlug(slug: string): Page | undefined;
  /** All pages with this slug, in the order of their paths. */
  pagesBySlug(slug: string): readonly Page[];
  /** A source by its path or its id. */
  source(ref: string): Source | undefined;
  /** The sources that a page lists, and those that it cites by a wikilink where the layout allows that. */
  sourcesOf(page: Page): readonly Source[];
  /** The source that a wikilink in the file `from` cites, in a wiki whose layout lets wikilinks cite. */
  citedSource(link: TextLink, from: string): Source | undefined;
  /** SHA-256 of the bytes of a source, cached by size and mtime. */
  sourceHash(path: string): Promise<Hash>;
  /** {@link sourceHash}, if it is known without reading the file. */
  knownSourceHash(path: string): Hash | null;
  /** Another digest of the bytes of a source, in hex. */
  sourceDigest(path: string, algorithm: HashAlgorithm): Promise<string>;
  /** Resolves a link in the file `from`; see docs/formats.md. */
  resolve(link: Pick<TextLink, 'form' | 'target' | 'fragment' | 'external'>, from: string): ResolvedLink;
  backlinks(path: string): readonly Backlink[];
  /** The current text of a page or generated file; `null` if there is none. */
  text(path: string): Promise<string | null>;
  /**
   * A stamp of the text of a page: equal stamps, even across restarts, prove equal text. `null` if there is no proof,
   * because the page differs from its file or the file is too recent.
   */
  stamp(path: string): string | null;
  /**
   * The next snapshot, as if `changes` had been applied. Does no I/O.
   * @param like of the same wiki: pages that have the same text there are taken over and not parsed again
   */
  with(changes: readonly FileChange[], like?: Snapshot): Snapshot;
  /** The next snapshot after these files were changed or removed in the vault. */
  refreshed(paths: readonly string[], run: Run): Promise<Snapshot>;
  /** The paths of pages that were added, changed or removed since `earlier`. */
  changedSince(earlier: Snapshot): ReadonlySet<string>;
}
