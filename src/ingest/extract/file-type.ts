import { type SourceFormat } from '../types';

/** The type that a file's first bytes show. */
type DetectedType =
  | { readonly is: 'pdf' | 'zip' | 'html' | 'vtt' }
  | { readonly is: 'unsupported'; readonly what: string; readonly remedy: string };

const FORMATS_BY_EXTENSION = new Map<string, SourceFormat>([
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['mdown', 'markdown'],
  ['mkd', 'markdown'],
  ['txt', 'text'],
  ['text', 'text'],
  ['log', 'text'],
  ['asc', 'text'],
  ['html', 'html'],
  ['htm', 'html'],
  ['xhtml', 'html'],
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['tab', 'csv'],
  ['json', 'json'],
  ['jsonl', 'json'],
  ['ndjson', 'json'],
  ['pdf', 'pdf'],
  ['docx', 'docx'],
  ['docm', 'docx'],
  ['dotx', 'docx'],
  ['epub', 'epub'],
  ['srt', 'srt'],
  ['vtt', 'vtt'],
]);

const PICTURE_REMEDY = 'Add a description or the recognised text of the picture as a text or Markdown file.';
const AUDIO_REMEDY = 'Add a transcript as an SRT, VTT or text file.';
const VIDEO_REMEDY = 'Add its subtitles or a transcript as an SRT, VTT or text file.';
const ARCHIVE_REMEDY = 'Unpack it and add the files that matter.';
const WORD_REMEDY = 'Open it in a word processor and save it as DOCX or PDF.';
const SPREADSHEET_REMEDY = 'Open it in a spreadsheet program and save its tables as CSV.';
const PRESENTATION_REMEDY = 'Open it in a presentation program and save it as PDF.';
const BOOK_REMEDY = 'Convert it to EPUB with a program such as Calibre.';
const WEB_REMEDY = 'Save the page as an HTML file.';
const PROGRAM_REMEDY = 'Add a document about it instead.';

const UNSUPPORTED_TYPES = new Map<string, readonly [what: string, remedy: string]>();
function addUnsupported(extensions: string, what: string, remedy: string): void {
  for (const extension of extensions.split(' ')) UNSUPPORTED_TYPES.set(extension, [what, remedy]);
}
addUnsupported(
  'png jpg jpeg gif webp bmp tif tiff heic heif avif ico psd raw cr2 nef svg eps ai',
  'a picture',
  PICTURE_REMEDY,
);
addUnsupported('mp3 m4a wav ogg oga opus flac aac wma aiff mid midi amr', 'a sound recording', AUDIO_REMEDY);
addUnsupported('mp4 m4v mov mkv webm avi wmv flv mpg mpeg 3gp ogv', 'a video', VIDEO_REMEDY);
addUnsupported('zip gz tgz tar bz2 xz 7z rar zst lz4 dmg iso jar', 'an archive', ARCHIVE_REMEDY);
addUnsupported('doc dot', 'a Word document in the old binary format', WORD_REMEDY);
addUnsupported('odt ott fodt rtf pages wpd wps', 'a document from another word processor', WORD_REMEDY);
addUnsupported('xls xlsx xlsm xlsb ods numbers', 'a spreadsheet', SPREADSHEET_REMEDY);
addUnsupported('ppt pptx pps ppsx odp key', 'a presentation', PRESENTATION_REMEDY);
addUnsupported('mobi azw azw3 fb2 lit djvu ibooks', 'an e-book in another format', BOOK_REMEDY);
addUnsupported('mht mhtml webarchive', 'a saved web archive', WEB_REMEDY);
addUnsupported('eml msg mbox', 'an email', 'Save the text of the email as a text or HTML file.');
addUnsupported('xml opml rss atom plist', 'an XML file', 'Convert it to HTML, JSON or Markdown.');
addUnsupported('yaml yml toml ini', 'a configuration file', 'Copy what matters into a Markdown file.');
addUnsupported(
  'rst org adoc asciidoc tex textile',
  'a file in another markup language',
  'Convert it to Markdown or HTML, for example with Pandoc.',
);
addUnsupported('exe dll so dylib bin apk wasm class', 'a program', PROGRAM_REMEDY);
addUnsupported('sqlite sqlite3 db mdb accdb', 'a database', 'Export its tables as CSV.');
addUnsupported('canvas base excalidraw', 'an Obsidian drawing or view', 'Copy what matters into a Markdown file.');

/** The extension of a path's file name, in lower case without the dot; `''` if it has none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The format that an extension names. A file without an extension (`README`) is text. */
export function formatOfExtension(extension: string): SourceFormat | null {
  return extension === '' ? 'text' : (FORMATS_BY_EXTENSION.get(extension) ?? null);
}

export function unsupportedTypeOf(extension: string): readonly [what: string, remedy: string] | null {
  return UNSUPPORTED_TYPES.get(extension) ?? null;
}

type Signature = readonly [at: number, bytes: string, what: string, remedy: string];

