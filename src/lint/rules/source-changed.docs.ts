import { type RuleDocs } from '../rule-docs';

export const SOURCE_CHANGED_DOCS: RuleDocs = {
  what: 'A source whose content differs from what `_manifest.json` recorded when it was ingested. The comparison uses SHA-256, and the digest that `sources.hashAlgo` asks for.',
  why: 'Sources are immutable because pages quote them. After a change, a quote may be gone and a claim wrong. Restore the file, or ingest it again: the proposal shows the difference and the quotes that are gone, and waits for your decision.',
  examples: [
    {
      name: 'A source that was edited after it was ingested',
      files: {
        'sources/a.md': 'Other words.\n',
        '_manifest.json': `{"version":1,"hashAlgo":"sha256","sources":{"sources/a.md":{"contentHash":"${'0'.repeat(64)}","slugs":["a"]}}}`,
      },
      finds: ['sources/a.md:1'],
    },
  ],
};
