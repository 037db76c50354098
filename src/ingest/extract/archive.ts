import { type ExtractedContent, type ReaderInput } from './passage-builder';
import { readDocx } from './docx';
import { readEpub } from './epub';
import { unsupportedTypeOf, latin1 } from './file-type';
import { sourceBroken, sourceMislabelled, sourceUnsupported } from './source-errors';
import { ZipArchive } from './zip';

/** Unsupported ZIP-based formats: an entry that only they have, and their extension in `file-type.ts`. */
const UNSUPPORTED_MARKERS: readonly (readonly [mark: RegExp, extension: string])[] = [
  [/^xl\/workbook\./u, 'xlsx'],
  [/^ppt\/presentation\./u, 'pptx'],
  [/^(?:Index\/Document\.iwa|Index\.zip|index\.xml)$/u, 'pages'],
  [/^(?:AndroidManifest\.xml|classes\.dex)$/u, 'apk'],
  [/^META-INF\/MANIFEST\.MF$/u, 'jar'],
];

const EXTENSIONS_BY_MIMETYPE = new Map([
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
]);

/** Reads a ZIP archive as the document that it contains. Any other archive is unsupported. */
export async function readArchive(input: ReaderInput, extension: string): Promise<ExtractedContent> {
  const { path, bytes, run } = input;
  const archive = new ZipArchive(bytes, path);
  const mimetype = archive.has('mimetype')
    ? latin1((await archive.peek('mimetype', 100, run)) ?? new Uint8Array()).trim()
    : '';
  if (mimetype === 'application/epub+zip' || archive.has('META-INF/container.xml')) return readEpub(archive, input);
  if (archive.names.some((name) => /^word\/document\d*\.xml$/iu.test(name))) return readDocx(archive, input);
  const unsupported =
    EXTENSIONS_BY_MIMETYPE.get(mimetype) ??
    UNSUPPORTED_MARKERS.find(([mark]) => archive.names.some((name) => mark.test(name)))?.[1];
  // A document may keep its text under another name, which its relationships give.
  if (unsupported === undefined && archive.has('_rels/.rels')) return readDocx(archive, input);
  if (extension === 'docx' || extension === 'epub') {
    if (unsupported === undefined) throw sourceBroken(path, 'the parts that hold its text are missing.');
    throw sourceMislabelled(
      path,
      `it is ${unsupportedTypeOf(unsupported)?.[0] ?? 'an archive'}. ${unsupportedTypeOf(unsupported)?.[1] ?? ''}`.trim(),
    );
  }
  const [what, remedy] = unsupportedTypeOf(
    unsupported ?? (unsupportedTypeOf(extension) === null ? 'zip' : extension),
  ) ?? ['an archive', 'Unpack it.'];
  throw sourceUnsupported(path, what, remedy);
}
