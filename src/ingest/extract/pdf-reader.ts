import { checkpoint, isWikiError, throwIfCancelled, WikiError, type Run } from '../../base';
import { type PdfReader } from '../types';
import { MAX_PDF_PAGES } from './limits';

/** The part of PDF.js that is used here. Each host has its own build of it. */
export interface PdfDocument {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
  getMetadata(): Promise<{ readonly info: object }>;
  destroy(): Promise<unknown>;
}

interface PdfPage {
  getTextContent(): Promise<{ readonly items: readonly (TextItem | object)[] }>;
  cleanup(): unknown;
}

interface TextItem {
  readonly str: string;
  readonly transform: readonly unknown[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}

/**
 * Reads PDF text with the host's PDF.js.
 * @param open opens a document and may keep the bytes
 */
export function createPdfReader(open: (bytes: Uint8Array) => Promise<PdfDocument>): PdfReader {
  return { read: (bytes, run) => readPdfText(open, bytes, run) };
}

async function readPdfText(
  open: (bytes: Uint8Array) => Promise<PdfDocument>,
  bytes: Uint8Array,
  run: Run,
): ReturnType<PdfReader['read']> {
  throwIfCancelled(run);
  let document: PdfDocument | null = null;
  try {
    // PDF.js may transfer the bytes, which would leave the caller's array empty: give it a copy.
    document = await open(bytes.slice());
    const pages: string[] = [];
    let largest = '';
    const count = document.numPages;
    if (count > MAX_PDF_PAGES) {
      const message = `The PDF document has ${count} pages; the limit is ${MAX_PDF_PAGES}.`;
      const remedy = 'Split the file into smaller parts and add the parts that matter.';
      throw new WikiError('living-wiki:source_too_large', message, { remedy });
    }
    for (let number = 1; number <= count; number += 1) {
      await checkpoint(run);
      run.progress({ stage: 'extract', done: number - 1, total: count });
      const lines = await readPageLines(document, number);
      if (number === 1) largest = titleOfFirstPage(lines);
      pages.push(joinWithParagraphBreaks(lines));
    }
    return { pages, ...(await readProperties(document, largest)) };
  } catch (error) {
    throw isWikiError(error) ? error : toPdfError(error);
  } finally {
    await document?.destroy().catch(() => undefined);
  }
}

/** A page that cannot be read counts as empty, so that the rest of the document is not lost. */
async function readPageLines(document: PdfDocument, number: number): Promise<Line[]> {
  let page: PdfPage | null = null;
  try {
    page = await document.getPage(number);
    const { items } = await page.getTextContent();
    return groupIntoLines(items.filter((item): item is TextItem => 'str' in item));
  } catch (error) {
    if (isPasswordError(error)) throw error;
    return [];
  } finally {
    page?.cleanup();
  }
}

interface Line {
  text: string;
  /** Of the baseline, from the bottom of the page, in points. */
  readonly y: number;
  /** Of the largest letters, in points. */
  height: number;
  /** Where the last letter ends. */
  end: number;
  /** Letters by font. */
  readonly fonts: Map<string, number>;
}

/**
 * The lines of a page in the order in which the file draws them. Text that is slightly raised or lowered, such as an exponent,
 * belongs to the line; a wide step to the right is a space; a step to the left begins a new line.
 */
function groupIntoLines(items: readonly TextItem[]): Line[] {
  const lines: Line[] = [];
  for (const item of items) {
    if (item.str === '') continue;
    const x = Number(item.transform[4] ?? 0);
    const y = Number(item.transform[5] ?? 0);
    let line = lines.at(-1);
    const height: number = item.height > 0 ? item.height : (line?.height ?? 10);
    const isBlank = item.str.trim() === '';
    if (line === undefined || Math.abs(y - line.y) > Math.max(height, line.height) * 0.6 || x < line.end - height) {
      if (isBlank) continue;
      line = { text: '', y, height, end: x, fonts: new Map() };
      lines.push(line);
    } else if (x - line.end > height * 0.15 && !/\s$/u.test(line.text) && !/^\s/u.test(item.str)) {
      line.text += ' ';
    }
    line.text += item.str;
    line.end = x + item.width;
    if (isBlank) continue;
    line.height = Math.max(line.height, height);
    line.fonts.set(item.fontName, (line.fonts.get(item.fontName) ?? 0) + item.str.length);
  }
  return lines;
}

/** Joins lines to text. A larger step down than usual, or letters of another size or font, make a blank line. */
function joinWithParagraphBreaks(lines: readonly Line[]): string {
  const steps: number[] = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    if (before !== undefined && before.y > line.y) steps.push(before.y - line.y);
  });
  steps.sort((a, b) => a - b);
  // Most steps are between lines of a paragraph.
  const usualStep = steps[Math.floor(steps.length * 0.4)] ?? 0;
  const right = lines.reduce((most, line) => Math.max(most, line.end), 0);
  let text = '';
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    if (before !== undefined) text += startsParagraph(before, line, usualStep, right) ? '\n\n' : '\n';
    text += line.text.trim();
  });
  return text;
}

