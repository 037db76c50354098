import { findDates } from '../../base';
import { buildUpdate, type Evidence, type FileEdit, type SpliceSpec } from '../../change';
import { type FrontmatterEdit } from '../../markdown';
import { type Claim, HISTORY_HEADING, type Page, readLedger, sourceReference } from '../../wiki';
import { confidenceEdits, confidenceReason } from '../confidence';
import { renderBlocks, dateOfStatement, compareStatedDates, topicOf, type PlacedStatement } from './blocks';
import { type AddLinks } from './build-page';
import { renderConflict, uncheckedEvidence } from './conflict-callout';
import { type PageConflict } from './conflicts';
import { escapeInline, formatTimes, type CurationContext } from './context';
import { FootnotePrinter } from './footnotes';
import { frontmatterSplices } from './frontmatter';
import { blockEnd, FURTHER_HEADING, placeBelow, readLayout, type PageLayout } from './insertion-point';
import { type SourcePart } from './page-plan';
import { type Sentence } from './parse-source';
import { withoutSentences } from './statement-parts';
import { type Subject } from './subjects';

/** What a source adds to a page that exists. */
export interface PageAddition {
  readonly page: Page;
  readonly text: string;
  readonly subject: Subject | null;
  /** New statements. */
  readonly part: SourcePart;
  /** Statements that the page makes already, and the source makes too. */
  readonly confirmed: readonly { readonly claim: Claim; readonly sentence: Sentence }[];
  readonly conflicts: readonly PageConflict[];
  readonly why: readonly string[];
}

/**
 * Adds what a source says to an existing page, each statement with its footnote: where the page has a section about it, else after
 * what it says already. A statement that the page makes already gets a further footnote.
 *
 * @param contradicts whether the source contradicts the page itself, not another source's summary
 * @param summaryHead id of the hunk that creates the source's summary
 */
export function updatePage(
  addition: PageAddition,
  contradicts: boolean,
  summaryHead: string,
  addLinks: (text: string, linked: Set<string>, existing: string) => string,
  context: CurationContext,
): FileEdit | null {
  const { page, text, part, confirmed, conflicts, why } = addition;
  const printer = new FootnotePrinter(definitionsOf(text));
  const layout = readLayout(text);
  const linked = new Set([page.slug, ...page.links.map(({ target }) => target)]);
  const link: AddLinks = (added, known) => addLinks(added, known, text);
  const disputed = new Set(conflicts.map(({ sentence }) => sentence.text));
  const statements = withoutSentences(part.statements, ({ text: said }) => disputed.has(said)).map((statement) => ({
    statement,
    part,
  }));
  const content: SpliceSpec[] = [
    ...confirmed.map(({ claim, sentence }) => ({
      start: claim.end,
      end: claim.end,
      text: printer.mark(sentence, context.cited),
      title: 'Another source for a statement',
      reason: 'The source says the same.',
      ...printer.take(),
    })),
    ...conflicts.map((conflict) => conflictSplice(conflict, layout, printer, text, context)),
    ...insertStatements(statements, layout, printer, linked, link, addition, context),
  ];
  if (content.length === 0) return null;
  const evidence = content.flatMap((splice) => splice.evidence ?? []);
  const marks = addSources(addition, contradicts, evidence, summaryHead, context);
  const needs = marks.flatMap(({ name }) => name ?? []);
  const [first, second] = content;
  const splices = [
    ...marks.map((mark) => ({
      ...mark,
      needs: [...(mark.needs ?? []), ...(second === undefined && first !== undefined ? ['content-0'] : [])],
    })),
    ...content.map((splice, at) => ({
      ...splice,
      name: `content-${at}`,
      needs: [...needs, ...(context.autoLink ? [summaryHead] : [])],
    })),
  ];
  return buildUpdate({ path: page.path, base: text, splices, why });
}

function definitionsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...readLedger(text).notes].map(([label, { start, end }]) => [
      label,
      text.slice(start, end).replace(/^\[\^[^\]]*\]:[ \t]*/, ''),
    ]),
  );
}

