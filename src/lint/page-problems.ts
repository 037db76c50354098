import { type Page, type PageProblem } from '../wiki';
import { type Report } from './rule';

/** Reports the problems found while the page was read. */
export function reportProblems(page: Page, code: PageProblem['code']): readonly Report[] {
  return page.problems
    .filter((problem) => problem.code === code)
    .map(({ line, column, message, field }) => ({ at: { line, column }, message, key: `${field ?? ''}: ${message}` }));
}
