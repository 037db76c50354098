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
  INDEX_FILE,
  LOG_FILE,
  PROVENANCE_FILE,
  appendLog,
  isDisputesFile,
  readProvenance,
  renderIndex,
  renderLogEntry,
  renderProvenance,
  type LogEntry,
  type Provenance,
  type Snapshot,
} from '../wiki';
import { withDisputesPage } from './disputes-page';
import { buildProvenance, rewriteFiles, type FileRewrite, type PinnedSource } from './generated';
import { type TransactionFacts } from './types';

const GENERATED: ReadonlySet<string> = new Set([INDEX_FILE, LOG_FILE, PROVENANCE_FILE]);

/** Whether the file is generated: index, log or provenance manifest. */
export function isGenerated(path: string): boolean {
  return GENERATED.has(path);
}

type WrittenFile = Pick<Transaction['files'][number], 'path'> & Partial<Transaction['files'][number]>;

/** Whether what a transaction did to a file follows from the pages, as the index and the page of disputes and changes do. */
export function isDerived({ path, before, after }: WrittenFile): boolean {
  return isGenerated(path) || isDisputesFile(path, before) || isDisputesFile(path, after);
}

/** One applied transaction in the history. */
export interface HistoryEntry {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly title: string;
  readonly event: string;
  readonly proposal: string | null;
  /** The transaction that this one undid. */
  readonly undoes: string | null;
  /** The transaction that undid this one, unless that was undone in turn. */
  readonly undoneBy: string | null;
  /** Whether it only added a log entry, as a logged lint run does. */
  readonly logOnly: boolean;
}

/** Every transaction of the wiki, newest first. */
export async function readHistory(journal: Pick<Journal, 'list'>): Promise<readonly HistoryEntry[]> {
  const summaries = await journal.list();
  const undoneBy = new Map<string, string>();
  // Oldest first, so that undoing an undo clears the mark again.
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
 * The default target of an undo: the newest change that is not undone, except setting up the wiki.
 * @throws WikiError `living-wiki:nothing_to_undo`
 */
export function undoTarget(history: readonly HistoryEntry[]): HistoryEntry {
  const target = history.find(
    (entry) => entry.undoes === null && entry.undoneBy === null && entry.event !== 'setup' && !entry.logOnly,
  );
  if (target) return target;
  throw new WikiError('living-wiki:nothing_to_undo', 'There is no change to undo.', {
    remedy: 'Only applied changes that are not undone yet can be undone, not edits made by hand.',
  });
}

type UndoOutcome =
  | { readonly kind: 'done'; readonly transaction: string; readonly undid: string; readonly files: readonly string[] }
  | { readonly kind: 'conflict'; readonly undid: string; readonly conflicts: readonly ChangeConflict[] };

interface UndoRequest {
  readonly snapshot: Snapshot;
  /** Scoped to the root of the wiki. The undo of a setup also changes files that are not in the snapshot. */
  readonly vault: Vault;
  readonly journal: Pick<Journal, 'read'>;
  /** The writer that holds the lock since the snapshot was read, or a journal when there are no other writers. */
  readonly writer: JournalWriter;
  readonly clock: Clock;
  readonly id: string;
  readonly run: Run;
}

/**
 * Undoes an applied transaction as a whole and keeps later edits elsewhere in the same files. When a later edit collides
 * with the undo, nothing is written. The log is not undone but gets a new entry.
 */
export async function undoTransaction(request: UndoRequest): Promise<UndoOutcome> {
  const { snapshot, vault, journal, writer, clock, id, run } = request;
  // The log is not undone.
  const transaction = await journal.read(id, run, (path) => path !== LOG_FILE);
  const pages = transaction.files.filter((file) => !isDerived(file));
  const textOf = async (path: string): Promise<string | null> =>
    (await vault.stat(path)) ? vault.readText(path) : null;
  const plan = await planUndo(pages, textOf, run);
  if (plan.conflicts.length > 0) return { kind: 'conflict', undid: id, conflicts: plan.conflicts };
  const changes = await withDisputesPage({
    ...{ current: snapshot, edits: plan.changes, next: snapshot.with(plan.changes), undone: transaction.files },
    ...{ facts: {}, now: clock.now(), run },
  });
  const next = snapshot.with(changes);
  const entry: LogEntry = {
    at: isoTime(clock.now()),
    ...undoLogNote(transaction),
    bullets: [...undoLogNote(transaction).bullets, ...plan.changes.map(undoBullet)],
  };
  const generated = await undoGeneratedFiles({ transaction, snapshot, next, entry, run });
  const facts: TransactionFacts = { event: 'manual', subject: transaction.title, proposal: null };
  const done = await writer.commit(
    { title: `Undo: ${transaction.title}`, changes: [...changes, ...generated], facts, undoes: id },
    silentRun,
  );
  return { kind: 'done', transaction: done.id, undid: id, files: done.files.map((file) => file.path) };
}

/** The log note of an undo. */
export function undoLogNote({ id, title }: Pick<Transaction, 'id' | 'title'>): LogNote {
  return { event: 'manual', subject: `undo ${title}`, bullets: [`undid transaction ${id}`] };
}

/** Whether the undo of this file is reviewed. Generated files, and what keeps the folder of sources, are undone without review. */
export function isReviewedOnUndo(file: WrittenFile): boolean {
  return !isDerived(file) && !file.path.endsWith('/.gitkeep');
}

/** A transaction that is undone as a whole. */
export interface UndoneTransaction {
  readonly transaction: Transaction;
  /** The text of any file of the wiki, even outside the snapshot; `null` if there is none. */
  readonly textOf: (path: string) => Promise<string | null>;
}

interface UndoContext {
  readonly transaction: Transaction;
  /** Before the undo. */
  readonly snapshot: Snapshot;
  /** After the undo of the pages. */
  readonly next: Snapshot;
  readonly entry: LogEntry;
  readonly run: Run;
}

/** The undo of the files that are not reviewed: generated files, and what setup wrote into the folder of sources. */
export async function undoGeneratedAndSetupFiles(
  undone: UndoContext & UndoneTransaction,
): Promise<readonly FileChange[]> {
  const { transaction, textOf } = undone;
  const others = transaction.files.filter((file) => !isDerived(file) && !isReviewedOnUndo(file));
  const plan = await planUndo(others, textOf, undone.run);
  return [...plan.changes, ...(await undoGeneratedFiles(undone))];
}

/** Restores the index and the provenance manifest if they are unchanged since, else renders them again; extends the log. */
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
      const file = fileIfUntouched(transaction, path, old);
      return file ? file.before : render();
    },
  ];
  const pinned = await rewriteFiles(snapshot, run, [
    asBefore(PROVENANCE_FILE, () => renderProvenance(undoProvenance(transaction, snapshot, next))),
  ]);
  const dated = next.with(pinned);
  const others = await rewriteFiles(snapshot, run, [
    asBefore(INDEX_FILE, () => renderIndex(dated)),
    [LOG_FILE, (old) => appendLog(old ?? '', renderLogEntry(entry))],
  ]);
  return [...others, ...pinned];
}

