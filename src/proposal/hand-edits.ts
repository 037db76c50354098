import { checkpoint, isWikiError, type JsonObject, type JsonValue, type Run } from '../base';
import { type HandEdits } from '../change';
import { type FileChange, type Journal, type TransactionSummary } from '../vault';
import { readLedger, type Snapshot } from '../wiki';

/** What the history is read from. */
type TransactionLog = Pick<Journal, 'list' | 'read' | 'wrote'>;

/**
 * The statements with a source that a person edited by hand: those that a page has now and that the last transaction on it
 * neither wrote nor found there as the program's. On a page that no transaction wrote, none counts as edited.
 *
 * Where that transaction is another device's, its record may be forged: what the last one of this device says counts too.
 *
 * @param snapshot the wiki as it is on disk
 * @param paths of pages
 */
export async function findHandEdits(
  journal: TransactionLog,
  snapshot: Snapshot,
  paths: Iterable<string>,
  run: Run,
): Promise<HandEdits> {
  const pages = [...new Set(paths)].filter((path) => snapshot.pages.has(path));
  if (pages.length === 0) return new Map();
  const history = await journal.list();
  const found = new Map<string, ReadonlySet<string>>();
  for (const [{ id, facts }, touched] of lastTransactions(history, pages)) {
    for (const path of touched) {
      await checkpoint(run);
      const current = await snapshot.text(path);
      if (current === null) continue;
      const before = keysIn(facts, path);
      const isEdited = await editedSince(journal, id, path, current, run);
      const own = citedKeys(current).filter((key) => before.has(key) || isEdited(key));
      if (own.length > 0) found.set(path, new Set([...(found.get(path) ?? []), ...own]));
    }
  }
  return found;
}

/** Which statements of a page are not in the text that a transaction left. Where that is no longer kept, any may be a person's. */
async function editedSince(
  journal: TransactionLog,
  id: string,
  path: string,
  current: string,
  run: Run,
): Promise<(key: string) => boolean> {
  if (await journal.wrote(id, path, current)) return () => false;
  try {
    const { files } = await journal.read(id, run, (each) => each === path);
    const written = files[0]?.after ?? '';
    const known = new Set(readLedger(written).claims.map(({ key }) => key));
    return (key) => !known.has(key);
  } catch (error) {
    if (!isWikiError(error) || error.code === 'living-wiki:cancelled') throw error;
    return () => true;
  }
}

/**
 * The hand-edited statements that remain after a change, for the facts of its transaction: its text alone would not tell them
 * from what the program wrote.
 */
export function handEditFacts(handEdited: HandEdits, changes: readonly FileChange[]): JsonObject {
  const kept: [string, JsonValue][] = [];
  for (const change of changes) {
    if (change.op !== 'update' && change.op !== 'rename') continue;
    const own = handEdited.get(change.op === 'rename' ? change.from : change.path);
    if (own === undefined) continue;
    const keys = citedKeys(change.text).filter((key) => own.has(key));
    if (keys.length > 0) kept.push([change.path, keys]);
  }
  return kept.length === 0 ? {} : { handEdited: Object.fromEntries(kept) };
}

/** The newest transaction on each page that wrote it, and the newest of this device, with these pages. */
function lastTransactions(
  newestFirst: readonly TransactionSummary[],
  pages: readonly string[],
): ReadonlyMap<TransactionSummary, readonly string[]> {
  const open = new Set(pages);
  const seen = new Set<string>();
  const found = new Map<TransactionSummary, string[]>();
  for (const transaction of newestFirst) {
    if (open.size === 0) break;
    const { files, isOwn } = transaction;
    for (const { path, op } of files) {
      if (op === 'delete' || !open.has(path) || (seen.has(path) && !isOwn)) continue;
      seen.add(path);
      if (isOwn) open.delete(path);
      found.set(transaction, [...(found.get(transaction) ?? []), path]);
    }
  }
  return found;
}

function citedKeys(text: string): readonly string[] {
  return readLedger(text).claims.flatMap(({ key, support }) => (support.length > 0 ? [key] : []));
}

function keysIn({ handEdited }: JsonObject, path: string): ReadonlySet<unknown> {
  const isRecord = typeof handEdited === 'object' && handEdited !== null && !Array.isArray(handEdited);
  const keys = isRecord && Object.hasOwn(handEdited, path) ? (handEdited as JsonObject)[path] : undefined;
  return new Set<unknown>(Array.isArray(keys) ? keys : []);
}
