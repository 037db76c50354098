import { buildCreation, buildUpdate, hunkId, type FileEdit, type PartSpec, type SpliceSpec } from '../../change';
import { isoTime, readDay } from '../../base';
import { eolOf, escapeMarkdown, findSection, wordsOf } from '../../markdown';
import { pathForNewPage, readLedger, renderNewPage, sourceReference, wordKey, type Page } from '../../wiki';
import { renderDate, renderPageLink } from '../extractive/context';
import { type Unit } from '../units';
import { evidenceOf } from './build-files';
import { type Curation } from './curation';
import { type DraftContext } from './draft-context';
import { renderDraft } from './draft-text';
import { mainPoints } from './main-points';
import { replaceMarks } from './marks';
import { type IngestPlan } from './planned-page';
import { oneLine } from './prompt';
import { summaryTitle } from './summary-title';
import { type WriteMaterial } from './write-material';

/** A page that the summary links to. */
export interface SummaryLink {
  readonly slug: string;
  readonly title: string;
  /** Id of the hunk that creates the page; `null` if it exists. */
  readonly createdBy: string | null;
}

/** The heading of what no page says. */
export const FURTHER_HEADING = 'Further details';
const PAGES_HEADING = 'Pages';
const WIKILINK = /\[\[([^[\]|\n]{1,200})(?:\|([^[\]|\n]{1,200}))?\]\]/g;

/** Links the first mention of each page in the text of a summary. */
export type SummaryLinker = (text: string) => string;

export interface SummaryHead {
  readonly path: string;
  readonly slug: string;
  readonly head: string;
  readonly headId: string;
}

export function buildSummaryHead(
  curation: Curation,
  slug: string,
  supersedes: readonly string[],
  contradicts: readonly string[],
): SummaryHead {
  const { request, schema } = curation;
  const path = pathForNewPage(request.snapshot, 'summary', slug);
  const head = renderNewPage({
    schema,
    slug,
    kind: 'summary',
    title: summaryTitle(request),
    sources: [sourceReference(request.source, schema)],
    updatedAt: isoTime(request.now),
    supersedes,
    contradicts,
    body: '',
  });
  return { path, slug, head, headId: hunkId(path, 0, 0, head) };
}

/** The summary of a source: what it is, what it says, where it went, and what no page says yet. */
export function buildSummary(
  curation: Curation,
  { path, head }: SummaryHead,
  plan: IngestPlan,
  links: readonly SummaryLink[],
  unplaced: readonly Unit[],
  material: WriteMaterial,
  link: SummaryLinker,
): FileEdit {
  const context = summaryContext(material);
  const parts: readonly PartSpec[] = [
    { text: head, reason: `Every source has a summary page. This one is for ${curation.request.source.path}.` },
    ...whatParts(plan, curation),
    // A link to a page that is refused becomes words.
    ...pointParts(plan, curation, context, link),
    ...linkParts(links, curation),
    ...furtherParts(unplaced, curation, context, link),
    {
      text: `\n## About this source\n\n${renderDate(curation.date)}${curation.isDateFromText ? ', as the text says' : ''}\n`,
      reason: 'When the source is from.',
    },
  ];
  return buildCreation({ path, parts, why: ['the summary of the source'] });
}

