import { bodyStartOf } from '../../markdown';
import { findQuotes, isPersonal, readLedger, type Claim, type Ledger, type Page } from '../../wiki';
import { type MarkTable } from './marks';

/** A chunk of a page between blank lines. */
export interface PageChunk {
  /** `b7`. */
  readonly id: string;
  /** Offsets in the page, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** As a prompt shows it: footnotes as marks, a person's sentences as `{o4: …}`. */
  readonly shown: string;
  /** Rows of a long table, which edits name one by one: `b7.2`. */
  readonly rows: readonly TableRow[];
}

export type TableRow = Omit<PageChunk, 'rows'>;

/** The rows of a shorter table are shown without their numbers, by which they can be named all the same. */
const MIN_NUMBERED_ROWS = 5;

/** A page as a model sees it. */
export interface PageView {
  readonly page: Page;
  readonly text: string;
  readonly ledger: Ledger;
  readonly chunks: readonly PageChunk[];
  /** The exact text of a person's sentences, by `o4`. */
  readonly own: ReadonlyMap<string, string>;
  /** Statements that are a person's. */
  readonly ownClaims: ReadonlySet<Claim>;
  /** Where the content begins: after frontmatter and title. */
  readonly contentStart: number;
  /** Where the content ends: before the definitions of footnotes at the end. */
  readonly contentEnd: number;
}

/**
 * @param isEdited whether a statement with a source was edited by hand since it was written, and so is a person's now
 */
export function viewPage(
  page: Page,
  text: string,
  marks: MarkTable,
  isEdited: (claim: Claim) => boolean = () => false,
): PageView {
  const ledger = readLedger(text);
  const { contentStart, ranges, contentEnd } = splitChunks(text);
  const own = new Map<string, string>();
  const ownClaims = new Set(ledger.claims.filter((claim) => isPersonal(claim) || isEdited(claim)));
  let next = 0;
  const chunks = ranges.map(({ start, end }, at): PageChunk => {
    while ((ledger.claims[next]?.end ?? Infinity) <= start) next += 1;
    const inside: Claim[] = [];
    for (let index = next; (ledger.claims[index]?.start ?? Infinity) < end; index += 1) {
      const claim = ledger.claims[index];
      if (claim !== undefined) inside.push(claim);
    }
    const id = `b${at + 1}`;
    const shown = showChunk(text, { start, end }, inside, ownClaims, ledger, own, marks);
    return { id, start, end, ...withRows(id, text, { start, end }, shown) };
  });
  return { page, text, ledger, chunks, own, ownClaims, contentStart, contentEnd };
}

