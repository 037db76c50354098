import { isMapping, type JsonObject, type JsonValue } from '../base';
import { bodyStartOf, printFrontmatter, readFrontmatter } from '../markdown';
import { parseUnit } from './schema';
import { type KnowledgeUnit } from './types';

/** Stands above the synthesis, so that nobody takes it for the record. */
const MARK = '%% Editorial summary by one model. Not part of the record, which is in the properties. %%';

/**
 * A unit as Markdown: everything in the properties, the synthesis as the body, marked as editorial.
 * Source: Knowledge Units draft, section 10.
 */
export function unitToMarkdown(unit: KnowledgeUnit): string {
  const { synthesis, ...properties } = unit;
  const head = printFrontmatter(properties as unknown as JsonObject);
  return synthesis === undefined ? head : `${head}\n${MARK}\n\n${synthesis}`;
}

/** Reads what {@link unitToMarkdown} wrote; nothing is lost. @throws WikiError `living-wiki:unit_invalid` */
export function unitFromMarkdown(text: string, path?: string): KnowledgeUnit {
  const { data } = readFrontmatter(text);
  const start = bodyStartOf(text);
  const body = text.slice(start);
  const head = `\n${MARK}\n\n`;
  const synthesis = body.startsWith(head) ? body.slice(head.length) : undefined;
  return parseUnit({ ...data, ...(synthesis !== undefined && { synthesis }) }, path);
}

/** Where a page of the wiki keeps its unit: among its properties, since the names of the two forms collide. */
const PAGE_KEY = 'knowledge-unit';

export const unitMetadata = (unit: KnowledgeUnit): JsonObject => ({ [PAGE_KEY]: unit as unknown as JsonValue });

/** The unit of a page's properties; `null` if it has none. @throws WikiError `living-wiki:unit_invalid` */
export function unitOfPage(properties: Readonly<Record<string, unknown>>, path?: string): KnowledgeUnit | null {
  const { metadata } = properties;
  const value = isMapping(metadata) ? metadata[PAGE_KEY] : undefined;
  return value === undefined ? null : parseUnit(value, path);
}
