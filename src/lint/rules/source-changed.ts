import { isWikiError, throwIfCancelled } from '../../base';
import { differentDigest, type RecordedSource } from '../../wiki';
import { FILE_START, type Report, type WikiFacts, type WikiRule } from '../rule';

/** Source: AIP-10, Layer 1 (sources are immutable). */
export const sourceChanged: WikiRule = {
  id: 'source-changed',
  scope: 'wiki',
  code: 'source_hash_mismatch',
  title: 'Changed source',
  severity: 'error',
  fixedBy: 'nothing',
  check: (facts) =>
    facts.memo('source-changed', [facts.snapshot.sources, facts.snapshot.provenance], () => compareHashes(facts)),
};

async function compareHashes({ snapshot, run }: WikiFacts): Promise<readonly Report[]> {
  const reports: Report[] = [];
  let checked = 0;
  for (const [path, entry] of Object.entries(snapshot.provenance.sources)) {
    if (!snapshot.sources.has(path) || isKnownSame(path, entry, snapshot)) continue;
    throwIfCancelled(run);
    if (++checked % 64 === 0) await run.yieldToHost();
    const problem = await problemOf(path, entry, snapshot);
    if (problem !== null) reports.push({ path, at: FILE_START, message: problem, key: 'hash' });
  }
  return reports;
}

/** Whether nothing has to be read to know that a source is the same: so it is for nearly all of thousands. */
function isKnownSame(path: string, entry: RecordedSource, snapshot: WikiFacts['snapshot']): boolean {
  const { contentHash, sha512, blake3 } = entry;
  return sha512 === undefined && blake3 === undefined && snapshot.knownSourceHash(path) === contentHash.toLowerCase();
}

async function problemOf(path: string, entry: RecordedSource, snapshot: WikiFacts['snapshot']): Promise<string | null> {
  const recorded = entry.contentHash;
  try {
    const hash = await snapshot.sourceHash(path);
    if (hash === recorded.toLowerCase()) {
      const other = await differentDigest(path, entry, snapshot);
      return (
        other && `This source does not have the ${other} digest that was recorded when it was ingested. Restore it.`
      );
    }
    return `This source changed after it was ingested (SHA-256 ${hash.slice(0, 12)}…, was ${recorded.slice(0, 12)}…). Restore it, or ingest it and decide on the proposal.`;
  } catch (error) {
    if (!isWikiError(error) || error.code === 'living-wiki:cancelled') throw error;
    return `This source cannot be read, so its content was not checked: ${error.message}`;
  }
}
