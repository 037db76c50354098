import { type RuleDocs } from '../rule-docs';

export const ENTRY_INVALID_DOCS: RuleDocs = {
  what: 'Frontmatter that cannot be read, or a field that is missing or does not fit the page’s schema. Each problem is one finding.',
  why: 'Other tools read the same files. They lose or misread a field that they cannot parse.',
  examples: [
    {
      name: 'A confidence out of range and a missing title',
      files: {
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\nsources: [sources/a.md]\nconfidence: 7\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# A\n\nIt is 1.\n',
      },
      finds: ['concepts/a.md:1', 'concepts/a.md:6'],
    },
    {
      name: 'Broken YAML',
      files: { 'concepts/b.md': '---\nschema: knowledge/v1\ntitle: "B\n---\n\nB.\n' },
      finds: ['concepts/b.md:4'],
    },
  ],
};
