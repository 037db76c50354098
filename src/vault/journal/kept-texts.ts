import { applyEdits, editsBetween, revertEdits, sizeOfEdits } from './text-edits';
import {
  KEPT_VERSION,
  type FileRecord,
  type KeptText,
  type KeptTexts,
  type Texts,
  type TransactionHeader,
} from './records';

/** The transaction that left the text which another one found in a file. */
export interface TextBase {
  readonly id: string;
  /** How much was edited since the last whole text. */
  readonly weight: number;
}

/** Both texts of a file; `null` where it does not exist. */
export interface BothTexts {
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * What is kept of a transaction for its undo. A file is kept whole where no earlier transaction left its old text, and again once
 * the edits since then are longer than the text: so all that is kept grows as fast as what is edited.
 *
 * @param bases for each file
 */
export function keepTexts(
  { id, files }: TransactionHeader,
  before: Texts,
  after: Texts,
  bases: readonly (TextBase | null)[],
): KeptTexts {
  return {
    version: KEPT_VERSION,
    id,
    files: files.map((_, i) => keepText({ before: before[i] ?? null, after: after[i] ?? null }, bases[i] ?? null)),
  };
}

function keepText({ before, after }: BothTexts, base: TextBase | null): KeptText {
  if (before === null) return { text: after ?? '', edits: [] };
  const edits = after === null ? [] : editsBetween(before, after).map(([...edit]): [number, string, string] => edit);
  const weight = (base?.weight ?? 0) + sizeOfEdits(edits);
  return base === null || weight > before.length ? { text: before, edits } : { base: base.id, weight, edits };
}

/**
 * The texts of a file of a transaction.
 * @param known the text before it, if that is kept elsewhere
 * @returns `null` when the edits do not fit
 */
export function bothTexts(file: FileRecord, kept: KeptText, known: string | null): BothTexts | null {
  const text = 'text' in kept ? kept.text : known;
  if (text === null) return null;
  if (file.op === 'create') return { before: null, after: text };
  if (file.op === 'delete') return { before: text, after: null };
  const after = applyEdits(text, kept.edits);
  return after === null ? null : { before: text, after };
}

/** {@link bothTexts} from the text after the transaction. */
export function textsBehind(file: FileRecord, kept: KeptText, after: string): BothTexts | null {
  if (file.op === 'create') return { before: null, after };
  const before = revertEdits(after, kept.edits);
  return before === null ? null : { before, after };
}
