import { type RuleDocs } from '../rule-docs';

export const SOURCE_EXPIRED_DOCS: RuleDocs = {
  what: 'A source that is older than `sources.retention: days:N` in `KNOWLEDGE.md`. Its own date counts; without one, the day on which the log says that it was first ingested. A source without either never expires.',
  why: '`KNOWLEDGE.md` says how long sources are kept. Living Wiki never removes one on its own: `living-wiki retention`, or “Review expired sources” in the app, lists every page and statement that would lose its last source, and moves to the trash what you choose.',
  examples: [
    {
      name: 'A source of last year in a wiki that keeps sources for 90 days',
      files: { 'sources/a.md': 'Words.\n' },
      expired: [{ path: 'sources/a.md', message: 'This source has expired.' }],
      finds: ['sources/a.md:1'],
    },
  ],
};
