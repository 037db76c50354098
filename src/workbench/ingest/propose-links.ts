import { plural, type Run } from '../../base';
import { buildUpdate, type ChangeSet, type FileEdit } from '../../change';
import { unlinkedMentions } from '../../ingest';
import { linkTo } from '../../lint';
import { allHunkIds, planChange, type Proposal } from '../../proposal';
import { type Snapshot } from '../../wiki';
import { linksIn, withdrawLinkProposals } from '../proposals/link-proposals';
import { type WikiSession } from '../wiki-session';

/** A change to the pages, and the wiki with it. */
interface ChangedPages {
  /** The path of the source that was read. */
  readonly source: string;
  readonly files: readonly FileEdit[];
  readonly after: Snapshot;
  /** The proposal that makes the change; `null` once it is applied. */
  readonly waiting: string | null;
}

/**
 * Stores links for the new sentences of a change as a proposal of their own, where the wiki wants links proposed and not written. One
 * from an earlier reading of the source is taken back. Call it within `WikiSession.exclusively`.
 * Source: AIP-10, `curation.autoLink: manual`.
 *
 * @returns sentences about what waits
 */
export async function proposeLinks(session: WikiSession, changed: ChangedPages, run: Run): Promise<readonly string[]> {
  const { lens, engine, host, store } = session;
  if (lens.effective.curation.autoLink !== 'manual') return [];
  const { source, after: snapshot, waiting } = changed;
  await withdrawLinkProposals(session, (proposal) => linksIn(proposal) === source, 'The source was read again.');
  const files = await linkEdits(session, changed, run);
  if (files.length === 0) return [];
  const links = plural(files.flatMap(({ hunks }) => hunks).length, 'link');
  const changeSet: ChangeSet = {
    title: `Link names in what ${source} adds`,
    producer: 'lint-fix',
    files,
    log: { event: 'lint', subject: 'fix', bullets: [`added ${links}`] },
    sources: [],
    notes: [],
    facts: { linksIn: source },
  };
  const plan = await planChange({
    ...{ snapshot, lens, engine, changeSet, run },
    accepted: allHunkIds(changeSet),
    clock: host.clock,
    handEdits: (paths) => session.handEdits(paths, run),
  });
  const { id }: Proposal = await store.add(changeSet, plan.checks, waiting === null ? [] : [waiting]);
  return [`Proposal ${id} would add ${links} to other pages.`];
}

async function linkEdits(session: WikiSession, { files, after }: ChangedPages, run: Run): Promise<readonly FileEdit[]> {
  const names = await session.indexFor(after, run);
  const edits: FileEdit[] = [];
  for (const { path: from, to, base: existing } of files) {
    const path = to ?? from;
    const page = after.pages.get(path);
    const base = page === undefined ? null : await after.text(path);
    if (page === undefined || base === null) continue;
    const splices = unlinkedMentions(names, after, page, base, existing).flatMap(
      ({ start, end, label, page: named }) => {
        const text = linkTo(after, path, named.path, label);
        return text === null ? [] : [{ start, end, text, reason: `It is the first mention of "${named.title}".` }];
      },
    );
    if (splices.length > 0)
      edits.push(buildUpdate({ path, base, splices, why: ['its new sentences name other pages'] }));
  }
  return edits;
}
