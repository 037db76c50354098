import { type RuleDocs } from '../rule-docs';

export const FOOTNOTE_UNDEFINED_DOCS: RuleDocs = {
  what: 'A reference `[^label]` to a footnote that the page does not define. Each label is reported once, at its first use.',
  why: 'The sentence looks supported and is not, and Obsidian shows the mark as plain text.',
  examples: [
    {
      name: 'One footnote that is defined and one that is not',
      files: {
        'sources/lamp.md': 'A source.\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/lamp.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1.[^lamp-1] It is 2.[^lamp-2] So it is.[^lamp-2]\n\n[^lamp-1]: [lamp], line 1: “A source.”\n',
      },
      finds: ['concepts/a.md:10'],
    },
  ],
};
