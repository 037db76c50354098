import { type RuleDocs } from '../rule-docs';

export const UNIT_CHAIN_DOCS: RuleDocs = {
  what: 'A Knowledge Unit whose record or deliberation is missing in `units/`, or that names a unit that is not there.',
  why: 'Without its files nobody can check what the unit says; without the unit that it replaces, the history ends.',
  examples: [
    {
      name: 'A unit that replaces one that is not there',
      files: {
        'units/ku-aaaaaaaaaaaa.json': '{}',
        'units/ku-aaaaaaaaaaaa.bundle.json': '{}',
        'comparisons/lens.md':
          '---\nschema: knowledge/v1\nslug: lens\nkind: comparison\ntitle: T\nsources: []\nupdated_at: "2026-04-01T00:00:00Z"\nmetadata:\n  knowledge-unit:\n    id: ku-aaaaaaaaaaaa\n    supersedes: ku-bbbbbbbbbbbb\n---\n\nText.\n',
      },
      finds: ['comparisons/lens.md:8'],
    },
  ],
};
