/**
 * chat: the view that asks the wiki.
 *
 * Promises: what a model wrote is disarmed before it is drawn, and its links lead somewhere only once they were checked;
 * what is stopped costs nothing more; a conversation is kept as a note only where a person chose a folder for that, outside
 * of every wiki.
 */
export { openChat } from './open';
export { folderProblem } from './view-model';
export { ChatView } from './view';
