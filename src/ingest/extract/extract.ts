import { isWikiError, throwIfCancelled, WikiError, type Run } from '../../base';
import { type Hash } from '../../vault';
import { type ExtractedText, type SourceReaders } from '../types';
import { readArchive } from './archive';
import { type ExtractedContent, type ReaderInput } from './passage-builder';
import { declaredEncoding, decodeText } from './encoding';
import { readHtml } from './html';
import { readJson } from './json';
import {
  extensionOf,
  unsupportedTypeOf,
  formatOfExtension,
  isEncryptedOffice,
  detectType,
  type SourceFormat,
} from './file-type';
import { MAX_DOCUMENT_BYTES, MAX_TEXT_BYTES } from './limits';
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
  /** Relative to the wiki's root. Its ending is a hint, its bytes decide. */
  readonly path: string;
  /** The whole file. Not changed. */
  readonly bytes: Uint8Array;
  /** Of these bytes; carried over into the result. */
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
 * Reads a source as text with anchors. What the bytes are counts, not what the file is called: a readable file with
 * the wrong ending is read as what it is, with a note. The same bytes give the same result.
 *
 * @throws WikiError `living-wiki:source_unsupported` (the message names what would be needed), `living-wiki:source_broken`,
 *   `living-wiki:source_encrypted`, `living-wiki:source_empty`, `living-wiki:source_too_large`,
 *   `living-wiki:source_mislabelled`, `living-wiki:cancelled`; each with the path
 */
export async function extract(input: ExtractInput): Promise<ExtractedText> {
  const { path, hash, run } = input;
  throwIfCancelled(run);
  try {
    const draft = await read(input);
    if (draft.passages.length === 0)
      throw sourceEmpty(path, ['nothing in it can be read as text.', ...draft.notes].join(' '));
    return { path, hash, ...draft };
  } catch (error) {
    throw isWikiError(error) ? withPath(error, path) : sourceBroken(path, 'it could not be read to its end.', error);
  }
}

/** The text that quotes are looked up in: every passage in order, with a blank line between. */
export function fullText(extracted: Pick<ExtractedText, 'passages'>): string {
  return extracted.passages.map((passage) => passage.text).join('\n\n');
}

async function read(input: ReaderInput): Promise<ExtractedContent> {
  const { path, bytes } = input;
  const extension = extensionOf(path);
  if (bytes.length === 0) throw sourceEmpty(path, 'the file has no bytes.');
  if (bytes.length > MAX_DOCUMENT_BYTES) throw tooLargeError(path, bytes.length, MAX_DOCUMENT_BYTES);
  const expected = formatOfExtension(extension);
  const magic = detectType(bytes, extension);
  if (magic?.is === 'foreign') {
    if (isEncryptedOffice(bytes)) throw sourceEncrypted(path, 'it is protected by a password.');
    throw expected === null || extension === ''
      ? sourceUnsupported(path, magic.what, magic.remedy)
      : sourceMislabelled(path, `it is ${magic.what}, and its name ends in ".${extension}". ${magic.remedy}`);
  }
  if (magic?.is === 'pdf') return noteMislabelled(await readPdf(input), expected, extension);
  if (magic?.is === 'zip') return noteMislabelled(await readArchive(input, extension), expected, extension);
  const foreign = unsupportedTypeOf(extension);
  if (expected === null && magic === null) {
    const [what, remedy] = foreign ?? [
      `a file of an unknown kind (".${extension}")`,
      'Convert it to Markdown, text, HTML or PDF.',
    ];
    throw sourceUnsupported(path, what, remedy);
  }
  if (bytes.length > MAX_TEXT_BYTES) throw tooLargeError(path, bytes.length, MAX_TEXT_BYTES);
  const format = magic?.is ?? expected;
  if (format === 'pdf' || format === 'docx' || format === 'epub' || format === null) {
    throw bytes.length < 64 || decodeText(bytes) === null
      ? sourceBroken(path, `it does not begin as ${FORMAT_NAMES[format ?? 'text']} does.`)
      : sourceMislabelled(path, `it is text, not ${FORMAT_NAMES[format ?? 'text']}.`);
  }
  return noteMislabelled(await readText(input, format), expected, extension);
}

async function readText(input: ReaderInput, format: TextFormat): Promise<ExtractedContent> {
  const { path, bytes } = input;
  const decoded = decodeText(bytes, format === 'html' ? declaredEncoding(bytes) : null, input.guessEncoding);
  if (decoded === null) throw sourceMislabelled(path, `its bytes are not ${FORMAT_NAMES[format]}, nor any other text.`);
  if (decoded.text.trim() === '') throw sourceEmpty(path, 'the file holds nothing but white space.');
  const draft = await TEXT_READERS[format](decoded.text, input);
  if (!decoded.guessed) return draft;
  const note = `The file does not say how its letters are encoded; it was read as ${decoded.encoding}.`;
  return { ...draft, notes: [note, ...draft.notes] };
}

/** Adds a note when the ending promised something else. */
function noteMislabelled(draft: ExtractedContent, expected: SourceFormat | null, extension: string): ExtractedContent {
  if (draft.format === expected) return draft;
  const ending = extension === '' ? 'has no ending' : `ends in ".${extension}"`;
  return {
    ...draft,
    notes: [
      `The file's name ${ending}, but it is ${FORMAT_NAMES[draft.format]}, and was read as such.`,
      ...draft.notes,
    ],
  };
}

function tooLargeError(path: string, size: number, limit: number): Error {
  const mega = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;
  return sourceTooLarge(path, `it has ${mega(size)}, and at most ${mega(limit)} are read.`);
}

/** A host's PDF reader does not know the path. */
function withPath(error: WikiError, path: string): WikiError {
  if (error.path !== undefined || error.code === 'living-wiki:cancelled') return error;
  const remedy = error.remedy === undefined ? {} : { remedy: error.remedy };
  return new WikiError(error.code, error.message, { path, ...remedy, cause: error });
}
