import { renderNote } from '../wiki';
import { citeSource, formatOf } from './source-citations';
import { type SourceCitation } from './types';

/** UTF-16 units of a quote in a footnote. */
const MAX_QUOTE = 400;

/** What says beside a citation that no page rests on the source yet, which a saved page changes. */
const USE = / \(in a source(?:, not yet in the wiki| used by [^()\n]*)\)/.source;

/**
 * Turns citations of sources into footnotes with their quotes, as pages have them.
 * @returns the text, and the definitions that belong at the end of the page; `''` where there are none
 */
export function withSourceFootnotes(
  text: string,
  citations: readonly SourceCitation[],
): { readonly text: string; readonly definitions: string } {
  let marked = text;
  const definitions: string[] = [];
  const perSource = new Map<string, number>();
  for (const { source, place, path, anchor, quote } of citations) {
    const number = (perSource.get(source) ?? 0) + 1;
    const mark = `[^${source}-${number}]`;
    const pattern = new RegExp(` ?${escapePattern(citeSource(source, place))}(?:${USE})?`, 'g');
    const next = marked.replace(pattern, mark);
    if (next === marked) continue;
    marked = next;
    perSource.set(source, number);
    const words = quote.replace(/^… | …$/g, '');
    const whole = words.length <= MAX_QUOTE;
    const cut = whole ? words : words.slice(0, Math.max(1, words.lastIndexOf(' ', MAX_QUOTE)));
    const note = {
      ...{ sourceId: source, anchor, speaker: null, summary: null },
      ...{
        quote: cut === '' ? null : cut,
        cutBefore: quote.startsWith('… '),
        cutAfter: !whole || quote.endsWith(' …'),
      },
    };
    definitions.push(`${mark}: ${renderNote(note, formatOf(path))}`);
  }
  return { text: marked, definitions: definitions.join('\n') };
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
