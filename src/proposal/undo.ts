import { isoTime, silentRun, WikiError, type Clock, type Run } from '../base';
import { planUndo, type ChangeConflict, type LogNote } from '../change';
import {
  type JournalWriter,
  type FileChange,
  type Journal,
  type Transaction,
  type TransactionSummary,
  type Vault,
} from '../vault';
import {
  appendLog,
  readProvenance,
  renderIndex,
  renderLogEntry,
  renderProvenance,
  type LogEntry,
  type Provenance,
  type Snapshot,
} from '../wiki';
import { INDEX_FILE, LOG_FILE, PROVENANCE_FILE, buildProvenance, rewriteFiles, type FileRewrite } from './generated';
import { type TransactionFacts } from './types';

const GENERATED: ReadonlySet<string> = new Set([INDEX_FILE, LOG_FILE, PROVENANCE_FILE]);

/** Whether a file follows from the pages: index, log, provenance manifest. */
export function isGenerated(path: string): boolean {
  return GENERATED.has(path);
}

/** One applied transaction, as the history shows it. */
export interface HistoryEntry {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly title: string;
  readonly event: string;
  readonly proposal: string | null;
  /** The transaction that this one took back. */
  readonly undoes: string | null;
  /** The transaction that took this one back, when the last word on it is "undone". */
  readonly undoneBy: string | null;
  /** It only told of something in the log, as a logged lint pass does. */
  readonly logOnly: boolean;
}

/** Every transaction of the wiki, newest first, with what became of it. */
export async function readHistory(journal: Journal): Promise<readonly HistoryEntry[]> {
  const summaries = await journal.list();
  const undoneBy = new Map<string, string>();
  // Oldest first, so that taking back an undo clears the mark again.
  for (const summary of [...summaries].reverse()) {
    if (summary.undoes === undefined) continue;
    undoneBy.set(summary.undoes, summary.id);
    const original = summaries.find((other) => other.id === summary.undoes)?.undoes;
    if (original !== undefined) undoneBy.delete(original);
  }
  return summaries.map((summary) => ({
    id: summary.id,
    at: summary.at,
    title: summary.title,
    event: textFact(summary, 'event') ?? 'manual',
    proposal: textFact(summary, 'proposal'),
    undoes: summary.undoes ?? null,
    undoneBy: undoneBy.get(summary.id) ?? null,
    logOnly: summary.files.every((file) => file.path === LOG_FILE),
  }));
}

function textFact(summary: TransactionSummary, name: string): string | null {
  const value = summary.facts[name];
  return typeof value === 'string' ? value : null;
}

/**
 * What `undo` takes back when nothing is named: the newest change that still stands, setting up the wiki left out.
 * @throws WikiError `living-wiki:nothing_to_undo`
 */
export function undoTarget(history: readonly HistoryEntry[]): HistoryEntry {
  const target = history.find(
    (entry) => entry.undoes === null && entry.undoneBy === null && entry.event !== 'setup' && !entry.logOnly,
  );
  if (target) return target;
  throw new WikiError('living-wiki:nothing_to_undo', 'There is no applied change that could be undone.', {
    remedy: 'Changes that were undone already, or made by hand, are not undone again.',
  });
}

export type UndoOutcome =
  | { readonly kind: 'done'; readonly transaction: string; readonly undid: string; readonly files: readonly string[] }
  | { readonly kind: 'conflict'; readonly undid: string; readonly conflicts: readonly ChangeConflict[] };

export interface UndoRequest {
  readonly snapshot: Snapshot;
  /** Scoped to the wiki's root; a setup is taken back too, with files that no snapshot holds. */
  readonly vault: Vault;
  readonly journal: Pick<Journal, 'read'>;
  /** Held by a writer that keeps the others out since the snapshot was read; the journal itself where there are none. */
  readonly writer: JournalWriter;
  readonly clock: Clock;
  readonly id: string;
}

/**
 * Takes back an applied transaction as a whole; edits made since elsewhere in the same files stay. Nothing is written
 * when a later edit touches what would be taken back. The log keeps its lines and gains one.
 */
export async function undoTransaction(request: UndoRequest): Promise<UndoOutcome> {
  const { snapshot, vault, journal, writer: held, clock, id } = request;
  const transaction = await journal.read(id);
  const pages = transaction.files.filter((file) => !GENERATED.has(file.path));
  const plan = await planUndo(pages, async (path) => ((await vault.stat(path)) ? vault.readText(path) : null));
  if (plan.conflicts.length > 0) return { kind: 'conflict', undid: id, conflicts: plan.conflicts };
  const next = snapshot.with(plan.changes);
  const entry: LogEntry = {
    at: isoTime(clock.now()),
    ...undoLogNote(transaction),
    bullets: [...undoLogNote(transaction).bullets, ...plan.changes.map(undoBullet)],
  };
  const generated = await undoGeneratedFiles({ transaction, snapshot, next, entry, run: silentRun });
  const facts: TransactionFacts = { event: 'manual', subject: transaction.title, proposal: null };
  const done = await held.commit(
    { title: `Undo: ${transaction.title}`, changes: [...plan.changes, ...generated], facts, undoes: id },
    silentRun,
  );
  return { kind: 'done', transaction: done.id, undid: id, files: done.files.map((file) => file.path) };
}

