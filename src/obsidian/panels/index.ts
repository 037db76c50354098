/**
 * panels: what stands beside the pages: lint findings, the lens and why it says what it says, search, and history.
 *
 * Promises: draws what the controller holds and asks it for everything else; whatever changes the wiki opens in review. What
 * is shown is worked out by functions without a DOM (`*-model.ts`).
 */
export { HistoryView, proposeUndo, undoLastIngest } from './history-view';
export { LensView } from './lens-view';
export { LensSwitcher } from './lens-switcher';
export { iconSpan, showLensTitle } from './parts';
export { LintView } from './lint-view';
export { SearchModal } from './search-modal';
export { WhyModal } from './why-modal';
