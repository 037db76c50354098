import { reportProblems } from '../page-problems';
import { type PageRule } from '../rule';

/** Source: AIP-10, Layer 2, and its JSON Schema, `entry`. */
export const entryInvalid: PageRule = {
  id: 'entry-invalid',
  scope: 'page',
  curatedOnly: false,
  code: 'entry_invalid',
  title: 'Invalid page',
  what: 'Frontmatter that cannot be read, or a field of it that is missing or not of the form that the page’s schema asks for. One finding for each.',
  why: 'Other tools read the same files. A field that they cannot read is lost to them, or taken for something else.',
  severity: 'error',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'A confidence out of range and a missing title',
      files: {
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\nsources: [sources/a.md]\nconfidence: 7\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# A\n\nIt is 1.\n',
      },
      finds: ['concepts/a.md:1', 'concepts/a.md:6'],
    },
    {
      name: 'Broken YAML',
      files: { 'concepts/b.md': '---\nschema: knowledge/v1\ntitle: "B\n---\n\nB.\n' },
      finds: ['concepts/b.md:4'],
    },
  ],
  check: ({ page }) => reportProblems(page, 'entry_invalid'),
};
