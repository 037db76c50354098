import { parse as parseYamlText } from 'yaml';
import { strictRecord } from '../strict';

export interface Loc {
  readonly line: number;
  readonly col: number;
  readonly offset: number;
}

interface Item {
  readonly position: { readonly start: Loc; readonly end: Loc };
}

export interface Link extends Item {
  readonly link: string;
  readonly original: string;
  readonly displayText?: string;
}

/** What is modelled of d.ts `CachedMetadata`; its other members throw. */
export interface Metadata {
  links?: Link[];
  embeds?: Link[];
  tags?: (Item & { tag: string })[];
  headings?: (Item & { heading: string; level: number })[];
  frontmatter?: Record<string, unknown>;
  frontmatterPosition?: Item['position'];
  frontmatterLinks?: { key: string; link: string; original: string; displayText?: string }[];
  blocks?: Record<string, Item & { id: string }>;
}

const absent = [
  'links',
  'embeds',
  'tags',
  'headings',
  'frontmatter',
  'frontmatterPosition',
  'frontmatterLinks',
  'blocks',
];
const linkPattern = /(!?)\[\[([^[\]|\n]+)(?:\|([^\]\n]*))?\]\]|(!?)\[([^\]\n]*)\]\(([^()\s]+)\)/g;
const tagPattern = /(?:^|\s)(#[\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)/gu;

/** d.ts `getFrontMatterInfo`. */
export function getFrontMatterInfo(content: string): {
  exists: boolean;
  frontmatter: string;
  from: number;
  to: number;
  contentStart: number;
} {
  const match = /^---[ \t]*\r?\n((?:[\s\S]*?\r?\n)?)---[ \t]*(?:\r?\n|$)/.exec(content);
  if (match === null) return { exists: false, frontmatter: '', from: 0, to: 0, contentStart: 0 };
  const from = content.indexOf('\n') + 1;
  const frontmatter = match[1] ?? '';
  return { exists: true, frontmatter, from, to: from + frontmatter.length, contentStart: match[0].length };
}

/** d.ts `CachedMetadata`, line by line. Guess: unreadable frontmatter is as none. */
export function parseMetadata(text: string): Metadata {
  const found: Metadata = {};
  const info = getFrontMatterInfo(text);
  if (info.exists) readFrontmatter(text, info, found);
  const lines = text.split('\n');
  let offset = 0;
  let fence = '';
  for (const [line, full] of lines.entries()) {
    const start = offset;
    offset += full.length + 1;
    if (start < info.contentStart) continue;
    const at = (col: number): Loc => ({ line, col, offset: start + col });
    const place = (from: number, to: number): Item['position'] => ({ start: at(from), end: at(to) });
    const content = full.replace(/\r$/, '');
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(content)?.[1] ?? '';
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
      continue;
    }
    if (mark !== '') {
      fence = mark;
      continue;
    }
    const heading = /^(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(content);
    if (heading !== null) {
      const [, marks = '', words = ''] = heading;
      (found.headings ??= []).push({ heading: words, level: marks.length, position: place(0, content.length) });
    }
    const prose = content.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length));
    readLinks(prose, place, found);
    for (const match of prose.matchAll(tagPattern)) {
      const [whole, tag = ''] = match;
      const from = match.index + whole.length - tag.length;
      (found.tags ??= []).push({ tag, position: place(from, from + tag.length) });
    }
    const block = /(?:^|\s)\^([A-Za-z0-9-]+)\s*$/.exec(prose);
    if (block?.[1] !== undefined) {
      const id = block[1];
      (found.blocks ??= {})[id.toLowerCase()] = { id, position: place(0, content.length) };
    }
  }
  return strictRecord('CachedMetadata', found, absent);
}

function readLinks(prose: string, place: (from: number, to: number) => Item['position'], found: Metadata): void {
  for (const match of prose.matchAll(linkPattern)) {
    const [original, wikiMark, wikiLink, alias, mark, words, address] = match;
    // An address with a scheme leaves the vault.
    if (address !== undefined && /^[a-z][a-z0-9+.-]*:/i.test(address)) continue;
    const link = wikiLink?.trim() ?? decode(address ?? '');
    const shown = wikiLink === undefined ? words : alias;
    const item: Link = {
      link,
      original,
      ...(shown === undefined || shown === link ? {} : { displayText: shown }),
      position: place(match.index, match.index + original.length),
    };
    if ((wikiMark ?? mark ?? '') === '!') (found.embeds ??= []).push(item);
    else (found.links ??= []).push(item);
  }
}

function readFrontmatter(text: string, info: { frontmatter: string; contentStart: number }, found: Metadata): void {
  let value: unknown;
  try {
    value = parseYamlText(info.frontmatter);
  } catch {
    return;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  found.frontmatter = value as Record<string, unknown>;
  const lines = text
    .slice(0, info.contentStart)
    .replace(/\r?\n$/, '')
    .split('\n');
  found.frontmatterPosition = {
    start: { line: 0, col: 0, offset: 0 },
    end: { line: lines.length - 1, col: 3, offset: lines.join('\n').length },
  };
  const visit = (key: string, part: unknown, depth: number): void => {
    if (depth > 8) return;
    if (typeof part === 'string') {
      const match = /^\s*\[\[([^[\]|]+)(?:\|([^\]]*))?\]\]\s*$/.exec(part);
      if (match?.[1] === undefined) return;
      const [original, , displayText] = match;
      const [, link] = match;
      (found.frontmatterLinks ??= []).push({
        key,
        link,
        original,
        ...(displayText === undefined ? {} : { displayText }),
      });
    } else if (typeof part === 'object' && part !== null) {
      for (const [name, child] of Object.entries(part)) visit(key === '' ? name : `${key}.${name}`, child, depth + 1);
    }
  };
  visit('', value, 0);
}

function decode(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
