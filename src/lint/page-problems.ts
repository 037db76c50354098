import { type Page, type PageProblem } from '../wiki';
import { type Report } from './rule';

/** What reading a page found wrong, as findings. */
export function reportProblems(page: Page, code: PageProblem['code']): readonly Report[] {
  return page.problems
    .filter((problem) => problem.code === code)
    .map(({ line, column, message, field }) => ({ at: { line, column }, message, key: `${field ?? ''}: ${message}` }));
}
