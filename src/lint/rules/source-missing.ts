import { FILE_START, type WikiRule } from '../rule';

/** Source: AIP-10, Layer 1 (sources are never deleted); specs README, 12 and 15. */
export const sourceMissing: WikiRule = {
  id: 'source-missing',
  scope: 'wiki',
  code: 'source_not_found',
  title: 'Missing source',
  what: 'A source that `_manifest.json` records and that is no longer under `sources/`.',
  why: 'Pages rest on it. Sources are kept for good: restore the file from a backup or your version history.',
  severity: 'error',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'A recorded source that was deleted',
      files: {
        '_manifest.json': `{"version":1,"hashAlgo":"sha256","sources":{"sources/gone.md":{"contentHash":"${'0'.repeat(64)}","slugs":["a"]}}}`,
      },
      finds: ['sources/gone.md:1'],
    },
  ],
  check: ({ snapshot }) =>
    Object.entries(snapshot.provenance.sources)
      .filter(([path]) => !snapshot.sources.has(path))
      .map(([path, { slugs }]) => ({
        path,
        at: FILE_START,
        message: `Unexpected absence of a source that ${describeUse(slugs)}, expected the file to be kept`,
        key: 'missing',
      })),
};

function describeUse(slugs: readonly string[]): string {
  if (slugs.length === 0) return 'was ingested';
  return `backs ${slugs.slice(0, 3).join(', ')}${slugs.length > 3 ? ` and ${slugs.length - 3} more` : ''}`;
}
