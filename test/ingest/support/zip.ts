import { strFromU8, strToU8, zipSync } from 'fflate';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A ZIP archive of these files, in this order. */
export function zip(files: Files): Uint8Array {
  const entries = Object.entries(files).map(
    ([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content] as const,
  );
  return zipSync(Object.fromEntries(entries), { level: 9 });
}

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A Word document with this body, and further parts. */
export function docx(body: string, parts: Files = {}): Uint8Array {
  return zip({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships><Relationship Type="${R}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${W}"><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships>${['styles', 'comments', 'footnotes']
      .map((type) => `<Relationship Type="${R}/${type}" Target="${type}.xml"/>`)
      .join('')}</Relationships>`,
    ...parts,
  });
}

/** An EPUB book with these chapters, in this order. */
export function epub(chapters: Files, parts: Files = {}, metadata = '<dc:title>Book</dc:title>'): Uint8Array {
  const names = Object.keys(chapters);
  const items = names
    .map((name, at) => `<item id="c${at}" href="${name}" media-type="application/xhtml+xml"/>`)
    .join('');
  const spine = names.map((_, at) => `<itemref idref="c${at}"/>`).join('');
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata}</metadata><manifest>${items}</manifest><spine>${spine}</spine></package>`,
    ...Object.fromEntries(Object.entries(chapters).map(([name, html]) => [`OEBPS/${decodeURIComponent(name)}`, html])),
    ...parts,
  });
}

/**
 * Returns a copy in which a little-endian number of `size` bytes is overwritten, in every record with this signature or only in
 * the entry of the central directory with this name.
 */
export function patchRecords(
  bytes: Uint8Array,
  signature: number,
  at: number,
  size: 2 | 4,
  value: number,
  name?: string,
): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let offset = 0; offset + 22 <= copy.length; offset += 1) {
    if (view.getUint32(offset, true) !== signature) continue;
    if (
      name !== undefined &&
      strFromU8(copy.subarray(offset + 46, offset + 46 + view.getUint16(offset + 28, true))) !== name
    )
      continue;
    if (size === 2) view.setUint16(offset + at, value, true);
    else view.setUint32(offset + at, value, true);
  }
  return copy;
}
