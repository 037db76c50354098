/**
 * chat: the view that asks the wiki.
 *
 * Promises: what a model wrote is made safe before it is drawn, and its links work only once they are checked; a stopped
 * question costs nothing more; a conversation is saved as a note only if the user chose a folder for it, outside every wiki.
 */
export { ChatContent } from './chat-content';
