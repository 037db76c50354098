import type { ErrorCode, JsonObject, Run } from '../base';
import type { Loss } from '../change';
import type { FrontmatterEdit, Splice, TextLink } from '../markdown';
import type { Page, Resolution, Snapshot, Source } from '../wiki';
import type { Lens, Manifest, Severity } from '../workspace';
import type { Rule } from './types';

/** Where a finding stands: a place, or a frontmatter field (and an item of its list) whose place is looked up later. */
export type At =
  | { readonly line: number; readonly column: number }
  | { readonly field: string; readonly item?: string }
  /** The field of a `KNOWLEDGE.md`, dotted, as drift and lens warnings name it. */
  | { readonly manifestField: string };

/** What a rule says; the engine adds severity, path and place. */
export interface Draft {
  /** The page's own path when absent. */
  readonly path?: string;
  /** The rule's code when absent. */
  readonly code?: ErrorCode;
  readonly at: At;
  readonly message: string;
  /** What it is about, in words that do not change when lines move; told apart by number when it repeats. */
  readonly key: string;
  readonly suggestions?: readonly string[];
  /** A safe fix, where there is one. */
  readonly mend?: (bench: Bench) => Promise<void> | void;
  /** Mends it by one of the suggestions, which a person chose. */
  readonly choose?: (bench: Bench, suggestion: string) => Promise<void> | void;
}

/** How one rule is to be applied: the manifest's lint, or the rule's own default. */
export interface Setting {
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
  nearest(target: string): Nearest;
  /** The page's whole text. */
  text(): Promise<string>;
}

/** Answer to a name that leads nowhere. */
export interface Nearest {
  /** Names of existing pages, the most alike first. */
  readonly names: readonly string[];
  /** Path of the one page that is called the same but for case, spaces, punctuation and accents. */
  readonly certain: string | null;
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
export interface MendNotes {
  /** Why, in one plain sentence. */
  readonly reason: string;
  /** What it knowingly takes away. */
  readonly declares?: readonly Loss[];
  /** Path of the page whose rename or new slug this edit follows: the two are accepted and rejected together. */
  readonly with?: string;
}

/** Where fixes put their edits; edits of several findings of one file become one `FileEdit`. */
export interface Bench {
  readonly snapshot: Snapshot;
  /** The current text of a page. */
  text(path: string): Promise<string>;
  splice(path: string, splice: Splice, notes: MendNotes): void;
  frontmatter(path: string, edit: FrontmatterEdit, notes: MendNotes): void;
  /** Moves a page. Edits of other files that say `with` the page's old path belong to it. */
  rename(path: string, to: string, notes: MendNotes): void;
  /** Whether nothing is at this path, in the wiki and among the other fixes. */
  isFree(path: string): boolean;
}

interface RuleBase extends Rule {
  /** `true` for a rule that looks at nothing unless a lint of the manifest asks for it. */
  readonly onRequest?: boolean;
  /** `true` for a rule that leaves alone what the manifest's lints of its kind do not apply to. */
  readonly narrowable?: boolean;
  /** What is wrong with a lint's `params`, as `Unexpected X, expected Y`; `null` when nothing is. */
  checkParams?(params: JsonObject): string | null;
}

export interface PageRule extends RuleBase {
  readonly about: 'page';
  /** `false` for a rule that also judges notes without a known `schema`. */
  readonly curatedOnly: boolean;
  check(facts: PageFacts, setting: Setting): readonly Draft[] | Promise<readonly Draft[]>;
}

export interface WikiRule extends RuleBase {
  readonly about: 'wiki';
  check(facts: WikiFacts, setting: Setting): readonly Draft[] | Promise<readonly Draft[]>;
}

export type AnyRule = PageRule | WikiRule;

/** The first line of a text, where a finding about something absent stands. */
export const start: At = { line: 1, column: 1 };
