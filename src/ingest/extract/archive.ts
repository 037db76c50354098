import type { Draft, Reading } from './draft';
import { readDocx } from './docx';
import { readEpub } from './epub';
import { foreignOf, latin1 } from './kind';
import { sourceBroken, sourceMislabelled, sourceUnsupported } from './problems';
import { Archive } from './zip';

/** Formats that are ZIP archives, told by an entry that only they have, and the ending under which `kind.ts` knows them. */
const FOREIGN_MARKS: readonly (readonly [mark: RegExp, extension: string])[] = [
  [/^xl\/workbook\./u, 'xlsx'],
  [/^ppt\/presentation\./u, 'pptx'],
  [/^(?:Index\/Document\.iwa|Index\.zip|index\.xml)$/u, 'pages'],
  [/^(?:AndroidManifest\.xml|classes\.dex)$/u, 'apk'],
  [/^META-INF\/MANIFEST\.MF$/u, 'jar'],
];

const MIMETYPES = new Map([
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
]);

/** Reads a ZIP archive as the document that it is; an archive that is none is unsupported. */
export async function readArchive(reading: Reading, extension: string): Promise<Draft> {
  const { path, bytes, run } = reading;
  const archive = new Archive(bytes, path);
  const mimetype = archive.has('mimetype')
    ? latin1((await archive.peek('mimetype', 100, run)) ?? new Uint8Array()).trim()
    : '';
  if (mimetype === 'application/epub+zip' || archive.has('META-INF/container.xml')) return readEpub(archive, reading);
  if (archive.names.some((name) => /^word\/document\d*\.xml$/iu.test(name))) return readDocx(archive, reading);
  const foreign =
    MIMETYPES.get(mimetype) ?? FOREIGN_MARKS.find(([mark]) => archive.names.some((name) => mark.test(name)))?.[1];
  // Documents that keep their text at another place say so in their relationships.
  if (foreign === undefined && archive.has('_rels/.rels')) return readDocx(archive, reading);
  if (extension === 'docx' || extension === 'epub') {
    if (foreign === undefined) throw sourceBroken(path, 'the parts that hold its text are missing.');
    throw sourceMislabelled(
      path,
      `it is ${foreignOf(foreign)?.[0] ?? 'an archive'}. ${foreignOf(foreign)?.[1] ?? ''}`.trim(),
    );
  }
  const [what, remedy] = foreignOf(foreign ?? (foreignOf(extension) === null ? 'zip' : extension)) ?? [
    'an archive',
    'Unpack it.',
  ];
  throw sourceUnsupported(path, what, remedy);
}
