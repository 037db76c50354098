/**
 * controller: connects the open wiki to the views: opening it, keeping it current with its files, running jobs one at a
 * time, and navigation.
 *
 * Promises: nothing runs after `close`; every error is shown; a source is offered only when it is completely copied;
 * views hear of everything that was written, by this plugin or by others.
 */
export { createDebouncer } from './debounce';
export { PluginController } from './plugin-controller';
export {
  CHAT_VIEW,
  HISTORY_VIEW,
  HOME_VIEW,
  JOBS_VIEW,
  LENS_VIEW,
  LINT_VIEW,
  PACKS_VIEW,
  PICTURES,
  MEMORY_VIEW,
  REVIEW_VIEW,
} from './view-types';
export {
  type ControllerEvent,
  type ConversationOrigin,
  type HarvestRequest,
  type KeptLayout,
  type QueueState,
  type RunningJob,
  type Screens,
  type WikiController,
} from './types';
