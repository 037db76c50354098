import { isWikiError } from '../../base';
import { parseDate } from './document-date';
import { PassageBuilder, type ExtractedContent, type ReaderInput } from './passage-builder';
import { sourceBroken, sourceEmpty, sourceUnsupported } from './source-errors';
import { endsSentence, joinLines, normaliseText } from './text-utils';

/** Running headers and footers are at most this many lines from the edge of a page. */
const EDGE_LINES = 3;
const MAX_PAGE_NUMBER_LENGTH = 60;

/**
 * A PDF, page by page, read by the host's reader. Lines that repeat at the edge of many pages (running headers, footers, page
 * numbers) are left out, hyphenated words are joined, and lines become paragraphs again, even across pages.
 */
export async function readPdf(input: ReaderInput): Promise<ExtractedContent> {
  const { path, pdf, run } = input;
  if (pdf === undefined) {
    throw sourceUnsupported(
      path,
      'a PDF document',
      'No PDF reader is available here. Add the text of the document instead.',
    );
  }
  const builder = new PassageBuilder('pdf');
  // A reader may transfer the bytes, so it gets a copy.
  const document = await pdf.read(input.bytes.slice(), run).catch((error: unknown) => {
    if (!isWikiError(error)) throw sourceBroken(path, 'its pages could not be read.', error);
    throw error;
  });
  builder.offerTitle(usefulTitle(document.title));
  builder.fileDate = parseDate(document.date);
  const pages = document.pages.map((page) => page.split(/\r\n|\r|\n/u).map((line) => normaliseText(line)));
  if (pages.every((lines) => lines.every((line) => line === ''))) {
    throw sourceEmpty(
      path,
      'its pages are only pictures, as from a scanner.',
      'Run text recognition (OCR) on the file and add the result as the source.',
    );
  }
  const empty = pages.flatMap((lines, index) => (lines.every((line) => line === '') ? [index + 1] : []));
  const numbers = empty.slice(0, 10).join(', ');
  if (empty.length === 1) builder.addNote(`Page ${numbers} contains no text.`);
  if (empty.length > 1)
    builder.addNote(`${empty.length} pages contain no text (${empty.length > 10 ? 'first: ' : ''}${numbers}).`);
  const cleaned = withoutRunningLines(pages);
  if (cleaned.removed > 0) builder.addNote('Repeated page headers, footers and page numbers were left out.');
  addParagraphs(builder, cleaned.pages);
  return builder.build();
}

/** The title of a PDF, unless it is a file name or a placeholder that a program wrote. */
function usefulTitle(title: string | null): string | null {
  const tidied = normaliseText(title ?? '').replace(/^Microsoft (?:Word|PowerPoint) - /u, '');
  return /^(?:untitled|document\d*|slide 1|\(?anonymous\)?|title)?$|\.(?:docx?|tex|dvi|indd|pdf|qxd|rtf|odt|pptx?|fm)$/iu.test(
    tidied,
  )
    ? null
    : tidied;
}