function whatParts({ what }: IngestPlan, curation: Curation): readonly PartSpec[] {
  const unlinked = replaceMarks(what, () => '').replace(WIKILINK, (_, target: string, words?: string) =>
    (words ?? target.replace(/^.*\/|#.*$/g, '').replaceAll('-', ' ')).trim(),
  );
  // The rest of its markup is shown as it is: "#212", "96 %".
  const sentence = escapeMarkdown(oneLine(unlinked.replace(/[`*[\]{}|]/g, ''), 400));
  if (sentence === '') return [];
  const { id } = curation.request.source;
  const day = curation.date;
  return [
    {
      text: `\n${withDay(sentence, day)} [${id}]\n`,
      title: 'What it is',
      reason: 'What the source is, in the words of the model.',
    },
  ];
}

/** The sentence that says what the source is, with its day, unless it gives the year itself. */
function withDay(sentence: string, day: string | null): string {
  const stop = /[.!?]$/.exec(sentence)?.[0] ?? '.';
  const words = sentence.replace(/[.!?]$/, '');
  return day === null || words.includes(day.slice(0, 4)) ? `${words}${stop}` : `${words} (${readDay(day)})${stop}`;
}

/** On the summary itself, a link to the summary leads nowhere. */
function summaryContext(material: WriteMaterial): DraftContext {
  const context = material.draftContext('');
  return { ...context, renderNote: (note, id) => context.renderNote({ ...note, summary: null }, id) };
}

function pointParts(
  { points }: IngestPlan,
  curation: Curation,
  context: DraftContext,
  link: SummaryLinker,
): readonly PartSpec[] {
  const draft = renderDraft(mainPoints(points, context.marks).join('\n'), context);
  if (draft.text === '') return [];
  return [
    {
      text: `\n## What it says\n\n${link(draft.text)}\n`,
      title: 'What it says',
      reason: 'What the source says as a whole.',
      evidence: evidenceOf(draft.marks, curation),
      footnotes: draft.footnotes,
    },
  ];
}

function linkParts(links: readonly SummaryLink[], curation: Curation): readonly PartSpec[] {
  if (links.length === 0) return [];
  return [
    { text: `\n## ${PAGES_HEADING}\n\n`, reason: 'The pages that the source concerns.' },
    ...links.map(({ slug, title, createdBy }) => ({
      text: `- ${renderPageLink(slug, title, curation)}\n`,
      title: `Link to "${title}"`,
      reason: createdBy === null ? 'The source adds to this page.' : 'This page is new.',
      needs: createdBy === null ? [] : [createdBy],
    })),
  ];
}

/** What no page says and nothing gives a reason for. It is shown here, so that it is not lost. */
function furtherParts(
  unplaced: readonly Unit[],
  curation: Curation,
  context: DraftContext,
  link: SummaryLinker,
): readonly PartSpec[] {
  if (unplaced.length === 0) return [];
  const lines = unplaced.map((unit) =>
    unit.kind === 'code'
      ? `{1.${unit.number}!}`
      : `- ${escapeMarkdown(furtherWords(unit, curation)).replace(/[{}]/g, '')}{1.${unit.number}}`,
  );
  const draft = renderDraft(lines.join('\n'), context);
  if (draft.text === '') return [];
  return [
    {
      text: `\n## ${FURTHER_HEADING}\n\n${link(draft.text)}\n`,
      title: FURTHER_HEADING,
      reason: 'No page says this yet.',
      evidence: evidenceOf(draft.marks, curation),
      footnotes: draft.footnotes,
    },
  ];
}

/** A longer item says something without the heading above it. */
const MAX_BARE_ITEM_WORDS = 5;
const MAX_LEAD_LENGTH = 80;

/** A unit with what it stands under, without which "Ida Lund" or "The cause." would tell a reader nothing. */
function furtherWords({ kind, text, lead, anchor }: Unit, { request }: Curation): string {
  const heading = anchor.heading ?? '';
  const isUnder = kind === 'item' && wordKey(heading) !== wordKey(request.text.title ?? '');
  const above = lead ?? (isUnder && wordsOf(text).length <= MAX_BARE_ITEM_WORDS ? heading : '');
  const words = above
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:：]$/, '');
  return words === '' || words.length > MAX_LEAD_LENGTH ? text : `${words}: ${text}`;
}

/** The summary of a source that is taken up again: links to further pages, and without the details that now have a page. */
export function continueSummary(
  curation: Curation,
  page: Page,
  text: string,
  links: readonly SummaryLink[],
  placed: readonly Unit[],
): FileEdit | null {
  const lines = links
    .filter(({ slug }) => !page.links.some(({ target }) => target === slug))
    .map((link) => ({ ...link, line: `- ${renderPageLink(link.slug, link.title, curation)}` }));
  const pages = findSection(text, page, PAGES_HEADING);
  const at = pages === null ? text.trimEnd().length : text.slice(0, pages.end).trimEnd().length;
  const eol = eolOf(text);
  const added = lines.map(({ line, title, createdBy }, index) => ({
    start: at,
    end: at,
    text: `${index === 0 && pages === null ? `${eol}${eol}## ${PAGES_HEADING}${eol}` : ''}${eol}${line}`,
    title: `Link to "${title}"`,
    reason: createdBy === null ? 'The source adds to this page.' : 'This page is new.',
    needs: createdBy === null ? [] : [createdBy],
  }));
  const splices = [...added, ...placedSplices(page, text, placed, curation)];
  return splices.length === 0
    ? null
    : buildUpdate({ path: page.path, base: text, splices, why: ['the summary of the source'] });
}

/** Removes from "Further details" what a page says now. */
function placedSplices(page: Page, text: string, placed: readonly Unit[], curation: Curation): readonly SpliceSpec[] {
  const range = findSection(text, page, FURTHER_HEADING);
  if (range === null) return [];
  const keys = new Set(placed.flatMap((unit) => [unit.text, furtherWords(unit, curation)].map(wordKey)));
  const { claims } = readLedger(text);
  return claims
    .filter(
      ({ start, end, key, kind }) => kind === 'sentence' && start >= range.start && end <= range.end && keys.has(key),
    )
    .map(({ start, end }) => {
      const lineStart = text.lastIndexOf('\n', start - 1) + 1;
      const next = text.indexOf('\n', end);
      return {
        start: lineStart,
        end: next === -1 ? text.length : next + 1,
        text: '',
        title: FURTHER_HEADING,
        reason: 'A page says this now.',
        declares: ['footnotes'] as const,
        footnotes: [],
      };
    });
}
