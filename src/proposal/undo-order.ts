import { type Run } from '../base';
import { planUndo, type ChangeConflict } from '../change';
import { type Journal, type TransactionSummary } from '../vault';
import { isDerived, isGenerated, readHistory, type HistoryEntry } from './undo';

/** What it takes to undo a transaction that later ones may build on. */
export interface UndoOrder {
  /** What to undo, in this order; the transaction itself is the last. */
  readonly steps: readonly HistoryEntry[];
  /** Edits by hand that prevent it even in this order; empty when every step is possible. */
  readonly conflicts: readonly ChangeConflict[];
}

interface UndoOrderRequest {
  readonly journal: Pick<Journal, 'read' | 'list'>;
  /** The text of a file now; `null` if there is none. */
  readonly textOf: (path: string) => Promise<string | null>;
  readonly id: string;
  readonly run: Run;
}

/**
 * Finds out which later transactions have to be undone first, and in which order, by undoing them in memory. Writes nothing.
 * @throws WikiError `living-wiki:transaction_missing`, `living-wiki:transaction_unreadable`
 */
export async function planUndoOrder(request: UndoOrderRequest): Promise<UndoOrder> {
  // A missing transaction is an error before anything else.
  await request.journal.read(request.id, request.run, (path) => !isGenerated(path));
  const history = await readHistory(request.journal);
  const planner = new UndoPlanner(request, await request.journal.list(), history);
  const target = history.find(({ id }) => id === request.id);
  return target === undefined ? { steps: [], conflicts: [] } : planner.plan(target);
}

class UndoPlanner {
  readonly #request: UndoOrderRequest;
  readonly #summaries: readonly TransactionSummary[];
  readonly #history: readonly HistoryEntry[];
  /** The files after the steps so far. */
  readonly #texts = new Map<string, string | null>();
  readonly #steps: HistoryEntry[] = [];

  constructor(request: UndoOrderRequest, summaries: readonly TransactionSummary[], history: readonly HistoryEntry[]) {
    this.#request = request;
    this.#summaries = summaries;
    this.#history = history;
  }

  async plan(target: HistoryEntry): Promise<UndoOrder> {
    const conflicts = await this.#undo(target);
    return { steps: conflicts.length > 0 ? [target] : this.#steps, conflicts };
  }

  /** @returns what prevents the undo of this transaction */
  async #undo(entry: HistoryEntry): Promise<readonly ChangeConflict[]> {
    const { journal, run } = this.#request;
    const { files } = await journal.read(entry.id, run, (path) => !isGenerated(path));
    const pages = files.filter((file) => !isDerived(file));
    for (;;) {
      const { changes, conflicts } = await planUndo(pages, (path) => this.#textOf(path), run);
      if (conflicts.length === 0) {
        for (const change of changes) {
          if (change.op === 'rename') this.#texts.set(change.from, null);
          this.#texts.set(change.path, change.op === 'delete' ? null : change.text);
        }
        this.#steps.push(entry);
        return [];
      }
      const later = this.#laterChangeOf(new Set(conflicts.map(({ path }) => path)), entry);
      if (later === undefined) return conflicts;
      const blockers = await this.#undo(later);
      if (blockers.length > 0) return blockers;
    }
  }

  async #textOf(path: string): Promise<string | null> {
    const known = this.#texts.get(path);
    return known === undefined ? this.#request.textOf(path) : known;
  }

  /** The newest transaction after `entry` that changed one of these files; undos only when nothing else did. */
  #laterChangeOf(paths: ReadonlySet<string>, entry: HistoryEntry): HistoryEntry | undefined {
    const later = this.#history.slice(0, this.#history.indexOf(entry)).filter(({ id, undoneBy }, at) => {
      const { files = [] } = this.#summaries[at] ?? {};
      const touches = files.some(({ path, from }) => paths.has(path) || (from !== undefined && paths.has(from)));
      return touches && undoneBy === null && !this.#steps.some((step) => step.id === id);
    });
    return later.find(({ undoes }) => undoes === null) ?? later[0];
  }
}
