/**
 * ui: the elements that views share: buttons, icons, empty states, focus, and the view that loads its content when it opens.
 *
 * Promises: loads no part of the wiki, so that the plugin starts quickly.
 */
export {
  addBreakable,
  addButton,
  addScreenReaderText,
  drawEmptyState,
  drawLimited,
  FOCUS_KEY,
  focusedKey,
  iconSpan,
  menuPosition,
  restoreFocus,
  type ButtonOptions,
} from './elements';
export { acceptFiles, chooseFiles } from './file-drop';
export { followWidth } from './follow-width';
export { placeText } from './place-text';
export { DrawQueue } from './draw-queue';
export { LazyView, ViewContent, type ViewDefinition } from './lazy-view';
export { WarningBanner } from './warnings';
export { WikiModal } from './wiki-modal';
export { lensTitle, showLensTitle, workbenchOrNote } from './open-wiki';
