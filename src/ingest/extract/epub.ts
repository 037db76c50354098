import { throwIfCancelled } from '../../base';
import { Drafting } from './draft';
import type { Draft, Reading } from './draft';
import { addHtml, languageOf } from './html';
import { MAX_CHAPTERS } from './limits';
import { attribute, decodeName, elementsOf, readPart, resolvePart } from './parts';
import type { XmlElement } from './parts';
import { sourceBroken, sourceEncrypted } from './problems';
import { isoDate } from './words';
import type { Archive } from './zip';

/** Scrambled fonts are common, and no protection of the text. Source: EPUB 3.3, 4.2.6.3.2 and Adobe's older scheme. */
const FONT_SCRAMBLING = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

/**
 * An EPUB book in the order of its spine; the page of an anchor is the number of the chapter file. Contents pages that the book
 * marks as navigation are left out.
 * Source: EPUB 3.3 (W3C), 4.2 and 5; EPUB 2.0.1 as far as it differs.
 */
export async function readEpub(archive: Archive, reading: Reading): Promise<Draft> {
  const { path, run } = reading;
  await refuseProtected(archive, reading);
  const container = await readPart(archive, 'META-INF/container.xml', reading);
  const rootfile =
    container === null ? null : (await elementsOf(container, reading)).find(({ name }) => name === 'rootfile');
  const opfName = decodeName(attribute(rootfile?.attributes ?? {}, 'full-path') ?? '');
  const opf = await readPart(archive, opfName, reading);
  if (opf === null) throw sourceBroken(path, 'its package file is missing.');
  const elements = await elementsOf(opf, reading);
  const draft = new Drafting('epub');
  addMetadata(draft, elements);
  const chapters = spineOf(elements, opfName);
  if (chapters.length === 0) throw sourceBroken(path, 'it names no chapters.');
  if (chapters.length > MAX_CHAPTERS) draft.note(`Only the first ${MAX_CHAPTERS} chapters were read.`);
  let missing = 0;
  for (const [index, chapter] of chapters.slice(0, MAX_CHAPTERS).entries()) {
    throwIfCancelled(run);
    run.progress({ stage: 'extract', done: index, total: chapters.length, detail: path });
    if (chapter.isNavigation) continue;
    const text = await readPart(archive, chapter.name, reading);
    if (text === null) {
      missing += 1;
      continue;
    }
    draft.forgetHeading();
    const page = index + 1;
    await addHtml(draft, asXhtml(text), () => ({ page }), reading);
  }
  if (missing > 0)
    draft.note(`${missing} chapter${missing === 1 ? ' that the book names is' : 's that the book names are'} missing.`);
  return draft.finish();
}

/** Chapters are XHTML, whether they say so or not: `<title/>` is closed. */
function asXhtml(text: string): string {
  return /^\s*<\?xml\b/u.test(text) ? text : `<?xml version="1.0"?>${text}`;
}

async function refuseProtected(archive: Archive, reading: Reading): Promise<void> {
  const protection = 'it is protected by digital rights management.';
  if (archive.has('META-INF/rights.xml')) throw sourceEncrypted(reading.path, protection);
  const xml = await readPart(archive, 'META-INF/encryption.xml', reading);
  if (xml === null) return;
  let inKey = false;
  for (const { name, attributes } of await elementsOf(xml, reading)) {
    if (name === 'EncryptedKey') inKey = true;
    if (name === 'EncryptedData') inKey = false;
    const algorithm = attribute(attributes, 'Algorithm');
    if (name === 'EncryptionMethod' && !inKey && algorithm !== null && !FONT_SCRAMBLING.has(algorithm)) {
      throw sourceEncrypted(reading.path, protection);
    }
  }
}

function addMetadata(draft: Drafting, elements: readonly XmlElement[]): void {
  for (const { name, text, attributes } of elements) {
    if (name === 'manifest') return;
    if (name === 'title') draft.offerTitle(text);
    // EPUB 2 tells several dates apart by an event; the one of publication counts.
    if (name === 'date' && attribute(attributes, 'event') !== 'modification') draft.date ??= isoDate(text);
    if (name === 'language') draft.language ??= languageOf(text);
  }
}

function spineOf(elements: readonly XmlElement[], opf: string): { name: string; isNavigation: boolean }[] {
  const items = new Map<string, { name: string; isNavigation: boolean }>();
  const spine: { name: string; isNavigation: boolean }[] = [];
  for (const { name, attributes } of elements) {
    if (name === 'item') {
      const id = attribute(attributes, 'id');
      const href = attribute(attributes, 'href');
      const type = attribute(attributes, 'media-type') ?? '';
      if (id === null || href === null || !/html|xml/iu.test(type)) continue;
      const isNavigation = (attribute(attributes, 'properties') ?? '').split(/\s+/u).includes('nav');
      items.set(id, { name: resolvePart(opf, decodeName(href)), isNavigation });
    } else if (name === 'itemref') {
      const item = items.get(attribute(attributes, 'idref') ?? '');
      if (item !== undefined) spine.push(item);
    }
  }
  return spine;
}
