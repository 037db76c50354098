import { noteName } from '../base';
import { countWords, firstSentence, readFrontmatter, scanText, type Heading, type TextLink } from '../markdown';
import { readFields } from './fields';
import { kindFromFolder } from './paths';
import { propertyLinks } from './property-links';
import { type Page } from './types';

/** The kind of a page that neither says one nor lies in a folder that hints at one. */
const DEFAULT_KIND = 'note';

/**
 * Parses a page in either form, or a note that is no page yet. Never throws: what is wrong is in `problems`, with the
 * field and the line, and every field has the fallback that its type documents.
 *
 * @param path relative to the wiki's root; only the fallbacks depend on it
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
    words: countWords(text.slice(bodyStart)),
    problems: fields.problems,
  };
}

/**
 * A copy of a text that shares no memory with the one that it was cut out of: engines keep the whole of a text alive for
 * a piece of it, and ten thousand link targets would keep every page of the wiki in memory.
 */
function detachText(text: string): string {
  // Shorter pieces are copies already.
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

/** A page whose file could not be read as text: it stays in sight, with the reason. */
export function unreadablePage(path: string, message: string): Page {
  const page = parsePage(path, '');
  return { ...page, problems: [{ code: 'entry_invalid', message, line: 1, column: 1 }] };
}

function allTags(own: readonly string[], inline: readonly string[]): readonly string[] {
  if (inline.length === 0) return own;
  const known = new Set(own.map((tag) => tag.toLowerCase()));
  return [...own, ...inline.filter((tag) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase()))];
}
