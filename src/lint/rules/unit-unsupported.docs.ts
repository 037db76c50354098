import { type RuleDocs } from '../rule-docs';

export const UNIT_UNSUPPORTED_DOCS: RuleDocs = {
  what: 'A sentence in the summary of a Knowledge Unit that its claims do not support: they contain less than a third of its longer words, or lack one of its numbers.',
  why: 'The summary is written by one model and is not part of the record. It must not say more than the claims.',
  examples: [
    {
      name: 'A summary with a number that no claim has',
      files: {
        'comparisons/lens.md':
          '---\nschema: knowledge/v1\nslug: lens\nkind: comparison\ntitle: T\nsources: []\nupdated_at: "2026-04-01T00:00:00Z"\nmetadata:\n  knowledge-unit:\n    id: ku-aaaaaaaaaaaa\n    agreed: [The lens stays in place.]\n    synthesis: The lens stays in place for 40 years.\n---\n\nText.\n',
      },
      finds: ['comparisons/lens.md:8'],
    },
  ],
};
