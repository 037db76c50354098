import { type RuleDocs } from '../rule-docs';

export const SLUG_DUPLICATE_DOCS: RuleDocs = {
  what: 'Two or more pages with the same slug. Each page is one finding.',
  why: 'Links, `supersedes` and the index refer to a page by its slug. If two pages share one, the order of their paths decides which is meant.',
  examples: [
    {
      name: 'The same slug in two folders',
      files: {
        'concepts/mercury.md':
          '---\nschema: knowledge/v1\nslug: mercury\nkind: concept\ntitle: Mercury\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nA metal.\n',
        'entities/mercury.md':
          '---\nschema: knowledge/v1\nslug: mercury\nkind: entity\ntitle: Mercury\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nA planet.\n',
      },
      finds: ['concepts/mercury.md:3', 'entities/mercury.md:3'],
    },
  ],
};
