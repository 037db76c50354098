/**
 * trust: the screen on which a person approves the rules for a model, after a look at what its changes mean.
 *
 * Promises: nothing is ticked at first, and Enter keeps everything blocked; what hides text cannot be ticked.
 */
export { ApprovalModal } from './approval-modal';
