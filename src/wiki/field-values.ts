import { clip, isMapping } from '../base';
import { type Frontmatter } from '../markdown';

/** The position of a top-level field; the first line if the field is missing. */
export function fieldPosition(text: string, frontmatter: Frontmatter, field: string): { line: number; column: number } {
  let line = 1;
  let start = 0;
  while (start < frontmatter.yamlEnd) {
    const end = text.indexOf('\n', start);
    if (start >= frontmatter.yamlStart && keyOf(text.slice(start, end === -1 ? undefined : end)) === field) {
      return { line, column: 1 };
    }
    if (end === -1) break;
    start = end + 1;
    line += 1;
  }
  return { line: 1, column: 1 };
}

function keyOf(line: string): string {
  const colon = line.indexOf(':');
  const key = colon === -1 ? '' : line.slice(0, colon).trimEnd();
  return /^(["']).*\1$/.test(key) ? key.slice(1, -1) : key;
}

/** The link text of `[[a]]` without quotes, which YAML reads as nested lists. */
export function nestedLink(item: unknown): string | null {
  if (!Array.isArray(item) || item.length !== 1) return null;
  const inner: unknown = (item as unknown[])[0];
  if (isText(inner)) return inner;
  return Array.isArray(inner) && inner.length === 1 && isText(inner[0]) ? inner[0] : null;
}

/** The slug within `[[slug|text]]`, or the text itself. */
export function unwrapWikilink(text: string): string {
  const match = /^\[\[([^\]|#]+)(?:[|#][^\]]*)?\]\]$/.exec(text.trim());
  return match?.[1]?.trim() ?? text.trim();
}

export function vendorAliases(metadata: unknown): unknown {
  const vendor = isMapping(metadata) && Object.hasOwn(metadata, 'living-wiki') ? metadata['living-wiki'] : undefined;
  return isMapping(vendor) && Object.hasOwn(vendor, 'aliases') ? vendor.aliases : undefined;
}

/** Distinct aliases from a list, or from one string separated by commas. */
export function readAliases(value: unknown): readonly string[] {
  const aliases = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(aliases)) return [];
  const texts = (aliases as readonly unknown[]).filter(isText).map((alias) => alias.trim());
  return [...new Set(texts.filter((alias) => alias !== ''))];
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A value for a message: short and on one line. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `"${clip(value, 60)}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : 'a mapping';
}
