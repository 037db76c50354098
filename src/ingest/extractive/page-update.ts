import { buildUpdate, type Evidence, type FileEdit, type SpliceSpec } from '../../change';
import { type FrontmatterEdit } from '../../markdown';
import { sourceReference } from '../../wiki';
import { confidenceEdits, confidenceReason } from '../confidence';
import { renderSourceLine, formatTimes, type CurationContext } from './context';
import { renderConflict, conflictEvidence } from './conflict-callout';
import { frontmatterSplices } from './frontmatter';
import { type PlannedUpdate } from './plan';
import { toEvidence, renderBlockQuote, cutQuote, renderQuote, MAX_QUOTE_LENGTH } from './quote';
import { chooseSentencesAbout } from './rank-sentences';
import { renderInsertion, findInsertionPoint } from './insertion-point';
import { type Subject } from './subjects';

/**
 * Updates an existing page from a source: a dated quotation, flags for contradictions, the source in its frontmatter.
 *
 * @param contradicts whether the source contradicts the page itself, not another source's summary
 * @param summaryHead id of the hunk that creates the source's summary
 */
export function updatePage(
  { subject, text, parts, comparison: { conflicts }, why }: PlannedUpdate,
  contradicts: boolean,
  summaryHead: string,
  context: CurationContext,
): FileEdit | null {
  const { page } = subject;
  const { limits, quoteSource } = context;
  const direct = chooseSentencesAbout(context.parsed, subject, limits.quotes);
  const chosen =
    direct.length > 0
      ? direct
      : chooseSentencesAbout(context.parsed, { mentions: parts, definitions: [] }, limits.quotes);
  if (chosen.length === 0) return null;
  const quotes = chosen.map(({ sentence, focus }) => cutQuote(sentence, MAX_QUOTE_LENGTH, focus));
  const place = findInsertionPoint(text);
  const block = `${renderSourceLine(context.summary.slug, context.title, context.date, context)}\n\n${renderBlockQuote(quotes.map((quote) => renderQuote(quote, quoteSource)))}`;
  const evidence = quotes.map((quote) => toEvidence(quote, quoteSource));
  const marks = addSource(subject, text, contradicts, evidence, summaryHead, context);
  const splices: SpliceSpec[] = [
    ...marks,
    {
      name: 'quotes',
      start: place.at,
      end: place.at,
      text: renderInsertion(place, [block], true),
      title:
        place.heading === null
          ? `Quotation from ${quoteSource.path}`
          : `New section "${place.heading.replace(/^#+ /, '')}"`,
      reason:
        direct.length > 0
          ? `The source names "${page.title}" ${formatTimes(subject.mentions.length)}.`
          : `The ${subject.namedInHeading ?? 'title'} of the source names "${page.title}", and both describe the same part of it.`,
      evidence,
      needs: [...marks.map((_, index) => `source-${index}`), ...(context.autoLink ? [summaryHead] : [])],
    },
    ...conflicts.map((conflict) => ({
      start: place.at,
      end: place.at,
      text: renderInsertion(place, [renderConflict(conflict, context)], false),
      title: `Contradiction: ${conflict.attribute}`,
      reason: `Two sources give different values for "${conflict.attribute}".`,
      evidence: conflictEvidence(conflict, context),
      needs: ['quotes'],
    })),
  ];
  return buildUpdate({ path: page.path, base: text, splices, why });
}

/** Adds the source to the frontmatter. Changes nothing in a note without the wiki's schema or with unreadable frontmatter. */
function addSource(
  subject: Subject,
  text: string,
  contradicts: boolean,
  evidence: readonly Evidence[],
  summaryHead: string,
  context: CurationContext,
): readonly SpliceSpec[] {
  const { page } = subject;
  if (page.schema === null) return [];
  const capped = confidenceEdits(page, context.source, context.snapshot);
  const edits: FrontmatterEdit[] = [
    { op: 'add', path: ['sources'], value: sourceReference(context.source, page.schema) },
    ...capped,
    { op: 'set', path: ['updated_at'], value: context.updatedAt },
  ];
  if (contradicts) edits.push({ op: 'add', path: ['contradicts'], value: context.summary.slug });
  return frontmatterSplices(text, edits).map((splice, index) => ({
    ...splice,
    name: `source-${index}`,
    title: 'Frontmatter',
    reason: `The page now also cites ${context.source.path}.${confidenceReason(capped)}`,
    evidence,
    needs: ['quotes', ...(contradicts ? [summaryHead] : [])],
  }));
}
