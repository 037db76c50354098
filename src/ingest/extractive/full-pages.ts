import { type Page } from '../../wiki';

/**
 * Quotes of a page to which the built-in curator adds no more, unless the page is what the source is about. A page that most sources name would
 * grow without end: nobody reads it, and each source costs more than the one before. The summaries of the sources link to it.
 */
export const MAX_FOOTNOTES = 50;

/** Whether a page has so many quotes that it gets no further ones. */
export function isFull(page: Page): boolean {
  return page.footnotes.count >= MAX_FOOTNOTES;
}
