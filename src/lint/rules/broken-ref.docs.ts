import { type RuleDocs } from '../rule-docs';

export const BROKEN_REF_DOCS: RuleDocs = {
  what: 'A wikilink, Markdown link or embed, or a slug in the `links` field, that leads to no file of the wiki. The nearest names are suggested.',
  why: 'Readers who follow it find nothing, and neither people nor models can tell which page was meant. The link can be fixed safely when exactly one page has that name, title or alias, ignoring case, spaces, punctuation and accents.',
  examples: [
    {
      name: 'A link to the old name of a renamed page, which kept it as an alias',
      files: {
        'concepts/runway.md':
          '---\nschema: knowledge/v1\nslug: runway\nkind: concept\ntitle: Runway\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# Runway\n\nPaid for by the [[Bridge note]].\n',
        'concepts/bridge-loan.md':
          '---\nschema: knowledge/v1\nslug: bridge-loan\nkind: concept\ntitle: Bridge loan\naliases: [Bridge note]\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# Bridge loan\n\nA loan.\n',
      },
      finds: ['concepts/runway.md:12'],
      fixed: {
        'concepts/runway.md':
          '---\nschema: knowledge/v1\nslug: runway\nkind: concept\ntitle: Runway\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# Runway\n\nPaid for by the [[bridge-loan|Bridge note]].\n',
      },
    },
    {
      name: 'No name is close enough for a safe fix; links inside code are ignored',
      files: {
        'notes/a.md': 'See [[nowhere at all]] and [this](gone.md), but not `[[code]]`.\n',
      },
      finds: ['notes/a.md:1', 'notes/a.md:1'],
    },
  ],
};
