import { reportProblems } from '../page-problems';
import { type PageRule } from '../rule';

/** Source: AIP-10, Layer 2, and its JSON Schema, `entry`. */
export const entryInvalid: PageRule = {
  id: 'entry-invalid',
  scope: 'page',
  curatedOnly: false,
  code: 'entry_invalid',
  title: 'Invalid page',
  severity: 'error',
  fixedBy: 'nothing',
  check: ({ page }) => reportProblems(page, 'entry_invalid'),
};
