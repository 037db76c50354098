import { type ErrorCode, type JsonObject, type Run } from '../base';
import { type LossKind } from '../change';
import { type FrontmatterEdit, type Splice, type TextLink } from '../markdown';
import { type Page, type Resolution, type Snapshot, type Source } from '../wiki';
import { type Lens, type Manifest, type Severity } from '../workspace';
import { type Rule } from './types';

/** Where a finding stands: a place, or a frontmatter field (and an item of its list) whose place is looked up later. */
export type ReportPlace =
  | { readonly line: number; readonly column: number }
  | { readonly field: string; readonly item?: string }
  /** The field of a `KNOWLEDGE.md`, dotted, as drift and lens warnings name it. */
  | { readonly manifestField: string };

/** What a rule says; the engine adds severity, path and place. */
export interface Report {
  /** The page's own path when absent. */
  readonly path?: string;
  /** The rule's code when absent. */
  readonly code?: ErrorCode;
  readonly at: ReportPlace;
  readonly message: string;
  /** What it is about, in words that do not change when lines move; told apart by number when it repeats. */
  readonly key: string;
  readonly suggestions?: readonly string[];
  /** A safe fix, where there is one. */
  readonly fix?: (fixer: Fixer) => Promise<void> | void;
  /** Mends it by one of the suggestions, which a person chose. */
  readonly applySuggestion?: (fixer: Fixer, suggestion: string) => Promise<void> | void;
}

/** How one rule is to be applied: the manifest's lint, or the rule's own default. */
export interface RuleSetting {
  /** What `Finding.rule` says. */
  readonly id: string;
  readonly severity: Severity;
  readonly params: JsonObject;
  /** An entity type, or `*`. */
  readonly appliesTo: string;
}

/**
 * The wiki as the check of one page may see it. Everything that is read here is noted, and the page is checked again
 * when one of these things changes; a page rule therefore looks at nothing else.
 */
export interface PageFacts {
  readonly page: Page;
  readonly manifest: Manifest;
  /** Name of the page's entity type. */
  readonly type: string;
  /** What a link of the page points to. */
  resolve(link: TextLink): Resolution;
  /** All pages with this slug, in the order of their paths. */
  pagesBySlug(slug: string): readonly Page[];
  /** A source by its path or id. */
  source(ref: string): Source | undefined;
  /** When the source dates from, in milliseconds since the epoch; `null` where nothing tells. */
  sourceTime(ref: string): number | null;
  /** Whether another page links here, in its body or by its `links` field. */
  isLinked(): boolean;
  /** Whether `_index.md` has a line for the page, by its slug or its file name. */
  isIndexed(page: Page): boolean;
  /** Whether the wiki has an index at all. */
  hasIndex(): boolean;
  /** Whether a file is at this path, in this spelling or one that differs only in case. */
  exists(path: string): boolean;
  /** Whether this time (milliseconds since the epoch) has come. */
  hasPassed(time: number): boolean;
  /** The existing names that a missing target may have meant. */
  nearest(target: string): NearestNames;
  /** The page's whole text. */
  text(): Promise<string>;
}

/** Answer to a name that leads nowhere. */
export interface NearestNames {
  /** Names of existing pages, the most alike first. */
  readonly names: readonly string[];
  /** Path of the one page that is called the same but for case, spaces, punctuation and accents. */
  readonly normalizedMatch: string | null;
}

/** The wiki as rules about it as a whole see it. They run in every pass. */
export interface WikiFacts {
  readonly snapshot: Snapshot;
  readonly lens: Lens;
  /** Vault-relative path to the path that findings carry, relative to the wiki's root. */
  readonly relative: (vaultPath: string) => string;
  /** Numbers that are others once something changed: of what the index is made from; of names and slugs. */
  readonly versions: { readonly index: number; readonly names: number };
  readonly run: Run;
  /** Computes once and again only when one of `inputs` is another (by identity). */
  memo<T>(key: string, inputs: readonly unknown[], compute: () => Promise<T>): Promise<T>;
}

/** What an edit of a fix says of itself. */
export interface FixNotes {
  /** Why, in one plain sentence. */
  readonly reason: string;
  /** What it knowingly takes away. */
  readonly declares?: readonly LossKind[];
  /** Path of the page whose rename or new slug this edit follows: the two are accepted and rejected together. */
  readonly togetherWith?: string;
}

/** Where fixes put their edits; edits of several findings of one file become one `FileEdit`. */
export interface Fixer {
  readonly snapshot: Snapshot;
  /** The current text of a page. */
  text(path: string): Promise<string>;
  splice(path: string, splice: Splice, notes: FixNotes): void;
  frontmatter(path: string, edit: FrontmatterEdit, notes: FixNotes): void;
  /** Moves a page. Edits of other files that say `with` the page's old path belong to it. */
  rename(path: string, to: string, notes: FixNotes): void;
  /** Whether nothing is at this path, in the wiki and among the other fixes. */
  isFree(path: string): boolean;
}

interface RuleBase extends Rule {
  /** `true` for a rule that looks at nothing unless a lint of the manifest asks for it. */
  readonly optIn?: boolean;
  /** `true` for a rule that leaves alone what the manifest's lints of its kind do not apply to. */
  readonly scopedByManifest?: boolean;
  /** What is wrong with a lint's `params`, as `Unexpected X, expected Y`; `null` when nothing is. */
  checkParams?(params: JsonObject): string | null;
}

export interface PageRule extends RuleBase {
  readonly scope: 'page';
  /** `false` for a rule that also judges notes without a known `schema`. */
  readonly curatedOnly: boolean;
  check(facts: PageFacts, setting: RuleSetting): readonly Report[] | Promise<readonly Report[]>;
}

export interface WikiRule extends RuleBase {
  readonly scope: 'wiki';
  check(facts: WikiFacts, setting: RuleSetting): readonly Report[] | Promise<readonly Report[]>;
}

export type AnyRule = PageRule | WikiRule;

/** The first line of a text, where a finding about something absent stands. */
export const FILE_START: ReportPlace = { line: 1, column: 1 };
