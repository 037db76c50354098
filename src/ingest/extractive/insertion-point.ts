import { eolOf, findSection, scanText, type Heading } from '../../markdown';

/** The section of a page for quotations. */
export const QUOTE_SECTION_TITLE = 'What the sources say';

/** Headings that other wikis use for quotations. */
const QUOTE_HEADINGS = [
  'what the sources say',
  'what sources say',
  'sources say',
  'quotes',
  'quotations',
  'mentions',
  'evidence',
  'source notes',
  'from the sources',
  'in the sources',
];

/** Sections at the end of a page; a new section goes before them. */
const CLOSING_HEADINGS = new Set([
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

/** Where quotations go on a page. */
export interface InsertionPoint {
  readonly at: number;
  /** The heading to write first; `null` if the section exists. */
  readonly heading: string | null;
  readonly eol: string;
}

/** Whether the heading is the page's title. */
const isTitle = (heading: Heading, headings: readonly Heading[]): boolean =>
  heading.level === 1 && heading === headings[0];

/** Finds the place from the page's structure: an existing section for quotations, otherwise before the closing sections. */
export function findInsertionPoint(text: string): InsertionPoint {
  const scan = scanText(text);
  const eol = eolOf(text);
  const { headings } = scan;
  const section = headings.find(
    (heading) => heading.level > 1 && QUOTE_HEADINGS.includes(heading.text.trim().toLowerCase()),
  );
  if (section !== undefined) {
    const range = findSection(text, scan, section.text);
    const end = range?.start === section.start ? range.end : text.length;
    return { at: findContentEnd(text, section.end, end), heading: null, eol };
  }
  const inner = headings.filter((heading) => !isTitle(heading, headings));
  const top = inner.reduce((least, heading) => Math.min(least, heading.level), 6);
  const level = inner.length === 0 ? 2 : Math.max(2, top);
  let appendix = text.length;
  for (const heading of [...inner].reverse()) {
    if (heading.level > level) continue;
    if (!CLOSING_HEADINGS.has(heading.text.trim().toLowerCase())) break;
    appendix = heading.start;
  }
  const begin = text.slice(0, appendix).lastIndexOf('\n', appendix - 1) + 1;
  const before = appendix === text.length ? text.length : begin;
  return { at: findContentEnd(text, 0, before), heading: `${'#'.repeat(level)} ${QUOTE_SECTION_TITLE}`, eol };
}

/** Finds the end of the last line before `end` that is not blank. */
function findContentEnd(text: string, from: number, end: number): number {
  const content = text.slice(from, end).trimEnd();
  return from + content.length;
}

/** Renders the text to insert, with blank lines around it. */
export function renderInsertion(place: InsertionPoint, blocks: readonly string[], withHeading: boolean): string {
  const lines = [...(withHeading && place.heading !== null ? [place.heading] : []), ...blocks];
  return lines.map((block) => `${place.eol}${place.eol}${block.replaceAll('\n', place.eol)}`).join('');
}
