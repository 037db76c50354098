import { compareText, isoTime } from '../../base';
import { escapeMarkdown } from '../../markdown';
import { linkWords } from '../names';
import { newPageSchema, renderNewPage } from '../new-page';
import { sourceReference } from '../source';
import { type Page, type Snapshot } from '../types';
import { type DifferingFigures } from './figures-that-differ';
import { DISPUTES_SLUG } from './is-disputes-page';
import { type OpenQuestions } from './open-questions';
import { dayOf, FootnoteCollector, type CitedPassage } from './passages';
import { type PageDispute } from './read-page';

/** A statement of a page that a newer source ended or changed, and what the page says since. */
export interface ChangedStatement {
  readonly before: CitedPassage;
  readonly after: CitedPassage;
}

/** With the page that tells it. */
export type Told<T> = T & { readonly page: Page };

/** What the page of disputes and changes tells. */
export interface DisputesContent {
  readonly disputes: readonly Told<PageDispute>[];
  readonly changes: readonly Told<ChangedStatement>[];
  /** What tells of a change by itself. */
  readonly told: readonly Told<CitedPassage>[];
  readonly figures: readonly DifferingFigures[];
  readonly questions: readonly { readonly page: Page; readonly questions: OpenQuestions }[];
  /** ISO day of a source; `null` if unknown. */
  readonly dateOf: (sourceId: string) => string | null;
}

const TITLE = 'Disputes and changes';
export const CHANGES_HEADING = 'What changed';
const TOLD_LEAD = 'Pages tell of these changes themselves:';
const NOTICE = '<!-- Generated from the other pages of this wiki with every change. Edit those, not this one. -->';

interface RenderContext extends Pick<DisputesContent, 'dateOf'> {
  readonly notes: FootnoteCollector;
}

/** The whole page. @param updatedAt milliseconds since the epoch, or the time that the page states */
export function renderDisputesPage(content: DisputesContent, snapshot: Snapshot, updatedAt: number | string): string {
  const notes = new FootnoteCollector();
  const context: RenderContext = { notes, dateOf: content.dateOf };
  const open = content.disputes.filter(({ settled }) => settled === null);
  const settled = content.disputes.filter((dispute) => dispute.settled !== null);
  const sections = [
    section('Waiting for a decision', open.map((dispute) => renderDispute(dispute, context)).join('\n\n')),
    section('Decided', settled.map((dispute) => renderDispute(dispute, context)).join('\n\n')),
    section(CHANGES_HEADING, renderChanges(content, context)),
    section('Figures that differ', content.figures.map((each) => renderFigures(each, context)).join('\n\n')),
    section('Open questions', content.questions.flatMap((each) => renderQuestions(each, context)).join('\n')),
  ];
  const body = [`${NOTICE}\n\n${counts(open.length, content)}`, ...sections, notes.definitions()];
  const schema = newPageSchema(snapshot);
  const sources = [...notes.sourceIds].flatMap((id) => snapshot.source(id) ?? []);
  return renderNewPage({
    schema,
    slug: DISPUTES_SLUG,
    kind: 'concept',
    title: TITLE,
    sources: [...new Set(sources.map((source) => sourceReference(source, schema)))].sort(compareText),
    updatedAt: typeof updatedAt === 'number' ? isoTime(updatedAt) : updatedAt,
    metadata: { 'living-wiki': { generated: 'disputes' } },
    body: body.filter((part) => part !== '').join('\n\n'),
  });
}

function section(heading: string, body: string): string {
  return body === '' ? '' : `## ${heading}\n\n${body}`;
}

