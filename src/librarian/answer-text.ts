import { applySplices, findHeading, headingKey, scanText, type TextLink } from '../markdown';
import { stripInvisible } from '../model';
import { isInScope } from '../search';
import { type Page, type Snapshot } from '../wiki';
import { findPage } from './find-page';
import { sectionKey, type ReadRecord } from './read-record';
import { type AnswerCitation, type RemovedCitation, type LibraryContext } from './types';
import { CODE_FENCE } from './uncited';

const MAX_LENGTH = 40_000;

/** What a text stands on: the shelf that it was written from, and the wiki as it is now. */
export interface CitationContext {
  readonly library: LibraryContext;
  readonly record: ReadRecord;
  readonly latest: Snapshot;
  /** Paths of pages that are not as they were read. */
  readonly changed: ReadonlySet<string>;
}

/** A text whose citations were checked. */
export interface CheckedText {
  readonly text: string;
  readonly citations: readonly AnswerCitation[];
  readonly removed: readonly RemovedCitation[];
}

/** Stands where a link was taken out, until the gap that it leaves is closed. No character of any text. */
const HOLE = '\uFFFF';

/** Applies `change` to what is no code, where blank lines become one; fences lose the names of languages that plugins would run. */
function mapOutsideCode(text: string, change: (text: string) => string): string {
  let isFenced = false;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const mark = CODE_FENCE.exec(line)?.[0];
    if (mark !== undefined) isFenced = !isFenced;
    if (mark !== undefined) lines.push(mark);
    else if (!isFenced && line.trim() === '') {
      if (lines.at(-1) !== '') lines.push('');
    } else if (isFenced) lines.push(line.replace(/<%/g, '< %'));
    else {
      const parts = line.split(/(`[^`]+`)/).map((part, at) => {
        if (at % 2 === 0) return change(part);
        return part.replace(/^`\s*(?:\$?=|[a-z]+:(?!\/))|<%/i, '` ');
      });
      lines.push(parts.join(''));
    }
  }
  if (isFenced) lines.push('```');
  return lines.join('\n');
}

/**
 * A model's words as they may be shown and kept: nothing hidden, no HTML, no comments, nothing that loads or runs by itself; an
 * address is code, which nobody opens by accident.
 */
function sanitize(raw: string): string {
  const visible = stripInvisible(raw.slice(0, MAX_LENGTH)).text.replaceAll(HOLE, '').trim();
  return mapOutsideCode(visible, (text) =>
    text
      .replace(/<(https?:\/\/[^\s<>`]+)>/gi, '$1')
      .replace(/<(?=[\p{L}/!?%])/gu, '\\<')
      .replace(/%{2,}/g, (run) => run.replace(/%/g, '\\%')),
  );
}

const addressesAsCode = (text: string): string =>
  mapOutsideCode(text, (part) =>
    part.replace(/\b(?:https?|obsidian|file|data|javascript|mailto):[^\s<>`\])]+/gi, (address) => {
      const tail = /[.,;:!?]+$/.exec(address)?.[0] ?? '';
      return `\`${address.slice(0, address.length - tail.length)}\`${tail}`;
    }),
  );

/** Takes away what only led to a link that is gone: brackets around nothing, the space before a stop. All else stays, code too. */
function closeHoles(text: string): string {
  return text
    .replace(/ ?\((?:[\s,;\uFFFF]|and|see)*\)/g, (found) => (found.includes(HOLE) ? HOLE : found))
    .replace(/(?:[ \t]{0,9}\uFFFF)+[ \t]*(?=[.,;!?](?:\s|$)|$)/gm, '')
    .replace(/ ?\uFFFF/g, '');
}

/** Checks every link of a text against what was read; what does not hold is taken out and told. */
export function checkText(raw: string, context: CitationContext): CheckedText {
  const open = sanitize(raw);
  const citations = new Map<string, AnswerCitation>();
  const removed: RemovedCitation[] = [];
  const splices: { start: number; end: number; text: string }[] = [];
  let done = 0;
  for (const link of scanText(open, 0).links) {
    if (link.start < done) continue;
    done = link.end;
    const { start, end } = link;
    const written = open.slice(start, end);
    if (link.external || link.embed) {
      const address = link.external ? ` (\`${link.target.replace(/`/g, '')}\`)` : '';
      splices.push({ start, end, text: `${link.text ?? (link.external ? '' : link.target)}${address}`.trim() });
      continue;
    }
    const judged = checkLink(link, context);
    if (typeof judged === 'string') {
      removed.push({ text: written.slice(0, 200), reason: judged });
      splices.push({ start, end, text: replacementText(link, open) || HOLE });
      continue;
    }
    const { page, at } = judged;
    const citation = citationOf(page, at, context);
    citations.set(`${citation.path}#${citation.section ?? ''}`, citation);
    splices.push({ start, end, text: renderCitation(citation, link.text) });
  }
  const text = addressesAsCode(closeHoles(applySplices(open, splices))).trim();
  // What was taken out may leave a link behind that nobody checked.
  const known = new Set([...citations.values()].map(({ link }) => link));
  const isSound = scanText(text, 0).links.every(
    ({ form, embed, external, target, fragment }) =>
      form === 'wikilink' && !embed && !external && known.has(fragment === null ? target : `${target}#${fragment}`),
  );
  if (isSound) return { text, citations: [...citations.values()], removed };
  const reason = 'no-page' as const;
  const all = [...citations.values()].map(({ link }) => ({ text: `[[${link}]]`, reason }));
  return { text: text.replace(/[[\]]/g, ''), citations: [], removed: [...removed, ...all] };
}

