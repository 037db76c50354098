import { type Anchor } from '../types';
import { unescapeMarkdown } from './note';

/** A quotation that a page shows as a block quote or list item. Footnotes have replaced this form; it is still read. */
export interface PageQuote {
  /** As markdown, with quotation marks and place; can be written again unchanged. */
  readonly markdown: string;
  /** The quoted text, without the ellipses of a cut. */
  readonly text: string;
  /** Who says it; `null` if the page does not tell. */
  readonly speaker: string | null;
  readonly sourceId: string;
  readonly anchor: Anchor;
  /** Offset of its line in the text. */
  readonly start: number;
}

const QUOTE_LINE =
  /^(?:[ \t]*>[ \t]?|[ \t]*[-*] [^\n"“]{0,120}?)(?:(\p{L}[^\n"“”:()]{0,59}): )?["“](.+)["”] \[([a-z0-9][a-z0-9-]*)\](?:, ((?:page|chapter|line) (\d{1,7})|at (\d[\d:.]{3,14})|under “([^”\n]{1,200})”))?[ \t]*$/gmu;

/** Finds the quotations with a cited source in a page's text, such as `> "…" [paper-1], page 4`. */
export function findQuotes(text: string): readonly PageQuote[] {
  const found: PageQuote[] = [];
  for (const match of text.matchAll(QUOTE_LINE)) {
    const [line, speaker, body = '', sourceId = '', place, digits, time, heading] = match;
    found.push({
      markdown: (speaker === undefined ? '' : `${speaker}: `) + line.slice(line.search(/["“]/)).trimEnd(),
      text: unescapeMarkdown(body).replace(/^… | …$/gu, ''),
      speaker: speaker === undefined ? null : unescapeMarkdown(speaker),
      sourceId,
      anchor: parseAnchor(place, digits, time, heading),
      start: match.index,
    });
  }
  return found;
}

function parseAnchor(place = '', digits = '', time?: string, heading?: string): Anchor {
  if (time !== undefined) return { time };
  if (heading !== undefined) return { heading: unescapeMarkdown(heading) };
  if (place.startsWith('line')) return { line: Number(digits) };
  return place === '' ? {} : { page: Number(digits) };
}
