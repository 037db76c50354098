/**
 * plan: what a proposal makes of its source and how a person changes that, and what sources say that no page uses.
 *
 * Promises: a change of the plan says what it replaces before it does anything; counts add up to the number of passages.
 */
export { CoverageModal } from './coverage-modal';
export { describeCoverage, openPassages } from './describe';
export { drawPassages } from './draw-passages';
export { drawPlan } from './draw-plan';
