import { createLineIndex, readStatements, type FootnoteDefinition } from '../../markdown';
import { type Anchor } from '../types';
import { parseNote, unescapeMarkdown } from './note';
import { findQuotes } from './quote-line';

/** A quote of a page with the source that it cites, in a footnote or in the text. */
interface CitedQuote {
  readonly sourceId: string;
  /** Without the ellipses of a cut. */
  readonly quote: string;
  readonly anchor: Anchor;
  readonly speaker: string | null;
  /** Counted from 1. */
  readonly line: number;
}

/** A footnote by another program or a person that names a source and quotes it in a form of its own. */
const FREE_NOTE = /^\[([a-z0-9][a-z0-9-]*)\][^"“]*["“](.+)["”]/;

/** Every quote of a page that cites a source: those of its footnotes, and those of the older form in its text. */
export function citedQuotes(text: string): readonly CitedQuote[] {
  const lines = createLineIndex(text);
  const found: CitedQuote[] = findQuotes(text).map(({ sourceId, text: quote, anchor, speaker, start }) => ({
    sourceId,
    quote,
    anchor,
    speaker,
    line: lines.placeAt(start).line,
  }));
  for (const definition of readStatements(text).definitions) {
    const quote = quoteOfNote(definition);
    if (quote !== null) found.push(quote);
  }
  return found.sort((a, b) => a.line - b.line);
}

/** The quote of a footnote that names a source; `null` for any other footnote, and for one without a quote. */
function quoteOfNote(definition: FootnoteDefinition): CitedQuote | null {
  const { line } = definition;
  const note = parseNote(definition);
  if (note !== null) {
    const { sourceId, quote, anchor, speaker } = note;
    return quote === null ? null : { sourceId, quote, anchor, speaker, line };
  }
  const [, sourceId, body] = FREE_NOTE.exec(definition.content.replace(/\s+/g, ' ').trim()) ?? [];
  if (sourceId === undefined || body === undefined) return null;
  return { sourceId, quote: unescapeMarkdown(body).replace(/^… | …$/gu, ''), anchor: {}, speaker: null, line };
}
