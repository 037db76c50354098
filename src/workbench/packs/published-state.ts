import { plural, throwIfCancelled, type Run } from '../../base';
import { type Finding } from '../../lint';
import { type PublishedPage } from '../../packs';
import { readDecision, readHistory } from '../../proposal';
import { type Snapshot } from '../../wiki';
import { findContradictions } from '../contradictions/find-contradictions';
import { type WikiSession } from '../wiki-session';

/** What a published wiki says of its own state, with the reasons. Neither is a field that somebody fills in. */
interface PublishedState {
  readonly status: 'draft' | 'ready' | 'needs-review' | 'stale' | 'disputed';
  readonly statusReasons: readonly string[];
  readonly trust: 'unreviewed' | 'user-confirmed';
  readonly trustReason: string;
}

interface Published {
  readonly snapshot: Snapshot;
  readonly pages: readonly PublishedPage[];
  /** Of lint through the lens of these pages. */
  readonly findings: readonly Finding[];
}

export async function publishedState(session: WikiSession, published: Published, run: Run): Promise<PublishedState> {
  return { ...(await statusOf(published, run)), ...(await trustOf(session, published, run)) };
}

async function statusOf(
  { snapshot, pages, findings }: Published,
  run: Run,
): Promise<Pick<PublishedState, 'status' | 'statusReasons'>> {
  if (pages.length === 0) return { status: 'draft', statusReasons: ['It has no pages yet.'] };
  const shown = new Set(pages.map(({ path }) => path));
  const hidden = (path: string): boolean => snapshot.pages.has(path) && !shown.has(path);
  const errors = findings.filter(({ severity, path }) => severity === 'error' && !hidden(path)).length;
  // One side alone can be published too, and is disputed all the same.
  const open = (await findContradictions(snapshot, run)).filter(({ declaredBy, pages: saying }) =>
    [...declaredBy, ...saying].some((path) => shown.has(path)),
  ).length;
  const stale = pages.filter(({ isStale }) => isStale).length;
  const reasons: readonly (readonly [PublishedState['status'], number, string])[] = [
    ['disputed', open, open === 1 ? '1 contradiction is open.' : `${open} contradictions are open.`],
    ['needs-review', errors, errors === 1 ? '1 error of lint is open.' : `${errors} errors of lint are open.`],
    [
      'stale',
      stale,
      stale === 1 ? '1 page is older than the wiki allows.' : `${stale} pages are older than the wiki allows.`,
    ],
  ];
  const found = reasons.filter(([, count]) => count > 0);
  const [worst] = found;
  return worst === undefined
    ? { status: 'ready', statusReasons: ['Nothing in it is disputed, broken or out of date.'] }
    : { status: worst[0], statusReasons: found.map(([, , reason]) => reason) };
}

/** `user-confirmed` only where a person reviewed the last change of every page, and the page is as it was left then. */
async function trustOf(
  session: WikiSession,
  { snapshot, pages }: Published,
  run: Run,
): Promise<Pick<PublishedState, 'trust' | 'trustReason'>> {
  if (pages.length === 0) return { trust: 'unreviewed', trustReason: '' };
  const reviewedBy = await lastChanges(session);
  const unread = new Set<string>();
  const byTransaction = new Map<string, string[]>();
  for (const { path } of pages) {
    const transaction = reviewedBy.get(path) ?? null;
    if (transaction === null) unread.add(path);
    else byTransaction.set(transaction, [...(byTransaction.get(transaction) ?? []), path]);
  }
  for (const [id, paths] of byTransaction) {
    throwIfCancelled(run);
    const { files } = await session.journal.read(id);
    for (const path of paths) {
      const left = files.find((file) => file.path === path)?.after ?? null;
      if (left === null || (await snapshot.text(path)) !== left) unread.add(path);
    }
  }
  if (unread.size === 0) return { trust: 'user-confirmed', trustReason: 'A person reviewed every page.' };
  return {
    trust: 'unreviewed',
    trustReason: `${unread.size} of ${plural(pages.length, 'page')} ${unread.size === 1 ? 'has' : 'have'} text that no person reviewed here.`,
  };
}

/** The transaction that changed each page last, by the page's path; `null` for one that nobody reviewed. */
async function lastChanges({ journal }: WikiSession): Promise<ReadonlyMap<string, string | null>> {
  const undone = new Set(
    (await readHistory(journal))
      .filter(({ undoneBy, undoes }) => undoneBy !== null || undoes !== null)
      .map(({ id }) => id),
  );
  const last = new Map<string, string | null>();
  // Newest first. The record of another device may be forged.
  for (const { id, files, facts, isOwn } of await journal.list()) {
    if (undone.has(id)) continue;
    const isReviewed = isOwn && readDecision(facts.decision)?.isReviewed === true;
    for (const { op, path } of files) if (op !== 'delete' && !last.has(path)) last.set(path, isReviewed ? id : null);
  }
  return last;
}
