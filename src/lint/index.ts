/**
 * lint: finds problems in a wiki and proposes safe fixes. Each rule is one file in `rules/`, with its documentation and
 * tested examples beside it in a `.docs.ts` file.
 *
 * Promises: only reads; a fix is a proposed edit like any other. Bad input becomes a finding with a code, a path and a
 * line, and does not stop the other checks. A second pass costs what changed and gives the result of a full pass.
 * Severities come from the lens. The five rules that AIP-10 requires, its lint floor, are always on.
 */
export { ageLimit } from './age-limit';
export { diffFindings } from './diff-findings';
export { createLintEngine } from './engine';
export { linkTo } from './link-edits';
export { lintLogBullets } from './log';
export { ALL_RULES as rules } from './rules/all';
export { type Finding, type GoverningChange, type LintEngine, type LintOptions, type LintReport } from './types';
