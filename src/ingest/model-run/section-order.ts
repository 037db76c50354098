import { HISTORY_HEADING } from '../../wiki';
import { CLOSING_HEADINGS } from '../extractive/insertion-point';
import { splitBlocks } from './blocks';

/** A `##` section as its blocks, the heading first; or what stands before the first one. */
type Section = readonly string[];

const HEADING = /^## +(.+?)[ #]*$/;
/** A heading begins or ends with the year that it tells of; within it, a year names a thing: "What the money of 2026 is for". */
const YEAR = /^(1\d{3}|20\d{2})(?![\d.,]*\d)|(?:^|[^\d.,])(1\d{3}|20\d{2})\W*$/;
/** The heading of a log, which may well have the newest entry first: "2.1 (2024)", "Version 5", "2024-05-01". */
const LOG_ENTRY = /^(?:v?\d|version\b|release\b)/i;
/** "In November 1797 the treaty was not yet executed." */
const OPENING_DATE =
  /^(?:In|By|On|From|Since|Until|As of|At the end of|During|Before|After)\b[^.;:]{0,30}?\b(1\d{3}|20\d{2})\b/;

/**
 * Puts the sections that tell of a year in order of time. A model that adds a little to a page with each source leaves them as the sources
 * came, and a reader would have to read the page backward. They share out the places that they have; what is about no year stays.
 */
export function orderSections(text: string): string {
  const original = splitSections(text);
  const sections = openLast(original);
  const years = yearsOf(sections);
  const yearOf = (section: Section): number => years.get(section) ?? 0;
  const dated = sections.filter((section) => years.has(section)).sort((a, b) => yearOf(a) - yearOf(b));
  const sorted = sections.map((section) => (years.has(section) ? (dated.shift() ?? section) : section));
  if (sorted.every((section, at) => section === original[at])) return text;
  return sorted.map((blocks) => blocks.join('\n\n')).join('\n\n');
}

/** "Open", "What is open": what nobody has settled is told when everything else is. */
const OPEN_HEADING = /^(?:(?:what is |still )?open|open (?:questions|points|issues)|outlook)$/i;

const isOpen = (block: string | undefined): boolean => OPEN_HEADING.test(headingOf(block));

/** Sections about what is open stand behind those about what is known, before what closes a page. */
function openLast(sections: readonly Section[]): readonly Section[] {
  const open = sections.filter(([heading]) => isOpen(heading));
  if (open.length === 0) return sections;
  const others = sections.filter((section) => !open.includes(section));
  const closing = others.findIndex(([heading = '']) => isClosing(heading));
  const at = closing === -1 ? others.length : closing;
  return [...others.slice(0, at), ...open, ...others.slice(at)];
}

/**
 * Where a new section that tells of a year goes among those of a page.
 *
 * @param text what is to be added
 * @param blocks of the page
 * @param at the index of the block before which it would stand
 * @returns the index of the block before which it belongs; `at` if `text` is not one such section
 */
export function placeSection(text: string, blocks: readonly string[], at: number): number {
  const [added, ...more] = splitSections(text);
  if (added === undefined || more.length > 0 || !text.startsWith('## ')) return at;
  const sections = sectionsAt(blocks);
  const open = sections.find(({ section: [heading] }) => isOpen(heading));
  if (open !== undefined && !isOpen(added[0]) && !isClosing(added[0] ?? '')) return Math.min(at, open.start);
  const years = yearsOf([...sections.map(({ section }) => section), added]);
  const year = years.get(added);
  if (year === undefined) return at;
  const last = sections.find(({ section: [heading = ''] }) => isClosing(heading))?.start ?? blocks.length;
  const earlier = sections.findLast(({ section }) => (years.get(section) ?? Infinity) <= year);
  const later = sections.find(({ section }) => (years.get(section) ?? -Infinity) > year);
  const least = earlier?.end ?? 0;
  const most = Math.max(least, Math.min(last, later?.start ?? last));
  return Math.min(Math.max(at, least), most);
}

/** How a section begins says its year only on a page whose headings tell years, too. */
function yearsOf(sections: readonly Section[]): ReadonlyMap<Section, number> {
  const inHeadings = sections.flatMap((section) => {
    const heading = headingOf(section[0]);
    const found = LOG_ENTRY.test(heading) ? null : YEAR.exec(heading);
    const year = found?.[1] ?? found?.[2];
    return year === undefined ? [] : [[section, Number(year)] as const];
  });
  if (inHeadings.length === 0) return new Map();
  const years = new Map<Section, number>(inHeadings);
  for (const section of sections) {
    const year = OPENING_DATE.exec((section[1] ?? '').replace(/\[\[(?:[^\]|]*\|)?|\]\]/g, ''))?.[1];
    const isBody = headingOf(section[0]) !== '' && !isClosing(section[0] ?? '') && !isOpen(section[0]);
    if (year !== undefined && isBody && !years.has(section)) years.set(section, Number(year));
  }
  return years;
}

/** Whether a block is the heading of what closes a page, such as "History". */
export function isClosingHeading(block: string): boolean {
  return headingOf(block) !== '' && isClosing(block);
}

function isClosing(heading: string): boolean {
  const name = headingOf(heading).toLowerCase();
  return name === HISTORY_HEADING.toLowerCase() || CLOSING_HEADINGS.has(name);
}

function splitSections(text: string): readonly Section[] {
  const sections: string[][] = [];
  for (const block of splitBlocks(text)) {
    const last = sections.at(-1);
    if (last === undefined || block.startsWith('## ')) sections.push([block]);
    else last.push(block);
  }
  return sections;
}

function sectionsAt(blocks: readonly string[]): readonly { section: Section; start: number; end: number }[] {
  const starts = blocks.flatMap((block, at) => (block.startsWith('## ') ? [at] : []));
  return starts.map((start, nth) => {
    const end = starts[nth + 1] ?? blocks.length;
    return { section: blocks.slice(start, end), start, end };
  });
}

/** `''` for a block that is no heading of a section. */
function headingOf(block = ''): string {
  return HEADING.exec(block.split('\n')[0] ?? '')?.[1]?.trim() ?? '';
}
