import type { Page, PageProblem } from '../wiki';
import type { Draft } from './rule';

/** What reading a page found wrong, as findings. */
export function problemsOf(page: Page, code: PageProblem['code']): readonly Draft[] {
  return page.problems
    .filter((problem) => problem.code === code)
    .map(({ line, column, message, field }) => ({ at: { line, column }, message, key: `${field ?? ''}: ${message}` }));
}
