import { escapeMarkdown, eolOf } from '../../markdown';
import { renderPageLink } from '../extractive/context';
import { findInsertionPoint } from '../extractive/insertion-point';
import { cutQuote, MAX_QUOTE_LENGTH, renderQuote } from '../extractive/quote';
import { evidenceFor } from './claims';
import { blockEnd, sectionEnd } from './edit-anchors';
import { describeResolution, statementLine, type ResolvedConflict } from './resolve-conflicts';
import { type SurveyClaim } from './types';
import { type EditTarget, type ValidEdit } from './validate-edits';
import { buildReason, type OrderedSplice, type WriteContext } from './write-context';

const HISTORY_HEADING = 'History';

/** The page that replaces another one, and why. */
export interface Supersession {
  readonly by: { readonly slug: string; readonly title: string };
  /** The second half of a sentence. */
  readonly why: string;
  /** The claim whose quote says so; `null` if the facts of the source do. */
  readonly claim: SurveyClaim | null;
}

/** A line for the history of a page. */
interface HistoryLine {
  readonly text: string;
  readonly claim: SurveyClaim;
  /** Name of the splice that replaces the old statement; `null` if the page keeps it. */
  readonly needs: string | null;
}

/** The conflicts whose statement is not changed by an edit or part of an earlier conflict. */
export function withoutOverlaps(
  conflicts: readonly ResolvedConflict[],
  edits: readonly ValidEdit[],
): readonly ResolvedConflict[] {
  return conflicts.filter(
    (conflict, index) =>
      !edits.some((edit) => edit.start < conflict.end && conflict.start < edit.end) &&
      !conflicts.slice(0, index).some((other) => other.start < conflict.end && conflict.start < other.end),
  );
}

/** The splices for each contradiction: a callout if both statements are kept, else a replacement and a line of history. */
export function conflictSplices(
  conflicts: readonly ResolvedConflict[],
  { text }: EditTarget,
  context: WriteContext,
): readonly OrderedSplice[] {
  const splices: OrderedSplice[] = [];
  const history: HistoryLine[] = [];
  for (const [index, conflict] of conflicts.entries()) {
    const { claim, resolution } = conflict;
    if (resolution === null) splices.push(calloutSplice(conflict, text, context));
    else if (resolution.keeps === 'old') {
      const line = `- ${quoteOf(claim, context)} says otherwise; ${describeResolution(conflict)}.`;
      history.push({ text: line, claim, needs: null });
    } else {
      const name = `resolved-${index}`;
      splices.push(replacementSplice(name, conflict, text, context));
      history.push({ text: untilLine(conflict, context), claim, needs: name });
    }
  }
  if (history.length > 0) splices.push(historySplice(history, text, context));
  return splices;
}

function calloutSplice(conflict: ResolvedConflict, text: string, context: WriteContext): OrderedSplice {
  const eol = eolOf(text);
  const at = blockEnd(text, conflict.end);
  const quote = quoteOf(conflict.claim, context);
  const block = ['> [!warning] Contradiction', `> This page: ${oldStatement(conflict)}`, '>', `> ${quote}`];
  return {
    order: 0.5,
    splice: {
      start: at,
      end: at,
      text: `${eol}${eol}${block.join(eol)}`,
      title: 'Contradiction',
      reason: buildReason([conflict.claim], '', [], ['It contradicts a statement of the page. Both are kept.']),
      evidence: evidenceFor([conflict.claim], context.quoteSource),
      needs: [context.summary.head],
    },
  };
}

function replacementSplice(
  name: string,
  conflict: ResolvedConflict,
  text: string,
  { quoteSource }: WriteContext,
): OrderedSplice {
  const { claim, start, end } = conflict;
  const citation = /^\s*\[[a-z0-9][a-z0-9-]{1,95}\]/.exec(text.slice(end))?.[0] ?? '';
  const resolution = `It contradicts the page; ${describeResolution(conflict)}.`;
  return {
    order: 0,
    splice: {
      name,
      start,
      end: end + citation.length,
      text: `${escapeMarkdown(claim.text)} ${quoteSource.citation}`,
      title: 'Contradiction settled',
      reason: buildReason(
        [claim],
        claim.text,
        [text],
        [resolution, `The old statement is kept under "${HISTORY_HEADING}".`],
      ),
      evidence: evidenceFor([claim], quoteSource),
      needs: ['history'],
      declares: [],
    },
  };
}

function historySplice(history: readonly HistoryLine[], page: string, { quoteSource }: WriteContext): OrderedSplice {
  const lines = history.map(({ text }) => text).join(eolOf(page));
  return {
    order: 2,
    splice: {
      name: 'history',
      ...insertHistory(page, lines, true),
      title: HISTORY_HEADING,
      reason: 'It keeps the statements that no longer apply.',
      evidence: evidenceFor(
        history.map(({ claim }) => claim),
        quoteSource,
      ),
      needs: history.flatMap(({ needs }) => needs ?? []),
    },
  };
}

/**
 * Adds a line to the history that names the page's successor. The page keeps its text, and the line depends on the new page.
 *
 * @param hasHistory another splice of the same page adds to the history
 */
export function supersessionSplice(
  { by, why, claim }: Supersession,
  hasHistory: boolean,
  { text }: EditTarget,
  context: WriteContext,
): OrderedSplice {
  const isNew = sectionEnd(text, HISTORY_HEADING) === null;
  const quote = claim === null ? '' : ` ${quoteOf(claim, context)}`;
  const line = `- Superseded by ${renderPageLink(by.slug, by.title, { autoLink: true })}; ${why}.${quote}`;
  return {
    order: 3,
    splice: {
      name: 'superseded',
      ...insertHistory(text, line, !hasHistory),
      title: 'Superseded',
      reason: `The new page "${by.title}" replaces this one; ${why}.`,
      evidence: claim === null ? [] : evidenceFor([claim], context.quoteSource),
      needs: [context.createdHunks.get(by.slug) ?? [], isNew && hasHistory ? ['history'] : []].flat(),
    },
  };
}

/** Where lines of history go, and their text. @param withHeading adds the heading if the page has none */
function insertHistory(
  page: string,
  lines: string,
  withHeading: boolean,
): { readonly start: number; readonly end: number; readonly text: string } {
  const eol = eolOf(page);
  const end = sectionEnd(page, HISTORY_HEADING);
  const at = end ?? findInsertionPoint(page).at;
  const heading = end === null && withHeading ? `${eol}${eol}## ${HISTORY_HEADING}${eol}` : '';
  return { start: at, end: at, text: `${heading}${eol}${lines}` };
}

function untilLine(conflict: ResolvedConflict, { source, date }: WriteContext): string {
  const since = date === null ? '' : ` (${date})`;
  return `- Until ${source.id}${since}: ${oldStatement(conflict)}; ${describeResolution(conflict)}.`;
}

/** The statement of the page with the citation of its source. */
function oldStatement({ statement, old }: ResolvedConflict): string {
  return escapeMarkdown(statementLine(statement)) + (old === null ? '' : ` [${old.id}]`);
}

function quoteOf({ quote, anchor }: SurveyClaim, { quoteSource }: WriteContext): string {
  return renderQuote(cutQuote({ text: quote, anchor }, MAX_QUOTE_LENGTH), quoteSource);
}
