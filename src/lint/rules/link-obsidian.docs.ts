import { type RuleDocs } from '../rule-docs';

export const LINK_OBSIDIAN_DOCS: RuleDocs = {
  what: 'A wikilink that AIP-10 resolves by slug. Obsidian knows only file names, so it finds nothing or opens another page.',
  why: 'Clicking the link in Obsidian creates a new note or opens the wrong one. The fix of `slug-filename` solves this for the page that is meant.',
  examples: [
    {
      name: 'A slug that no file is named after, and a slug that is the file name of another page',
      files: {
        'notes/a.md': 'See [[bridge-note]] and [[runway]].\n',
        'concepts/bridge-loan.md':
          '---\nschema: knowledge/v1\nslug: bridge-note\nkind: concept\ntitle: Bridge loan\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nA loan.\n',
        'concepts/months-left.md':
          '---\nschema: knowledge/v1\nslug: runway\nkind: concept\ntitle: Months left\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nSix.\n',
        'notes/runway.md': 'Where planes land.\n',
      },
      finds: ['notes/a.md:1', 'notes/a.md:1'],
    },
  ],
};
