/**
 * home: the product's front door in the sidebar, and the dialog that sets up a wiki.
 *
 * Promises: nothing is read, sent or written from here but by what the controller offers; the first screen asks for no key and
 * no account; a section that is drawn anew keeps the focus where it was.
 */
export { SetUpModal, TEMPLATES, type TemplateId } from './set-up-modal';
export { HomeView } from './view';
export { WikiSwitcher } from './wiki-switcher';
