import { type RuleDocs } from '../rule-docs';

export const REQUIRE_SOURCE_DOCS: RuleDocs = {
  what: 'A page that neither lists a source in `sources` nor cites one as `[source-id]`, in its text or in a footnote. Comparisons and timelines are exempt unless a lint names their type. If `KNOWLEDGE.md` has `require-source` lint rules, only the types that they name need a source.',
  why: 'A claim without a source cannot be checked, confirmed or corrected.',
  examples: [
    {
      name: 'A concept without a source; a comparison needs none, and a citation is enough',
      files: {
        'sources/2026-04-27-call.md': 'We spoke.\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: []\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1.\n',
        'comparisons/a-b.md':
          '---\nschema: knowledge/v1\nslug: a-b\nkind: comparison\ntitle: A and B\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nThey differ.\n',
        'entities/alex.md':
          '---\nschema: knowledge.entry/v1\nslug: alex\nkind: entity\ntitle: Alex\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nMentioned in [2026-04-27-call].\n',
      },
      finds: ['concepts/a.md:6'],
    },
  ],
};
