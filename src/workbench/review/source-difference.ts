import * as z from 'zod/mini';
import { type JsonObject } from '../../base';
import { type DiffLine } from '../../change';

/** What became of a source since it was ingested, as its proposal keeps it. */
export interface SourceDifference {
  /** The path of the source. */
  readonly path: string;
  /** The changed lines of its text; empty where its earlier text was not kept. */
  readonly lines: readonly DiffLine[];
  /** Quotes of the wiki that the source no longer has. */
  readonly goneQuotes: readonly GoneQuote[];
  /** The notes of the proposal that say the same. */
  readonly described: readonly string[];
}

interface GoneQuote {
  readonly page: string;
  /** Of the page, counted from 1. */
  readonly line: number;
  readonly quote: string;
}

const shape = z.lazy(() =>
  z.object({
    path: z.string(),
    diff: z.nullable(z.array(z.string())),
    goneQuotes: z.array(z.object({ page: z.string(), line: z.number(), quote: z.string() })),
    described: z._default(z.array(z.string()), []),
  }),
);

/** The difference in the facts of a change set; `null` unless its source changed after it was ingested. */
export function readSourceDifference(facts: JsonObject): SourceDifference | null {
  const read = shape.safeParse(facts.sourceChange);
  if (!read.success) return null;
  const { diff, ...rest } = read.data;
  return { ...rest, lines: (diff ?? []).map(toLine) };
}

/** `+text` or `-text`. */
function toLine(signed: string): DiffLine {
  const kind = signed.startsWith('-') ? 'removed' : 'added';
  return { kind, text: signed.slice(1), oldLine: null, newLine: null, hunks: [], newline: true };
}