/** The rows of a table, numbered in a long one. A table is shown line by line, so rows of the page and of `shown` are the same lines. */
function withRows(
  id: string,
  text: string,
  { start, end }: Range,
  shown: string,
): { readonly shown: string; readonly rows: readonly TableRow[] } {
  const lines = text.slice(start, end).split('\n');
  const shownLines = shown.split('\n');
  const isTable = lines.every((line) => line.startsWith('|')) && /^\|[\s:|-]+$/.test((lines[1] ?? '').trim());
  if (!isTable || shownLines.length !== lines.length) return { shown, rows: [] };
  const rows: TableRow[] = [];
  let at = start;
  for (const [index, line] of lines.entries()) {
    if (index > 1) {
      const row = { id: `${id}.${index - 1}`, start: at, end: at + line.replace(/\r$/, '').length };
      rows.push({ ...row, shown: shownLines[index] ?? '' });
    }
    at += line.length + 1;
  }
  if (rows.length < MIN_NUMBERED_ROWS) return { shown, rows };
  const numbered = [...shownLines.slice(0, 2), ...rows.map((row) => `[${row.id}] ${row.shown}`)];
  return { shown: numbered.join('\n'), rows };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Whether a paragraph is only the footnote marks of the code above it, which cannot hold any: the two are one block. */
export function marksOfCode(above: string, paragraph: string): boolean {
  return /^\s{0,3}(?:`{3,}|~{3,})/.test(above) && /^(?:\[\^[^\s[\]]+\])+$/.test(paragraph.trim());
}

const HEADING_LINE = /^#{1,6} /;

/** Splits the content at blank lines and headings outside code, without the title and the footnotes. */
function splitChunks(text: string): {
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly ranges: readonly Range[];
} {
  const ranges: Range[] = [];
  let contentStart = bodyStartOf(text);
  let open: number | null = null;
  let fence: string | null = null;
  let lastEnd = contentStart;
  const close = (end: number): void => {
    if (open === null) return;
    const above = ranges.at(-1);
    const chunk = text.slice(open, end);
    if (above !== undefined && marksOfCode(text.slice(above.start, above.end), chunk)) {
      ranges[ranges.length - 1] = { start: above.start, end };
    } else if (!/^\[\^[^\s[\]]+\]:/.test(chunk)) ranges.push({ start: open, end });
    open = null;
  };
  for (let at = contentStart; at < text.length;) {
    const next = text.indexOf('\n', at);
    const lineEnd = next === -1 ? text.length : next;
    const line = text.slice(at, lineEnd).replace(/\r$/, '');
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
    } else if (mark !== undefined) fence = mark;
    if (fence === null && line.trim() === '') close(lastEnd);
    else {
      const isHeading = fence === null && HEADING_LINE.test(line);
      if (isHeading) close(lastEnd);
      if (open === null && ranges.length === 0 && line.startsWith('# ')) contentStart = lineEnd;
      else open ??= at;
      lastEnd = at + line.length;
      // Who keeps what is below a heading need not keep the heading.
      if (isHeading) close(lastEnd);
    }
    at = next === -1 ? text.length : next + 1;
  }
  close(lastEnd);
  return { contentStart, contentEnd: Math.max(contentStart, ranges.at(-1)?.end ?? contentStart), ranges };
}

function showChunk(
  text: string,
  { start, end }: Range,
  claims: readonly Claim[],
  ownClaims: ReadonlySet<Claim>,
  ledger: Ledger,
  own: Map<string, string>,
  marks: MarkTable,
): string {
  const raw = text.slice(start, end);
  const keep = (exact: string): string => {
    const id = `o${own.size + 1}`;
    own.set(id, exact);
    return id;
  };
  const isHeading = /^#{1,6} /.test(raw) && !raw.includes('\n');
  if (claims.length > 0 && claims.every((claim) => ownClaims.has(claim))) return `{${keep(raw)}: ${raw}}`;
  if (isHeading || claims.length === 0) return raw;
  let shown = '';
  let at = start;
  for (const claim of claims) {
    if (claim.start < at) continue;
    shown += text.slice(at, claim.start);
    const exact = text.slice(claim.start, Math.min(claim.end, end));
    shown +=
      ownClaims.has(claim) && claim.kind === 'sentence'
        ? `{${keep(exact)}: ${exact}}`
        : showMarks(exact, claim, ledger, marks);
    at = Math.min(claim.end, end);
  }
  const rest = text.slice(at, end);
  const [last] = claims.slice(-1);
  return shown + (last?.kind === 'code' ? showMarks(rest, last, ledger, marks) : rest);
}

/** Footnotes and citations as marks. A quote in the older form gets the mark of its own. */
function showMarks(exact: string, claim: Claim, ledger: Ledger, marks: MarkTable): string {
  const shown = exact.replace(/\[\^([^\s[\]]+)\]/g, (whole, label: string) => {
    const note = ledger.notes.get(label);
    return note === undefined ? whole : `{${marks.forNote(note)}}`;
  });
  if (claim.citations.length === 0) return shown;
  const quotes = findQuotes(`> ${exact.replace(/^>\s*/, '')}`).concat(findQuotes(`- ${exact}`));
  return shown.replace(/ ?\[([a-z0-9][a-z0-9-]*)\]/g, (whole, id: string) => {
    if (!claim.citations.includes(id)) return whole;
    const quote = quotes.find(({ sourceId }) => sourceId === id);
    if (quote === undefined) return `{${marks.forSource(id)}}`;
    const { text: words, anchor, speaker } = quote;
    const note = { sourceId: id, anchor, speaker, quote: words, cutBefore: false, cutAfter: false, summary: null };
    return ` {${marks.forQuote(note)}}`;
  });
}
