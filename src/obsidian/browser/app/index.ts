/**
 * The module `obsidian` for the page in the browser: as much of it as the screens of this page use. The build puts it in the place
 * of the app's own, and fails where a screen imports what is not here.
 */
export { Component } from './component';
export { setIcon } from './icons';
export { MarkdownRenderer } from './markdown';
export { Menu } from './menu';
export { ConfirmationModal, Modal } from './modal';
export { Notice } from './notice';
export { Platform } from './platform';
export { Scope } from './scope';
export { Setting } from './setting';
export { ItemView } from './view';
