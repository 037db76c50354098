import { type RuleDocs } from '../rule-docs';

export const UNIT_STALE_DOCS: RuleDocs = {
  what: 'A Knowledge Unit with a source that has changed since the models read it, or that is gone.',
  why: 'The answer is based on a text that has changed. Deliberate again: the new unit replaces this one.',
  examples: [
    {
      name: 'A source that was edited after the deliberation',
      files: {
        'sources/a.md': 'Other words.\n',
        'comparisons/lens.md':
          '---\nschema: knowledge/v1\nslug: lens\nkind: comparison\ntitle: T\nsources: []\nupdated_at: "2026-04-01T00:00:00Z"\nmetadata:\n  knowledge-unit:\n    id: ku-aaaaaaaaaaaa\n    sources:\n      - uri: sources/a.md\n        content_hash: sha256:0000000000000000000000000000000000000000000000000000000000000000\n---\n\nText.\n',
      },
      finds: ['comparisons/lens.md:8'],
    },
  ],
};
