import { type Run } from '../../base';
import { allHunks, checkQuotes, nameLosses, type ChangeSet, type Evidence, type Hunk } from '../../change';
import { type Proposal } from '../../proposal';
import { citedQuotes, wordKey } from '../../wiki';
import { SourceTexts } from '../sources/source-text';
import { type WikiSession } from '../wiki-session';

const checked = new WeakMap<Proposal, { readonly snapshot: object; readonly result: Proposal }>();

/**
 * The proposal with every quote looked up again in the wiki's sources, those of its footnotes included, and with every
 * statement named that its pages would no longer make: what its file says about them may be forged, and sources change. A
 * quote whose source cannot be read does not count as found.
 */
export async function recheckProposal(session: WikiSession, proposal: Proposal, run: Run): Promise<Proposal> {
  const { snapshot } = session;
  const known = checked.get(proposal);
  if (known?.snapshot === snapshot) return known.result;
  const changeSet = await mapEvidence(proposal.changeSet, async (hunk) => [
    ...hunk.evidence,
    ...(await footnoteEvidence(hunk, session)),
  ]);
  const texts = new SourceTexts(session, run);
  const found = new Map<string, string | null>();
  for (const { hunk } of allHunks(changeSet)) {
    for (const { source } of hunk.evidence) if (!found.has(source)) found.set(source, await texts.get(source));
  }
  const verdicts = checkQuotes(changeSet, (source) => found.get(source) ?? null);
  const isUnreadable = ({ source }: Evidence): boolean => (found.get(source) ?? null) === null;
  const settled = await mapEvidence(verdicts, ({ evidence }) =>
    evidence.map((item) => (isUnreadable(item) ? { ...item, verdict: 'not-found' as const } : item)),
  );
  const existing = changeSet.files.map(({ path }) => path);
  const named = await nameLosses(settled, await session.handEdits(existing, run), run, (path) => snapshot.text(path));
  const result = { ...proposal, changeSet: named };
  checked.set(proposal, { snapshot, result });
  return result;
}

/** The quotes of a hunk's footnotes that are in none of its evidence. */
async function footnoteEvidence(hunk: Hunk, { snapshot }: WikiSession): Promise<readonly Evidence[]> {
  const found: Evidence[] = [];
  for (const { label, content } of hunk.footnotes ?? []) {
    for (const { sourceId, quote, anchor } of citedQuotes(`[^${label}]: ${content}`)) {
      const source = snapshot.source(sourceId)?.path;
      const words = ` ${wordKey(quote)} `;
      if (hunk.evidence.some((item) => item.source === source && ` ${wordKey(item.quote)} `.includes(words))) continue;
      const sourceHash = source === undefined ? '' : await snapshot.sourceHash(source);
      found.push({ source: source ?? sourceId, sourceHash, quote, anchor, verdict: 'unchecked' });
    }
  }
  return found;
}

async function mapEvidence(
  changeSet: ChangeSet,
  evidenceOf: (hunk: Hunk) => readonly Evidence[] | Promise<readonly Evidence[]>,
): Promise<ChangeSet> {
  const files = [];
  for (const edit of changeSet.files) {
    const hunks = [];
    for (const hunk of edit.hunks) hunks.push({ ...hunk, evidence: await evidenceOf(hunk) });
    files.push({ ...edit, hunks });
  }
  return { ...changeSet, files };
}
