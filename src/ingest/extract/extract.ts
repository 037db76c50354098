import { isWikiError, throwIfCancelled, WikiError, YieldBudget, type Run } from '../../base';
import { type Hash } from '../../vault';
import { dateInFileName, MAX_SOURCE_BYTES, sourceStem } from '../../wiki';
import { type ExtractedText, type SourceFormat, type SourceReaders } from '../types';
import { lastDayOfThread } from '../units';
import { readArchive } from './archive';
import { type ExtractedContent, type ReaderInput } from './passage-builder';
import { declaredEncoding, decodeText } from './encoding';
import { cutText } from './cut-text';
import { readHtml } from './html';
import { readJson } from './json';
import { detectType, extensionOf, formatOfExtension, isEncryptedOffice, unsupportedTypeOf } from './file-type';
import { MAX_TEXT_BYTES } from './limits';
import { readMarkdown } from './markdown';
import { readPdf } from './pdf';
import {
  sourceBroken,
  sourceEmpty,
  sourceEncrypted,
  sourceMislabelled,
  sourceTooLarge,
  sourceUnsupported,
} from './source-errors';
import { readSubtitles } from './subtitles';
import { readCsv } from './csv';
import { readPlainText } from './plain-text';

export interface ExtractInput extends SourceReaders {
  /** Relative to the wiki's root. The extension is a hint; the bytes decide. */
  readonly path: string;
  /** The whole file. It is not changed. */
  readonly bytes: Uint8Array;
  /** Of these bytes; copied into the result. */
  readonly hash: Hash;
  readonly run: Run;
}

type TextFormat = Exclude<SourceFormat, 'pdf' | 'docx' | 'epub'>;

const TEXT_READERS: Readonly<Record<TextFormat, (text: string, input: ReaderInput) => Promise<ExtractedContent>>> = {
  markdown: readMarkdown,
  text: readPlainText,
  html: readHtml,
  csv: readCsv,
  json: readJson,
  srt: readSubtitles,
  vtt: readSubtitles,
};

const FORMAT_NAMES: Readonly<Record<SourceFormat, string>> = {
  markdown: 'Markdown',
  text: 'plain text',
  html: 'HTML',
  csv: 'a table of separated values',
  json: 'JSON',
  pdf: 'a PDF document',
  docx: 'a Word document',
  epub: 'an EPUB book',
  srt: 'SRT subtitles',
  vtt: 'VTT subtitles',
};

/**
 * Reads a source as text with anchors. The bytes decide, not the file's name: a readable file with the wrong extension is
 * read as what it is, with a note. The same bytes give the same result.
 *
 * @throws WikiError `living-wiki:source_unsupported` (the message says what to add instead), `living-wiki:source_broken`,
 *   `living-wiki:source_encrypted`, `living-wiki:source_empty`, `living-wiki:source_too_large`,
 *   `living-wiki:source_mislabelled`, `living-wiki:cancelled`; each with the path
 */
export async function extract(input: ExtractInput): Promise<ExtractedText> {
  const { path, hash, run } = input;
  throwIfCancelled(run);
  try {
    const content = await read(input);
    if (content.passages.length === 0)
      throw sourceEmpty(path, ['nothing in it can be read as text.', ...content.notes].join(' '));
    return { path, hash, ...content, date: content.date ?? dateOfThread(path, content) };
  } catch (error) {
    throw isWikiError(error) ? withPath(error, path) : sourceBroken(path, 'it could not be read completely.', error);
  }
}

/** A thread is as of its last comment, unless the name of its file says otherwise. */
function dateOfThread(path: string, { passages }: ExtractedContent): string | null {
  return dateInFileName(sourceStem(path)) === null ? lastDayOfThread(passages) : null;
}

/** The text in which quotes are looked up: all passages in order, with a blank line between them. */
export function fullText(extracted: Pick<ExtractedText, 'passages'>): string {
  return extracted.passages.map((passage) => passage.text).join('\n\n');
}

