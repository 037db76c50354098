import * as z from 'zod/mini';
import { capitalise, isoTime, isWikiError, plural, silentRun, type Run, parseForeignJson } from '../base';
import { isGenerated, type Proposal } from '../proposal';
import { type TransactionSummary } from '../vault';
import { isPagePath } from '../wiki';
import { type Notice } from './types';
import { type WikiSession } from './wiki-session';

/** How long changes can be undone: all of the last days, and the last ones, whichever is more. */
export interface Retention {
  readonly days: number;
  readonly changes: number;
}

export const DEFAULT_RETENTION: Retention = { days: 90, changes: 100 };

/** What compacting a wiki removes. */
export interface CompactPlan {
  readonly retention: Retention;
  /** Changes that can no longer be undone then, oldest first. They stay in the history. */
  readonly transactions: readonly string[];
  /** The time of the newest of them, ISO 8601, UTC; `null` when there is none. */
  readonly until: string | null;
  /** Applied proposals that are removed. What a person rejected, and why, is kept. */
  readonly proposals: readonly string[];
  /** Bytes of the texts that are kept for undo and removed. */
  readonly bytes: number;
}

const DAY = 86_400_000;

/** What {@link compact} would remove. Writes nothing. */
export async function planCompact(session: WikiSession, retention: Retention): Promise<CompactPlan> {
  const { journal, store, host } = session;
  const sizes = await journal.undoSizes();
  const since = host.clock.now() - retention.days * DAY;
  const old = (await journal.list())
    .slice(retention.changes)
    .filter((each) => Date.parse(each.at) < since && onlyPages(each))
    .reverse();
  const open = old.filter(({ id }) => sizes.has(id));
  const ids = new Set(old.map(({ id }) => id));
  const needed = new Set((await session.waitingProposals()).flatMap(({ buildsOn }) => buildsOn));
  const { proposals } = await store.decided();
  return {
    retention,
    transactions: open.map(({ id }) => id),
    until: open.at(-1)?.at ?? null,
    proposals: proposals.filter((each) => isDoneWith(each, ids) && !needed.has(each.id)).map(({ id }) => id),
    bytes: open.reduce((sum, { id }) => sum + (sizes.get(id) ?? 0), 0),
  };
}

/**
 * Removes what {@link planCompact} names. A crash at any moment leaves a wiki in which some of it is removed.
 * @throws what the journal and the vault throw
 */
export async function compact(session: WikiSession, plan: CompactPlan, run: Run = silentRun): Promise<void> {
  await session.journal.giveUpUndo(new Set(plan.transactions), run);
  await session.exclusively(run, async () => {
    // A proposal that came meanwhile may build on one of them.
    const needed = new Set((await session.waitingProposals()).flatMap(({ buildsOn }) => buildsOn));
    await session.store.removeDecided(plan.proposals.filter((id) => !needed.has(id)));
    await session.store.removeUnusedTexts();
  });
}

/** What changed a manifest, a policy or the set-up is kept: trust in them follows from it. */
function onlyPages({ files, isOwn }: TransactionSummary): boolean {
  return isOwn && files.every(({ path }) => isGenerated(path) || isPagePath(path));
}

/** Whether nothing is ever asked about an applied proposal again: nothing of it was rejected or waits. */
function isDoneWith({ state, decision }: Proposal, transactions: ReadonlySet<string>): boolean {
  if (state !== 'applied' || decision?.transaction === undefined || !transactions.has(decision.transaction))
    return false;
  return decision.rejectedHunks.length === 0 && (decision.waitingHunks ?? []).length === 0;
}

const ANNOUNCEMENT = '.wiki/retention.json';
/** Days between saying that old changes lose their undo and doing it. */
const NOTICE_DAYS = 7;
/** Fewer old changes than these take too little room to say anything. */
const MIN_CHANGES = 20;

const announcementShape = z.lazy(() => {
  const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/));
  return z.object({ version: z.literal(1), at: time, until: time });
});

/**
 * Compacts a wiki by itself: says first what will go, and removes it a week later at the earliest. Call it now and then.
 * @returns what a person should know; `null` when nothing is due
 */
export async function applyRetention(
  session: WikiSession,
  retention: Retention = DEFAULT_RETENTION,
  run: Run = silentRun,
): Promise<Notice | null> {
  // A look into the folder tells whether there can be anything to do.
  if ((await session.journal.undoSizes()).size < retention.changes + MIN_CHANGES) return null;
  const plan = await planCompact(session, retention);
  const { transactions, until } = plan;
  if (until === null || transactions.length < MIN_CHANGES) return null;
  const now = session.host.clock.now();
  const announced = await readAnnouncement(session);
  if (announced === null) {
    const text = JSON.stringify({ version: 1, at: isoTime(now), until });
    await session.vault.write(ANNOUNCEMENT, text);
  }
  const due = Date.parse(announced?.at ?? isoTime(now)) + NOTICE_DAYS * DAY;
  if (now < due) return notice(`After ${isoTime(due).slice(0, 10)}, ${saidOf(plan)} can no longer be undone.`);
  const last = announced?.until ?? until;
  const said = new Set(await idsUntil(session, last));
  const part = { ...plan, until: last, transactions: transactions.filter((id) => said.has(id)) };
  await compact(session, part, run);
  await session.vault.remove(ANNOUNCEMENT);
  return notice(`${capitalise(saidOf(part))} can no longer be undone.`);
}

function notice(message: string): Notice {
  return {
    code: 'living-wiki:undo_expires',
    message: `${message} They are older than your setting, and stay in the history.`,
    at: ANNOUNCEMENT,
  };
}

function saidOf({ transactions, until }: CompactPlan): string {
  return `${plural(transactions.length, 'change')} made until ${(until ?? '').slice(0, 10)}`;
}

async function idsUntil({ journal }: WikiSession, until: string): Promise<readonly string[]> {
  return (await journal.list()).filter(({ at }) => at <= until).map(({ id }) => id);
}

async function readAnnouncement({
  vault,
}: WikiSession): Promise<{ readonly at: string; readonly until: string } | null> {
  try {
    if ((await vault.stat(ANNOUNCEMENT)) === null) return null;
    const read = announcementShape.safeParse(parseForeignJson(await vault.readText(ANNOUNCEMENT)));
    return read.success ? read.data : null;
  } catch (error) {
    // What cannot be read was never said.
    if (isWikiError(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}
