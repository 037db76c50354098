import { createQuoteFinder } from '../../change';
import { bodyStartOf, findSection, scanText } from '../../markdown';

/** Where an anchor is on a page, in UTF-16 units; or why it cannot be used. */
export type AnchorMatch =
  | { readonly kind: 'found'; readonly start: number; readonly end: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'ambiguous'; readonly count: number };

/** Shorter anchors occur anywhere. */
const MIN_ANCHOR_LENGTH = 4;

/**
 * Finds the only place of an anchor in the body of a page: exactly, or else ignoring differences in white space, quotation
 * marks, dashes and the like.
 */
export function locateAnchor(page: string, anchor: string): AnchorMatch {
  const wanted = anchor.trim();
  if (wanted.length < MIN_ANCHOR_LENGTH) return { kind: 'missing' };
  const from = bodyStartOf(page);
  const first = page.indexOf(wanted, from);
  if (first >= 0) {
    let count = 1;
    for (let at = page.indexOf(wanted, first + 1); at >= 0 && count < 9; at = page.indexOf(wanted, at + 1)) count += 1;
    return count === 1 ? { kind: 'found', start: first, end: first + wanted.length } : { kind: 'ambiguous', count };
  }
  const body = page.slice(from);
  const match = createQuoteFinder(body).find(wanted);
  if (match === null) return { kind: 'missing' };
  if (createQuoteFinder(body.slice(match.start + 1)).find(wanted) !== null) return { kind: 'ambiguous', count: 2 };
  return { kind: 'found', start: from + match.start, end: from + match.end };
}

/** A text to insert, with the white space that it needs there. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;

/**
 * Inserts a text after what ends at `end`: a sentence follows a sentence in its paragraph, an item or a row goes on the next
 * line, anything else becomes a separate block.
 */
export function insertAfter(page: string, end: number, text: string, eol: string): Insertion {
  const fitted = text.replaceAll('\n', eol);
  const lineStart = page.lastIndexOf('\n', end - 1) + 1;
  const lineEnd = endOfLine(page, end);
  const line = page.slice(lineStart, lineEnd);
  if ((LIST_ITEM.test(text) && LIST_ITEM.test(line)) || (text.startsWith('|') && line.trimStart().startsWith('|'))) {
    return { at: lineEnd, text: `${eol}${fitted}` };
  }
  const isSentence = /[.!?。！？…]["”'’»)\]]*$/u.test(page.slice(Math.max(0, end - 8), end).trimEnd());
  const isProse = !/^\s*(?:[#>|]|```|~~~)/.test(line) && !LIST_ITEM.test(text) && !/^[|#>]/.test(text);
  if (!text.includes('\n') && isSentence && isProse) return { at: end, text: ` ${fitted}` };
  return { at: blockEnd(page, end), text: `${eol}${eol}${fitted}` };
}

function endOfLine(page: string, at: number): number {
  const next = page.indexOf('\n', at);
  const end = next < 0 ? page.length : next;
  return page[end - 1] === '\r' ? end - 1 : end;
}

/** The end of the last line of the block that contains `at`. */
export function blockEnd(page: string, at: number): number {
  let end = endOfLine(page, at);
  let inFence = isFenceOpenAt(page, end);
  while (end < page.length) {
    const start = page.indexOf('\n', end) + 1;
    if (start === 0) return page.trimEnd().length;
    const next = endOfLine(page, start);
    const line = page.slice(start, next);
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    else if (!inFence && (line.trim() === '' || /^ {0,3}#{1,6}\s/.test(line))) return end;
    end = next;
  }
  return page.trimEnd().length;
}

function isFenceOpenAt(page: string, at: number): boolean {
  return (
    page
      .slice(0, at)
      .split('\n')
      .filter((line) => /^\s*(?:```|~~~)/.test(line)).length %
      2 ===
    1
  );
}

/** The end of the text directly under a heading, before the next heading of any level; `null` if the heading does not exist. */
export function sectionEnd(page: string, heading: string): number | null {
  const scan = scanText(page);
  const name = heading.replace(/^\s*#{1,6}\s+/, '').trim();
  const section = name === '' ? null : findSection(page, scan, name);
  if (section === null || name.startsWith('^')) return null;
  const own = scan.headings.find(({ start }) => start > section.start);
  const end = Math.min(own?.start ?? page.length, section.end);
  return section.start + page.slice(section.start, end).trimEnd().length;
}
