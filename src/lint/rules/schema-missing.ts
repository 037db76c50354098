import { type PageRule } from '../rule';
import { reportProblems } from '../page-problems';

/** Source: AIP-10, Layer 2; specs README, 1. */
export const schemaMissing: PageRule = {
  id: 'schema-missing',
  scope: 'page',
  curatedOnly: false,
  code: 'schema_missing',
  title: 'Page without a schema',
  what: 'A Markdown file of the wiki whose frontmatter does not say `schema: knowledge/v1` or `schema: knowledge.entry/v1`.',
  why: 'It is shown and searched like a page, but nothing says what it claims, on what, and since when. Notes of a vault that was made a wiki begin this way.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'A plain note, and one of another format',
      files: { 'notes/a.md': '# A\n\nJust a note.\n', 'notes/b.md': '---\ntitle: B\nschema: other/v3\n---\n\nB.\n' },
      finds: ['notes/a.md:1', 'notes/b.md:3'],
    },
  ],
  check: ({ page }) => reportProblems(page, 'schema_missing'),
};