/** Drops lines that repeat, apart from their digits, at the same edge of many pages. */
function withoutRunningLines(pages: readonly (readonly string[])[]): { pages: string[][]; removed: number } {
  const trimmed = pages.map(trimBlank);
  const counts = new Map<string, number>();
  for (const lines of trimmed) {
    const keys = new Set([...edgeLines(lines, 'top'), ...edgeLines(lines, 'bottom')].map(({ key }) => key));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const needed = repeatsNeeded(trimmed.filter((lines) => lines.length > 0).length);
  let removed = 0;
  const cleaned = trimmed.map((lines, pageIndex) => {
    const drop = new Set<number>();
    for (const side of ['top', 'bottom'] as const) {
      for (const { key, index, line } of edgeLines(lines, side)) {
        const repeated = (counts.get(key) ?? 0) >= needed;
        if (!repeated && !isPageNumber(line, pageIndex + 1, trimmed.length)) break;
        drop.add(index);
      }
    }
    removed += drop.size;
    return trimBlank(lines.filter((_, index) => !drop.has(index)));
  });
  return { pages: cleaned, removed };
}

/** On how many pages a line must repeat. Left and right pages often differ, so every other page is enough. */
function repeatsNeeded(pages: number): number {
  if (pages < 4) return 3;
  return pages <= 6 ? 2 : Math.max(3, Math.ceil(pages / 4));
}

function edgeLines(lines: readonly string[], side: 'top' | 'bottom'): { key: string; index: number; line: string }[] {
  const found: { key: string; index: number; line: string }[] = [];
  for (let step = 0; step < lines.length && found.length < EDGE_LINES; step += 1) {
    const index = side === 'top' ? step : lines.length - 1 - step;
    const line = lines[index] ?? '';
    if (line === '') continue;
    // A longer line is prose.
    if (line.length > 120) break;
    const words = line.replace(/\d+|\b[ivxlc]+\b/giu, '#').toLowerCase();
    found.push({ key: `${side} ${words}`, index, line });
  }
  return found;
}

/** Whether a line is only a number close to that of the page. */
function isPageNumber(line: string, page: number, pages: number): boolean {
  if (line.length > MAX_PAGE_NUMBER_LENGTH) return false;
  const match = /^[-–—\s[(]*(?:page|seite|p\.)?\s*(\d{1,5})(?:\s*(?:\/|of|von)\s*\d{1,5})?[-–—\s\])]*$/iu.exec(line);
  return match !== null && pages > 1 && Math.abs(Number(match[1]) - page) <= 30;
}

function trimBlank(lines: readonly string[]): string[] {
  let from = 0;
  let to = lines.length;
  while (from < to && lines[from] === '') from += 1;
  while (to > from && lines[to - 1] === '') to -= 1;
  return lines.slice(from, to);
}

const BULLET = /^(?:[•▪◦‣●■–*·-]\s+|\(?\d{1,2}[.)]\s+(?=\S)|\([a-z]\)\s+)/u;

interface OpenParagraph {
  text: string;
  readonly page: number;
  readonly kind: 'paragraph' | 'list';
  lastLine: string;
}

function addParagraphs(builder: PassageBuilder, pages: readonly (readonly string[])[]): void {
  let open: OpenParagraph | null = null;
  const flush = (): void => {
    if (open !== null) builder.add(open.kind, open.text, { page: open.page });
    open = null;
  };
  pages.forEach((lines, index) => {
    const page = index + 1;
    const width = typicalWidth(lines);
    let skip = -1;
    lines.forEach((line, at) => {
      if (line === '') {
        // A gap inside a sentence is the end of a page or column, or a line set apart: the sentence continues.
        if (open !== null && !continuesOnNext(open.text, lines[at + 1] ?? '')) flush();
        return;
      }
      const current = open;
      const isAlone = (lines[at - 1] ?? '') === '' && (lines[at + 1] ?? '') === '';
      const next = lines.slice(at + 1, at + 3).find((text) => text !== '') ?? '';
      if (at === skip) return;
      if (CHAPTER_NUMBER.test(line) && (current === null || endsSentence(current.text))) {
        flush();
        const hasName =
          next.length <= 80 && /^[\p{Lu}\p{Lo}]/u.test(next) && !endsSentence(next) && !NUMBERED_HEADING.test(next);
        if (hasName) skip = lines.indexOf(next, at + 1);
        builder.addHeading(hasName ? `${line}: ${next}` : line, 1, { page });
        return;
      }
      if (isHeading(line, next, isAlone, current, width)) {
        flush();
        builder.addHeading(line, headingLevel(line), { page });
        return;
      }
      const bullet = BULLET.exec(line);
      if (bullet !== null && (current === null || !/^\d/u.test(line) || endsSentence(current.text))) {
        flush();
        open = { text: line.slice(/^[\d(]/u.test(line) ? 0 : bullet[0].length), page, kind: 'list', lastLine: line };
        return;
      }
      if (current !== null && endsSentence(current.lastLine) && current.lastLine.length < width * 0.8) flush();
      const still = open;
      if (still === null) open = { text: line, page, kind: 'paragraph', lastLine: line };
      else {
        still.text = joinHyphenatedLine(still.text, line);
        still.lastLine = line;
      }
    });
    const last = open;
    if (last !== null && !continuesOnNext(last.text, pages[index + 1]?.find((line) => line !== '') ?? '')) flush();
  });
  flush();
}

/** The usual length of a full line. */
function typicalWidth(lines: readonly string[]): number {
  const lengths = lines.map((line) => line.length).filter((length) => length > 0);
  lengths.sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length * 0.75)] ?? 0;
}

