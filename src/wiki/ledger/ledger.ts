import { checkpoint, finish, finishInTurns, YieldBudget, type Run, type Steps } from '../../base';
import { readStatements, readStatementsInSteps, wordsOf, type Statement } from '../../markdown';
import { parseNote, type PageNote } from './note';
import { findQuotes } from './quote-line';

/** A statement of a page with what it rests on. Without any support it is a person's, or is marked as uncited. */
export interface Claim extends Statement {
  /** Its words in lower case: equal for two wordings that differ only in punctuation and markup. */
  readonly key: string;
  /** Its footnotes that name a source, in order. */
  readonly notes: readonly PageNote[];
  /**
   * What the statement rests on, as keys that do not depend on labels: source and quote, or the id of a source that is cited
   * without a quote.
   */
  readonly support: readonly string[];
}

/** What a page says and on what it rests, in reading order. */
export interface Ledger {
  readonly claims: readonly Claim[];
  /** By label. The first definition of a label counts, as in Obsidian. */
  readonly notes: ReadonlyMap<string, PageNote>;
}

/** Whether a statement is a person's: it has no source. A line of links is nobody's statement. */
export function isPersonal({ support, text }: Claim): boolean {
  return support.length === 0 && !/^see also\b/i.test(text);
}

/** Compares texts by their words only. */
export function wordKey(text: string): string {
  return wordsOf(text)
    .map((word) => word.toLowerCase())
    .join(' ');
}

/** Each check of a change reads the same pages, so the last ledgers are kept. */
const MAX_KEPT = 48;
/** UTF-16 units. The ledger of a longer text is read each time, not to hold much memory. */
const MAX_KEPT_LENGTH = 200_000;
/** The one used last comes last. */
const kept = new Map<string, Ledger>();

/** Reads the ledger of a page. Never throws; any text has one. */
export function readLedger(text: string): Ledger {
  if (text.length > MAX_KEPT_LENGTH) return finish(ledgerSteps(text));
  return keep(text, kept.get(text) ?? finish(ledgerSteps(text)));
}

/** Reads the ledger of a long page with turns for the host. {@link readLedger} then finds it read, or at least its statements. */
export async function prepareLedger(text: string, run: Run): Promise<void> {
  if (kept.has(text)) return;
  const steps = readStatementsInSteps(text);
  while (steps.next().done !== true) await checkpoint(run);
  if (text.length <= MAX_KEPT_LENGTH) keep(text, await finishInTurns(ledgerSteps(text), new YieldBudget(run)));
}

function keep(text: string, ledger: Ledger): Ledger {
  kept.delete(text);
  kept.set(text, ledger);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  return ledger;
}

function* ledgerSteps(text: string): Steps<Ledger> {
  const { statements, definitions } = readStatements(text);
  const notes = new Map<string, PageNote>();
  const seen = new Set<string>();
  for (const definition of definitions) {
    const note = seen.has(definition.label) ? null : parseNote(definition);
    if (note !== null) notes.set(note.label, note);
    seen.add(definition.label);
    yield definition.content.length;
  }
  const claims: Claim[] = [];
  for (const statement of statements) {
    claims.push(toClaim(statement, text, notes));
    yield 2 * (statement.end - statement.start);
  }
  return { claims, notes };
}

function toClaim(statement: Statement, text: string, notes: ReadonlyMap<string, PageNote>): Claim {
  const own = statement.footnotes.flatMap((label) => notes.get(label) ?? []);
  const quoted = statement.citations.length === 0 ? [] : quotesOf(statement, text);
  const ids = statement.citations.filter((id) => !quoted.some((quote) => quote.sourceId === id));
  const support = new Set([
    ...own.map(({ sourceId, quote }) => supportKey(sourceId, quote)),
    ...quoted.map(({ sourceId, text: quote }) => supportKey(sourceId, quote)),
    ...ids,
  ]);
  return { ...statement, key: wordKey(withoutCitations(statement)), notes: own, support: [...support] };
}

/** A citation says on what a statement rests, and is none of its words. */
function withoutCitations({ text, citations }: Statement): string {
  return citations.reduce((rest, id) => rest.replaceAll(`[${id}]`, ''), text);
}

/** Identifies a passage of a source by its words, because labels and line numbers may change. */
export function supportKey(sourceId: string, quote: string | null): string {
  const words = quote === null ? '' : wordKey(quote);
  return words === '' ? sourceId : `${sourceId} ${words}`;
}

/** The old form keeps its quote in the statement itself. */
function quotesOf({ start, end }: Statement, text: string): ReturnType<typeof findQuotes> {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  return findQuotes(text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd));
}