function checkLink(
  link: TextLink,
  { library: shelf, record: reading }: CitationContext,
): { page: Page; at: number } | RemovedCitation['reason'] {
  const page = findPage(shelf.snapshot, link.target);
  if (page === null) return 'no-page';
  if (!isInScope(page, shelf.lens.effective)) return 'out-of-scope';
  const fragment = link.fragment?.trim() ?? '';
  const isBlock = fragment.startsWith('^');
  const at = isBlock ? -1 : findHeading(page.headings, fragment);
  if (fragment !== '' && !isBlock && at < 0) return 'no-section';
  if (!reading.has(page.path)) return 'not-read';
  if (fragment === '') return { page, at: -1 };
  const key = isBlock ? fragment.toLowerCase() : sectionKey(page, at);
  if (reading.hasSection(page.path, key)) return { page, at };
  return isBlock && !page.blockIds.some((id) => `^${id.toLowerCase()}` === key) ? 'no-section' : 'not-read';
}

/** What stays of a link that does not hold: its words where the sentence needs them. */
function replacementText(link: TextLink, text: string): string {
  const next = text.slice(link.end).trimStart().charAt(0);
  const endsThere = next === '' || /[.,;:!?)\][|]/.test(next) || /^\s*\n/.test(text.slice(link.end));
  const before = text.slice(0, link.start).trimEnd().slice(-1);
  if (link.text !== null && link.text.trim() !== '') return link.text;
  return endsThere && before !== '' ? '' : link.target.replace(/^.*\//, '').replace(/\.md$/i, '').replace(/-/g, ' ');
}

function citationOf(page: Page, at: number, { library: shelf, latest, changed }: CitationContext): AnswerCitation {
  const heading = page.headings[at];
  const section = heading?.text ?? null;
  const cite = (
    now: Page,
    state: AnswerCitation['state'],
    part = section,
    line = heading?.line ?? 1,
  ): AnswerCitation => {
    const { slug, path, title } = now;
    return { slug, path, title, section: part, line, link: linkTarget(now, part, latest), state };
  };
  const now = latest.pages.get(page.path);
  if (now !== undefined && !changed.has(page.path)) return cite(page, 'same');
  if (now !== undefined) {
    const still = section === null ? undefined : now.headings[findHeading(now.headings, headingKey(section))];
    return cite(now, 'changed', still?.text ?? null, still?.line ?? 1);
  }
  const moved =
    latest.pageBySlug(page.slug) ??
    [...latest.changedSince(shelf.snapshot)]
      .flatMap((path) => latest.pages.get(path) ?? [])
      .find(({ title, path }) => title === page.title && !shelf.snapshot.pages.has(path));
  return moved === undefined ? cite(page, 'gone') : cite(moved, 'moved');
}

/** What stands in a wikilink so that Obsidian follows it to the section. */
function linkTarget({ path }: Page, section: string | null, snapshot: Snapshot): string {
  const whole = path.replace(/\.md$/i, '');
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  const target = findPage(snapshot, name)?.path === path ? name : whole;
  const heading = (section ?? '')
    .replace(/[[\]|#^\\:%]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return heading === '' ? target : `${target}#${heading}`;
}

/** A citation as a wikilink. */
function renderCitation({ link, slug, state }: AnswerCitation, shown: string | null): string {
  const alias = (shown ?? '').replace(/[[\]|]/g, '').trim();
  const written = `[[${link}${alias === '' || alias === slug ? '' : `|${alias}`}]]`;
  return state === 'gone' ? `${written} (deleted while this was written)` : written;
}

const GAPS_HEADING = /^(?:#{1,6}\s*|\*\*\s*)not in the wiki\b.*$/im;

/** Takes the section "Not in the wiki" out of an answer. */
export function splitGaps(raw: string): { readonly body: string; readonly gaps: readonly string[] } {
  const heading = GAPS_HEADING.exec(raw);
  if (heading === null) return { body: raw, gaps: [] };
  const after = raw.slice(heading.index + heading[0].length);
  const end = /^#{1,6}\s/m.exec(after)?.index ?? after.length;
  const gaps = after
    .slice(0, end)
    .replace(/\n[ \t]+(?![-*+\s]|\d+[.)])/g, ' ')
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:[-*+]|\d+[.)])\s*/, '')
        .replace(/\[\[([^\]|#]*)[^\]]*\]\]/g, '$1')
        .trim(),
    )
    .filter((line) => line !== '' && !/^(?:none|nothing|n\/a)[.!]?$/i.test(line));
  return { body: `${raw.slice(0, heading.index)}${after.slice(end)}`, gaps: gaps.map(sanitizeGap).slice(0, 20) };
}

const sanitizeGap = (line: string): string => stripInvisible(line).text.replace(/[<>`]/g, "'").slice(0, 400);
