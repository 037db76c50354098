import { type RuleDocs } from '../rule-docs';

export const SOURCE_MISSING_DOCS: RuleDocs = {
  what: 'A source that `_manifest.json` records and that is no longer under `sources/`.',
  why: 'Pages quote it. Restore the file from a backup or your version history.',
  examples: [
    {
      name: 'A recorded source that was deleted',
      files: {
        '_manifest.json': `{"version":1,"hashAlgo":"sha256","sources":{"sources/gone.md":{"contentHash":"${'0'.repeat(64)}","slugs":["a"]}}}`,
      },
      finds: ['sources/gone.md:1'],
    },
  ],
};
