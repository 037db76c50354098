/**
 * controller: the open wiki between the app and the views: opened in slices and kept true to its files, work with progress and
 * cancel one at a time, and the ways to views, pages and sources.
 *
 * Promises: nothing runs after `close`; an error is a sentence on the screen, never silence; a source that is still
 * being copied is waited for; what views show follows what was written, by us or by others.
 */
export { PluginController } from './plugin-controller';
export { CHAT_VIEW, HISTORY_VIEW, HOME_VIEW, LENS_VIEW, LINT_VIEW, REVIEW_VIEW } from './view-types';
export {
  type WikiController,
  type ControllerEvent,
  type LintState,
  type ControllerState,
  type NewWiki,
  type RunningJob,
} from './types';
