/** A file of its own, which the page asks for when it is in this language. */
export * as areas from '../../locale/fr';
export { browser } from '../../locale/fr/browser';
export { formatIn } from '../../locale/format';
