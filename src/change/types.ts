import { type ErrorCode, type JsonObject } from '../base';
import { type FileChange, type Hash } from '../vault';

/** A place in a source. At least one field is set. */
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

/** What an edit says that it takes away; the guard refuses a loss that no hunk declares. */
export type LossKind = 'headings' | 'links' | 'quotes' | 'code' | 'tables' | 'footnotes' | 'words';

/** One replacement of `[start, end)` in the base text of its file. Offsets count UTF-16 units. Hunks do not overlap. */
export interface Hunk {
  /** Unique within the change set, stable: derived from path and content. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Where and what, for people: `Section "Limits"`, `Frontmatter`, `New section "Cost"`. */
  readonly title: string;
  /** Why, in one plain sentence. */
  readonly reason: string;
  readonly evidence: readonly Evidence[];
  /** Hunks (of any file of the set) without which this one makes no sense; they are accepted and rejected together. */
  readonly needs: readonly string[];
  readonly declares: readonly LossKind[];
}

/**
 * The proposed change of one file. `base` is the text that the hunks are offsets into (`''` for a created file); it is
 * kept whole, so that a three-way merge is possible when the file changes before the proposal is applied.
 */
export interface FileEdit {
  readonly kind: 'created' | 'updated' | 'renamed' | 'deleted';
  /** Where the file is, or for `created` will be. Relative to the wiki's root. */
  readonly path: string;
  /** `renamed`: where it goes. */
  readonly to?: string;
  /** SHA-256 of `base`; absent for `created`. */
  readonly baseHash?: Hash;
  readonly base: string;
  /** Sorted by `start`; insertions at one offset apply in their order here. A deletion or a bare rename is one hunk. */
  readonly hunks: readonly Hunk[];
  /** Why this file is touched: what recall found, or what a rule said. */
  readonly why: readonly string[];
}

/** What the log will say of the change once it is applied. The bullets about files are made from what was accepted. */
export interface LogNote {
  readonly event: 'ingest' | 'query' | 'lint' | 'manual';
  readonly subject: string;
  /** Further bullets, without the dash. */
  readonly bullets: readonly string[];
}

/** A source that this change has read, as `_manifest.json` will record it. */
export interface SourceRead {
  readonly path: string;
  readonly hash: Hash;
}

/** Proposed changes on a base snapshot. What every producer returns; knows no review and no state. */
export interface ChangeSet {
  readonly title: string;
  readonly producer: 'ingest' | 'lint-fix' | 'maintenance' | 'answer' | 'setup' | 'undo' | 'manual' | 'import';
  readonly files: readonly FileEdit[];
  readonly log: LogNote;
  readonly sources: readonly SourceRead[];
  /** What a reviewer should know before deciding, one plain sentence each. */
  readonly notes: readonly string[];
  /** Facts of the producer (cost, model, recall), shown and stored, never interpreted here. */
  readonly facts: JsonObject;
}

export type { FileChange };

/** A stretch of lines. `line` counts from 1; a stretch of no lines stands before `line`. */
export interface LineRange {
  readonly line: number;
  readonly count: number;
}

/** Two edits of one text that cannot both stand: the stretch as it was, and as each side has it. */
export interface MergeConflict {
  readonly base: string;
  readonly proposed: string;
  readonly current: string;
  readonly baseLines: LineRange;
  readonly proposedLines: LineRange;
  readonly currentLines: LineRange;
}

/**
 * Why a change of one file cannot be made on the files as they are now:
 * `edited` somebody changed the same lines; `exists` a file to create or restore is there already; `missing` the file
 * is not there; `taken` the new name of a rename is in use; `needs` another hunk that was not accepted;
 * `unreadable` the hunks do not fit the text that they claim to be made on.
 */
export type ConflictReason = 'edited' | 'exists' | 'missing' | 'taken' | 'needs' | 'unreadable';

/** A change that stops before anything is written. */
export interface ChangeConflict {
  readonly code: ErrorCode & 'living-wiki:conflict';
  readonly path: string;
  /** The hunks that cannot be applied; empty for an undo, which has none. */
  readonly hunks: readonly string[];
  readonly reason: ConflictReason;
  /** One plain sentence: what is in the way. */
  readonly message: string;
  /** One plain sentence: what the person can do. */
  readonly remedy: string;
  /** The stretches that differ, for `edited`. */
  readonly places: readonly MergeConflict[];
}

/** What the guard reports. Lines count from 1, in the text after the change (before it, for what was removed). */
export interface GuardFinding {
  readonly code: ErrorCode & `living-wiki:guard_${string}`;
  /** An `error` keeps the change from being applied. */
  readonly severity: 'error' | 'warn';
  readonly path: string;
  readonly line: number;
  /** The hunk that brings it in, where one can be named. */
  readonly hunk?: string;
  readonly message: string;
  readonly remedy: string;
}
