import { plural, type YieldBudget, readDay } from '../../base';
import { buildCreation, hunkId, type FileEdit, type PartSpec } from '../../change';
import { sourceReference, renderNewPage } from '../../wiki';
import { plainHeading } from './blocks';
import { renderConflict } from './conflict-callout';
import { type PageConflict } from './conflicts';
import { escapeInline, renderDate, renderPageLink, type CurationContext } from './context';
import { FootnotePrinter } from './footnotes';
import { isArrangement } from './meeting';
import { summariseMinutes, type MinutesSummary } from './minutes-summary';
import { upkeepIn } from './parse-source';
import { createPointParts, type SummaryStatements } from './summary-points';
import { describeColumns, readRows } from './table-summary';
import { type Term } from './terms';
import { summariseThread } from './thread-summary';

/** Headings that the first sentence names. */
const MAX_TOPICS = 6;
/** Names without a page that the summary of a discussion lists: most of them were mentioned in passing. */
const MAX_THREAD_NAMES = 8;
/** The same for a text with listings of code. */
const MAX_MANUAL_NAMES = 12;
/** Of the people at a meeting, the names that the summary lists. */
const MAX_PRESENT = 30;
/** Pages that the second sentence links to. */
const MAX_SUBJECTS = 3;
const PAGES_REASON = 'Pages of this wiki that the source mentions.';

/** A page that the summary links to. */
export interface LinkedPage {
  readonly slug: string;
  readonly title: string;
  /** `named twice`, `named in the title` */
  readonly mentioned: string;
  /** Id of the first hunk of a page that the same change creates; `null` for an existing page. */
  readonly createdBy: string | null;
  /** Whether the title of the source names it. */
  readonly isSubject: boolean;
}

/** Creates the first part of a summary, which all other parts depend on: frontmatter and title. */
export function createSummaryHead(
  context: CurationContext,
  contradicts: readonly string[],
): { readonly text: string; readonly id: string } {
  const { schema, source, summary, title } = context;
  const text = renderNewPage({
    schema,
    slug: summary.slug,
    kind: 'summary',
    title,
    sources: [sourceReference(source, schema)],
    updatedAt: context.updatedAt,
    supersedes: summary.supersedes,
    contradicts,
    body: '',
  });
  return { text, id: hunkId(summary.path, 0, 0, text) };
}

/** What a summary says besides its head. */
interface SummaryContent extends SummaryStatements {
  readonly linked: readonly LinkedPage[];
  /** Names that could have a page and have none. */
  readonly unplaced: readonly Term[];
  /** Contradictions with earlier sources that no page tells of. */
  readonly conflicts: readonly PageConflict[];
}

/** The summary of a source: what it is, what it says that no page says, the pages that it concerns, and names without a page. */
export async function createSummary(
  head: { readonly text: string },
  content: SummaryContent,
  context: CurationContext,
  budget: YieldBudget,
): Promise<FileEdit> {
  const printer = new FootnotePrinter();
  const thread = summariseThread(context.parsed, context.date);
  const minutes = summariseMinutes(context.parsed, context.date);
  const parts: PartSpec[] = [
    { text: head.text, reason: `Every source has a summary page; this one is for ${context.source.path}.` },
    {
      text: `\n${(thread ?? minutes)?.description ?? describeSource(context)} [${context.source.id}]\n`,
      title: 'What it is',
      reason: 'What the source is, counted and read from its headings.',
    },
    ...createSubjectPart(content.linked, context),
    ...(thread === null ? createTablePart(context) : []),
    ...(await createPointParts(content, { thread, minutes }, printer, context, budget)),
    ...content.conflicts.map((conflict) => createConflictPart(conflict, printer, context)),
    ...createPagesPart(content.linked, context),
    ...createNamesPart(content.unplaced, thread === null && minutes === null, context),
    createAboutPart(minutes, context),
  ];
  return buildCreation({ path: context.summary.path, parts, why: ['the summary of the source'] });
}

const FORMATS: Readonly<Record<string, string>> = {
  markdown: 'A document',
  text: 'A text',
  html: 'A web page',
  csv: 'A table',
  json: 'Data',
  pdf: 'A document',
  docx: 'A document',
  epub: 'A book',
  srt: 'A transcript',
  vtt: 'A transcript',
};

