/**
 * extractive: the built-in curator. It gives the sentences of a source to the pages that they are about, makes pages for what sources define
 * or keep naming, and flags figures that disagree. It needs no model and no network.
 *
 * Promises: every sentence about a subject is one of a source, with a footnote; everything else is fixed text, titles and names.
 * Text of a source cannot create a link, a tag or a heading. The same input gives the same bytes. A sentence stands once in the wiki.
 */
export { EXTRACTIVE_CURATOR } from './curator';