/** The transaction's record of a file, if the file has not changed since. */
function fileIfUntouched(
  transaction: Transaction,
  path: string,
  current: string | null,
): Transaction['files'][number] | null {
  const file = transaction.files.find((candidate) => candidate.path === path);
  return file?.after === current ? file : null;
}

/** The provenance without the sources that the transaction recorded. */
function undoProvenance(transaction: Transaction, snapshot: Snapshot, next: Snapshot): Provenance {
  const file = transaction.files.find((candidate) => candidate.path === PROVENANCE_FILE);
  const before = sourcesIn(file?.before, snapshot);
  const after = sourcesIn(file?.after, snapshot);
  const pinned = new Map<string, PinnedSource>();
  for (const [path, recorded] of Object.entries(snapshot.provenance.sources)) {
    const was = before.get(path);
    const became = after.get(path);
    const touched = became?.contentHash !== was?.contentHash && became?.contentHash === recorded.contentHash;
    if (!touched) pinned.set(path, recorded);
    else if (was !== undefined) pinned.set(path, was);
  }
  for (const [path, source] of before) if (!after.has(path) && !pinned.has(path)) pinned.set(path, source);
  return buildProvenance(pinned, next);
}

function sourcesIn(text: string | null | undefined, { layout }: Snapshot): ReadonlyMap<string, PinnedSource> {
  if (text === null || text === undefined) return new Map();
  return new Map(Object.entries(readProvenance(text, PROVENANCE_FILE, layout.sources).provenance.sources));
}

function undoBullet(change: FileChange): string {
  switch (change.op) {
    case 'create':
      return `restored ${change.path}`;
    case 'update':
      return `reverted ${change.path}`;
    case 'rename':
      return `renamed ${change.from} back to ${change.path}`;
    case 'delete':
      return `removed ${change.path}`;
  }
}
