import { type ErrorCode, type JsonObject } from '../base';
import { type Hash } from '../vault';
import { type Anchor } from '../wiki';

/** What a hunk rests on. */
export interface Evidence {
  /** Path of the source, relative to the wiki's root. */
  readonly source: string;
  readonly sourceHash: Hash;
  /** Exact characters of the source's extracted text. */
  readonly quote: string;
  readonly anchor: Anchor;
  /** Whether code found the quote in the source. */
  readonly verdict: 'found' | 'not-found' | 'unchecked';
}

/** What an edit may remove besides statements, which it names in `drops`. The guard reports a loss that no hunk declares. */
export const LOSS_KINDS = ['headings', 'links', 'footnotes'] as const;
export type LossKind = (typeof LOSS_KINDS)[number];

/** One replacement of `[start, end)` in the base text of its file. Offsets count UTF-16 units. Hunks do not overlap. */
export interface Hunk {
  /** Unique within the change set, stable: derived from path and content. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Where and what, for people: `Section "Limits"`, `Properties`, `New section "Cost"`. */
  readonly title: string;
  /** Why, in one plain sentence. */
  readonly reason: string;
  readonly evidence: readonly Evidence[];
  /** Hunks of any file of the set that this one depends on; accepting it accepts them too. */
  readonly needs: readonly string[];
  /** What it removes on purpose besides statements. */
  readonly declares: readonly LossKind[];
  /** Definitions of the footnotes in `text`. They are added at the end of the page when the hunk is accepted. */
  readonly footnotes?: readonly FootnoteText[];
  /** What the page no longer says after this hunk. It is never accepted without a person, unless a statement that stays says it. */
  readonly drops?: readonly DroppedStatement[];
}

/** The definition of a footnote. */
export interface FootnoteText {
  /** Without `^`. */
  readonly label: string;
  /** Markdown, one line. */
  readonly content: string;
}

/** A statement that a change removes from a page. */
export interface DroppedStatement {
  /** As a reader sees it. */
  readonly text: string;
  /** Why, in one plain sentence; `null` if the producer gave no reason. */
  readonly reason: string | null;
  /** The path of the page whose statements say it from the same passages and stay: it need not wait for a person then. Code checks it. */
  readonly saidOn?: string;
}

/**
 * The proposed change of one file. `base` is the text that the offsets of the hunks refer to (`''` for a created file). It
 * is kept whole for a three-way merge, in case the file changes before the proposal is applied.
 */
export interface FileEdit {
  readonly kind: 'created' | 'updated' | 'renamed' | 'deleted';
  /** The path now or, for `created`, after applying. Relative to the root of the wiki. */
  readonly path: string;
  /** `renamed`: the new path. */
  readonly to?: string;
  /** SHA-256 of `base`; absent for `created`. */
  readonly baseHash?: Hash;
  readonly base: string;
  /** Sorted by `start`; insertions at one offset apply in this order. A deletion or a rename is one hunk. */
  readonly hunks: readonly Hunk[];
  /** Why this file is affected: what recall found, or the message of a lint rule. */
  readonly why: readonly string[];
}

/** The log entry of the change. Bullets about files are added from what is accepted. */
export interface LogNote {
  readonly event: 'ingest' | 'query' | 'lint' | 'manual';
  readonly subject: string;
  /** Further bullets, without the dash. */
  readonly bullets: readonly string[];
}

/** A source that the producer has read, to be recorded in `_manifest.json`. */
export interface SourceRead {
  readonly path: string;
  readonly hash: Hash;
  /** ISO time, day, month or year that the document gives; absent when it gives none. */
  readonly date?: string | undefined;
}

/** Proposed changes to a wiki, as every producer returns them. Independent of review and storage. */
export interface ChangeSet {
  readonly title: string;
  readonly producer:
    'ingest' | 'lint-fix' | 'maintenance' | 'answer' | 'deliberation' | 'setup' | 'undo' | 'manual' | 'import';
  readonly files: readonly FileEdit[];
  readonly log: LogNote;
  readonly sources: readonly SourceRead[];
  /** What a reviewer should know, one plain sentence each. */
  readonly notes: readonly string[];
  /** Facts from the producer (cost, model, recall): stored and displayed, never interpreted here. */
  readonly facts: JsonObject;
}

/** A range of lines. `line` counts from 1; an empty range lies before `line`. */
export interface LineRange {
  readonly line: number;
  readonly count: number;
}

/** Two edits of the same lines that cannot both be applied: the base text and the text of each side. */
export interface MergeConflict {
  readonly base: string;
  readonly proposed: string;
  readonly current: string;
  readonly baseLines: LineRange;
  readonly proposedLines: LineRange;
  readonly currentLines: LineRange;
}

/**
 * Why a change of one file cannot be applied to the current files:
 * `edited` the same lines were edited later; `exists` a file to create or restore already exists; `missing` the file does
 * not exist; `taken` the new path of a rename is in use; `needs` a hunk depends on one that is not accepted;
 * `unreadable` the hunks do not match the text that they were made for.
 */
export type ConflictReason = 'edited' | 'exists' | 'missing' | 'taken' | 'needs' | 'unreadable';

/** A change that cannot be applied; nothing is written. */
export interface ChangeConflict {
  readonly code: ErrorCode & 'living-wiki:conflict';
  readonly path: string;
  /** The hunks that cannot be applied; empty for an undo. */
  readonly hunks: readonly string[];
  readonly reason: ConflictReason;
  /** What prevents the change, in one plain sentence. */
  readonly message: string;
  /** What the person can do, in one plain sentence. */
  readonly remedy: string;
  /** The conflicting lines, for `edited`. */
  readonly places: readonly MergeConflict[];
}

/** A finding of the guard. Lines count from 1 in the text after the change or, for removed text, before it. */
export interface GuardFinding {
  readonly code: ErrorCode & (`living-wiki:guard_${string}` | 'source_mutation_refused');
  /** An `error` prevents the change from being applied. */
  readonly severity: 'error' | 'warn';
  readonly path: string;
  readonly line: number;
  /** The hunk that causes it, if known. */
  readonly hunk?: string;
  readonly message: string;
  readonly remedy: string;
}
