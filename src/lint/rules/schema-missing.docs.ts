import { type RuleDocs } from '../rule-docs';

export const SCHEMA_MISSING_DOCS: RuleDocs = {
  what: 'A Markdown file whose frontmatter does not say `schema: knowledge/v1` or `schema: knowledge.entry/v1`.',
  why: 'It is shown and searched like a page, but nothing says of what kind it is, which sources it is based on and when it was updated. The notes of a vault that became a wiki start out like this.',
  examples: [
    {
      name: 'A plain note, and a note in another format',
      files: { 'notes/a.md': '# A\n\nJust a note.\n', 'notes/b.md': '---\ntitle: B\nschema: other/v3\n---\n\nB.\n' },
      finds: ['notes/a.md:1', 'notes/b.md:3'],
    },
  ],
};
