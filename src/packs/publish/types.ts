import { type Hash } from '../../vault';
import { type PackStatus, type PackTrust } from '../types';

/** A link in the body of a page. */
export interface PublishedLink {
  /** In the body, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** The page that it leads to, where that is published too. */
  readonly to: { readonly path: string; readonly heading: string | null } | null;
}

/** A quote on which a statement of a page rests. */
export interface PublishedClaim {
  /** Unique on the page. */
  readonly id: string;
  readonly statement: string;
  readonly source: string;
  readonly quote: string;
  /** `line 20`; `''` for a source without places. */
  readonly anchor: string;
  readonly isFound: boolean;
}

export interface PublishedPage {
  /** Relative to the wiki. */
  readonly path: string;
  readonly slug: string;
  readonly title: string;
  readonly kind: string;
  /** Of its kind, for people: `Concepts`. */
  readonly group: string;
  readonly summary: string;
  /** A day; `null` when unknown. */
  readonly updated: string | null;
  readonly confidence: number;
  /** Ids of sources. */
  readonly sources: readonly string[];
  /** Slugs of published pages that it contradicts. */
  readonly contradicts: readonly string[];
  /** How many published pages lead to it. */
  readonly inbound: number;
  readonly isHome: boolean;
  readonly isStale: boolean;
  /** Markdown without front matter. */
  readonly body: string;
  /** Of the body in the page's file, counted from 1. */
  readonly firstLine: number;
  readonly links: readonly PublishedLink[];
  readonly claims: readonly PublishedClaim[];
}

export interface PublishedSource {
  readonly id: string;
  /** Relative to the wiki. */
  readonly path: string;
  readonly title: string;
  readonly date: string | null;
  readonly hash: Hash;
  /** Reads it whole; `null` where it cannot be read. */
  readonly bytes: () => Promise<Uint8Array | null>;
}

/** A wiki through a lens, as it is handed to this room. */
export interface PublishedWiki {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly status: PackStatus;
  readonly statusReasons: readonly string[];
  readonly trust: PackTrust;
  readonly trustReason: string;
  /** Name of the lens; `null` for the wiki's own. */
  readonly lens: string | null;
  readonly pages: readonly PublishedPage[];
  /** Those that the pages cite. */
  readonly sources: readonly PublishedSource[];
  readonly openQuestions: readonly string[];
  readonly tool: { readonly name: string; readonly version: string };
}

export interface PublishOptions {
  readonly name: string;
  readonly withSources: boolean;
  /** Tokens of `compiled/briefing.md`. */
  readonly briefingTokens: number;
}

/** A file of a pack that is to be written. */
export interface PackOutput {
  /** Relative to the pack. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Something that was not published as it is. */
export interface WithheldItem {
  /** `secret`: a line that looks like a key; `path`: a place on somebody's computer; `source`: a source that is not copied. */
  readonly kind: 'secret' | 'path' | 'source';
  /** Relative to the wiki. */
  readonly file: string;
  /** Counted from 1; 0 for a file as a whole. */
  readonly line: number;
}

export interface BuiltPack {
  readonly name: string;
  readonly status: PackStatus;
  readonly statusReasons: readonly string[];
  readonly trust: PackTrust;
  readonly trustReason: string;
  /** By path. */
  readonly files: readonly PackOutput[];
  readonly withheld: readonly WithheldItem[];
  readonly briefing: { readonly tokens: number; readonly budget: number; readonly pages: number };
  readonly pages: number;
  readonly quotes: number;
}
