import { type RuleDocs } from '../rule-docs';

export const SOURCE_UNRESOLVED_DOCS: RuleDocs = {
  what: 'An entry in `sources` that matches no file under `sources/`, by path or by id.',
  why: 'The page names a source that does not exist, so its claims cannot be checked.',
  examples: [
    {
      name: 'One source that exists and one that does not',
      files: {
        'sources/2026-04-15-paper.md': 'A paper.\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources:\n  - sources/2026-04-15-paper.md\n  - sources/2026-04-16-paper.md\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1.\n',
      },
      finds: ['concepts/a.md:8'],
    },
  ],
};
