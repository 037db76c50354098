import { noteName } from '../base';
import { applySplices, findHeading, headingKey, inertMarkdown, scanText, type TextLink } from '../markdown';
import { findNamedHeading, headingTarget } from './headings';
import { isInScope } from '../search';
import { findPage, type Page, type Snapshot } from '../wiki';
import { sectionKey, type ReadRecord } from './read-record';
import { type LibraryContext } from './request';
import { addressesAsCode, sanitize } from './sanitize';
import { checkPackLink, isPackLink } from './pack-citations';
import { checkSourceCitations, showSourceCitations } from './source-citations';
import { type AnswerCitation, type PackCitation, type RemovedCitation, type SourceCitation } from './types';

/** What citations are checked against. */
interface CitationContext {
  readonly library: LibraryContext;
  readonly record: ReadRecord;
  /** The wiki as it is now. */
  readonly latest: Snapshot;
  /** Paths of pages that changed since they were read. */
  readonly changed: ReadonlySet<string>;
}

export interface CheckedText {
  readonly text: string;
  readonly citations: readonly AnswerCitation[];
  readonly removed: readonly RemovedCitation[];
  readonly sourceCitations: readonly SourceCitation[];
  readonly packCitations: readonly PackCitation[];
}

/** Marks a removed link until {@link closeHoles}. It cannot occur in the text. */
const HOLE = '\uFFFF';
/** Stands for a checked link to a pack while the rest is made inert: a link with a scheme would not survive that. It cannot occur in the text. */
const PACK_MARK = '\uFFFE';
const MARKED = /\uFFFE(\d+)\uFFFE/g;

/** Removes what only led to a removed link: empty parentheses, the space before a full stop. Changes nothing else. */
function closeHoles(text: string): string {
  return text
    .replace(/ ?\((?:[\s,;\uFFFF]|and|see)*\)/g, (found) => (found.includes(HOLE) ? HOLE : found))
    .replace(/(?:[ \t]{0,9}\uFFFF)+[ \t]*(?=[.,;!?](?:\s|$)|$)/gm, '')
    .replace(/ ?\uFFFF/g, '');
}

/** Checks every link of a text against what was read. Removes and lists the citations that are not valid. */
export function checkText(raw: string, context: CitationContext): CheckedText {
  const ofSources = checkSourceCitations(sanitize(raw.replace(/[\uFFFE\uFFFF]/g, '')), { ...context, hole: HOLE });
  const safe = ofSources.text;
  const citations = new Map<string, AnswerCitation>();
  const packCitations = new Map<string, PackCitation>();
  const removed: RemovedCitation[] = [...ofSources.removed];
  const splices: { start: number; end: number; text: string }[] = [];
  let done = 0;
  for (const link of scanText(safe, 0).links) {
    if (link.start < done) continue;
    done = link.end;
    const { start, end } = link;
    if (isPackLink(link)) {
      const said = safe.slice(safe.lastIndexOf('\n', start) + 1, start);
      const found = checkPackLink(link, context.record, said);
      if (typeof found === 'string') {
        removed.push({ text: safe.slice(start, end).slice(0, 200), reason: found });
        splices.push({ start, end, text: HOLE });
      } else {
        packCitations.set(found.link, packCitations.get(found.link) ?? found);
        const at = [...packCitations.keys()].indexOf(found.link);
        splices.push({ start, end, text: `${PACK_MARK}${at}${PACK_MARK}` });
      }
      continue;
    }
    if (link.external || link.embed) {
      const address = link.external ? ` (\`${link.target.replace(/`/g, '')}\`)` : '';
      splices.push({ start, end, text: `${link.text ?? (link.external ? '' : link.target)}${address}`.trim() });
      continue;
    }
    const checked = checkLink(link, context);
    if (typeof checked === 'string') {
      removed.push({ text: safe.slice(start, end).slice(0, 200), reason: checked });
      splices.push({ start, end, text: replacementText(link, safe) || HOLE });
      continue;
    }
    const { page, at } = checked;
    const citation = citationOf(page, at, context);
    citations.set(`${citation.path}#${citation.section ?? ''}`, citation);
    splices.push({ start, end, text: renderCitation(citation, isNamedByText(link, page, at) ? null : link.text) });
  }
  const inert = inertMarkdown(addressesAsCode(closeHoles(applySplices(safe, splices))).trim());
  const text = showPackLinks(showSourceCitations(inert, context.record), [...packCitations.keys()]);
  // Removing text can form a new link, which was not checked.
  const isSound = hasOnlyLinks(text, [...citations.values(), ...packCitations.values()]);
  const sourceCitations = ofSources.kept;
  const ofPacks = [...packCitations.values()];
  if (isSound) return { text, citations: [...citations.values()], removed, sourceCitations, packCitations: ofPacks };
  const reason = 'no-page' as const;
  const all = [...citations.values(), ...ofPacks].map(({ link }) => ({ text: `[[${link}]]`, reason }));
  return {
    text: inertMarkdown(text.replace(/[[\]]/g, '')),
    citations: [],
    removed: [...removed, ...all],
    sourceCitations: [],
    packCitations: [],
  };
}