/** One whole sentence: what the source is, from when, how long, and what it covers. */
function describeSource({ parsed, date, title, cited }: CurationContext): string {
  const { passages } = parsed.text;
  const words = parsed.sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);
  const speakers = [...new Set(parsed.sentences.flatMap(({ speaker }) => speaker ?? []))];
  const rows = tableOf(parsed);
  const when = date === null ? '' : ` of ${readDay(date)}`;
  if (rows !== null) {
    const columns = rows.columns.slice(0, MAX_TOPICS).map(({ name }) => escapeInline(name, 40));
    if (rows.count === 1) return `A record${when} with ${listed('the field', columns, rows.columns.length)}.`;
    return `A table${when} of ${plural(rows.count, 'row')} with ${listed('the column', columns, rows.columns.length)}.`;
  }
  if (cited.format === 'json' && passages.length > 0 && passages.every(({ text }) => text.length <= 80)) {
    const values = passages.slice(0, MAX_TOPICS).map(({ text }) => `“${escapeInline(text, 60)}”`);
    return `${passages.length === 1 ? 'A single value' : `A list${when} of ${passages.length} values`}: ${listed('', values, passages.length)}.`;
  }
  if (speakers.length > 0 && speakers.length <= 4)
    return `A conversation${when} with ${joined(speakers.map((speaker) => escapeInline(speaker, 60)))}.`;
  const topics = topicsOf(passages, title);
  const about = topics.length === 0 ? '' : ` on ${listed('', topics.slice(0, MAX_TOPICS), topics.length)}`;
  const length = words === 0 ? '' : ` of ${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}`;
  return `${FORMATS[cited.format] ?? 'A source'}${when === '' ? length : `${when}${length.replace(/^ of/, ' with')}`}${about}.`;
}

function topicsOf(passages: CurationContext['parsed']['text']['passages'], title: string): readonly string[] {
  const headings = passages.filter(({ kind }) => kind === 'heading');
  const inner = headings.filter(
    ({ text }, at) => !(at === 0 && headings.length > 1) && text.trim().toLowerCase() !== title.toLowerCase(),
  );
  const top = inner.reduce((least, { level = 1 }) => Math.min(least, level), 6);
  const isUpkeep = upkeepIn({ passages });
  const shown = inner.filter(
    ({ level = 1, text }) => level === top && text.trim() !== '' && text.length <= 80 && !isUpkeep(text),
  );
  return [...new Set(shown.map(({ text }) => `“${escapeInline(plainHeading(text), 80)}”`))];
}

function listed(what: string, names: readonly string[], count: number): string {
  const more = count - names.length;
  const all = more > 0 ? [...names, `${more} more`] : names;
  return `${what === '' ? '' : `${what}${count === 1 ? '' : 's'} `}${joined(all)}`;
}

