import { type Splice, type TextLink } from './types';

/**
 * The edit that points a link to another target. Fragment, display text, embed and form stay. A markdown target keeps its
 * style: angle brackets or percent-encoding. For a reference link the definition changes, so two links that share one give
 * the same splice.
 *
 * @param text the whole file that `link` was found in
 * @param newTarget the new `link.target`: a path or name, not encoded, without a fragment
 */
export function retargetLink(text: string, link: TextLink, newTarget: string): Splice {
  const { targetStart: start, targetEnd: end } = link;
  if (link.form === 'wikilink') return { start, end, text: newTarget };
  const angled = text.charAt(start - 1) === '<';
  if (angled && !/[<>\n\r\\]/.test(newTarget)) return { start, end, text: newTarget.replace(/[%#]/g, percentEncode) };
  return { start, end, text: encodePath(newTarget) };
}

/** A path as the destination of a markdown link without angle brackets: percent-encodes what would end or change it. */
export function encodePath(path: string): string {
  return path.replace(/[\s%#?<>()[\]\\"'`*_~|&]/g, (char) => (char === '_' ? char : percentEncode(char)));
}

function percentEncode(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
