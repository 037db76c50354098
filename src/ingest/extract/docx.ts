import { PassageBuilder, type ExtractedContent, type ReaderInput } from './passage-builder';
import { parseDate } from './document-date';
import { DocxBodyReader, type DocxStyles } from './docx-body';
import { parseMarkup } from './markup';
import { attribute, decodePartName, readElements, readPart, resolvePart } from './package-parts';
import { sourceBroken } from './source-errors';
import { type ZipArchive } from './zip';

/**
 * A Word document: its paragraphs, headings by style, lists, tables and text boxes, then its footnotes and endnotes. Of tracked
 * changes, deleted text is skipped and inserted text kept; comments are left out with a note. Anchors are lines of the extracted
 * text.
 * Source: ECMA-376 part 1 (transitional and strict), 17 (WordprocessingML) and 15.2.12.1 (core properties).
 */
export async function readDocx(archive: ZipArchive, input: ReaderInput): Promise<ExtractedContent> {
  const builder = new PassageBuilder('docx', true);
  const main = (await readRelationships(archive, '', input)).get('officeDocument')?.[0] ?? 'word/document.xml';
  const xml = await readPart(archive, main, input);
  if (xml === null) throw sourceBroken(input.path, 'the part that holds its text is missing.');
  const related = await readRelationships(archive, main, input);
  const part = async (type: string): Promise<string | null> => {
    const name = related.get(type)?.[0];
    return name === undefined ? null : readPart(archive, name, input);
  };
  const styles = await readStyles(await part('styles'), input);
  await addBody(builder, xml, styles, input);
  for (const type of ['footnotes', 'endnotes']) {
    const notes = await part(type);
    if (notes !== null) await addBody(builder, notes, styles, input);
  }
  if (/<(?:\w+:)?comment\b/u.test((await part('comments')) ?? '')) builder.addNote('Comments were left out.');
  await addProperties(builder, archive, input);
  return builder.build();
}

async function addBody(builder: PassageBuilder, xml: string, styles: DocxStyles, input: ReaderInput): Promise<void> {
  const body = new DocxBodyReader(builder, styles);
  await parseMarkup(xml, body.events, 'xml', input);
  body.finish();
}

/** The entries to which a part refers, by the last word of the relationship's type, which strict and transitional files share. */
async function readRelationships(
  archive: ZipArchive,
  part: string,
  input: ReaderInput,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const slash = part.lastIndexOf('/') + 1;
  const xml = await readPart(archive, `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`, input);
  const found = new Map<string, string[]>();
  if (xml === null) return found;
  for (const { name, attributes } of await readElements(xml, input)) {
    const type = attribute(attributes, 'Type');
    const target = attribute(attributes, 'Target');
    if (
      name !== 'Relationship' ||
      type === null ||
      target === null ||
      attribute(attributes, 'TargetMode') === 'External'
    )
      continue;
    const key = type.slice(type.lastIndexOf('/') + 1);
    found.set(key, [...(found.get(key) ?? []), resolvePart(part, decodePartName(target))]);
  }
  return found;
}

/** Which styles are headings, and of which level, and which are lists, quotes or code. Styles inherit from their base. */
async function readStyles(xml: string | null, input: ReaderInput): Promise<DocxStyles> {
  const levels = new Map<string, number>();
  const kinds = new Map<string, 'list' | 'quote' | 'code'>();
  const bases = new Map<string, string>();
  let id = '';
  for (const { name, attributes } of xml === null ? [] : await readElements(xml, input)) {
    const value = attribute(attributes, 'val') ?? '';
    if (name === 'style') id = attribute(attributes, 'styleId') ?? '';
    else if (id === '') continue;
    else if (name === 'name') {
      const heading = /^heading ([1-9])$/iu.exec(value);
      if (heading !== null) levels.set(id, Number(heading[1]));
      else if (/^title$/iu.test(value)) levels.set(id, 1);
      else if (/\bquote\b/iu.test(value)) kinds.set(id, 'quote');
      else if (/^list\b/iu.test(value)) kinds.set(id, 'list');
      else if (/\b(?:code|source|preformatted|macro)\b/iu.test(value)) kinds.set(id, 'code');
    } else if (name === 'basedOn') bases.set(id, value);
    else if (name === 'outlineLvl' && /^[0-8]$/u.test(value) && !levels.has(id)) levels.set(id, Number(value) + 1);
  }
  const inherited = <T>(map: ReadonlyMap<string, T>, style: string): T | undefined => {
    let current: string | undefined = style;
    // The bound also ends a cycle of styles.
    for (let steps = 0; current !== undefined && steps < 16; steps += 1) {
      const value = map.get(current);
      if (value !== undefined) return value;
      current = bases.get(current);
    }
    return undefined;
  };
  return {
    level: (style) =>
      inherited(levels, style) ?? (/^heading([1-9])$/iu.exec(style)?.[1] === undefined ? 0 : Number(style.slice(7))),
    kind: (style) => inherited(kinds, style) ?? (/^list/iu.test(style) ? 'list' : 'paragraph'),
  };
}

async function addProperties(builder: PassageBuilder, archive: ZipArchive, input: ReaderInput): Promise<void> {
  const name = (await readRelationships(archive, '', input)).get('core-properties')?.[0] ?? 'docProps/core.xml';
  const xml = await readPart(archive, name, input);
  if (xml === null) return;
  const values = new Map<string, string>();
  for (const element of await readElements(xml, input))
    if (!values.has(element.name)) values.set(element.name, element.text.trim());
  builder.offerTitle(values.get('title'));
  builder.fileDate = parseDate(values.get('created')) ?? parseDate(values.get('modified'));
  const language = values.get('language') ?? '';
  if (/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/iu.test(language)) builder.language = language;
}