async function read(input: ReaderInput): Promise<ExtractedContent> {
  const { path, bytes } = input;
  const extension = extensionOf(path);
  if (bytes.length === 0) throw sourceEmpty(path, 'the file is empty.');
  if (bytes.length > MAX_SOURCE_BYTES) throw tooLargeError(path, bytes.length);
  const expected = formatOfExtension(extension);
  const detected = detectType(bytes, extension);
  if (detected?.is === 'unsupported') {
    if (isEncryptedOffice(bytes)) throw sourceEncrypted(path, 'it is protected by a password.');
    throw expected === null || extension === ''
      ? sourceUnsupported(path, detected.what, detected.remedy)
      : sourceMislabelled(path, `it is ${detected.what}, but its name ends in ".${extension}". ${detected.remedy}`);
  }
  if (detected?.is === 'pdf') return noteMislabelled(await readPdf(input), expected, extension);
  if (detected?.is === 'zip') return noteMislabelled(await readArchive(input, extension), expected, extension);
  if (expected === null && detected === null) {
    const [what, remedy] = unsupportedTypeOf(extension) ?? [
      `a file of an unknown type (".${extension}")`,
      'Convert it to Markdown, text, HTML or PDF.',
    ];
    throw sourceUnsupported(path, what, remedy);
  }
  if (bytes.length > MAX_TEXT_BYTES) throw tooLargeError(path, bytes.length, MAX_TEXT_BYTES);
  const format = detected?.is ?? expected;
  if (format === 'pdf' || format === 'docx' || format === 'epub' || format === null) {
    throw bytes.length < 64 || decodeText(bytes) === null
      ? sourceBroken(path, `it does not start like ${FORMAT_NAMES[format ?? 'text']}.`)
      : sourceMislabelled(path, `it is text, not ${FORMAT_NAMES[format ?? 'text']}.`);
  }
  return noteMislabelled(await readText(input, format), expected, extension);
}

async function readText(input: ReaderInput, format: TextFormat): Promise<ExtractedContent> {
  const { path, bytes } = input;
  const decoded = decodeText(bytes, format === 'html' ? declaredEncoding(bytes) : null, input.guessEncoding);
  if (decoded === null) throw sourceMislabelled(path, `it is neither ${FORMAT_NAMES[format]} nor any other text.`);
  if (decoded.text.trim() === '') throw sourceEmpty(path, 'the file contains only white space.');
  // Half a JSON file is none; its reader counts records itself.
  const whole = { text: decoded.text, note: null };
  const { text, note } = format === 'json' ? whole : await cutText(decoded.text, new YieldBudget(input.run));
  const read = await TEXT_READERS[format](text, input);
  const content = note === null ? read : withFirstNote(read, note);
  if (!decoded.guessed) return content;
  return withFirstNote(content, `The file does not declare its encoding. It was read as ${decoded.encoding}.`);
}

/** Adds a note if the extension promises another format. */
function noteMislabelled(
  content: ExtractedContent,
  expected: SourceFormat | null,
  extension: string,
): ExtractedContent {
  if (content.format === expected) return content;
  const ending = extension === '' ? 'has no extension' : `ends in ".${extension}"`;
  const name = FORMAT_NAMES[content.format];
  return withFirstNote(content, `The file's name ${ending}, but the file is ${name} and was read as such.`);
}

const withFirstNote = (content: ExtractedContent, note: string): ExtractedContent => ({
  ...content,
  notes: [note, ...content.notes],
});

/** @returns `living-wiki:source_too_large`. @param limit in bytes, as `size` */
export function tooLargeError(path: string, size: number, limit: number = MAX_SOURCE_BYTES): WikiError {
  const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;
  return sourceTooLarge(path, `it is ${megabytes(size)}; the limit is ${megabytes(limit)}.`);
}

/** Adds the path, which a host's PDF reader does not know. */
function withPath(error: WikiError, path: string): WikiError {
  if (error.path !== undefined || error.code === 'living-wiki:cancelled') return error;
  const remedy = error.remedy === undefined ? {} : { remedy: error.remedy };
  return new WikiError(error.code, error.message, { path, ...remedy, cause: error });
}
