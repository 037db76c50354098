/**
 * review: the view in which the user decides on a change, hunk by hunk, next to its evidence.
 *
 * Promises: nothing is written before "Apply"; a decision is saved at once and survives a restart; a decision redraws only
 * its own card and the counts; every action has a key and a control; what is shown is also announced to screen readers.
 * A decision goes from the card to the screen, to the session, which keeps the order, and to the files. `view-model/` is pure
 * and knows no DOM; `draw/` draws and decides nothing.
 */
export { ReviewContent } from './review-content';
