import { eolOf, findSection, scanText, type Heading } from '../../markdown';

/** Where a page gets what no section of its own is about. */
export const FURTHER_HEADING = 'Further details';

/** Sections at the end of a page; new text goes before them. */
export const CLOSING_HEADINGS: ReadonlySet<string> = new Set([
  'see also',
  'cross-references',
  'references',
  'sources',
  'links',
  'related',
  'related pages',
  'external links',
  'footnotes',
  'further reading',
  'bibliography',
  'backlinks',
  'notes',
  'open questions',
]);

/** Where a page can get new text. */
export interface PageLayout {
  readonly eol: string;
  /** Level of the headings of its sections. */
  readonly level: number;
  /** The end of the content of a section with this heading; `null` if there is none. */
  endOf(heading: string): number | null;
  /** The end of what stands before the first section. */
  readonly openingEnd: number;
  /** The end of the last section before the closing ones. */
  readonly contentEnd: number;
  /** Whether it has sections that are not closing ones. */
  readonly hasSections: boolean;
}

/** Reads where a page can get new text. Footnote definitions at its end stay at its end. */
export function readLayout(text: string): PageLayout {
  const scan = scanText(text);
  const { headings } = scan;
  const inner = headings.filter((heading) => !isTitle(heading, headings));
  const top = inner.reduce((least, heading) => Math.min(least, heading.level), 6);
  const level = inner.length === 0 ? 2 : Math.max(2, top);
  const notes = footnotesStart(text);
  let closing = notes;
  for (const heading of [...inner].reverse()) {
    if (heading.level > level) continue;
    if (!CLOSING_HEADINGS.has(heading.text.trim().toLowerCase())) break;
    closing = Math.min(closing, lineStart(text, heading.start));
  }
  const content = inner.filter(({ start }) => start < closing);
  const first = content[0];
  return {
    eol: eolOf(text),
    level,
    endOf(heading) {
      const found = content.find((each) => each.text.trim().toLowerCase() === heading.trim().toLowerCase());
      const range = found === undefined ? null : findSection(text, scan, found.text);
      return range === null ? null : trimmedEnd(text, Math.min(range.end, notes));
    },
    openingEnd: trimmedEnd(text, first === undefined ? closing : lineStart(text, first.start)),
    contentEnd: trimmedEnd(text, closing),
    hasSections: content.length > 0,
  };
}

/** Whether the heading is the page's title. */
const isTitle = (heading: Heading, headings: readonly Heading[]): boolean =>
  heading.level === 1 && heading === headings[0];

/** Where the definitions at the end of a page begin. */
function footnotesStart(text: string): number {
  const found = /(?:^|\n)(?:\[\^[^\]\n]+\]:[^\n]*(?:\n(?!\S)[^\n]*)*(?:\n|$))+\s*$/.exec(text);
  return found === null ? text.length : found.index + (found[0].startsWith('\n') ? 1 : 0);
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

const trimmedEnd = (text: string, end: number): number => text.slice(0, end).trimEnd().length;

/** The end of the paragraph, list or table around an offset. */
export function blockEnd(text: string, at: number): number {
  const blank = /\r?\n[ \t]*(?:\r?\n|$)/.exec(text.slice(at));
  return blank === null ? trimmedEnd(text, text.length) : at + blank.index;
}

/**
 * Where a block can go directly below a sentence: within its paragraph, which is then two, else after the paragraph, list or table.
 *
 * @param at end of the sentence
 */
export function placeBelow(text: string, at: number): { readonly start: number; readonly end: number } {
  const last = blockEnd(text, at);
  const rest = text.slice(at, last);
  const space = /^[ \t]*(?:\r?\n)?[ \t]*/.exec(rest)?.[0] ?? '';
  const line = text.slice(lineStart(text, at), at);
  const isParagraph = !/^[ \t]*(?:[-*+>|#]|\d+[.)]\s|\[\^)/.test(line);
  if (isParagraph && space !== '' && /^["“‘(]?\p{Lu}/u.test(rest.slice(space.length)))
    return { start: at, end: at + space.length };
  return { start: last, end: last };
}
