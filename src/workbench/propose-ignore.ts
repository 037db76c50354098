import * as z from 'zod/mini';
import { WikiError, type Run } from '../base';
import { diffToHunks, buildUpdate, type ChangeSet } from '../change';
import { type Finding } from '../lint';
import { editFrontmatter } from '../markdown';
import { type Proposal } from '../proposal';
import { parentPath } from '../vault';
import { MANIFEST_NAME } from '../workspace';
import { proposeChange } from './propose-change';
import { type WikiSession } from './wiki-session';

export interface IgnoreRequest {
  readonly finding: Finding;
  /** For people; kept with the entry. */
  readonly reason: string;
  /** Where the rule is to keep quiet: on this page, in its folder, or in the whole wiki. */
  readonly scope: 'page' | 'folder' | 'wiki';
}

const LIST = ['metadata', 'living-wiki', 'ignore'];

/**
 * Proposes an entry of `metadata.living-wiki.ignore` in the wiki's manifest, as a change of a person; comments, order and
 * every other byte of the manifest stay. Entries of such a proposal that waits are taken along, and it is replaced: two
 * that write at the same place could not both be applied.
 * @throws WikiError `living-wiki:frontmatter_unreadable`, `living-wiki:ignored_already`
 */
export async function proposeIgnore(session: WikiSession, request: IgnoreRequest, run: Run): Promise<Proposal> {
  return session.exclusively(run, async () => {
    const { snapshot, store } = session;
    const entry = ignoreEntry(request);
    const earlier = (await session.waitingProposals()).proposals.filter(
      ({ changeSet }) => ignoreEntriesIn(changeSet).length > 0,
    );
    const entries = [...earlier.flatMap(({ changeSet }) => ignoreEntriesIn(changeSet)), entry];
    const base = (await snapshot.text(MANIFEST_NAME)) ?? '';
    const next = editFrontmatter(
      base,
      entries.map((value) => ({ op: 'add', path: LIST, value })),
    );
    const what = entries.map(({ rule, path }) => `${rule} on ${path}`).join(', ');
    const reason = 'You chose to ignore this.';
    const splices = diffToHunks(base, next, MANIFEST_NAME, { reason }).map(({ start, end, text }) => ({
      start,
      end,
      text,
      reason,
    }));
    const changeSet: ChangeSet = {
      title: entries.length === 1 ? `Ignore ${what}` : `Ignore ${entries.length} findings`,
      producer: 'manual',
      files: [buildUpdate({ path: MANIFEST_NAME, base, splices, why: entries.map((one) => one.reason) })],
      log: { event: 'manual', subject: 'ignore', bullets: [`ignored ${what}`] },
      sources: [],
      notes: [],
      facts: { ignore: entries },
    };
    const made = splices.length === 0 ? null : await proposeChange(session, changeSet, run);
    if (made === null) throw alreadyIgnored(entry);
    for (const old of earlier) {
      if (old.id === made.id) continue;
      await store.recordDecision(old, 'rejected', { rejectedHunks: [], reason: `Proposal ${made.id} holds it too.` });
    }
    return made;
  });
}

const IGNORE_ENTRY_SHAPE = z.lazy(() => z.object({ rule: z.string(), path: z.string(), reason: z.string() }));

type IgnoreEntry = z.infer<typeof IGNORE_ENTRY_SHAPE>;

function ignoreEntry({ finding, reason, scope }: IgnoreRequest): IgnoreEntry {
  const folder = parentPath(finding.path);
  const inFolder = folder === '' ? '*' : `${folder}/`;
  const path = scope === 'page' ? finding.path : scope === 'folder' ? inFolder : '*';
  return { rule: finding.rule, path, reason: reason.trim() };
}

/** The entries that a proposal of this kind adds. */
function ignoreEntriesIn({ producer, facts }: ChangeSet): readonly IgnoreEntry[] {
  const read = z.array(IGNORE_ENTRY_SHAPE).safeParse(facts.ignore);
  return producer === 'manual' && read.success ? read.data : [];
}

function alreadyIgnored({ rule, path }: IgnoreEntry): WikiError {
  return new WikiError('living-wiki:ignored_already', `${MANIFEST_NAME} ignores ${rule} on ${path} already.`, {
    path: MANIFEST_NAME,
    remedy: 'Lint again.',
  });
}
