import { type Run } from '../../base';
import { allHunks, checkQuotes, type ChangeSet } from '../../change';
import { type Proposal } from '../../proposal';
import { SourceTexts } from '../sources/source-text';
import { type WikiSession } from '../wiki-session';

const checked = new WeakMap<Proposal, { readonly snapshot: object; readonly result: Proposal }>();

/**
 * The proposal with every quote looked up again in the wiki's sources: the verdicts in its file may be forged, and sources
 * change. A quote whose source cannot be read does not count as found.
 */
export async function recheckQuotes(session: WikiSession, proposal: Proposal, run: Run): Promise<Proposal> {
  const { snapshot } = session;
  const known = checked.get(proposal);
  if (known?.snapshot === snapshot) return known.result;
  const { changeSet } = proposal;
  const texts = new SourceTexts(session, run);
  const found = new Map<string, string | null>();
  for (const { hunk } of allHunks(changeSet)) {
    for (const { source } of hunk.evidence) if (!found.has(source)) found.set(source, await texts.get(source));
  }
  const verdicts = checkQuotes(changeSet, (source) => found.get(source) ?? null);
  const result = { ...proposal, changeSet: withUnreadable(verdicts, found) };
  checked.set(proposal, { snapshot, result });
  return result;
}

function withUnreadable(changeSet: ChangeSet, texts: ReadonlyMap<string, string | null>): ChangeSet {
  const files = changeSet.files.map((edit) => ({
    ...edit,
    hunks: edit.hunks.map((hunk) => ({
      ...hunk,
      evidence: hunk.evidence.map((item) =>
        (texts.get(item.source) ?? null) === null ? { ...item, verdict: 'not-found' as const } : item,
      ),
    })),
  }));
  return { ...changeSet, files };
}
