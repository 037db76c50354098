import { isMapping } from '../base';
import { type Frontmatter, type TextLink } from '../markdown';

const QUOTED_WIKILINK = /(["'])\[\[([^\]["'\n]+)\]\]\1/g;

const MAX_DEPTH = 8;

/**
 * The links in the frontmatter: values that are a wikilink and nothing else, such as `up: "[[Index]]"`. Obsidian treats these
 * as links; it treats a Markdown link or a wikilink within other text as plain text.
 *
 * @param text the whole file that `frontmatter` was read from
 */
export function propertyLinks(text: string, frontmatter: Frontmatter): readonly TextLink[] {
  const { yamlStart, yamlEnd, data } = frontmatter;
  const first = text.indexOf('[[', yamlStart);
  if (first === -1 || first >= yamlEnd) return [];
  const values = new Set<string>();
  collectWikilinks(data, values, MAX_DEPTH);
  const links: TextLink[] = [];
  // A quoted wikilink outside a comment is the value if YAML has such a value.
  for (const match of text.slice(yamlStart, yamlEnd).matchAll(QUOTED_WIKILINK)) {
    const inner = match[2] ?? '';
    const start = yamlStart + match.index + 1;
    const lineStart = text.lastIndexOf('\n', start) + 1;
    if (values.has(inner) && !/(?:^|\s)#/.test(text.slice(lineStart, start))) {
      links.push(linkAt(inner, start, lineOf(text, start), start - lineStart + 1));
    }
  }
  return links;
}

/** Adds the inner text of every value that is a wikilink to `into`. */
function collectWikilinks(value: unknown, into: Set<string>, depth: number): void {
  if (typeof value === 'string') {
    if (value.startsWith('[[') && value.endsWith(']]')) into.add(value.slice(2, -2));
  } else if (depth > 0 && Array.isArray(value)) {
    for (const item of value as readonly unknown[]) collectWikilinks(item, into, depth - 1);
  } else if (depth > 0 && isMapping(value)) {
    for (const item of Object.values(value)) collectWikilinks(item, into, depth - 1);
  }
}

function linkAt(inner: string, start: number, line: number, column: number): TextLink {
  const bar = inner.indexOf('|');
  const path = bar === -1 ? inner : inner.slice(0, bar);
  const hash = path.indexOf('#');
  const written = hash === -1 ? path : path.slice(0, hash);
  const target = written.trim();
  const targetStart = start + 2 + written.length - written.trimStart().length;
  return {
    form: 'wikilink',
    embed: false,
    target,
    fragment: hash === -1 ? null : path.slice(hash + 1).trim(),
    text: bar === -1 ? null : inner.slice(bar + 1).trim(),
    external: false,
    start,
    end: start + inner.length + 4,
    targetStart,
    targetEnd: targetStart + target.length,
    line,
    column,
  };
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
