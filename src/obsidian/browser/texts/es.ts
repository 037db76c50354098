/** A file of its own, which the page asks for when it is in this language. */
import { translatorFor } from '../../locale/core';

export * as areas from '../../locale/es';
export { browser } from '../../locale/es/browser';
export { formatIn } from '../../locale/format';
export const core = translatorFor('es');
