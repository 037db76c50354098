/**
 * inline-review: shows in an open note what waiting proposals would change in it, where it would change, with buttons that decide.
 *
 * Promises: draws in pages of the open wiki only; a decision is stored as in the review and writes nothing to the note; what is typed
 * meanwhile is kept; nothing stays once it is unloaded.
 */
export { InlineReview } from './inline-review';
