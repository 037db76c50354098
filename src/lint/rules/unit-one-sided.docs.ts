import { type RuleDocs } from '../rule-docs';

export const UNIT_ONE_SIDED_DOCS: RuleDocs = {
  what: 'A relation to a Knowledge Unit that has no relation back.',
  why: 'Whoever reads only the other unit does not learn of this one. Units never change: `living-wiki units relate` makes a new unit that says the same and has the relation.',
  examples: [
    {
      name: 'A unit that contradicts another, which does not mention it',
      files: {
        'comparisons/lens.md':
          '---\nschema: knowledge/v1\nslug: lens\nkind: comparison\ntitle: T\nsources: []\nupdated_at: "2026-04-01T00:00:00Z"\nmetadata:\n  knowledge-unit:\n    id: ku-aaaaaaaaaaaa\n    relations:\n      - target_ku_id: ku-bbbbbbbbbbbb\n        relation: contradicts\n---\n\nText.\n',
        'comparisons/lamp.md':
          '---\nschema: knowledge/v1\nslug: lamp\nkind: comparison\ntitle: T\nsources: []\nupdated_at: "2026-04-01T00:00:00Z"\nmetadata:\n  knowledge-unit:\n    id: ku-bbbbbbbbbbbb\n---\n\nText.\n',
      },
      finds: ['comparisons/lens.md:8'],
    },
  ],
};
