/**
 * capture: keeps a link, a pasted text or a note of the web clipper as a source.
 *
 * Promises: nothing is fetched and nothing is saved before the person said so; what was fetched is shown first, as text; nothing of a page is run.
 */
export { CaptureModal } from './capture-modal';
export { isClipping, listClippings } from './clippings';
