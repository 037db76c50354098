/**
 * markdown: a note as text. Reads frontmatter; finds links, headings, block ids, citations and tags with their offsets;
 * lists what a text consists of; and edits frontmatter and links without changing any other byte.
 *
 * Promises: pure functions, no I/O, no host, no knowledge of a wiki. Offsets count UTF-16 units from the start of the whole
 * text; lines and columns count from 1. Any text can be read, however broken or hostile, in roughly linear time. Only an
 * edit of frontmatter that cannot be read throws.
 */
export { readBlocksInSteps } from './block-reader';
export { decodeEntities } from './destination';
export { escapeMarkdown } from './escape-text';
export { bearsOut, excerptFor, MAX_NOTE_QUOTE, shortExcerpt } from './excerpt';
export { bodyStartOf, readFrontmatter } from './frontmatter';
export { editFrontmatter, editFrontmatterInSteps } from './frontmatter-edit';
export { printFrontmatter } from './yaml-print';
export { inertLanguage, inertLine, inertMarkdown } from './inert';
export { leansOnBefore } from './leaning';
export { applySplices, createLineIndex, eolOf, isQuotedLine } from './lines';
export { firstSentence, shorten } from './first-sentence';
export { codeText, inlineText, plainParts, plainText } from './plain-text';
export { proseRanges } from './prose';
export { encodePath, retargetLink } from './retarget';
export { scanText } from './scan';
export { findHeading, findSection, hasFragment, headingKey } from './sections';
export { splitSentences } from './sentences';
export { readStatements, readStatementsInSteps, type FootnoteDefinition, type Statement } from './statements';
export { structureOf } from './structure';
export { tableRows } from './table-rows';
export { cellRanges } from './tables';
export { contentWords, countWords, wordsOf } from './words';
export { type InertRules } from './inert-links';
export { type Block } from './blocks';
export { type Definitions } from './definitions';
export {
  type Citation,
  type FootnoteMark,
  type Frontmatter,
  type FrontmatterEdit,
  type Heading,
  type MarkdownProblem,
  type Splice,
  type TextLink,
  type TextRange,
  type TextScan,
} from './types';
