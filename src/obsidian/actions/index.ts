/**
 * actions: what commands, menus and views alike can ask for, each once.
 *
 * Promises: whatever changes the wiki opens in review; where there is nothing to do, a notice says so.
 */
export { fixAllSafe, maintain, reviewNext, openSearch, sourcesIn, switchLens, explainField } from './actions';
export { undoLastIngest } from '../panels';
