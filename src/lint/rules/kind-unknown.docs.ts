import { type RuleDocs } from '../rule-docs';

export const KIND_UNKNOWN_DOCS: RuleDocs = {
  what: 'A page whose `kind` is neither one of the `entityTypes` nor one of the built-in kinds (entity, concept, summary, comparison, timeline).',
  why: 'Checks, views and the index go by the kind, so a misspelt one hides the page from them.',
  examples: [
    {
      name: 'A misspelt kind',
      files: {
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: conecpt\ntitle: A\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1.\n',
      },
      finds: ['concepts/a.md:4'],
      fixed: {
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1.\n',
      },
    },
  ],
};
