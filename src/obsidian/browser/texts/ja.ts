/** A file of its own, which the page asks for when it is in this language. */
export * as areas from '../../locale/ja';
export { browser } from '../../locale/ja/browser';
export { formatIn } from '../../locale/format';
