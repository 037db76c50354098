/**
 * git: a wiki whose files are kept in a git repository. What the server changes is committed and pushed, one commit for each change;
 * what others push is taken in.
 *
 * Promises: history is only ever added to; nothing that was pushed by anybody is lost. Two changes are merged as the app merges them, and
 * where they meet in the same lines, the one that was pushed first stays and the other waits as a proposal. A program may end at any
 * moment; the next one goes on. Nothing that a repository holds is run, followed or written outside the wiki's folder, and no secret
 * reaches a command line, a log or an error.
 *
 * With a review on branches, what waits is a branch; merged it is applied, deleted it is rejected.
 *
 * Not in the repository: what waits for review, and the history with its undo. They stay in the folder of the wiki; see `state`.
 */
export { GitCheckout, type GitCheckoutOptions } from './git-checkout';
export { accessOf, type GitRemote } from './remote';
