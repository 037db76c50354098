/** Codes that AIP-10 defines. Every other code is ours and has our prefix. Source: AIP-10, error codes. */
type AipCode =
  | 'schema_missing'
  | 'knowledge_workspace_invalid'
  | 'knowledge_extends_missing'
  | 'knowledge_extends_cycle'
  | 'knowledge_extends_depth_exceeded'
  | 'knowledge_appliesto_unresolvable'
  | 'source_not_found'
  | 'source_hash_mismatch'
  | 'source_mutation_refused'
  | 'source_unresolved'
  | 'source_link_inline'
  | 'link_broken'
  | 'entry_invalid'
  | 'entry_orphan'
  | 'contradiction_unresolved'
  | 'wiki_schema_drift'
  | 'governance:lint_softening_refused';

/** A stable, public code. `docs/errors.md` lists each with its meaning and remedy. */
export type ErrorCode = AipCode | `living-wiki:${string}`;

/** A place in a file. Lines and columns count from 1, columns in UTF-16 units. */
export interface Place {
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

interface WikiErrorDetails extends Place {
  /** What the user can do about it, in one sentence. */
  readonly remedy?: string;
  /** Whatever else is wrong in the same file, in its order. */
  readonly others?: readonly FurtherProblem[];
  readonly cause?: unknown;
}

/** A problem that came to light together with another one, which the error is about. */
interface FurtherProblem {
  readonly line: number;
  readonly message: string;
}

/** The only error type of the product: a stable code, a message, the place and the remedy. */
export class WikiError extends Error {
  override readonly name = 'WikiError';
  readonly code: ErrorCode;
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly remedy: string | undefined;
  readonly others: readonly FurtherProblem[];

  constructor(code: ErrorCode, message: string, details: WikiErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.path = details.path;
    this.line = details.line;
    this.column = details.column;
    this.remedy = details.remedy;
    this.others = details.others ?? [];
  }
}

export function isWikiError(error: unknown): error is WikiError {
  return error instanceof WikiError;
}

/** Turns anything that was thrown into a {@link WikiError}. An unknown error keeps its message and gets `code`. */
export function asWikiError(error: unknown, code: ErrorCode, details: WikiErrorDetails = {}): WikiError {
  if (isWikiError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new WikiError(code, message, { ...details, cause: error });
}
