import { type TransactionPlan } from './plan';
import { type TransactionHeader } from './records';
import { type Transaction, type TransactionFile, type TransactionSummary } from './types';

/** A transaction without its texts. */
export function summaryOf(header: TransactionHeader, isOwn: boolean): TransactionSummary {
  const { id, at, title, facts, undoes } = header;
  const files = header.files.map((file) => ({ op: file.op, path: file.path, ...fromOf(file) }));
  return { id, at, title, facts, files, isOwn, ...(undoes === undefined ? {} : { undoes }) };
}

/** A transaction with its texts. */
export function transactionOf({ header, before, after }: TransactionPlan, isOwn: boolean): Transaction {
  const files: TransactionFile[] = header.files.map((file, i) => ({
    ...{ op: file.op, path: file.path, before: before[i] ?? null, after: after[i] ?? null },
    ...fromOf(file),
  }));
  return { ...summaryOf(header, isOwn), files };
}

function fromOf(file: TransactionHeader['files'][number]): { from?: string } {
  return file.op === 'rename' ? { from: file.from } : {};
}
