import { noteName } from '../base';
import { firstSentence, readFrontmatter, scanText, type Heading, type TextLink } from '../markdown';
import { readFields } from './fields';
import { countProse, pageFootnotes } from './footnotes';
import { kindFromFolder } from './paths';
import { propertyLinks } from './property-links';
import { type Page } from './types';

const DEFAULT_KIND = 'note';

/**
 * Parses a page in either form, or a note that is not a page yet. Never throws: `problems` holds what is wrong, with the field
 * and the line.
 *
 * @param path relative to the root of the wiki; used for fallbacks only
 * @param text the whole file
 */
export function parsePage(path: string, text: string): Page {
  const frontmatter = readFrontmatter(text);
  const fields = readFields(text, frontmatter);
  const { bodyStart } = frontmatter;
  const scan = scanText(text, bodyStart);
  const stem = noteName(path);
  return {
    path,
    slug: fields.slug ?? stem,
    schema: fields.schema,
    kind: fields.kind ?? kindFromFolder(path) ?? DEFAULT_KIND,
    title: fields.title ?? scan.headings.find(({ level, text }) => level === 1 && text !== '')?.text ?? stem,
    sources: fields.sources,
    confidence: fields.confidence,
    updatedAt: fields.updatedAt,
    supersedes: fields.supersedes,
    contradicts: fields.contradicts,
    declaredLinks: fields.declaredLinks,
    tags: allTags(fields.tags, scan.tags),
    aliases: fields.aliases,
    data: frontmatter.data,
    bodyStart,
    links: [...propertyLinks(text, frontmatter), ...scan.links].map(detachLink),
    headings: scan.headings.map(detachHeading),
    blockIds: scan.blockIds,
    citations: scan.citations,
    summary: detachText(firstSentence(text, scan)),
    words: countProse(text, bodyStart, scan),
    footnotes: pageFootnotes(scan),
    problems: fields.problems,
  };
}

/**
 * Copies a substring, so that it does not keep the whole text in memory: engines implement substrings as references, and
 * thousands of link targets would keep every page of the wiki alive.
 */
function detachText(text: string): string {
  // Engines copy shorter substrings.
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

function detachLink(link: TextLink): TextLink {
  const { target, fragment, text } = link;
  if (target.length < 13 && (fragment?.length ?? 0) < 13 && (text?.length ?? 0) < 13) return link;
  return {
    ...link,
    target: detachText(target),
    fragment: fragment === null ? null : detachText(fragment),
    text: text === null ? null : detachText(text),
  };
}

function detachHeading(heading: Heading): Heading {
  if (heading.text.length < 13 && heading.raw === undefined) return heading;
  const own = { ...heading, text: detachText(heading.text) };
  return heading.raw === undefined ? own : { ...own, raw: detachText(heading.raw) };
}

export const NOT_UTF8_MESSAGE = 'The file is not UTF-8 text. Save it as UTF-8.';

/** A page whose file cannot be read as text. It stays visible, with the reason as its problem. */
export function unreadablePage(path: string): Page {
  const page = parsePage(path, '');
  return { ...page, problems: [{ code: 'entry_invalid', message: NOT_UTF8_MESSAGE, line: 1, column: 1 }] };
}

function allTags(own: readonly string[], inline: readonly string[]): readonly string[] {
  if (inline.length === 0) return own;
  const known = new Set(own.map((tag) => tag.toLowerCase()));
  return [...own, ...inline.filter((tag) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase()))];
}
