import { type Anchor, type Evidence } from '../../change';
import { escapeMarkdown } from '../../markdown';
import { type Hash } from '../../vault';

/** Longest quotation on a page, in UTF-16 units. A longer sentence is cut around its subject. */
export const MAX_QUOTE_LENGTH = 420;
/** Longest quotation in a list of names. */
export const MAX_LIST_QUOTE_LENGTH = 180;

/** A quotation for a page, with its place in the source. */
export interface Quote {
  /** Exact text of the source. */
  readonly exact: string;
  /** Whether the sentence was cut before or after it. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
  /** Who says it, if the source tells. */
  readonly speaker?: string | null;
  readonly anchor: Anchor;
}

/** The source of a quotation, as pages name it. */
export interface QuoteSource {
  readonly path: string;
  readonly hash: Hash;
  readonly format: string;
  /** As bodies cite it: `[2026-04-15-paper]`. */
  readonly citation: string;
}

/** Describes a place in a source for readers; `''` when the source has no places. */
export function describeAnchor(anchor: Anchor, format: string): string {
  if (anchor.page !== undefined) return `${format === 'epub' ? 'chapter' : 'page'} ${anchor.page}`;
  if (anchor.time !== undefined) return `at ${anchor.time}`;
  const hasLines = ['markdown', 'text', 'csv', 'json'].includes(format);
  if (anchor.line !== undefined && hasLines) return `line ${anchor.line}`;
  if (anchor.heading !== undefined) return `under “${escapeMarkdown(truncateAtWord(anchor.heading, 60))}”`;
  return '';
}

/** `"…" [2026-04-15-paper], page 4`, after the name of the speaker if there is one, without the block quote marker. */
export function renderQuote(quote: Quote, source: QuoteSource): string {
  const place = describeAnchor(quote.anchor, source.format);
  const text = `${quote.cutBefore ? '… ' : ''}${escapeMarkdown(quote.exact)}${quote.cutAfter ? ' …' : ''}`;
  // Straight quotation marks inside would clash with straight ones around it.
  const [open, close] = text.includes('"') ? ['“', '”'] : ['"', '"'];
  const name = escapeMarkdown(truncateAtWord(quote.speaker ?? '', 60));
  const speaker = name === '' ? '' : `${name}: `;
  return `${speaker}${open}${text}${close} ${source.citation}${place === '' ? '' : `, ${place}`}`;
}

/** Quotations as one block quote, one paragraph each. */
export function renderBlockQuote(quotes: readonly string[]): string {
  return quotes.map((quote) => `> ${quote}`).join('\n>\n');
}

export function toEvidence(quote: Quote, source: QuoteSource): Evidence {
  return { source: source.path, sourceHash: source.hash, quote: quote.exact, anchor: quote.anchor, verdict: 'found' };
}

/** Shortens text to `length` characters, at a word boundary. */
export function truncateAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * Makes a quotation of at most `length` characters from a sentence. A longer sentence is cut between words.
 *
 * @param focus offset in the sentence that must stay visible
 */
export function cutQuote(
  sentence: { readonly text: string; readonly anchor: Anchor; readonly speaker?: string | null },
  length: number,
  focus = 0,
): Quote {
  const { text, anchor, speaker = null } = sentence;
  const trimmed = stripQuotationMarks(text.trim());
  if (trimmed.length <= length) return { exact: trimmed, cutBefore: false, cutAfter: false, speaker, anchor };
  const from = focus < length * 0.8 ? 0 : findWordBoundary(text, focus - Math.floor(length / 2), 1);
  const to = from + length >= text.length ? text.length : findWordBoundary(text, from + length, -1);
  const exact = text
    .slice(from, to)
    .trim()
    .replace(to < text.length ? /[,;:–—-]+$/u : /^$/u, '');
  return { exact, cutBefore: from > 0, cutAfter: to < text.length, speaker, anchor };
}

/** Finds the nearest word boundary in a direction; if none is near, `at` itself, but never inside a surrogate pair. */
function findWordBoundary(text: string, at: number, direction: 1 | -1): number {
  for (let step = 0; step < 40; step += 1) {
    const here = at + step * direction;
    if (here <= 0) return 0;
    if (here >= text.length) return text.length;
    if (/\s/.test(text.charAt(here - 1)) || /[。、，；]/.test(text.charAt(here - 1))) return here;
  }
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}

/** Removes quotation marks around a text: the page adds its own. */
function stripQuotationMarks(text: string): string {
  const inner = /^["“„«»]([^"“”„«»]+)["”“«»]$/u.exec(text)?.[1]?.trim() ?? '';
  return inner === '' ? text : inner;
}
