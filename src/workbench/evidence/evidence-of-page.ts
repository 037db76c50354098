import { checkpoint, YieldBudget, type Run } from '../../base';
import { makesStatement } from '../../ingest';
import { ageLimit } from '../../lint';
import { prepareLedger, readLedger, type Page, type Snapshot } from '../../wiki';
import { findContradictions, type FoundContradiction } from '../contradictions/find-contradictions';
import { type WikiSession } from '../wiki-session';
import { handWritten } from './hand-written';
import { NO_EVIDENCE, readEvidenceInTurns, type PageEvidence } from './page-evidence';

/** Looking for the two sides of each declared contradiction is the same work for every page of a wiki. */
const contradictions = new WeakMap<Snapshot, Promise<readonly FoundContradiction[]>>();

/** The contradictions of a wiki, found once for each state of it. */
export function knownContradictions({ snapshot }: WikiSession, run: Run): Promise<readonly FoundContradiction[]> {
  const known = contradictions.get(snapshot);
  if (known !== undefined) return known;
  const found = findContradictions(snapshot, run);
  contradictions.set(snapshot, found);
  // Whoever asks next tries again.
  found.catch(() => contradictions.delete(snapshot));
  return found;
}

/** A note of a person in the folder of a wiki is no page of it. */
export function wikiPage({ snapshot }: WikiSession, path: string): Page | null {
  const page = snapshot.pages.get(path);
  return page === undefined || page.schema === null ? null : page;
}

/**
 * On what a page rests, block by block.
 * @param given its text as it is in an editor; as it is on disk when absent
 * @param unfounded labels of its footnotes that the quote check rejects; see `unfoundedNotes`
 * @returns nothing for what is no page of the wiki
 */
export async function evidenceOfPage(
  session: WikiSession,
  path: string,
  given: string | undefined,
  unfounded: ReadonlySet<string>,
  run: Run,
): Promise<PageEvidence> {
  const { snapshot, host } = session;
  const page = wikiPage(session, path);
  const text = given ?? (await snapshot.text(path));
  if (page === null || text === null) return NO_EVIDENCE;
  const all = await knownContradictions(session, run);
  const pairs = all.flatMap(({ pair, pages }) => (pair !== null && pages.includes(path) ? [pair] : []));
  await prepareLedger(text, run);
  readLedger(text);
  await checkpoint(run);
  const isByHand = await handWritten(session, path, text, run);
  return readEvidenceInTurns(
    text,
    {
      unfounded,
      isContested: (claim) => pairs.some(({ sides }) => sides.some((side) => makesStatement(claim, side))),
      isByHand,
      sourceTime: (id) => timeOf(snapshot.source(id)?.date ?? null),
      now: host.clock.now(),
      days: ageLimit(session.lens.effective, page.kind),
    },
    new YieldBudget(run),
  );
}

function timeOf(date: string | null): number | null {
  const time = date === null ? NaN : Date.parse(date);
  return Number.isNaN(time) ? null : time;
}
