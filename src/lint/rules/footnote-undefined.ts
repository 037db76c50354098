import { quote } from '../quote';
import { type PageRule } from '../rule';

export const footnoteUndefined: PageRule = {
  id: 'footnote-undefined',
  scope: 'page',
  curatedOnly: true,
  code: 'living-wiki:footnote_undefined',
  title: 'Footnote without a definition',
  severity: 'warn',
  fixedBy: 'nothing',
  check: ({ page }) =>
    page.footnotes.problems
      .filter(({ kind }) => kind === 'undefined')
      .map(({ label, line, column }) => ({
        at: { line, column },
        message: `The footnote ${quote(label)} has no definition, so the sentence has no source. Add one, or remove the mark.`,
        key: label,
      })),
};
