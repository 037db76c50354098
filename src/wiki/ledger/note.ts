import { escapeMarkdown, type FootnoteDefinition } from '../../markdown';
import { type Anchor } from '../types';

/** The quotation behind a footnote: which source says it, where, and in which words. */
export interface SourceNote {
  readonly sourceId: string;
  readonly anchor: Anchor;
  /** Who says it, if the source tells. */
  readonly speaker: string | null;
  /** Exact text of the source, on one line; `null` if the note gives none. */
  readonly quote: string | null;
  /** Whether words before or after the quote were left out. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
  /** Slug of the page that summarises the source. */
  readonly summary: string | null;
}

/** A note as a page has it, with its label and its place on the page. */
export interface PageNote extends SourceNote {
  readonly label: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

const MAX_HEADING_LENGTH = 120;
const ID = /^\[([a-z0-9][a-z0-9-]*)\]/;
const HEADING = /^, under “((?:\\.|[^”\\\n]){1,400})”/;
const PLACE = /^, (?:(line|page|chapter) (\d{1,7})|at (\d[\d:.]{2,13}\d))/;
const SPEAKER = /^[:,] (\p{L}[^\n"“”:()]{0,59}): (?=“)/u;
const SUMMARY = / \(\[\[([^[\]|#\n]+)\|summary\]\]\)$/;

/** The place of a quote within its source, for readers: `line 19`, `page 4`, `at 00:01:02`; `''` for a source without places. */
export function describePlace(anchor: Anchor, format: string): string {
  if (anchor.page !== undefined) return `${format === 'epub' ? 'chapter' : 'page'} ${anchor.page}`;
  if (anchor.time !== undefined) return `at ${anchor.time}`;
  const hasLines = ['markdown', 'text', 'csv', 'json'].includes(format);
  return anchor.line !== undefined && hasLines ? `line ${anchor.line}` : '';
}

/**
 * The content of a footnote: `[01-intro], under “In the Beginning”, line 30: “The project was …” ([[01-intro|summary]])`.
 * See docs/formats.md, "Footnotes".
 *
 * @param format of the source: decides whether places are lines, pages or chapters
 */
export function renderNote(note: SourceNote, format: string): string {
  const isDateLine = format === 'text' && DATE_ALONE.test((note.anchor.heading ?? '').trim());
  const heading = isDateLine ? '' : clipHeading(note.anchor.heading ?? '');
  const place = describePlace(note.anchor, format);
  const parts = [
    `[${note.sourceId}]`,
    ...(heading === '' ? [] : [`under “${escapeMarkdown(heading).replace(/[“”]/g, "'")}”`]),
    ...(place === '' ? [] : [place]),
  ];
  // In a thread the heading names the speaker, and some transcripts name them in each line.
  const isNamed =
    note.speaker !== null && (hasName(heading, note.speaker) || note.quote?.startsWith(`${note.speaker}:`));
  const speaker = note.speaker === null || isNamed === true ? '' : `${escapeMarkdown(note.speaker)}: `;
  const words = note.quote === null ? '' : escapeMarkdown(note.quote.replace(/\s+/g, ' ').trim());
  // Without a place, `[id]: word` would define a link.
  const separator = parts.length === 1 ? ',' : ':';
  const quote = `${separator} ${speaker}“${note.cutBefore ? '… ' : ''}${words}${note.cutAfter ? ' …' : ''}”`;
  const summary = note.summary === null ? '' : ` ([[${note.summary}|summary]])`;
  return `${parts.join(', ')}${note.quote === null ? '' : quote}${summary}`;
}

/** The date line of a letter looks like a heading in plain text, and names no section. */
const MONTH = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const DATE_ALONE = new RegExp(
  `^(?:\\d{1,2}\\.? (?:${MONTH})[a-z]*,? \\d{4}|(?:${MONTH})[a-z]* \\d{1,2},? \\d{4}|\\d{4}-\\d{2}-\\d{2})$`,
  'i',
);

/** Whether a text has a name in whole words. */
function hasName(text: string, name: string): boolean {
  const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);
  const at = text.indexOf(name);
  return at >= 0 && name !== '' && !isWord(text[at - 1]) && !isWord(text[at + name.length]);
}

/** A footnote that names a source as {@link renderNote} writes it; `null` for any other footnote, such as a person's remark. */
export function parseNote(definition: FootnoteDefinition): PageNote | null {
  const { label, start, end, line } = definition;
  let rest = definition.content.replace(/\s+/g, ' ').trim();
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (match !== null) rest = rest.slice(match[0].length);
    return match;
  };
  const sourceId = take(ID)?.[1];
  if (sourceId === undefined) return null;
  const summary = SUMMARY.exec(rest);
  if (summary !== null) rest = rest.slice(0, summary.index);
  const heading = take(HEADING)?.[1] ?? null;
  const place = take(PLACE);
  const speaker = take(SPEAKER)?.[1] ?? null;
  const body = /^(?:[:,] )?“(.*)”$/.exec(rest)?.[1] ?? null;
  if (body === null && rest.trim() !== '') return null;
  const quote = body === null ? null : unescapeMarkdown(body).replace(/^… | …$/gu, '');
  return {
    label,
    sourceId,
    anchor: { ...anchorOf(place), ...(heading === null ? {} : { heading: unescapeMarkdown(heading) }) },
    speaker: speaker === null ? null : unescapeMarkdown(speaker),
    quote,
    cutBefore: body?.startsWith('… ') === true,
    cutAfter: body?.endsWith(' …') === true,
    summary: summary?.[1]?.trim() ?? null,
    start,
    end,
    line,
  };
}

/** Undoes {@link escapeMarkdown}: removes the backslashes. */
export function unescapeMarkdown(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

function anchorOf(place: RegExpExecArray | null): Anchor {
  if (place === null) return {};
  const [, unit, digits, time] = place;
  if (time !== undefined) return { time };
  return unit === 'line' ? { line: Number(digits) } : { page: Number(digits) };
}

function clipHeading(heading: string): string {
  const line = heading.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_HEADING_LENGTH ? line : `${line.slice(0, line.lastIndexOf(' ', MAX_HEADING_LENGTH - 1))}…`;
}
