import { type LedgerRow } from '../../../workbench';

type Money = NonNullable<LedgerRow['money']>;

/** Which rows of the ledger are wanted. */
export interface LedgerFilter {
  /** `null`: all. */
  readonly state: LedgerRow['status'] | null;
  readonly text: string;
}

export const NO_FILTER: LedgerFilter = { state: null, text: '' };

/** By the name of the conversation, its file, and why it failed. */
export function matchingRows(rows: readonly LedgerRow[], { state, text }: LedgerFilter): readonly LedgerRow[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter(
    ({ status, name, path, error }) =>
      (state === null || status === state) &&
      (wanted === '' || `${name} ${path} ${error ?? ''}`.toLowerCase().includes(wanted)),
  );
}

/** The states that there are, the most frequent first. */
export function ledgerStates(rows: readonly LedgerRow[]): ReadonlyMap<LedgerRow['status'], number> {
  const counts = new Map<LedgerRow['status'], number>();
  for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}

/** What all harvests cost; `null` while nothing was paid for, or in several currencies. */
export function totalMoney(rows: readonly LedgerRow[]): Money | null {
  const paid = rows.flatMap(({ money }) => money ?? []);
  const [first] = paid;
  if (first === undefined || paid.some(({ currency }) => currency !== first.currency)) return null;
  return { currency: first.currency, amount: paid.reduce((sum, { amount }) => sum + amount, 0) };
}
