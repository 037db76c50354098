import { type RuleDocs } from '../rule-docs';

export const DANGLING_REFERENCE_DOCS: RuleDocs = {
  what: 'An entry in `supersedes` or `contradicts` that is not the slug of any page.',
  why: 'It relates this page to one that is gone. The fix removes the entry, or replaces it when exactly one page has the same name, ignoring case, spaces and punctuation.',
  examples: [
    {
      name: 'A page that supersedes a deleted page',
      files: {
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\nsupersedes:\n  - b\n  - gone-for-good\n---\n\nIt is 1.\n',
        'concepts/b.md':
          '---\nschema: knowledge/v1\nslug: b\nkind: concept\ntitle: B\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 2.\n',
      },
      finds: ['concepts/a.md:10'],
      fixed: {
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\nsupersedes:\n  - b\n---\n\nIt is 1.\n',
      },
    },
  ],
};
