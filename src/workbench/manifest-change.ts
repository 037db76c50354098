import { WikiError, type Run } from '../base';
import { buildUpdate, diffToHunks, type ChangeSet } from '../change';
import { editFrontmatter, type FrontmatterEdit } from '../markdown';
import { type JournalWriter } from '../vault';
import { MANIFEST_NAME } from '../workspace';
import { applyProposal } from './proposals/apply-proposal';
import { proposeChange } from './proposals/propose-change';
import { type WikiSession } from './wiki-session';

/** What a person changed in the manifest. */
interface ManifestChange {
  readonly title: string;
  /** The subject of the log entry. */
  readonly subject: string;
  /** The bullet of the log entry. */
  readonly what: string;
  readonly edits: readonly FrontmatterEdit[];
}

/**
 * Changes the wiki's manifest at once, as a person decided, in one transaction; every other byte stays. Call it within
 * `WikiSession.exclusively`.
 * @returns the transaction; `null` if nothing changed
 * @throws WikiError `living-wiki:frontmatter_unreadable`, `living-wiki:edited_meanwhile`
 */
export async function changeManifest(
  session: WikiSession,
  writer: JournalWriter,
  { title, subject, what, edits }: ManifestChange,
  run: Run,
): Promise<string | null> {
  const base = (await session.snapshot.text(MANIFEST_NAME)) ?? '';
  const reason = 'You decided this.';
  const hunks = diffToHunks(base, editFrontmatter(base, edits), MANIFEST_NAME, { reason });
  const splices = hunks.map(({ start, end, text }) => ({ start, end, text, reason }));
  const changeSet: ChangeSet = {
    title,
    producer: 'manual',
    files: [buildUpdate({ path: MANIFEST_NAME, base, splices, why: [what] })],
    log: { event: 'manual', subject, bullets: [what] },
    sources: [],
    notes: [],
    facts: {},
  };
  const proposal = hunks.length === 0 ? null : await proposeChange(session, changeSet, run);
  if (proposal === null) return null;
  const { outcome } = await applyProposal(session, writer, proposal, null, run);
  if (outcome.kind === 'done') return outcome.transaction;
  throw new WikiError('living-wiki:edited_meanwhile', `${MANIFEST_NAME} changed meanwhile.`, {
    path: MANIFEST_NAME,
    remedy: 'Try again.',
  });
}
