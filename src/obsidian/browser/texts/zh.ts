/** A file of its own, which the page asks for when it is in this language. */
export * as areas from '../../locale/zh';
export { browser } from '../../locale/zh/browser';
export { formatIn } from '../../locale/format';
