import {
  buildDigest,
  bulletProvenance,
  bulletText,
  CATEGORY_PATHS,
  countItems,
  DIGEST_FILE,
  isOpen,
  keyOf,
  readBullets,
  type Bullet,
  type ConversationLedger,
  type LedgerEntry,
} from '../../harvest';
import { compareText } from '../../base';
import { type HistoryEntry } from '../../proposal';
import { baseName, type Hash, type TransactionSummary } from '../../vault';
import { readCost } from '../model/cost';
import { type LedgerRow, type MemoryItem, type MemoryOverview } from './types';
import { type WrittenBullet } from './written';

const CATEGORY_OF: Readonly<Record<string, MemoryItem['category']>> = {
  'facts.md': 'facts',
  'decisions.md': 'decisions',
  'questions.md': 'questions',
  'playbooks.md': 'playbooks',
};

interface MemoryState {
  readonly texts: ReadonlyMap<string, string>;
  readonly summaries: readonly TransactionSummary[];
  readonly history: readonly HistoryEntry[];
  readonly written: readonly WrittenBullet[];
  readonly ledger: ConversationLedger;
  /** How many proposals wait for a review. */
  readonly waiting: number;
}

/** Everything that is kept, for a list. */
export function memoryOverview({ texts, summaries, history, written, ledger, waiting }: MemoryState): MemoryOverview {
  const items = listItems(texts, written);
  const { text: _, ...made } = buildDigest(texts);
  return {
    ...{ items, waiting },
    counts: countItems(items),
    digest: { isOn: texts.has(DIGEST_FILE), ...made },
    ledger: listLedger(ledger, summaries, history),
  };
}

/** The bullets of the category files, each with what it rests on. */
function listItems(texts: ReadonlyMap<string, string>, written: readonly WrittenBullet[]): readonly MemoryItem[] {
  const known = new Map(written.map((bullet) => [keyOf(bullet.text), bullet]));
  return CATEGORY_PATHS.flatMap((path) =>
    readBullets(texts.get(path) ?? '').map((bullet) => {
      const evidence = known.get(keyOf(bullet.text));
      return {
        category: CATEGORY_OF[path] ?? (isOpen(bullet) ? 'tasks_open' : 'tasks_done'),
        text: bulletText(bullet),
        bullet: bullet.text,
        path,
        line: bullet.line,
        from: bulletProvenance(bullet),
        quote: evidence?.quote ?? null,
        evidence: evidenceOf(bullet, evidence),
      };
    }),
  );
}

function evidenceOf(bullet: Bullet, written: WrittenBullet | undefined): MemoryItem['evidence'] {
  if (written === undefined || bulletProvenance(bullet) === null) return 'own';
  if (written.quote !== null) return 'found';
  return written.isQuoteMissing ? 'missing' : 'none';
}

/** What became of each conversation, newest first; harvests that were undone included, until they are harvested again. */
function listLedger(
  ledger: ConversationLedger,
  summaries: readonly TransactionSummary[],
  history: readonly HistoryEntry[],
): readonly LedgerRow[] {
  const undoneBy = new Map(history.map(({ id, undoneBy: by }) => [id, by]));
  const timeOf = new Map(summaries.map(({ id, at }) => [id, at]));
  const harvests = new Map<Hash, TransactionSummary>();
  // Newest first, so the first of a conversation counts.
  for (const summary of summaries) {
    const { event, hash } = summary.facts;
    if (event === 'harvest' && typeof hash === 'string' && !harvests.has(hash)) harvests.set(hash, summary);
  }
  const rows = [...ledger].flatMap(([hash, entry]) => {
    const row = rowOf(hash, entry, harvests.get(hash));
    return [row, ...(entry.copies ?? []).map((path) => copyOf(row, path))];
  });
  for (const [hash, summary] of harvests) {
    const by = undoneBy.get(summary.id) ?? null;
    if (by === null || ledger.has(hash)) continue;
    const { path, bullets } = summary.facts;
    const entry = { path: typeof path === 'string' ? path : '', at: timeOf.get(by) ?? summary.at, deleted: false };
    const items = Array.isArray(bullets) ? bullets.length : 0;
    rows.push({ ...rowOf(hash, { ...entry, status: 'undone' }, summary), items, transaction: null });
  }
  return rows.sort((a, b) => compareText(b.at, a.at));
}

const copyOf = (row: LedgerRow, path: string): LedgerRow => ({
  ...row,
  ...{ path, status: 'copy', items: 0, deleted: false, error: null, money: null, transaction: null },
});

function rowOf(
  hash: Hash,
  entry: Pick<LedgerEntry, 'path' | 'at' | 'deleted' | 'error'> & {
    readonly status: LedgerRow['status'];
    readonly items?: LedgerEntry['items'];
  },
  summary: TransactionSummary | undefined,
): LedgerRow {
  const { subject } = summary?.facts ?? {};
  const { path, status, at, deleted, error = null, items } = entry;
  return {
    hash,
    name: typeof subject === 'string' ? subject : baseName(path.replaceAll('\\', '/')).replace(/\.[^.]+$/, ''),
    path,
    status,
    at,
    items: items === undefined ? 0 : Object.values(items).reduce((sum, count) => sum + count, 0),
    deleted,
    error,
    money: summary === undefined ? null : (readCost(summary.facts)?.money ?? null),
    transaction: status === 'harvested' ? (summary?.id ?? null) : null,
  };
}
