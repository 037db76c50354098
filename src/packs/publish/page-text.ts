import { applySplices, encodePath, scanText, type Splice } from '../../markdown';
import { relativePath } from '../../vault';
import { type PublishedPage } from './types';

/** Where a page of the wiki is in the pack. */
export const wikiPath = (path: string): string => `wiki/${path}`;

/** A link from one file of the pack to another; a heading is named as it is written. */
export function relativeLink(from: string, to: string, heading: string | null): string {
  const fragment = heading === null ? '' : `#${encodePath(heading)}`;
  return from === to && fragment !== '' ? fragment : `${encodePath(relativePath(from, to))}${fragment}`;
}

/** A path from the root of the pack, as the target of a link. */
export const encodeLink = encodePath;

/** Characters that would end the text of a link. */
const label = (text: string): string => text.replace(/[[\]]/g, '').replace(/\s+/g, ' ').trim();

/**
 * The body of a page for a file of the pack: links to published pages are relative to that file, every other link of the wiki is
 * its text.
 *
 * @param isWhole `false` leaves out the footnotes
 */
export function bodyFor({ body, links }: PublishedPage, from: string, isWhole: boolean): string {
  const splices: Splice[] = links.map(({ start, end, label: shown, to }) => ({
    start,
    end,
    text:
      to === null ? label(shown) : `[${label(shown)}](${relativeLink(from, wikiPath(to.path), headingOf(to.heading))})`,
  }));
  const text = applySplices(body, splices);
  return isWhole ? text : withoutFootnotes(text);
}

const headingOf = (heading: string | null): string | null => (heading === '' ? null : heading);

function withoutFootnotes(text: string): string {
  const { footnotes, footnoteReferences } = scanText(text, 0);
  const cuts: Splice[] = footnotes.map(({ start }) => ({ start, end: endOfDefinition(text, start), text: '' }));
  const isInCut = (at: number): boolean => cuts.some(({ start, end }) => at >= start && at < end);
  const marks = footnoteReferences
    .filter(({ start }) => !isInCut(start))
    .map(({ start, end }): Splice => ({ start, end, text: '' }));
  return applySplices(
    text,
    [...cuts, ...marks].sort((a, b) => a.start - b.start),
  ).replace(/\n{3,}/g, '\n\n');
}

/** A definition ends with its paragraph: lines that are indented belong to it. */
function endOfDefinition(text: string, start: number): number {
  let end = text.indexOf('\n', start);
  while (end !== -1 && /^(?: {2,}|\t)\S/.test(text.slice(end + 1, end + 80))) end = text.indexOf('\n', end + 1);
  return end === -1 ? text.length : end + 1;
}

/** A body as a part of a longer file: its title is left out, and its headings are one level lower. */
export function asSection(body: string): string {
  const { headings } = scanText(body, 0);
  const [first] = headings;
  const isTitle = first?.level === 1 && body.slice(0, first.start).trim() === '';
  const splices = headings.flatMap(({ level, start, end }, at): readonly Splice[] => {
    if (at === 0 && isTitle) return [{ start, end, text: '' }];
    const marks = /^ {0,3}#+/.exec(body.slice(start, end));
    // A heading that is underlined stays: it cannot be moved down by a character.
    return marks === null
      ? []
      : [{ start, end: start + marks[0].length, text: '#'.repeat(Math.min(6, Math.max(3, level + 1))) }];
  });
  return applySplices(body, splices).trim();
}
