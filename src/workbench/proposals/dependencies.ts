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

/** For a proposal that could not be applied: the proposals it builds on that are not in the wiki, and what to do. */
export async function explainMissingDependencies(session: WikiSession, proposal: Proposal): Promise<readonly string[]> {
  if (proposal.buildsOn.length === 0) return [];
  const { store, journal } = session;
  const undone = new Set((await readHistory(journal)).filter((entry) => entry.undoneBy !== null).map(({ id }) => id));
  const all = [...(await store.waiting()).proposals, ...(await store.decided()).proposals];
  return all
    .filter(({ id }) => proposal.buildsOn.includes(id))
    .flatMap((earlier) => missingNote(earlier, undone) ?? []);
}

/** `null` when the proposal is in the wiki as a whole. */
function missingNote({ id, state, decision }: Proposal, undone: ReadonlySet<string>): string | null {
  if (state === 'waiting') return `It builds on proposal ${id}, which still waits for review. Apply that one first.`;
  const advice = 'Reject this one too, and ingest its source again by name.';
  if (state === 'rejected') return `It builds on proposal ${id}, which was rejected. ${advice}`;
  if (undone.has(decision?.transaction ?? '')) return `It builds on proposal ${id}, which was undone. ${advice}`;
  if (decision?.rejectedHunks.length === 0) return null;
  return `It builds on proposal ${id}, which was applied only in part. ${advice}`;
}
