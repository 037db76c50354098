import { type ErrorCode, type JsonObject, type Run } from '../base';
import { type FootnoteText, type LossKind } from '../change';
import { type FrontmatterEdit, type Splice, type TextLink } from '../markdown';
import { type Page, type ResolvedLink, type Snapshot, type Source } from '../wiki';
import { type Lens, type Manifest, type Severity } from '../workspace';
import { type UnlinkedMention } from './mentions';
import { type WikiLintInput, type Rule } from './types';

/** The place of a finding. A field is looked up in the text later, only when something was found. */
type ReportPlace =
  | { readonly line: number; readonly column: number }
  /** A frontmatter field, or an item of its list. */
  | { readonly field: string; readonly item?: string }
  /** A dotted field of a `KNOWLEDGE.md`, as drift and lens warnings name it. */
  | { readonly manifestField: string };

/** The first line of a text: the place for something that is missing. */
export const FILE_START: ReportPlace = { line: 1, column: 1 };

export type Fix = (fixer: Fixer) => Promise<void> | void;
export type SuggestionFix = (fixer: Fixer, suggestion: string) => Promise<void> | void;

/** What a rule reports. The engine adds severity, path and place to make a finding of it. */
export interface Report {
  /** Default: the page's own path. */
  readonly path?: string;
  /** Default: the rule's code. */
  readonly code?: ErrorCode;
  readonly at: ReportPlace;
  readonly message: string;
  /** The subject, in words that do not change when lines move. The engine numbers repeated keys. */
  readonly key: string;
  readonly suggestions?: readonly string[];
  /** The safe fix, if there is one. */
  readonly fix?: Fix;
  /** Fixes the finding with one of the suggestions. */
  readonly applySuggestion?: SuggestionFix;
}

/** How to apply a rule: a lint of the manifest, or the rule's default. */
export interface RuleSetting {
  /** `Finding.rule`. */
  readonly id: string;
  readonly severity: Severity;
  readonly params: JsonObject;
  /** An entity type, or `*`. */
  readonly appliesTo: string;
}

/**
 * What the check of one page may look at. The engine records every call, and checks the page again when one of the
 * answers changes.
 */
export interface PageFacts {
  readonly page: Page;
  readonly manifest: Manifest;
  /** The page's entity type. */
  readonly type: string;
  resolve(link: TextLink): ResolvedLink;
  /** Whether the link cites a source, as a wikilink does in a wiki that names its folder of sources. */
  isCitation(link: TextLink): boolean;
  /** All pages with this slug, sorted by path. */
  pagesBySlug(slug: string): readonly Page[];
  /** The path of the only page with this slug, if its `contradicts` names this page; else `null`. */
  contradictedBack(slug: string): string | null;
  /** A source by its path or id. */
  source(ref: string): Source | undefined;
  /** The date of a source in milliseconds since the epoch, if it has one. */
  sourceTime(ref: string): number | null;
  /** Whether another page links here, in its body or in its `links` field. */
  isLinked(): boolean;
  /** Whether `_index.md` lists the page, by its slug or its file name. */
  isIndexed(page: Page): boolean;
  /** Whether the wiki has an index at all. */
  hasIndex(): boolean;
  /** Whether a file is at this path, ignoring case. */
  exists(path: string): boolean;
  /** Whether it is this time (milliseconds since the epoch) or later. */
  hasPassed(time: number): boolean;
  /** The existing names closest to a missing target. */
  nearest(target: string): NearestNames;
  /** The first mention in prose of each page that the page names and does not link to. */
  unlinkedMentions(): Promise<readonly UnlinkedMention[]>;
  /** The words of a Markdown or text source, see `wordKey`; `null` for other formats and unknown sources. */
  sourceWords(ref: string): Promise<string | null>;
  /** The page's whole text. */
  text(): Promise<string>;
}

export interface NearestNames {
  /** Names of existing pages, the most similar first. */
  readonly names: readonly string[];
  /** The path of the only page with the same name, ignoring case, spaces, punctuation and accents. */
  readonly normalizedMatch: string | null;
}

/** What a rule about the whole wiki may look at. Such rules run in every pass. */
export interface WikiFacts {
  readonly snapshot: Snapshot;
  readonly lens: Lens;
  readonly surroundings: WikiLintInput;
  /** Turns a vault path into a path relative to the wiki's root, as findings have it. */
  readonly relative: (vaultPath: string) => string;
  /** Counters that grow when something changes: `index` what the index is made from, `names` files and slugs. */
  readonly versions: { readonly index: number; readonly names: number };
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly run: Run;
  /** Computes again only when one of `inputs` is no longer the same object. */
  memo<T>(key: string, inputs: readonly unknown[], compute: () => T | Promise<T>): Promise<T>;
}

/** What the review shows about an edit of a fix. */
export interface FixNotes {
  /** Why, in one plain sentence. */
  readonly reason: string;
  /** What the edit removes on purpose. */
  readonly declares?: readonly LossKind[];
  /** The path of a page whose rename or new slug this edit follows: accepted and rejected together with it. */
  readonly togetherWith?: string;
  /** Definitions of the footnotes in the new text. */
  readonly footnotes?: readonly FootnoteText[];
}

/** Collects the edits of fixes. All edits of one file become one `FileEdit`. */
export interface Fixer {
  readonly snapshot: Snapshot;
  /** The current text of a page. */
  text(path: string): Promise<string>;
  splice(path: string, splice: Splice, notes: FixNotes): void;
  frontmatter(path: string, edit: FrontmatterEdit, notes: FixNotes): void;
  /** Moves a page. Edits of other files that belong to the move say `togetherWith` the old path. */
  rename(path: string, to: string, notes: FixNotes): void;
  /** Whether nothing is at this path, in the wiki or after the other fixes. */
  isFree(path: string): boolean;
}

interface RuleBase extends Rule {
  /** The rule runs only where a lint of the manifest asks for it. */
  readonly optIn?: boolean;
  /** Once the manifest has lints of this kind, the rule runs only where they apply. */
  readonly scopedByManifest?: boolean;
  /** What is wrong with a lint's `params`, in one sentence. */
  checkParams?(params: JsonObject): string | null;
}

export interface PageRule extends RuleBase {
  readonly scope: 'page';
  /** `false` for rules that also check notes without a known `schema`. */
  readonly curatedOnly: boolean;
  check(facts: PageFacts, setting: RuleSetting): readonly Report[] | Promise<readonly Report[]>;
}

export interface WikiRule extends RuleBase {
  readonly scope: 'wiki';
  check(facts: WikiFacts, setting: RuleSetting): readonly Report[] | Promise<readonly Report[]>;
}

export type AnyRule = PageRule | WikiRule;
