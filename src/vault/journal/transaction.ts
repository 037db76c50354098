import { type TransactionPlan } from './plan';
import { type TransactionHeader } from './records';
import { type Transaction, type TransactionFile, type TransactionSummary } from './types';

/** What is told of a transaction without its texts. */
export function summaryOf(head: TransactionHeader): TransactionSummary {
  const { id, at, title, facts, undoes } = head;
  const files = head.files.map((file) => ({ op: file.op, path: file.path, ...fromOf(file) }));
  return { id, at, title, facts, files, ...(undoes === undefined ? {} : { undoes }) };
}

/** A transaction with its texts. */
export function transactionOf({ head, before, after }: TransactionPlan): Transaction {
  const files: TransactionFile[] = head.files.map((file, i) => ({
    ...{ op: file.op, path: file.path, before: before[i] ?? null, after: after[i] ?? null },
    ...fromOf(file),
  }));
  return { ...summaryOf(head), files };
}

function fromOf(file: TransactionHeader['files'][number]): { from?: string } {
  return file.op === 'rename' ? { from: file.from } : {};
}
