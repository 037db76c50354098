/**
 * What finds, sets up and opens a wiki. The whole module is imported when the plugin has started, so it names what it needs:
 * the bundle would keep every export of a door that is imported as a whole.
 */
export { describeLayout, findLayout, findWikis, reviewSetUp, Workbench } from '../../workbench';
