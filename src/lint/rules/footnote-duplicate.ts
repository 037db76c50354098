import { quote } from '../quote';
import { type PageRule } from '../rule';

export const footnoteDuplicate: PageRule = {
  id: 'footnote-duplicate',
  scope: 'page',
  curatedOnly: true,
  code: 'living-wiki:footnote_duplicate',
  title: 'Footnote that is defined twice',
  severity: 'warn',
  fixedBy: 'nothing',
  check: ({ page }) =>
    page.footnotes.problems
      .filter(({ kind }) => kind === 'duplicate')
      .map(({ label, line, column }) => ({
        at: { line, column },
        message: `The footnote ${quote(label)} is already defined above, and readers see only one of the two. Rename or remove this one.`,
        key: label,
      })),
};
