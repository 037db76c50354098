import * as z from 'zod/mini';
import { type JsonObject, type Run } from '../base';
import { type SourceRead } from '../change';
import { hashText, type FileChange } from '../vault';
import {
  composeDisputesPage,
  disputesPath,
  isDisputesFile,
  OVERTAKEN_FACT,
  type OvertakenStatement,
  type Snapshot,
} from '../wiki';

const SHAPE = z.lazy(() =>
  z.array(
    z.object({
      path: z.string(),
      before: z.string(),
      by: z.array(z.object({ sourceId: z.string(), quote: z.string() })),
    }),
  ),
);

function overtakenIn(facts: JsonObject): readonly OvertakenStatement[] {
  const read = SHAPE.safeParse(facts[OVERTAKEN_FACT]);
  return read.success ? read.data : [];
}

interface UndoneFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface DisputesChange {
  /** Before the change. */
  readonly current: Snapshot;
  /** The accepted changes of pages. */
  readonly edits: readonly FileChange[];
  /** The wiki after them. */
  readonly next: Snapshot;
  readonly facts: JsonObject;
  /** The sources that the change has read, with their days. */
  readonly read?: readonly SourceRead[];
  /** Whether a wiki that has no such page gets one although no page changes. */
  readonly isWhole?: boolean;
  /** The files of the transaction that is undone, whose changes of statements may be true again. */
  readonly undone?: readonly UndoneFile[];
  readonly now: number;
  readonly run: Run;
}

/**
 * The changes with the page of disputes and changes as the pages then make it. It follows from them as the index does, so that it is true
 * whatever part of a proposal is accepted.
 */
export async function withDisputesPage(request: DisputesChange): Promise<readonly FileChange[]> {
  const { current, edits, next, isWhole = false } = request;
  const path = disputesPath(next);
  if (edits.length === 0 && (!isWhole || next.pages.has(path))) return edits;
  const text = await textAfter(request);
  if (text === (await next.text(path))) return edits;
  const others = edits.filter((edit) => edit.path !== path);
  const old = await current.text(path);
  if (text === old) return others;
  if (old === null) return text === null ? others : [...others, { op: 'create', path, text }];
  const expected = hashText(old);
  return [...others, text === null ? { op: 'delete', path, expected } : { op: 'update', path, expected, text }];
}

async function textAfter(request: DisputesChange): Promise<string | null> {
  const { current, edits, next, facts, undone = [], read = [], isWhole = false, now, run } = request;
  const file = undone.find(({ path, before, after }) => isDisputesFile(path, before ?? after));
  // Untouched since, it is what it was.
  const standing = await current.text(file?.path ?? disputesPath(next));
  if (file?.after === standing) return file.before;
  return composeDisputesPage({
    ...{ current, next, overtaken: overtakenIn(facts), isWhole, now, run },
    touched: edits.map((edit) => edit.path),
    dates: new Map(read.flatMap(({ path, date }) => (typeof date === 'string' ? [[path, date]] : []))),
    ...(typeof file?.before === 'string' && { earlier: file.before }),
  });
}