function joined(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** What a source holds that is a table or records; `null` for prose, though it may have tables of options. */
const tableOf = ({ units, sentences, text }: CurationContext['parsed']): ReturnType<typeof readRows> => {
  const rows = readRows(units, text.format === 'json' ? 1 : 2);
  return rows !== null && sentences.length < rows.count ? rows : null;
};

/** What the columns of a table hold. */
function createTablePart({ parsed }: CurationContext): readonly PartSpec[] {
  const rows = tableOf(parsed);
  if (rows === null) return [];
  const lines = describeColumns(rows.columns).map((line) => `- ${escapeInline(line, 240)}`);
  return [
    {
      text: `\n## ${rows.count === 1 ? 'Fields' : 'Columns'}\n\n${lines.join('\n')}\n`,
      reason: `Counted from ${plural(rows.count, 'row')} of the source.`,
    },
  ];
}

function createConflictPart(conflict: PageConflict, printer: FootnotePrinter, context: CurationContext): PartSpec {
  const { attribute } = conflict;
  return {
    text: `\n${renderConflict(conflict, printer, context)}\n`,
    title: `Contradiction: ${attribute}`,
    reason: `Two sources give different values for "${attribute}".`,
    ...printer.take(),
  };
}

function createPagesPart(touched: readonly LinkedPage[], context: CurationContext): readonly PartSpec[] {
  if (touched.length === 0) return [];
  const line = (page: LinkedPage): string =>
    `- ${renderPageLink(page.slug, page.title, context)}, ${page.mentioned}${page.createdBy === null ? '' : ' (new page)'}\n`;
  const known = touched.filter((page) => page.createdBy === null);
  const created = touched.filter((page) => page.createdBy !== null);
  const text = `\n## Pages\n\n${known.map(line).join('')}`;
  const parts: PartSpec[] = [{ name: 'pages', title: 'New section "Pages"', text, reason: PAGES_REASON }];
  for (const page of created) {
    parts.push({
      title: `Link to "${page.title}"`,
      text: line(page),
      reason: 'The same change creates this page.',
      needs: ['pages', ...(context.autoLink && page.createdBy !== null ? [page.createdBy] : [])],
    });
  }
  return parts;
}

/** What defines its subject stands on the page of the subject, and nothing is said twice: a link leads there. */
function createSubjectPart(linked: readonly LinkedPage[], context: CurationContext): readonly PartSpec[] {
  const subjects = linked.filter(({ isSubject }) => isSubject).slice(0, MAX_SUBJECTS);
  if (subjects.length === 0) return [];
  const links = joined(subjects.map(({ slug, title }) => renderPageLink(slug, title, context)));
  const has = subjects.length === 1 ? 'Its subject has a page of its own' : 'Its subjects have pages of their own';
  return [
    {
      text: `\n${has}: ${links}. [${context.source.id}]\n`,
      title: 'What it is',
      reason: PAGES_REASON,
      needs: context.autoLink ? subjects.flatMap(({ createdBy }) => createdBy ?? []) : [],
    },
  ];
}

function createNamesPart(terms: readonly Term[], isDocument: boolean, context: CurationContext): readonly PartSpec[] {
  // What a text with listings names once is mostly an identifier.
  const isManual = isDocument && context.parsed.text.passages.some(({ kind }) => kind === 'code');
  const most = isManual ? MAX_MANUAL_NAMES : context.limits.names;
  const limit = isDocument ? most : MAX_THREAD_NAMES;
  const { meeting } = context.parsed;
  const named = terms.filter(
    ({ name, mentions, isInHeading }) =>
      ((!isManual && isDocument) || isInHeading || mentions.length > 1) && (meeting === null || !isArrangement(name)),
  );
  const names = named.slice(0, limit).map(({ name }) => escapeInline(name, 60));
  if (names.length === 0) return [];
  return [
    {
      text: `\n## Also named\n\n${names.map((name) => `- ${name}`).join('\n')}\n`,
      reason: 'Names without a page. A name gets one when another source names it too.',
    },
  ];
}

function createAboutPart(minutes: MinutesSummary | null, context: CurationContext): PartSpec {
  const { parsed, source, date } = context;
  const { text } = parsed;
  const count = (kinds: readonly string[]): number => text.passages.filter(({ kind }) => kinds.includes(kind)).length;
  const facts = [
    `- Source: [${source.id}]`,
    renderDate(date),
    ...(minutes === null ? [] : renderPresent(minutes.present)),
    `- Format: ${text.format}`,
    ...(count(['code']) > 0 ? [`- Code blocks: ${count(['code'])}`] : []),
    ...(text.passages.length === 0 ? ['- The source contains no text to quote.'] : []),
    ...(parsed.isTruncated ? ['- The source is very long. Its end was not read.'] : []),
    ...text.notes.slice(0, 8).map((note) => `- ${escapeInline(note, 240)}`),
  ];
  return {
    text: `\n## About this source\n\n${facts.join('\n')}\n`,
    reason: 'Facts about the source as a document.',
  };
}

function renderPresent(present: readonly string[]): readonly string[] {
  const names = present.slice(0, MAX_PRESENT).map((name) => escapeInline(name, 60));
  return names.length === 0 ? [] : [`- Present: ${listed('', names, present.length)}`];
}