/** First bytes of unsupported formats, as Latin-1. */
const SIGNATURES: readonly Signature[] = [
  [0, '\x89PNG\r\n\x1a\n', 'a PNG picture', PICTURE_REMEDY],
  [0, '\xff\xd8\xff', 'a JPEG picture', PICTURE_REMEDY],
  [0, 'GIF87a', 'a GIF picture', PICTURE_REMEDY],
  [0, 'GIF89a', 'a GIF picture', PICTURE_REMEDY],
  [8, 'WEBP', 'a WebP picture', PICTURE_REMEDY],
  [0, 'II*\0', 'a TIFF picture', PICTURE_REMEDY],
  [0, 'MM\0*', 'a TIFF picture', PICTURE_REMEDY],
  [0, '8BPS', 'a Photoshop picture', PICTURE_REMEDY],
  [4, 'ftyphei', 'a HEIC picture', PICTURE_REMEDY],
  [4, 'ftypmif1', 'a HEIC picture', PICTURE_REMEDY],
  [4, 'ftypavif', 'an AVIF picture', PICTURE_REMEDY],
  [4, 'ftypM4A', 'a sound recording', AUDIO_REMEDY],
  [0, 'ID3', 'a sound recording', AUDIO_REMEDY],
  [0, 'fLaC', 'a sound recording', AUDIO_REMEDY],
  [0, 'OggS', 'a recording', AUDIO_REMEDY],
  [8, 'WAVE', 'a sound recording', AUDIO_REMEDY],
  [0, '\xff\xfb', 'a sound recording', AUDIO_REMEDY],
  [4, 'ftyp', 'a video', VIDEO_REMEDY],
  [0, '\x1aE\xdf\xa3', 'a video', VIDEO_REMEDY],
  [8, 'AVI ', 'a video', VIDEO_REMEDY],
  [0, 'FLV\x01', 'a video', VIDEO_REMEDY],
  [0, '\x1f\x8b\x08', 'a compressed file', ARCHIVE_REMEDY],
  [0, 'BZh', 'a compressed file', ARCHIVE_REMEDY],
  [0, '\xfd7zXZ\0', 'a compressed file', ARCHIVE_REMEDY],
  [0, '7z\xbc\xaf\x27\x1c', 'an archive', ARCHIVE_REMEDY],
  [0, 'Rar!\x1a\x07', 'an archive', ARCHIVE_REMEDY],
  [0, '\x28\xb5\x2f\xfd', 'a compressed file', ARCHIVE_REMEDY],
  [257, 'ustar', 'an archive', ARCHIVE_REMEDY],
  [0, '{\\rtf', 'an RTF document', WORD_REMEDY],
  [0, '%!PS', 'a PostScript file', 'Convert it to PDF.'],
  [60, 'BOOKMOBI', 'a Kindle book', BOOK_REMEDY],
  [0, 'AT&TFORM', 'a DjVu document', 'Convert it to PDF, with its recognised text.'],
  [0, 'SQLite format 3\0', 'a database', 'Export its tables as CSV.'],
  [0, 'bplist0', 'a property list or web archive', WEB_REMEDY],
  [0, '\x7fELF', 'a program', PROGRAM_REMEDY],
  [0, '\0asm', 'a program', PROGRAM_REMEDY],
  [0, 'wOF', 'a font', PROGRAM_REMEDY],
  [0, '\0\x01\0\0\0', 'a font', PROGRAM_REMEDY],
];

const ZIP_SIGNATURES = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];

/** The type that the first bytes of a file show; `null` if they show none, as in plain text. */
export function detectType(bytes: Uint8Array, extension: string): DetectedType | null {
  const head = latin1(bytes.subarray(0, 1024));
  const start = head.replace(/^(?:\xef\xbb\xbf)?[\s\0]{0,64}/u, '');
  if (start.startsWith('%PDF-') || (extension === 'pdf' && head.includes('%PDF-'))) return { is: 'pdf' };
  if (ZIP_SIGNATURES.some((mark) => head.startsWith(mark))) return { is: 'zip' };
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return detectCompoundFile(extension);
  for (const [at, signature, what, remedy] of SIGNATURES) {
    if (head.startsWith(signature, at)) return { is: 'unsupported', what, remedy };
  }
  if (/^WEBVTT(?:[ \t\r\n]|$)/u.test(start)) return { is: 'vtt' };
  if (/^(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,500}?-->\s*)?(?:<!doctype html|<html[\s>])/isu.test(start))
    return { is: 'html' };
  return null;
}

/** The container of the old Office formats, and of new ones with a password. */
function detectCompoundFile(extension: string): DetectedType {
  const [what, remedy] = unsupportedTypeOf(extension) ?? ['an Office document in the old binary format', WORD_REMEDY];
  return { is: 'unsupported', what, remedy };
}

/** Whether a compound file contains an encrypted Office document. Source: [MS-OFFCRYPTO], 2.3.4. */
export function isEncryptedOffice(bytes: Uint8Array): boolean {
  if (!latin1(bytes.subarray(0, 8)).startsWith('\xd0\xcf\x11\xe0')) return false;
  const name = Array.from('EncryptedPackage', (char) => `${char}\0`).join('');
  // The directory may be anywhere in the file. Search all of it, in pieces that overlap by the length of the name.
  for (let at = 0; at < bytes.length; at += 60_000) {
    if (latin1(bytes.subarray(at, at + 60_000 + name.length)).includes(name)) return true;
  }
  return false;
}

/** Bytes as text, one character per byte. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return text;
}
