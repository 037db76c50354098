/**
 * lint: what is wrong with a wiki, and what can safely be done about it. One rule a file in `rules/`, each with what it
 * checks, why, and examples that are its tests and its documentation.
 *
 * Promises: reads, never writes; a fix is a proposed edit like any other. Whatever lies in the wiki becomes a finding with
 * a code, a path and a line, and never keeps the rest from being judged. A second pass costs what changed, and says
 * exactly what a full pass would say. Severities come from the lens; the lint floor of AIP-10 is always on.
 */
import { ALL_RULES } from './rules/all';
import { createLintEngine as createEngine } from './engine';
import { type LintEngine, type Rule } from './types';

/** Every rule, for hosts and the documentation; the AIP-10 lint floor first. */
export const rules: readonly Rule[] = ALL_RULES;

/** A lint engine for one wiki. It remembers its last pass, so keep one as long as the wiki is open. */
export function createLintEngine(): LintEngine {
  return createEngine();
}

export { diffFindings, needsRegeneration } from './diff-findings';
export { readIgnoreList, type IgnoreItem } from './ignore';
export { lintLogBullets, lintLogNote } from './log';
export { type Finding, type LintEngine, type LintOptions, type LintReport, type Rule, type RuleExample } from './types';
