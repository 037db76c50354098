import { type RuleDocs } from '../rule-docs';

export const SOURCE_LINK_INLINE_DOCS: RuleDocs = {
  what: 'A link in the body that leads into `sources/`. Cite the source as `[source-id]` or list it in `sources` instead. In a wiki whose `KNOWLEDGE.md` names its folder of sources, a wikilink is a citation and not reported.',
  why: 'A citation by id still works after the source moves, and tools can tell evidence from further reading. The fix replaces the link with the citation, keeps your link text and adds the source to `sources`. Links to a place within a source, and embeds, are left to you.',
  examples: [
    {
      name: 'A wikilink and a Markdown link',
      files: {
        'sources/2026-04-15-deck.md': 'A deck.\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/2026-04-15-deck.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1 [[sources/2026-04-15-deck]].\nThe [board deck](../sources/2026-04-15-deck.md) says so.\n',
      },
      finds: ['concepts/a.md:10', 'concepts/a.md:11'],
      fixed: {
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/2026-04-15-deck.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1 [2026-04-15-deck].\nThe board deck [2026-04-15-deck] says so.\n',
      },
    },
  ],
};
