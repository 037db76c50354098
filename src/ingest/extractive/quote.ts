import { type Anchor, type Evidence } from '../../change';
import { type Hash } from '../../vault';

/** A quotation as it will stand on a page, with what it rests on. */
export interface Quote {
  /** Exact characters of the source's text. */
  readonly exact: string;
  /** Whether words before or after it in its sentence were left out. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
  /** Who says it, where the source tells. */
  readonly speaker?: string | null;
  readonly anchor: Anchor;
}

/** The source of a quotation, as a page names it. */
export interface QuoteSource {
  readonly path: string;
  readonly hash: Hash;
  readonly format: string;
  /** As bodies cite it: `[2026-04-15-paper]`. */
  readonly citation: string;
}

// Characters that reorder or hide text, and the controls: they show nothing of their own, but can make a quote show something else.
const INVISIBLE_CHARS = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/**
 * A source's words so that markdown shows exactly them: nothing in them makes a link, an embed, a tag, a comment, a
 * block id, code, mathematics, HTML or a footnote. Each mark that means something to Obsidian gets a backslash of its own, so
 * that no two of them meet; line breaks become spaces.
 * Source: CommonMark 0.31, "Backslash escapes"; Obsidian help, "Obsidian Flavored Markdown".
 */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(INVISIBLE_CHARS, '')
      .replace(/\s+/g, ' ')
      .trim()
      // Marks that always mean something, then those that do in some places or in pairs only.
      .replace(/[\\`*[\]$~]/g, '\\$&')
      .replace(/<(?=[\p{L}/!?])/gu, '\\<')
      // `C#` and `issue#3` are words, `#tag` and `##` are not.
      .replace(/([\p{L}\p{N}]?)(#+)/gu, (_, before: string, run: string) =>
        before !== '' && run.length === 1 ? `${before}#` : before + run.replaceAll('#', '\\#'),
      )
      .replace(/(^|\s)\^(?=[A-Za-z0-9])/g, '$1\\^')
      .replace(/%{2,}|={2,}/g, (run) => run.replace(/./g, '\\$&'))
      // `snake_case` shows as it is; an underscore at a word's edge would begin or end emphasis.
      .replace(
        /(^|[^\p{L}\p{N}_])(_+)|(_+)(?=[^\p{L}\p{N}_]|$)/gu,
        (_, before: string | undefined, lead: string | undefined, trail: string | undefined) =>
          `${before ?? ''}${(lead ?? trail ?? '').replaceAll('_', '\\_')}`,
      )
      .replace(/&(?=#?[\p{L}\p{N}]+;)/gu, '\\&')
      // Bare addresses would become links.
      .replace(/:(?=\/\/)/g, '\\:')
      .replace(/www\./gi, (www) => `${www.slice(0, 3)}\\.`)
      .replace(/@(?=[\p{L}\p{N}_-]*\.)/gu, '\\@')
      .replace(/::/g, ':\\:')
  );
}

/** What {@link escapeMarkdown} shows: its backslashes taken away again. */
export function unescapeMarkdown(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** Where in its source a quotation stands, as readers look things up there; `''` when the source has no places. */
export function describeAnchor(anchor: Anchor, format: string): string {
  if (anchor.page !== undefined) return `${format === 'epub' ? 'chapter' : 'page'} ${anchor.page}`;
  if (anchor.time !== undefined) return `at ${anchor.time}`;
  const hasLines = ['markdown', 'text', 'csv', 'json'].includes(format);
  if (anchor.line !== undefined && hasLines) return `line ${anchor.line}`;
  if (anchor.heading !== undefined) return `under “${escapeMarkdown(truncateAtWord(anchor.heading, 60))}”`;
  return '';
}

/** `"…" [2026-04-15-paper], page 4`, behind the name of the speaker if there is one, without the mark of a block quote. */
export function renderQuote(quote: Quote, source: QuoteSource): string {
  const place = describeAnchor(quote.anchor, source.format);
  const text = `${quote.cutBefore ? '… ' : ''}${escapeMarkdown(quote.exact)}${quote.cutAfter ? ' …' : ''}`;
  // Marks of its own inside would meet the straight ones around it.
  const [open, close] = text.includes('"') ? ['“', '”'] : ['"', '"'];
  const name = escapeMarkdown(truncateAtWord(quote.speaker ?? '', 60));
  const speaker = name === '' ? '' : `${name}: `;
  return `${speaker}${open}${text}${close} ${source.citation}${place === '' ? '' : `, ${place}`}`;
}

/** Quotations as one block quote, a paragraph each. */
export function renderBlockQuote(quotes: readonly string[]): string {
  return quotes.map((quote) => `> ${quote}`).join('\n>\n');
}

export function toEvidence(quote: Quote, source: QuoteSource): Evidence {
  return { source: source.path, sourceHash: source.hash, quote: quote.exact, anchor: quote.anchor, verdict: 'found' };
}

/** A quotation that stands on a page already. */
export interface PageQuote {
  /** As markdown, with its quotation marks and its place: may be written again as it is. */
  readonly markdown: string;
  /** The words it shows, without the marks of omission. */
  readonly text: string;
  /** Who says it; `null` where the page does not tell. */
  readonly speaker: string | null;
  readonly sourceId: string;
  readonly anchor: Anchor;
  /** Offset of its line in the text. */
  readonly start: number;
}

const QUOTE_LINE =
  /^(?:[ \t]*>[ \t]?|[ \t]*[-*] [^\n"“]{0,120}?)(?:(\p{L}[^\n"“”:()]{0,59}): )?["“](.+)["”] \[([a-z0-9][a-z0-9-]*)\](?:, ((?:page|chapter|line) (\d{1,7})|at (\d[\d:.]{3,14})|under “([^”\n]{1,200})”))?[ \t]*$/gmu;

/** The quotations with a cited source in a page's text: what {@link renderQuote} wrote. */
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

/** At most `length` characters, cut at a word. */
export function truncateAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * A sentence as a quotation of at most `length` characters. A longer one is cut at words, around `focus` when given.
 *
 * @param focus offset in the sentence that must be shown
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

/** The nearest word boundary from `at` in that direction; `at` itself (never inside a surrogate pair) where none is near. */
function findWordBoundary(text: string, at: number, direction: 1 | -1): number {
  for (let step = 0; step < 40; step += 1) {
    const here = at + step * direction;
    if (here <= 0) return 0;
    if (here >= text.length) return text.length;
    if (/\s/.test(text.charAt(here - 1)) || /[。、，；]/.test(text.charAt(here - 1))) return here;
  }
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}

/** Without the quotation marks around it, which the page sets anyway. */
function stripQuotationMarks(text: string): string {
  const inner = /^["“„«»]([^"“”„«»]+)["”“«»]$/u.exec(text)?.[1]?.trim() ?? '';
  return inner === '' ? text : inner;
}
