import { isClosingHeading } from './section-order';
import { type DraftSplice } from './draft-splice';
import { type PageView } from './page-view';

const LINE = /^See also: (?:.*\]\])$/m;
const LINK = /\[\[([^\]|#]+)/;

/**
 * Replacements with a line "See also: …" at the end of the page, before what closes it, that has all of these links. A page that says so in another way keeps
 * what it says.
 *
 * @param splices sorted, without overlaps
 * @param links such as `[[timeline|Timeline]]`
 */
export function withSeeAlso(
  splices: readonly DraftSplice[],
  view: PageView,
  links: readonly string[],
): readonly DraftSplice[] {
  if (splices.length === 0 || links.length === 0) return splices;
  const { text, chunks } = view;
  const isReplaced = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
    splices.some((splice) => splice.start < end && splice.end > start);
  const kept = chunks.filter((chunk) => !isReplaced(chunk)).map(({ start, end }) => text.slice(start, end));
  const said = [...kept, ...splices.map((splice) => splice.text)].join('\n');
  const missing = links.filter((link) => !said.includes(`[[${LINK.exec(link)?.[1] ?? link}`));
  if (missing.length === 0) return splices;
  const inSplice = splices.findIndex((splice) => LINE.test(splice.text));
  if (inSplice >= 0)
    return splices.map((splice, at) =>
      at === inSplice
        ? { ...splice, text: splice.text.replace(LINE, (line) => [line, ...missing].join(', ')) }
        : splice,
    );
  const line = chunks.find((chunk) => LINE.test(text.slice(chunk.start, chunk.end)) && !isReplaced(chunk));
  if (line !== undefined) return inserted(splices, line.end, `, ${missing.join(', ')}`, 'first');
  const closing = chunks.findIndex(({ start, end }) => isClosingHeading(text.slice(start, end)));
  const place = closing === -1 ? chunks.length : closing;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const at = chunks[place - 1]?.end ?? view.contentStart;
  return inserted(splices, at, `${eol}${eol}See also: ${missing.join(', ')}`, 'last');
}

/** @param order whether it stands before or behind what is inserted at the same place */
function inserted(
  splices: readonly DraftSplice[],
  at: number,
  text: string,
  order: 'first' | 'last',
): readonly DraftSplice[] {
  const covering = splices.find(({ start, end }) => start < at && end > at);
  if (covering !== undefined)
    return splices.map((splice) => (splice === covering ? { ...splice, text: `${splice.text}${text}` } : splice));
  const added: DraftSplice = { start: at, end: at, text, marks: [], links: [], footnotes: [] };
  const isBefore = ({ start, end }: DraftSplice): boolean =>
    order === 'first' ? start < at || (end === at && start < end) : start <= at;
  return [...splices.filter(isBefore), added, ...splices.filter((splice) => !isBefore(splice))];
}
