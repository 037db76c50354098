import { isWikiError } from '../../base';
import { type ChangeSet } from '../../change';
import { readHistory, type Proposal } from '../../proposal';
import { type Page, type Snapshot } from '../../wiki';
import { type WikiSession } from '../wiki-session';

/**
 * The waiting proposals that a change depends on: those that change the same files, and those that create the pages that
 * it links to.
 * @param next the wiki with every waiting proposal and the change itself
 * @returns ids, in the order in which the proposals apply
 */
export function dependenciesOf(changeSet: ChangeSet, next: Snapshot, waiting: readonly Proposal[]): readonly string[] {
  const touched = new Set(changeSet.files.flatMap((edit) => [edit.path, ...(edit.to === undefined ? [] : [edit.to])]));
  const linked = new Set<string>();
  for (const path of touched) {
    const page = next.pages.get(path);
    if (page) for (const target of referencedPages(page, next)) linked.add(target);
  }
  const isNeeded = ({ changeSet: earlier }: Proposal): boolean =>
    earlier.files.some(({ kind, path, to }) => {
      const becomes = to ?? path;
      return touched.has(path) || touched.has(becomes) || (kind !== 'updated' && linked.has(becomes));
    });
  return waiting.filter(isNeeded).map((earlier) => earlier.id);
}

function* referencedPages(page: Page, snapshot: Snapshot): Iterable<string> {
  for (const link of page.links) {
    const target = snapshot.resolve(link, page.path);
    if (target.kind === 'page') yield target.page.path;
  }
  for (const slug of [...page.supersedes, ...page.contradicts]) {
    for (const named of snapshot.pagesBySlug(slug)) yield named.path;
  }
}

/** A proposal that another one builds on and that is not in the wiki, or not as a whole. */
interface MissingDependency {
  readonly id: string;
  readonly state: 'waiting' | 'rejected' | 'undone' | 'partly';
}

/** The proposals that a waiting one builds on and that are not in the wiki as a whole. One whose file was removed is not known any more. */
export async function missingDependencies(
  { store, journal }: WikiSession,
  { buildsOn }: Proposal,
): Promise<readonly MissingDependency[]> {
  if (buildsOn.length === 0) return [];
  const undone = new Set((await readHistory(journal)).filter((entry) => entry.undoneBy !== null).map(({ id }) => id));
  const missing: MissingDependency[] = [];
  for (const id of buildsOn) {
    const earlier = await store.find(id).catch((error: unknown) => {
      if (isWikiError(error) && error.code === 'living-wiki:proposal_missing') return null;
      throw error;
    });
    const state = earlier && missingState(earlier, undone);
    if (state !== null) missing.push({ id, state });
  }
  return missing;
}

/** `null` when the proposal is in the wiki as a whole. */
function missingState({ state, decision }: Proposal, undone: ReadonlySet<string>): MissingDependency['state'] | null {
  if (state !== 'applied') return state;
  if (undone.has(decision?.transaction ?? '')) return 'undone';
  return decision?.rejectedHunks.length === 0 ? null : 'partly';
}

/** Whether a waiting proposal builds on what was rejected or undone, so that its source, when it is named, is read again. */
export async function isStale(session: WikiSession, proposal: Proposal): Promise<boolean> {
  const missing = await missingDependencies(session, proposal);
  return missing.some(({ state }) => state === 'rejected' || state === 'undone');
}

/** For a proposal that could not be applied: the proposals it builds on that are not in the wiki, and what to do. */
export async function explainMissingDependencies(session: WikiSession, proposal: Proposal): Promise<readonly string[]> {
  return (await missingDependencies(session, proposal)).map(
    ({ id, state }) => `It builds on proposal ${id}, ${MISSING[state]}`,
  );
}

const READ_AGAIN = 'Ingest its source again by name: the new proposal replaces this one.';
const MISSING: Readonly<Record<MissingDependency['state'], string>> = {
  waiting: 'which still waits for review. Apply that one first.',
  rejected: `which was rejected. ${READ_AGAIN}`,
  undone: `which was undone. ${READ_AGAIN}`,
  partly: 'which was applied only in part. Reject this one too, and ingest its source again by name.',
};
