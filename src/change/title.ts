import { bodyStartOf, scanText, shorten, type Heading } from '../markdown';

/** Makes titles for the hunks of one text. Scans the text once. */
interface HunkTitler {
  /** Where and what: `Properties`, `Section "Limits"`, `New section "Cost"`, `Opening`. */
  titleFor(splice: { readonly start: number; readonly end: number; readonly text: string }): string;
}

const HEADING_LINE = /^#{1,6}[ \t]+\S/;
const MAX_TITLE = 60;

export function createHunkTitler(base: string): HunkTitler {
  let known: { readonly fence: number; readonly headings: readonly Heading[] } | undefined;
  const read = (): { readonly fence: number; readonly headings: readonly Heading[] } => {
    known ??= { fence: bodyStartOf(base), headings: scanText(base).headings };
    return known;
  };
  return {
    titleFor(splice) {
      const added = firstHeading(splice.text);
      if (splice.start === splice.end && added !== null) return `New section "${added}"`;
      const { fence, headings } = read();
      if (splice.start < fence && splice.end <= fence) return 'Properties';
      const above = lastBefore(headings, splice.start);
      return above === undefined ? 'Opening' : `Section "${shorten(above.text, MAX_TITLE)}"`;
    },
  };
}

/** The title for a part of a new page: its heading, else the file name. */
export function partTitle(text: string, path: string, isFirst: boolean): string {
  const name = scanText(text).headings[0]?.text ?? '';
  if (isFirst) return `New page "${shorten(name === '' ? fileTitle(path) : name, MAX_TITLE)}"`;
  return name === '' ? 'New text' : `New section "${shorten(name, MAX_TITLE)}"`;
}

/** The file name without folders and `.md`. */
export function fileTitle(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.toLowerCase().endsWith('.md') ? name.slice(0, -3) : name;
}

function firstHeading(text: string): string | null {
  const begin = text.trimStart();
  if (!HEADING_LINE.test(begin)) return null;
  const heading = scanText(begin).headings[0];
  return heading && heading.text !== '' ? shorten(heading.text, MAX_TITLE) : null;
}

function lastBefore(headings: readonly Heading[], offset: number): Heading | undefined {
  let low = 0;
  let high = headings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((headings[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  // Text inserted directly before a heading belongs to the section above.
  const found = headings[low - 1];
  return found?.start === offset && offset > 0 ? (headings[low - 2] ?? found) : found;
}
