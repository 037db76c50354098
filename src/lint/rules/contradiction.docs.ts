import { type RuleDocs } from '../rule-docs';

export const CONTRADICTION_DOCS: RuleDocs = {
  what: 'A page that names other pages in `contradicts`. Each named page is one finding; two pages that name each other are one finding, on the first of them.',
  why: 'Two pages claim things that cannot both be true, and the wiki’s conflict policy could not decide. Settle it in the lint panel or with `living-wiki contradictions`: the statement that is wrong moves to History. Or change the pages by hand and remove the entry.',
  examples: [
    {
      name: 'Two pages that disagree',
      files: {
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\ncontradicts:\n  - b\n---\n\nIt is 1.\n',
        'concepts/b.md':
          '---\nschema: knowledge/v1\nslug: b\nkind: concept\ntitle: B\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\ncontradicts: []\n---\n\nIt is 2.\n',
      },
      finds: ['concepts/a.md:9'],
    },
    {
      name: 'Two pages that name each other',
      files: {
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\ncontradicts:\n  - b\n---\n\nIt is 1.\n',
        'concepts/b.md':
          '---\nschema: knowledge/v1\nslug: b\nkind: concept\ntitle: B\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\ncontradicts: [a]\n---\n\nIt is 2.\n',
      },
      finds: ['concepts/a.md:9'],
    },
  ],
};
