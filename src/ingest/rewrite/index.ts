/**
 * rewrite: writes pages anew that grew source by source, so that each reads as one article. A model sees what a page says and no source,
 * and cites what the page cites; code finds what the new text no longer tells and keeps it, word for word, on the summary of its source.
 *
 * Promises: no statement is lost, and none of a person changes; a page whose new text breaks that stays as it is; half of a page is never
 * accepted.
 */
export { estimateRewrite, rewritePages } from './rewrite-pages';
export { type RewriteRequest } from './request';
export { isArticle } from './due-pages';
