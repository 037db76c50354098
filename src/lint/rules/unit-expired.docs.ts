import { type RuleDocs } from '../rule-docs';

export const UNIT_EXPIRED_DOCS: RuleDocs = {
  what: 'A Knowledge Unit whose `fresh_until` date has passed.',
  why: 'What models agreed on then may have changed. Deliberate again, or leave it: the unit itself never changes.',
  examples: [
    {
      name: 'A unit that was fresh until March',
      files: {
        'comparisons/lens.md':
          '---\nschema: knowledge/v1\nslug: lens\nkind: comparison\ntitle: T\nsources: []\nupdated_at: "2026-04-01T00:00:00Z"\nmetadata:\n  knowledge-unit:\n    id: ku-aaaaaaaaaaaa\n    fresh_until: "2026-03-01T00:00:00Z"\n---\n\nText.\n',
      },
      finds: ['comparisons/lens.md:8'],
    },
  ],
};