/** What the log says of taking a transaction back. */
export function undoLogNote({ id, title }: Pick<Transaction, 'id' | 'title'>): LogNote {
  return { event: 'manual', subject: `undo ${title}`, bullets: [`took back transaction ${id}`] };
}

/** Whether a file of a transaction is a matter of review when it is taken back: what was generated follows. */
export function isReviewedOnUndo({ path }: Pick<Transaction['files'][number], 'path'>): boolean {
  return !GENERATED.has(path) && !path.startsWith('sources/');
}

/** A transaction that is taken back as a whole. */
export interface UndoneTransaction {
  readonly transaction: Transaction;
  /** The text of any file of the wiki, those that no snapshot holds too; `null` where there is none. */
  readonly textOf: (path: string) => Promise<string | null>;
}

interface UndoContext {
  readonly transaction: Transaction;
  /** As the wiki is. */
  readonly snapshot: Snapshot;
  /** With the pages as they are to be. */
  readonly next: Snapshot;
  readonly entry: LogEntry;
  readonly run: Run;
}

/** What follows when a transaction is taken back as a whole: the generated files, and what set-up put beside the sources. */
export async function undoGeneratedAndSetupFiles(
  undone: UndoContext & UndoneTransaction,
): Promise<readonly FileChange[]> {
  const { transaction, textOf } = undone;
  const others = transaction.files.filter((file) => !GENERATED.has(file.path) && !isReviewedOnUndo(file));
  const plan = await planUndo(others, textOf);
  return [...plan.changes, ...(await undoGeneratedFiles(undone))];
}

/** Index, provenance manifest and log once a transaction is taken back: as they were, where nobody touched them since. */
async function undoGeneratedFiles({
  transaction,
  snapshot,
  next,
  entry,
  run,
}: UndoContext): Promise<readonly FileChange[]> {
  const asBefore = (path: string, render: () => string): FileRewrite => [
    path,
    (old) => {
      const exact = fileIfUntouched(transaction, path, old);
      return exact ? exact.before : render();
    },
  ];
  return rewriteFiles(snapshot, run, [
    asBefore(INDEX_FILE, () => renderIndex(next)),
    asBefore(PROVENANCE_FILE, () => renderProvenance(undoProvenance(transaction, snapshot, next))),
    [LOG_FILE, (old) => appendLog(old ?? '', renderLogEntry(entry))],
  ]);
}

/** What the transaction did to a generated file, when the file still is as the transaction left it. */
function fileIfUntouched(
  transaction: Transaction,
  path: string,
  now: string | null,
): Transaction['files'][number] | null {
  const file = transaction.files.find((candidate) => candidate.path === path);
  return file?.after === now ? file : null;
}

/** The provenance without what the transaction recorded: its sources are as they were before it. */
function undoProvenance(transaction: Transaction, snapshot: Snapshot, next: Snapshot): Provenance {
  const file = transaction.files.find((candidate) => candidate.path === PROVENANCE_FILE);
  const before = sourceHashesIn(file?.before);
  const after = sourceHashesIn(file?.after);
  const hashes = new Map<string, string>();
  for (const [path, recorded] of Object.entries(snapshot.provenance.sources)) {
    const was = before.get(path);
    const became = after.get(path);
    const touched = became !== undefined && became !== was && became === recorded.contentHash;
    if (!touched) hashes.set(path, recorded.contentHash);
    else if (was !== undefined) hashes.set(path, was);
  }
  for (const [path, hash] of before) if (!after.has(path) && !hashes.has(path)) hashes.set(path, hash);
  return buildProvenance(hashes, next);
}

function sourceHashesIn(text: string | null | undefined): Map<string, string> {
  if (text === null || text === undefined) return new Map();
  const { provenance } = readProvenance(text, PROVENANCE_FILE);
  return new Map(Object.entries(provenance.sources).map(([path, entry]) => [path, entry.contentHash]));
}

function undoBullet(change: FileChange): string {
  switch (change.op) {
    case 'create':
      return `restored ${change.path}`;
    case 'update':
      return `took back the change of ${change.path}`;
    case 'rename':
      return `renamed ${change.from} back to ${change.path}`;
    case 'delete':
      return `removed ${change.path}`;
  }
}
