/**
 * actions: what commands, menus and views can ask for.
 *
 * Promises: whatever changes the wiki opens in review, except undoing a list of changes that the person confirmed; if there is nothing to do, a notice says so.
 */
export {
  explainField,
  fixAllSafe,
  maintain,
  drawUnitOfNote,
  openDeliberate,
  openExpired,
  openHarvest,
  openPageHistory,
  openRelations,
  openReports,
  skillMenu,
  openSearch,
  openSetUp,
  openUnit,
  publishAsPack,
  reviewNext,
  switchLens,
  switchWiki,
  unitsInEditors,
} from './actions';
export { propose } from './propose';
export { settleOnPage } from './settle';
export { proposeUndo, undoLastIngest } from './undo';
