import { type ChangeSet } from '../change';
import { readHistory, type Proposal } from '../proposal';
import { type Page, type Snapshot } from '../wiki';
import { type WikiSession } from './wiki-session';

/**
 * The waiting proposals that a change cannot do without: those that touch the same files, and those that make the
 * pages that it links to.
 * @param next the wiki with everything that waits and the change itself
 * @returns their ids, in the order in which they apply
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

/** What a proposal that could not be applied builds on that is not there, and what to do, one sentence each. */
export async function explainMissingDependencies(session: WikiSession, proposal: Proposal): Promise<readonly string[]> {
  if (proposal.buildsOn.length === 0) return [];
  const { store, journal } = session;
  const undone = new Set((await readHistory(journal)).filter((entry) => entry.undoneBy !== null).map(({ id }) => id));
  const all = [...(await store.waiting()).proposals, ...(await store.decided()).proposals];
  const notes: string[] = [];
  for (const { id, state, decision } of all.filter((earlier) => proposal.buildsOn.includes(earlier.id))) {
    if (state === 'waiting') {
      notes.push(`It builds on proposal ${id}, which still waits: apply that one first.`);
      continue;
    }
    const isUndone = undone.has(decision?.transaction ?? '');
    const became = state === 'rejected' ? 'was rejected' : isUndone ? 'was undone' : 'was applied only in part';
    if (state === 'applied' && !isUndone && decision?.rejectedHunks.length === 0) continue;
    notes.push(
      `It builds on proposal ${id}, which ${became}: reject this one too, and ingest its source again by name.`,
    );
  }
  return notes;
}
