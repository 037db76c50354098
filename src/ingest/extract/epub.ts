import { throwIfCancelled } from '../../base';
import { parseDate } from './document-date';
import { PassageBuilder, type ExtractedContent, type ReaderInput } from './passage-builder';
import { addHtml, parseLanguageTag } from './html';
import { MAX_CHAPTERS, MAX_TEXT_BYTES } from './limits';
import { attribute, decodePartName, readElements, readPart, resolvePart, type XmlElement } from './package-parts';
import { sourceBroken, sourceEncrypted, sourceTooLarge } from './source-errors';
import { type ZipArchive } from './zip';

/** Scrambled fonts are common and do not protect the text. Source: EPUB 3.3, 4.2.6.3.2 and Adobe's older scheme. */
const FONT_SCRAMBLING = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

/**
 * An EPUB book in the order of its spine. The page of an anchor is the number of the chapter file. Pages that the book marks
 * as navigation are left out.
 * Source: EPUB 3.3 (W3C), 4.2 and 5; EPUB 2.0.1 where it differs.
 */
export async function readEpub(archive: ZipArchive, input: ReaderInput): Promise<ExtractedContent> {
  const { path, run } = input;
  await rejectProtected(archive, input);
  const container = await readPart(archive, 'META-INF/container.xml', input);
  const rootfile =
    container === null ? null : (await readElements(container, input)).find(({ name }) => name === 'rootfile');
  const opfName = decodePartName(attribute(rootfile?.attributes ?? {}, 'full-path') ?? '');
  const opf = await readPart(archive, opfName, input);
  if (opf === null) throw sourceBroken(path, 'its package file is missing.');
  const elements = await readElements(opf, input);
  const builder = new PassageBuilder('epub');
  addMetadata(builder, elements);
  const chapters = readSpine(elements, opfName);
  if (chapters.length === 0) throw sourceBroken(path, 'it lists no chapters.');
  if (chapters.length > MAX_CHAPTERS) builder.addNote(`Only the first ${MAX_CHAPTERS} chapters were read.`);
  let missing = 0;
  let length = 0;
  for (const [index, chapter] of chapters.slice(0, MAX_CHAPTERS).entries()) {
    throwIfCancelled(run);
    run.progress({ stage: 'extract', done: index, total: chapters.length, detail: path });
    if (chapter.isNavigation) continue;
    const text = await readPart(archive, chapter.name, input);
    if (text === null) {
      missing += 1;
      continue;
    }
    length += text.length;
    if (length > MAX_TEXT_BYTES) throw sourceTooLarge(path, `its chapters hold more than ${TEXT_LIMIT} of text.`);
    builder.forgetHeading();
    const page = index + 1;
    await addHtml(builder, asXhtml(text), () => ({ page }), input);
  }
  if (missing > 0) builder.addNote(`${missing} listed ${missing === 1 ? 'chapter is' : 'chapters are'} missing.`);
  return builder.build();
}

const TEXT_LIMIT = `${MAX_TEXT_BYTES / 1024 / 1024} MB`;

/** Chapters are XHTML even without a declaration, so `<title/>` is closed. */
function asXhtml(text: string): string {
  return /^\s*<\?xml\b/u.test(text) ? text : `<?xml version="1.0"?>${text}`;
}

async function rejectProtected(archive: ZipArchive, input: ReaderInput): Promise<void> {
  const protection = 'it is protected by digital rights management.';
  if (archive.has('META-INF/rights.xml')) throw sourceEncrypted(input.path, protection);
  const xml = await readPart(archive, 'META-INF/encryption.xml', input);
  if (xml === null) return;
  let inKey = false;
  for (const { name, attributes } of await readElements(xml, input)) {
    if (name === 'EncryptedKey') inKey = true;
    if (name === 'EncryptedData') inKey = false;
    const algorithm = attribute(attributes, 'Algorithm');
    if (name === 'EncryptionMethod' && !inKey && algorithm !== null && !FONT_SCRAMBLING.has(algorithm)) {
      throw sourceEncrypted(input.path, protection);
    }
  }
}

function addMetadata(builder: PassageBuilder, elements: readonly XmlElement[]): void {
  for (const { name, text, attributes } of elements) {
    if (name === 'manifest') return;
    if (name === 'title') builder.offerTitle(text);
    // EPUB 2 distinguishes dates by their event; the date of publication counts.
    if (name === 'date' && attribute(attributes, 'event') !== 'modification') builder.date ??= parseDate(text);
    if (name === 'meta' && attribute(attributes, 'property') === 'dcterms:modified')
      builder.fileDate ??= parseDate(text);
    if (name === 'language') builder.language ??= parseLanguageTag(text);
  }
}

/** The chapters in reading order, each file once: a book that repeats one is broken, or made to cost time and memory. */
function readSpine(elements: readonly XmlElement[], opf: string): { name: string; isNavigation: boolean }[] {
  const items = new Map<string, { name: string; isNavigation: boolean }>();
  const spine = new Map<string, { name: string; isNavigation: boolean }>();
  for (const { name, attributes } of elements) {
    if (name === 'item') {
      const id = attribute(attributes, 'id');
      const href = attribute(attributes, 'href');
      const type = attribute(attributes, 'media-type') ?? '';
      if (id === null || href === null || !/html|xml/iu.test(type)) continue;
      const isNavigation = (attribute(attributes, 'properties') ?? '').split(/\s+/u).includes('nav');
      items.set(id, { name: resolvePart(opf, decodePartName(href)), isNavigation });
    } else if (name === 'itemref') {
      const item = items.get(attribute(attributes, 'idref') ?? '');
      if (item !== undefined && !spine.has(item.name)) spine.set(item.name, item);
    }
  }
  return [...spine.values()];
}