/** The first sentence of the page is what the index shows of it. */
function counts(open: number, { changes, told, figures, questions }: DisputesContent): string {
  const asked = questions.reduce((sum, each) => sum + each.questions.shown.length + each.questions.more, 0);
  const waiting =
    open === 0 ? 'No contradiction waits' : `${count(open, 'contradiction')} ${open === 1 ? 'waits' : 'wait'}`;
  return [
    `${waiting} for a decision.`,
    ...(changes.length === 0 ? [] : [`Newer sources changed ${count(changes.length, 'statement')}.`]),
    ...(told.length === 0
      ? []
      : [
          `Pages tell of ${told.length}${changes.length === 0 ? '' : ' more'} ${told.length === 1 ? 'change' : 'changes'}.`,
        ]),
    ...(figures.length === 0
      ? []
      : [`${count(figures.length, 'figure')} of one source ${figures.length === 1 ? 'differs' : 'differ'}.`]),
    ...(asked === 0 ? [] : [`${count(asked, 'question')} ${asked === 1 ? 'is' : 'are'} open.`]),
  ].join(' ');
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

function renderDispute({ page, attribute, settled, sides }: Told<PageDispute>, context: RenderContext): string {
  // "length" alone says too little for a heading, "whether it is 412 or 418 metres long" says enough.
  const heading = attribute.includes(' ') ? capitalised(attribute) : `${page.title}: ${attribute}`;
  const lines = sides.map((side) => `- ${dated(side, context)}`);
  return [
    `### ${oneLine(heading)}`,
    ...(settled === null || settled === '' ? [] : [settled]),
    lines.join('\n'),
    `See also: ${linkTo(page)}`,
  ].join('\n\n');
}

/** Which of the two is meant, nobody has said: a reader sees both. */
function renderFigures({ title, sides }: DifferingFigures, context: RenderContext): string {
  const lines = sides.map(({ page, ...side }) => `- ${linkTo(page)}, ${dated(side, context)}`);
  return `### ${escapeMarkdown(title)}\n\n${lines.join('\n')}`;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function renderChanges({ changes, told }: DisputesContent, context: RenderContext): string {
  const rows = byPage(changes, ({ after }) => after, context).map(({ page, before, after }) => {
    const cells = [linkTo(page), dated(before, context), dated(after, context)];
    return `| ${cells.map((cell) => cell.replace(/(^|[^\\])\|/g, '$1\\|')).join(' | ')} |`;
  });
  const items = byPage(told, (each) => each, context).map(({ page, ...passage }) => {
    const day = dayOf(passage, context.dateOf);
    return `- ${day === null ? '' : `${day}, `}${linkTo(page)}: ${context.notes.render(passage)}`;
  });
  return [
    ...(rows.length === 0 ? [] : [['| Page | Before | Since then |', '| --- | --- | --- |', ...rows].join('\n')]),
    ...(items.length === 0 ? [] : [`${TOLD_LEAD}\n\n${items.join('\n')}`]),
  ].join('\n\n');
}

/** What changed on one page stands together, in the order in which it changed. */
function byPage<T extends { readonly page: Page }>(
  all: readonly T[],
  newest: (each: T) => CitedPassage,
  { dateOf }: RenderContext,
): readonly T[] {
  const day = (each: T): string => dayOf(newest(each), dateOf) ?? '';
  return [...all].sort(
    (a, b) =>
      compareText(a.page.title, b.page.title) || compareText(a.page.path, b.page.path) || compareText(day(a), day(b)),
  );
}

function renderQuestions(
  { page, questions: { shown, more } }: DisputesContent['questions'][number],
  { notes }: RenderContext,
): readonly string[] {
  const rest = shown.length === 0 ? count(more, 'question') : `And ${more} more`;
  return [
    ...shown.map((question) => `- ${linkTo(page)}: ${notes.render(question)}`),
    ...(more === 0 ? [] : [`- ${rest} on ${linkTo(page)}.`]),
  ];
}

/** With the day of its newest source, unless it names that. */
function dated(passage: CitedPassage, { notes, dateOf }: RenderContext): string {
  const day = dayOf(passage, dateOf);
  const text = notes.render(passage);
  return day === null || passage.markdown.includes(day) ? text : `${day}: ${text}`;
}

/** `[[hembury-tunnel|Hembury Tunnel]]`, without what a link cannot hold. */
function linkTo({ slug, title }: Pick<Page, 'slug' | 'title'>): string {
  const words = linkWords(title);
  return words === '' ? `[[${slug}]]` : `[[${slug}|${words}]]`;
}