function insertStatements(
  statements: readonly PlacedStatement[],
  layout: PageLayout,
  printer: FootnotePrinter,
  linked: Set<string>,
  link: AddLinks,
  addition: PageAddition,
  context: CurationContext,
): readonly SpliceSpec[] {
  const { page, text } = addition;
  const reason = reasonFor(addition, context);
  const splices: SpliceSpec[] = [];
  const add = (at: number, markdown: string, title: string | null): void => {
    splices.push({
      start: at,
      end: at,
      text: link(markdown, linked).replaceAll('\n', layout.eol),
      ...(title === null ? {} : { title }),
      reason,
      ...printer.take(),
    });
  };
  const history = layout.endOf(HISTORY_HEADING);
  const groups = new Map<string, PlacedStatement[]>();
  for (const each of statements) {
    const date = history === null ? null : dateOfStatement(each.statement);
    if (history !== null && date !== null) {
      const item = `- ${printer.statement(each.statement, each.part.cited)}`;
      add(historyPlace(text, history, date), `\n${item}`, `History, ${date.year}`);
      continue;
    }
    const topic = topicOf(each, page.title);
    const key = topic !== null && layout.endOf(topic) !== null ? topic : '';
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  for (const [topic, group] of groups) {
    const blocks = renderBlocks(group, printer).join('\n\n');
    if (topic !== '') add(layout.endOf(topic) ?? layout.contentEnd, `\n\n${blocks}`, null);
    else if (layout.endOf(FURTHER_HEADING) !== null) add(layout.endOf(FURTHER_HEADING) ?? 0, `\n\n${blocks}`, null);
    else if (!layout.hasSections) add(layout.openingEnd, `\n\n${blocks}`, `New text from ${context.source.id}`);
    else {
      const heading = `${'#'.repeat(layout.level)} ${escapeInline(FURTHER_HEADING)}`;
      add(layout.contentEnd, `\n\n${heading}\n\n${blocks}`, `New section "${FURTHER_HEADING}"`);
    }
  }
  return splices;
}

function reasonFor({ subject }: PageAddition, { source }: CurationContext): string {
  if (subject === null) return `${source.id} says this.`;
  const times = subject.mentions.length;
  return times === 0
    ? `The ${subject.namedInHeading ?? 'title'} of the source names "${subject.page.title}", and both describe the same part of it.`
    : `The source names "${subject.page.title}" ${formatTimes(times)}.`;
}

/** After the last item that is not later. @param end of the section */
function historyPlace(text: string, end: number, date: NonNullable<ReturnType<typeof dateOfStatement>>): number {
  const start = text.lastIndexOf('\n#', end) + 1;
  let place = end;
  let at = start;
  let isFirst = true;
  for (const line of text.slice(start, end).split('\n')) {
    const lineEnd = at + line.replace(/\r$/, '').length;
    const stated = /^[-*+] /.test(line) ? findDates(line.replace(/\[\^[^\]]*\]/g, ''))[0] : undefined;
    if (stated !== undefined) {
      if (compareStatedDates(stated, date) > 0) return isFirst ? at - 1 : place;
      place = lineEnd;
      isFirst = false;
    }
    at += line.length + 1;
  }
  return isFirst ? end : Math.max(place, at - 1 > end ? end : place);
}

function conflictSplice(
  conflict: PageConflict,
  layout: PageLayout,
  printer: FootnotePrinter,
  text: string,
  context: CurationContext,
): SpliceSpec {
  const { existing, attribute } = conflict;
  const place = placeOf(existing, layout, text);
  const callout = renderConflict(conflict, printer, context);
  const taken = printer.take();
  return {
    ...place,
    text: `\n\n${callout}${place.end > place.start ? '\n\n' : ''}`.replaceAll('\n', layout.eol),
    title: `Contradiction: ${attribute}`,
    reason: `Two sources give different values for "${attribute}".`,
    ...taken,
    evidence: [...taken.evidence, ...uncheckedEvidence(conflict, context)],
  };
}

/** Below the statement that is contradicted; a paragraph of a person stays in one piece. */
function placeOf(
  { end, source }: PageConflict['existing'],
  layout: PageLayout,
  text: string,
): { readonly start: number; readonly end: number } {
  if (end !== null && source !== null) return placeBelow(text, end);
  const at = end === null ? layout.contentEnd : blockEnd(text, end);
  return { start: at, end: at };
}

/** Adds the sources to the frontmatter. Changes nothing in a note without the wiki's schema or with unreadable frontmatter. */
function addSources(
  { page, text, conflicts }: PageAddition,
  contradicts: boolean,
  evidence: readonly Evidence[],
  summaryHead: string,
  context: CurationContext,
): readonly SpliceSpec[] {
  const { schema } = page;
  if (schema === null) return [];
  const earlier = conflicts.flatMap(({ existing }) => (existing.earlier === undefined ? [] : (existing.source ?? [])));
  const capped = confidenceEdits(page, context.source, context.snapshot);
  const edits: FrontmatterEdit[] = [
    ...[...earlier, context.source].map((source) => ({
      ...({ op: 'add', path: ['sources'] } as const),
      value: sourceReference(source, schema),
    })),
    ...capped,
    { op: 'set', path: ['updated_at'], value: context.updatedAt },
  ];
  if (contradicts) edits.push({ op: 'add', path: ['contradicts'], value: context.summary.slug });
  return frontmatterSplices(text, edits).map((splice, index, all) => ({
    ...splice,
    name: `source-${index}`,
    title: 'Properties',
    reason: `The page now also cites ${context.source.path}.${confidenceReason(capped)}`,
    evidence,
    needs: [
      ...all.flatMap((_, other) => (other === index ? [] : [`source-${other}`])),
      ...(contradicts ? [summaryHead] : []),
    ],
  }));
}
