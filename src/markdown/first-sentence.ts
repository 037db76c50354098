import { readBlocks } from './block-reader';
import { type Block, sourceOf } from './blocks';
import { type Definitions } from './definitions';
import { bodyStartOf } from './frontmatter';
import { inlineText, withoutBlockId } from './plain-text';
import { splitSentences } from './sentences';
import { type TextScan } from './types';

const BARE_SLUG_LINK = /\[\[[a-z0-9]+(?:-[a-z0-9]+)+\]\]/g;

/** A line of links says nothing about the page. */
const SEE_ALSO = /^\s*see also\b/i;

/** In UTF-16 units. */
const MAX_SENTENCE = 240;

/**
 * The first sentence of a body as plain text, at most 240 characters long. Skips headings, code, tables, comments, "See also", the
 * title line of a callout and the definitions of footnotes. `''` when the body has no sentence.
 *
 * @param text a whole file
 * @param scan its scan, if available: leaves out exactly its citations, instead of what looks like one
 */
export function firstSentence(text: string, scan?: TextScan): string {
  const citationStarts = scan === undefined ? null : new Set(scan.citations.map((citation) => citation.start));
  const { blocks, definitions } = readBlocks(text, bodyStartOf(text), isProse);
  const found = sentenceOf(text, blocks[blocks.length - 1], definitions, citationStarts);
  if (found !== '' || blocks.length === 0) return found;
  // Rarely, the first paragraph has no words (an embed, a comment, a definition): try all of them.
  const all = readBlocks(text, bodyStartOf(text));
  for (const block of all.blocks) {
    const sentence = sentenceOf(text, block, all.definitions, citationStarts);
    if (sentence !== '') return sentence;
  }
  return '';
}

function isProse(block: Block): boolean {
  return block.kind === 'paragraph' && !block.isFootnote;
}

function sentenceOf(
  text: string,
  block: Block | undefined,
  definitions: Definitions,
  citationStarts: ReadonlySet<number> | null,
): string {
  if (block === undefined || !isProse(block)) return '';
  let source = withoutBlockId(sourceOf(text, block));
  // The title line of a callout is no sentence. Blanks keep the offsets that `citationStarts` refers to.
  if (block.quotes > 0) source = source.replace(/^\[![^\]\n]*\][^\n]*/, (line) => ' '.repeat(line.length));
  // A link without words of its own shows a slug. Its words keep the offsets.
  source = source.replace(BARE_SLUG_LINK, (link) => link.replaceAll('-', ' '));
  const plain = inlineText(source, definitions, block.lines[0] ?? 0, citationStarts);
  const first = splitSentences(plain)[0];
  if (first === undefined || !/[\p{L}\p{N}]/u.test(plain) || SEE_ALSO.test(plain)) return '';
  return shorten(plain.slice(first.start, first.end), MAX_SENTENCE);
}

/** A text of at most `length` UTF-16 units: a longer one is cut after a word and ends with an ellipsis. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  let cut = text.slice(0, length - 1);
  const lastUnit = cut.charCodeAt(cut.length - 1);
  if (lastUnit >= 0xd800 && lastUnit <= 0xdbff) cut = cut.slice(0, -1);
  const space = cut.lastIndexOf(' ');
  // Text without spaces (Chinese, Japanese, a long address) is cut anywhere.
  if (space > length * 0.6) cut = cut.slice(0, space);
  return `${cut.replace(/[\s,;:–—-]+$/, '')}…`;
}
