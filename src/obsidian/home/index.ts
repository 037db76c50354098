/**
 * home: the home view in the sidebar, and the dialogs that set up and switch wikis.
 *
 * Promises: everything is done through the controller; the first screen asks for no key and no account; a section that is
 * redrawn keeps the focus.
 */
export { HomeContent } from './home-content';
