import { type PageRule } from '../rule';
import { reportProblems } from '../page-problems';

/** Source: AIP-10, Layer 2. */
export const schemaMissing: PageRule = {
  id: 'schema-missing',
  scope: 'page',
  curatedOnly: false,
  code: 'schema_missing',
  title: 'Page without a schema',
  severity: 'warn',
  fixedBy: 'nothing',
  check: ({ page }) => reportProblems(page, 'schema_missing'),
};
