import { isWikiError, throwIfCancelled } from '../../base';
import { FILE_START, type Report, type WikiFacts, type WikiRule } from '../rule';

/** Source: AIP-10, Layer 1 (sources are immutable); specs README, 12. */
export const sourceChanged: WikiRule = {
  id: 'source-changed',
  scope: 'wiki',
  code: 'source_hash_mismatch',
  title: 'Changed source',
  what: 'A source whose content is not what `_manifest.json` recorded when it was read. The files are compared by their SHA-256.',
  why: 'Sources are immutable: pages quote them. After a change, quotes may no longer be there and claims no longer hold. Restore the file, or add the new version under a new name and ingest it.',
  severity: 'error',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'A source that was edited after it was read',
      files: {
        'sources/a.md': 'Other words.\n',
        '_manifest.json': `{"version":1,"hashAlgo":"sha256","sources":{"sources/a.md":{"contentHash":"${'0'.repeat(64)}","slugs":["a"]}}}`,
      },
      finds: ['sources/a.md:1'],
    },
  ],
  check: (facts) =>
    facts.memo('source-changed', [facts.snapshot.sources, facts.snapshot.provenance], () => compareHashes(facts)),
};

async function compareHashes({ snapshot, run }: WikiFacts): Promise<readonly Report[]> {
  const reports: Report[] = [];
  let checked = 0;
  for (const [path, entry] of Object.entries(snapshot.provenance.sources)) {
    if (!snapshot.sources.has(path)) continue;
    throwIfCancelled(run);
    if (++checked % 64 === 0) await run.yieldToHost();
    const problem = await problemOf(path, entry.contentHash, snapshot);
    if (problem !== null) reports.push({ path, at: FILE_START, message: problem, key: 'hash' });
  }
  return reports;
}

async function problemOf(path: string, recorded: string, snapshot: WikiFacts['snapshot']): Promise<string | null> {
  try {
    const hash = await snapshot.sourceHash(path);
    if (hash === recorded.toLowerCase()) return null;
    return `Unexpected content (SHA-256 ${hash.slice(0, 12)}…), expected what was read when it was ingested (${recorded.slice(0, 12)}…)`;
  } catch (error) {
    if (!isWikiError(error) || error.code === 'living-wiki:cancelled') throw error;
    return `Unexpected unreadable source, expected its content to match what was recorded: ${error.message}`;
  }
}
