import * as z from 'zod/mini';
import { WikiError, type Run } from '../../base';
import { buildUpdate, diffToHunks, type ChangeSet, type FileEdit } from '../../change';
import { type Finding } from '../../lint';
import { editFrontmatter } from '../../markdown';
import { type Proposal } from '../../proposal';
import { parentPath } from '../../vault';
import { MANIFEST_NAME } from '../../workspace';
import { type WikiSession } from '../wiki-session';
import { proposeChange } from './propose-change';

export interface IgnoreRequest {
  readonly finding: Finding;
  /** For people; stored with the entry. */
  readonly reason: string;
  /** Where the rule is ignored. */
  readonly scope: 'page' | 'folder' | 'wiki';
}

const LIST = ['metadata', 'living-wiki', 'ignore'];
const ENTRY_SHAPE = z.lazy(() => z.object({ rule: z.string(), path: z.string(), reason: z.string() }));

type IgnoreEntry = z.infer<typeof ENTRY_SHAPE>;

/**
 * Proposes an entry of `metadata.living-wiki.ignore` in the wiki's manifest, as a person's own change; every other byte of
 * the manifest stays. It replaces waiting proposals of this kind and includes their entries, because two proposals that
 * write in the same place could not both be applied.
 * @throws WikiError `living-wiki:frontmatter_unreadable`, `living-wiki:ignored_already`
 */
export async function proposeIgnore(session: WikiSession, request: IgnoreRequest, run: Run): Promise<Proposal> {
  return session.exclusively(run, async () => {
    const { snapshot, store } = session;
    const entry = ignoreEntry(request);
    const earlier = (await session.waitingProposals()).filter(({ changeSet }) => entriesIn(changeSet).length > 0);
    const entries = [...earlier.flatMap(({ changeSet }) => entriesIn(changeSet)), entry];
    const edit = manifestEdit((await snapshot.text(MANIFEST_NAME)) ?? '', entries);
    const what = entries.map(({ rule, path }) => `${rule} on ${path}`).join(', ');
    const changeSet: ChangeSet = {
      title: entries.length === 1 ? `Ignore ${what}` : `Ignore ${entries.length} problems`,
      producer: 'manual',
      files: [edit],
      log: { event: 'manual', subject: 'ignore', bullets: [`ignored ${what}`] },
      sources: [],
      notes: [],
      facts: { ignore: entries },
    };
    const made = edit.hunks.length === 0 ? null : await proposeChange(session, changeSet, run);
    if (made === null) throw alreadyIgnored(entry);
    for (const old of earlier) {
      if (old.id === made.id) continue;
      await store.recordDecision(old, 'rejected', { rejectedHunks: [], reason: `Proposal ${made.id} includes it.` });
    }
    return made;
  });
}

function manifestEdit(base: string, entries: readonly IgnoreEntry[]): FileEdit {
  const additions = entries.map((value) => ({ op: 'add' as const, path: LIST, value }));
  const reason = 'You chose to ignore this.';
  const hunks = diffToHunks(base, editFrontmatter(base, additions), MANIFEST_NAME, { reason });
  const splices = hunks.map(({ start, end, text }) => ({ start, end, text, reason }));
  return buildUpdate({ path: MANIFEST_NAME, base, splices, why: entries.map((entry) => entry.reason) });
}

function ignoreEntry({ finding, reason, scope }: IgnoreRequest): IgnoreEntry {
  return { rule: finding.rule, path: ignoredPath(finding.path, scope), reason: reason.trim() };
}

function ignoredPath(path: string, scope: IgnoreRequest['scope']): string {
  if (scope === 'page') return path;
  const folder = parentPath(path);
  return scope === 'wiki' || folder === '' ? '*' : `${folder}/`;
}

/** The entries that a proposal to ignore findings adds. */
function entriesIn({ producer, facts }: ChangeSet): readonly IgnoreEntry[] {
  const read = z.array(ENTRY_SHAPE).safeParse(facts.ignore);
  return producer === 'manual' && read.success ? read.data : [];
}

function alreadyIgnored({ rule, path }: IgnoreEntry): WikiError {
  return new WikiError('living-wiki:ignored_already', `${MANIFEST_NAME} already ignores ${rule} on ${path}.`, {
    path: MANIFEST_NAME,
    remedy: 'Run lint again.',
  });
}
