/**
 * panels: the side panels and their dialogs: lint, the lens and its explanations, search and history.
 *
 * Promises: panels draw what the controller holds; whatever changes the wiki opens in review. What is shown is computed
 * by functions without a DOM, in `view-model/`.
 */
export { LensChip } from './lens-chip';
export { LensSwitcher } from './lens-switcher';
export { PageHistoryModal } from './page-history-modal';
export { RelationsModal } from './relations-modal';
export { SearchModal } from './search-modal';
export { SettleModal } from './settle-modal';
export { WhyModal } from './why-modal';