function startsParagraph(before: Line, line: Line, usualStep: number, right: number): boolean {
  const step = before.y - line.y;
  const height = Math.max(before.height, line.height);
  if (step < -height || (step > usualStep * 1.35 && step > height * 1.45)) return true;
  if (height > Math.min(before.height, line.height) * 1.15) return true;
  // A bold heading does not fill its line. A full line in another font mixes scripts or stresses words.
  return mainFont(before) !== mainFont(line) && before.end < right * 0.75 && before.text.length < 80;
}

function mainFont(line: Line): string {
  let main = '';
  let most = 0;
  for (const [font, letters] of line.fonts) {
    if (letters > most) [main, most] = [font, letters];
  }
  return main;
}

/**
 * The text in clearly larger letters on the first page: the first with four words or more, because a journal's name is
 * often even larger; else the first.
 */
function titleOfFirstPage(lines: readonly Line[]): string {
  const heights = lines.map((line) => line.height).sort((a, b) => a - b);
  const body = heights[Math.floor(heights.length / 2)] ?? 0;
  const largest = heights.at(-1) ?? 0;
  const runs: { text: string; height: number }[] = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    const run = runs.at(-1);
    if (run !== undefined && before !== undefined && Math.abs(before.height - line.height) < 0.5)
      run.text += ` ${line.text.trim()}`;
    else runs.push({ text: line.text.trim(), height: line.height });
  });
  const large = runs.filter(({ height, text }) => height >= Math.max(body * 1.2, largest * 0.7) && text.length <= 300);
  return (large.find(({ text }) => text.split(/\s+/u).length >= 4) ?? large[0])?.text.replace(/\s+/gu, ' ') ?? '';
}

/** The document's own title and date. A title of one word is often a file name, so the one on the first page is better. */
async function readProperties(
  document: PdfDocument,
  largest: string,
): Promise<{ title: string | null; date: string | null }> {
  const shown = largest === '' ? null : largest;
  try {
    const { info } = await document.getMetadata();
    const read = (key: string): unknown => Object.getOwnPropertyDescriptor(info, key)?.value;
    const title = read('Title');
    const own = typeof title === 'string' && title.trim() !== '' ? title.trim() : null;
    return {
      title: own !== null && (/\s/u.test(own) || shown === null) ? own : shown,
      date: pdfDate(read('CreationDate')) ?? pdfDate(read('ModDate')),
    };
  } catch {
    return { title: shown, date: null };
  }
}

/** `D:20260415120000+02'00'` as an ISO date. Source: ISO 32000-1, 7.9.4. */
function pdfDate(value: unknown): string | null {
  const match = typeof value === 'string' ? /^(?:D:)?(\d{4})(\d{2})?(\d{2})?/u.exec(value) : null;
  if (match === null) return null;
  const [, year = '', month = '01', day = '01'] = match;
  const date = `${year}-${month}-${day}`;
  return Number.isNaN(Date.parse(date)) ? null : date;
}

function isPasswordError(error: unknown): boolean {
  return error instanceof Error && error.name === 'PasswordException';
}

function toPdfError(error: unknown): WikiError {
  if (isPasswordError(error)) {
    return new WikiError('living-wiki:source_encrypted', 'The PDF document is protected by a password.', {
      remedy: 'Save a copy without a password and add that copy as the source.',
      cause: error,
    });
  }
  const why = error instanceof Error && error.message !== '' ? ` (${error.message})` : '';
  return new WikiError('living-wiki:source_broken', `The PDF document is damaged and cannot be read${why}.`, {
    remedy: 'Open the file in a PDF program, save it again, and replace the source with the new file.',
    cause: error,
  });
}
