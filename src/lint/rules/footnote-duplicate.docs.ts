import { type RuleDocs } from '../rule-docs';

export const FOOTNOTE_DUPLICATE_DOCS: RuleDocs = {
  what: 'A second definition of a footnote label on one page. Letter case is ignored.',
  why: 'Obsidian shows one of the two, so some sentences seem to have the wrong quote.',
  examples: [
    {
      name: 'Two definitions of a label',
      files: {
        'sources/lamp.md': 'A source.\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/lamp.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1.[^lamp-1]\n\n[^lamp-1]: [lamp], line 1: “A source.”\n[^Lamp-1]: [lamp], line 2: “Another.”\n',
      },
      finds: ['concepts/a.md:13'],
    },
  ],
};
