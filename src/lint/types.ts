import type { Clock, ErrorCode, Run } from '../base';
import type { FileEdit } from '../change';
import type { Page, Snapshot } from '../wiki';
import type { Lens, Severity } from '../workspace';

/** What lint reports. Lines and columns count from 1. */
export interface Finding {
  /** The rule's id, or the id of the manifest's lint that set it. */
  readonly rule: string;
  readonly code: ErrorCode;
  readonly severity: Severity;
  /** Relative to the wiki's root; `KNOWLEDGE.md` or `_index.md` for findings about those. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** `Unexpected X, expected Y`, plain text. */
  readonly message: string;
  /** The nearest existing targets of a broken link, and the like. */
  readonly suggestions: readonly string[];
  /** Whether {@link LintEngine.fix} can mend it safely. */
  readonly fixable: boolean;
  /** What tells this finding from others of its rule and path, stable when lines move. */
  readonly key: string;
}

export interface LintOptions {
  readonly clock: Clock;
  readonly run: Run;
}

export interface LintReport {
  /** Sorted by path, line, column, rule. */
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Record<Severity, number>>;
}

/** Lint with a memory: a second pass over the next snapshot checks only what the change can affect. */
export interface LintEngine {
  /** A full pass the first time; after that incremental, with the same result as a full pass. */
  lint(snapshot: Snapshot, lens: Lens, options: LintOptions): Promise<LintReport>;
  /** Safe fixes for these findings as file edits on the current texts (one edit a file). */
  fix(snapshot: Snapshot, lens: Lens, findings: readonly Finding[], options: LintOptions): Promise<readonly FileEdit[]>;
}

/** A rule example; the tests execute it, the documentation shows it. */
export interface RuleExample {
  readonly name: string;
  /** Path to text; `KNOWLEDGE.md`, `_index.md` and sources may be given, else minimal ones are supplied. */
  readonly files: Readonly<Record<string, string>>;
  /** `path:line` of each expected finding of this rule. */
  readonly finds: readonly string[];
  /** Texts after the fix, for fixable rules. */
  readonly fixed?: Readonly<Record<string, string>>;
}

export type { Page };
