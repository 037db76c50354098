import { eolOf } from '../../markdown';
import { renderPageLink } from '../extractive/context';
import { escapeMarkdown, cutQuote, renderQuote, MAX_QUOTE_LENGTH } from '../extractive/quote';
import { findInsertionPoint } from '../extractive/insertion-point';
import { blockEnd, sectionEnd } from './edit-anchors';
import { evidenceFor } from './claims';
import { type EditTarget, type ValidEdit } from './validate-edits';
import { describeResolution, statementLine, type ResolvedConflict } from './resolve-conflicts';
import { type SurveyClaim } from './types';
import { buildReason, type OrderedSplice, type WriteContext } from './write-context';

const HISTORY_HEADING = 'History';

/** That a page has been replaced, and what says so. */
export interface Supersession {
  readonly by: { readonly slug: string; readonly title: string };
  /** Why, as the second half of a sentence. */
  readonly why: string;
  /** Its quote says so; `null` where the facts of the source do. */
  readonly claim: SurveyClaim | null;
}

/** Statements that no edit changes as well, each once. */
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

/** What becomes of each contradiction: a callout, or a line of the history and a sentence that is replaced. */
export function conflictSplices(
  conflicts: readonly ResolvedConflict[],
  target: EditTarget,
  context: WriteContext,
): readonly OrderedSplice[] {
  const { text } = target;
  const eol = eolOf(text);
  const { quoteSource: quoted, source, date } = context;
  const found: OrderedSplice[] = [];
  const history: { readonly line: string; readonly conflict: ResolvedConflict; readonly replaces: string | null }[] =
    [];
  for (const [index, conflict] of conflicts.entries()) {
    const { claim, resolution: settled, statement, old } = conflict;
    const evidence = evidenceFor([claim], quoted);
    const quote = renderQuote(cutQuote({ text: claim.quote, anchor: claim.anchor }, MAX_QUOTE_LENGTH), quoted);
    const was = escapeMarkdown(statementLine(statement));
    const by = old === null ? '' : ` [${old.id}]`;
    if (settled === null) {
      const at = blockEnd(text, conflict.end);
      const block = ['> [!warning] Contradiction', `> This page: ${was}${by}`, '>', `> ${quote}`];
      found.push({
        order: 0.5,
        splice: {
          start: at,
          end: at,
          text: `${eol}${eol}${block.join(eol)}`,
          title: 'Contradiction',
          reason: buildReason([claim], '', [], ['It contradicts a statement of the page; both are kept.']),
          evidence,
          needs: [context.summary.head],
        },
      });
    } else if (settled.keeps === 'old') {
      history.push({ line: `- ${quote} says otherwise; ${describeResolution(conflict)}.`, conflict, replaces: null });
    } else {
      const name = `settled-${index}`;
      const tail = /^\s*\[[a-z0-9][a-z0-9-]{1,95}\]/.exec(text.slice(conflict.end))?.[0] ?? '';
      found.push({
        order: 0,
        splice: {
          name,
          start: conflict.start,
          end: conflict.end + tail.length,
          text: `${escapeMarkdown(claim.text)} ${quoted.citation}`,
          title: 'Contradiction settled',
          reason: buildReason(
            [claim],
            claim.text,
            [text],
            [
              `It contradicts the page; ${describeResolution(conflict)}. The old statement is kept under "${HISTORY_HEADING}".`,
            ],
          ),
          evidence,
          needs: ['history'],
          declares: [],
        },
      });
      const since = date === null ? '' : ` (${date})`;
      history.push({
        line: `- Until ${source.id}${since}: ${was}${by}; ${describeResolution(conflict)}.`,
        conflict,
        replaces: name,
      });
    }
  }
  if (history.length > 0) {
    const end = sectionEnd(text, HISTORY_HEADING);
    const at = end ?? findInsertionPoint(text).at;
    const lines = history.map(({ line }) => line).join(eol);
    found.push({
      order: 2,
      splice: {
        name: 'history',
        start: at,
        end: at,
        text: end === null ? `${eol}${eol}## ${HISTORY_HEADING}${eol}${eol}${lines}` : `${eol}${lines}`,
        title: HISTORY_HEADING,
        reason: 'What a page or a source said and does not stand is kept here.',
        evidence: evidenceFor(
          history.map(({ conflict }) => conflict.claim),
          quoted,
        ),
        needs: history.flatMap(({ replaces }) => replaces ?? []),
      },
    });
  }
  return found;
}

/** The page keeps its text; a line of its history names the page that replaces it, and goes with that page. */
export function supersessionSplice(
  { by, why, claim }: Supersession,
  hasHistory: boolean,
  { text }: EditTarget,
  { quoteSource: quoted, createdHunks: created }: WriteContext,
): OrderedSplice {
  const eol = eolOf(text);
  const end = sectionEnd(text, HISTORY_HEADING);
  const at = end ?? findInsertionPoint(text).at;
  const quote =
    claim === null
      ? ''
      : ` ${renderQuote(cutQuote({ text: claim.quote, anchor: claim.anchor }, MAX_QUOTE_LENGTH), quoted)}`;
  const line = `- Superseded by ${renderPageLink(by.slug, by.title, { autoLink: true })}; ${why}.${quote}`;
  const isFirst = end === null && !hasHistory;
  return {
    order: 3,
    splice: {
      name: 'superseded',
      start: at,
      end: at,
      text: isFirst ? `${eol}${eol}## ${HISTORY_HEADING}${eol}${eol}${line}` : `${eol}${line}`,
      title: 'Superseded',
      reason: `The new page "${by.title}" replaces this one; ${why}.`,
      evidence: claim === null ? [] : evidenceFor([claim], quoted),
      needs: [created.get(by.slug) ?? [], end === null && hasHistory ? ['history'] : []].flat(),
    },
  };
}