/** Whether a text continues with `next`: the sentence has not ended, and a lower-case letter or half a word follows. */
function continuesOnNext(text: string, next: string): boolean {
  if (next === '' || endsSentence(text)) return false;
  if (/\p{Lo}$/u.test(text) && /^\p{Lo}/u.test(next)) return text.length > 20;
  return /\p{L}-$/u.test(text) || (/^[\p{Ll}(]/u.test(next) && text.length > 40);
}

/** Joins a word that is hyphenated at the end of a line. Before a capital or a digit the hyphen belongs to the word. */
function joinHyphenatedLine(text: string, line: string): string {
  if (/\p{Ll}[-‐]$/u.test(text) && /^\p{Ll}/u.test(line)) {
    const word = /[\p{L}-]+$/u.exec(text.slice(-60))?.[0] ?? '';
    // `well-to-` already has a hyphen, so this one belongs to the word as well.
    return word.slice(0, -1).includes('-') ? text + line : text.slice(0, -1) + line;
  }
  return /\p{L}[-‐]$/u.test(text) ? text + line : joinLines(text, line);
}

/** The number of a chapter on its own line; the name is on the next. */
const CHAPTER_NUMBER =
  /^(?:chapter|part|appendix|kapitel|teil|anhang|chapitre|partie|annexe|cap[ií]tulo|capitolo|parte|глава|часть)\s+(?:\d{1,3}|[ivxlc]{1,7}|[a-z])$/iu;
const NUMBERED_HEADING = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z]\.)\s+\p{Lu}/u;
const KNOWN_HEADING =
  /^(?:abstract|summary|introduction|background|related work|methods?|methodology|results|discussion|conclusions?|references|bibliography|acknowledge?ments?|appendix(?: [a-z\d])?|contents|(?:chapter|part) (?:\d{1,3}|[ivxlc]{1,7})\b.{0,60}|第[一二三四五六七八九十\d]{1,4}[章部节節].{0,30})$/iu;

/** Conservative: a known name, a short numbered line above text, or a short line alone in capitals or title case. */
function isHeading(line: string, next: string, isAlone: boolean, open: OpenParagraph | null, width: number): boolean {
  if (line.length > 100 || endsSentence(line) || /[,;:]$|\.{4,}|\s\d+$/u.test(line)) return false;
  const free = open === null || endsSentence(open.text) || open.text.length < width * 0.5;
  if (!free) return false;
  if (KNOWN_HEADING.test(line)) return true;
  const isShort = line.length < Math.max(30, width * 0.75);
  if (!isShort) return false;
  if (NUMBERED_HEADING.test(line) && (isAlone || /^\d{1,2}(?:\.\d{1,2})+/u.test(line) || open === null))
    return !/[;,]/u.test(line);
  if (!isAlone) return false;
  // A line alone is a heading only above text; captions and labels of a figure are among themselves.
  if (next.length < Math.max(30, width * 0.6) || next.includes('@')) return false;
  const words = line.split(' ');
  const long = words.filter((word) => /^\p{L}{4,}/u.test(word));
  return words.length <= 12 && long.length > 0 && long.every((word) => /^\p{Lu}/u.test(word));
}

function headingLevel(line: string): number {
  const number = /^\d{1,2}((?:\.\d{1,2})*)/u.exec(line);
  return number === null ? 2 : 2 + (number[1]?.match(/\./gu)?.length ?? 0);
}
