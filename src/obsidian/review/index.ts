/**
 * review: the view in which a person decides on a change, hunk by hunk, with its evidence beside it.
 *
 * Promises: nothing is written before "Apply"; a decision is kept at once and survives a restart; a decision draws anew
 * its own card and the counts, nothing else; every action has a key and a control; what is drawn for the eye is said
 * for the ear. `model/` is pure and knows no screen; `draw/` draws and decides nothing.
 */
export { ReviewView } from './view';