const showPackLinks = (text: string, links: readonly string[]): string =>
  text.replace(MARKED, (_, at: string) => `[[${links[Number(at)] ?? ''}]]`);

/** Whether every link of a text is a wikilink to one of these citations. */
function hasOnlyLinks(text: string, citations: readonly Pick<AnswerCitation, 'link'>[]): boolean {
  const known = new Set(citations.map((citation) => citation.link));
  return scanText(text, 0).links.every(
    (found) =>
      found.form === 'wikilink' &&
      !found.embed &&
      (!found.external || isPackLink(found)) &&
      known.has(found.fragment === null ? found.target : `${found.target}#${found.fragment}`),
  );
}

function checkLink(
  link: TextLink,
  { library, record }: CitationContext,
): { page: Page; at: number } | RemovedCitation['reason'] {
  const page = findPage(library.snapshot, link.target);
  if (page === null) return 'no-page';
  if (!isInScope(page, library.lens.effective)) return 'out-of-scope';
  const fragment = link.fragment?.trim() ?? '';
  const isBlock = fragment.startsWith('^');
  const at = isBlock ? -1 : sectionOf(link, page, fragment);
  if (fragment !== '' && !isBlock && at < 0) return 'no-section';
  if (!record.has(page.path)) return 'not-read';
  if (fragment === '') return { page, at: -1 };
  const key = isBlock ? fragment.toLowerCase() : sectionKey(page, at);
  if (record.hasSection(page.path, key)) return { page, at };
  return isBlock && !page.blockIds.some((id) => `^${id.toLowerCase()}` === key) ? 'no-section' : 'not-read';
}

/** A heading with `|` is split between the target and the text of a link. */
function sectionOf({ text }: TextLink, { headings }: Page, fragment: string): number {
  const at = findNamedHeading(headings, fragment);
  return at === -1 && text !== null ? findNamedHeading(headings, `${fragment}|${text}`) : at;
}

function isNamedByText({ text, fragment }: TextLink, { headings }: Page, at: number): boolean {
  const name = headingKey(`${fragment ?? ''}|${text ?? ''}`);
  return text !== null && at >= 0 && headingKey(headings[at]?.text ?? '') === name;
}

/** The words that stay of a removed link, when the sentence needs them. */
function replacementText(link: TextLink, text: string): string {
  const next = text.slice(link.end).trimStart().charAt(0);
  const endsThere = next === '' || /[.,;:!?)\][|]/.test(next) || /^\s*\n/.test(text.slice(link.end));
  const before = text.slice(0, link.start).trimEnd().slice(-1);
  if (link.text !== null && link.text.trim() !== '') return link.text;
  return endsThere && before !== '' ? '' : link.target.replace(/^.*\//, '').replace(/\.md$/i, '').replace(/-/g, ' ');
}

function citationOf(page: Page, at: number, { library, latest, changed }: CitationContext): AnswerCitation {
  const heading = page.headings[at];
  const section = heading?.text ?? null;
  const cite = (
    now: Page,
    state: AnswerCitation['state'],
    part = section,
    line = heading?.line ?? 1,
  ): AnswerCitation => {
    const { slug, path, title } = now;
    return { slug, path, title, section: part, line, link: linkTarget(now, part, latest), state, quote: null };
  };
  const now = latest.pages.get(page.path);
  if (now !== undefined && !changed.has(page.path)) return cite(page, 'same');
  if (now !== undefined) {
    const still = section === null ? undefined : now.headings[findHeading(now.headings, headingKey(section))];
    return cite(now, 'changed', still?.text ?? null, still?.line ?? 1);
  }
  const moved =
    latest.pageBySlug(page.slug) ??
    [...latest.changedSince(library.snapshot)]
      .flatMap((path) => latest.pages.get(path) ?? [])
      .find(({ title, path }) => title === page.title && !library.snapshot.pages.has(path));
  return moved === undefined ? cite(page, 'gone') : cite(moved, 'moved');
}

/** The target of a wikilink that leads to the section in Obsidian. */
function linkTarget({ path }: Page, section: string | null, snapshot: Snapshot): string {
  const name = noteName(path);
  const target = findPage(snapshot, name)?.path === path ? name : path.replace(/\.md$/i, '');
  const heading = headingTarget(section ?? '');
  return heading === '' ? target : `${target}#${heading}`;
}

function renderCitation({ link, slug, state }: AnswerCitation, shown: string | null): string {
  const alias = (shown ?? '').replace(/[[\]|]/g, '').trim();
  const written = `[[${link}${alias === '' || alias === slug ? '' : `|${alias}`}]]`;
  return state === 'gone' ? `${written} (deleted while this was written)` : written;
}
