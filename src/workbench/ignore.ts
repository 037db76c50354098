import * as z from 'zod/mini';
import { WikiError } from '../base';
import type { Run } from '../base';
import { diffToHunks, updateFile } from '../change';
import type { ChangeSet } from '../change';
import type { Finding } from '../lint';
import { editFrontmatter } from '../markdown';
import type { Proposal } from '../proposal';
import { parentPath } from '../vault';
import { manifestName } from '../workspace';
import { proposeChange } from './propose-change';
import type { Session } from './session';

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
export async function proposeIgnore(session: Session, request: IgnoreRequest, run: Run): Promise<Proposal> {
  return session.exclusively(run, async () => {
    const { snapshot, store } = session;
    const entry = entryFor(request);
    const earlier = (await session.waiting()).proposals.filter(({ changeSet }) => entriesIn(changeSet).length > 0);
    const entries = [...earlier.flatMap(({ changeSet }) => entriesIn(changeSet)), entry];
    const base = (await snapshot.text(manifestName)) ?? '';
    const next = editFrontmatter(
      base,
      entries.map((value) => ({ op: 'add', path: LIST, value })),
    );
    const what = entries.map(({ rule, path }) => `${rule} on ${path}`).join(', ');
    const reason = 'You chose to ignore this.';
    const splices = diffToHunks(base, next, manifestName, { reason }).map(({ start, end, text }) => ({
      start,
      end,
      text,
      reason,
    }));
    const changeSet: ChangeSet = {
      title: entries.length === 1 ? `Ignore ${what}` : `Ignore ${entries.length} findings`,
      producer: 'manual',
      files: [updateFile({ path: manifestName, base, splices, why: entries.map((one) => one.reason) })],
      log: { event: 'manual', subject: 'ignore', bullets: [`ignored ${what}`] },
      sources: [],
      notes: [],
      facts: { ignore: entries },
    };
    const made = splices.length === 0 ? null : await proposeChange(session, changeSet, run);
    if (made === null) throw ignoredAlready(entry);
    for (const old of earlier) {
      if (old.id === made.id) continue;
      await store.settle(old, 'rejected', { rejectedHunks: [], reason: `Proposal ${made.id} holds it too.` });
    }
    return made;
  });
}

const entryShape = z.lazy(() => z.object({ rule: z.string(), path: z.string(), reason: z.string() }));

type Entry = z.infer<typeof entryShape>;

function entryFor({ finding, reason, scope }: IgnoreRequest): Entry {
  const folder = parentPath(finding.path);
  const inFolder = folder === '' ? '*' : `${folder}/`;
  const path = scope === 'page' ? finding.path : scope === 'folder' ? inFolder : '*';
  return { rule: finding.rule, path, reason: reason.trim() };
}

/** The entries that a proposal of this kind adds. */
function entriesIn({ producer, facts }: ChangeSet): readonly Entry[] {
  const read = z.array(entryShape).safeParse(facts.ignore);
  return producer === 'manual' && read.success ? read.data : [];
}

function ignoredAlready({ rule, path }: Entry): WikiError {
  return new WikiError('living-wiki:ignored_already', `${manifestName} ignores ${rule} on ${path} already.`, {
    path: manifestName,
    remedy: 'Lint again.',
  });
}
