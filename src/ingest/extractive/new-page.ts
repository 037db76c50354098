import { buildCreation, type FileEdit, type PartSpec } from '../../change';
import { sourceReference, pathForNewPage, renderNewPage, type Page, type Source } from '../../wiki';
import { confidenceCap } from '../confidence';
import { renderSourceLine, formatTimes, type CurationContext } from './context';
import { uncheckedEvidence, renderConflict, conflictEvidence } from './conflict-callout';
import { type Conflict } from './conflicts';
import { type EarlierMention } from './earlier-mentions';
import { choosePageKind } from './kinds';
import { type PlannedPage } from './plan';
import { toEvidence, renderBlockQuote, cutQuote, renderQuote, MAX_QUOTE_LENGTH } from './quote';
import { chooseSentencesAbout } from './rank-sentences';
import { QUOTE_SECTION_TITLE } from './insertion-point';
import { type Term } from './terms';

/** Chooses kind and path of a new page for a term. */
function placeNewPage(term: Term, slug: string, context: CurationContext): { kind: string; path: string } {
  const kind = choosePageKind(
    term.name,
    term.type,
    term.definitions.map((definition) => definition.predicate),
    context.manifest.entityTypes,
  );
  return { kind, path: pathForNewPage(context.snapshot, kind, slug) };
}

/**
 * Creates a page: first the quotation that best says what its subject is, then what each source says, earlier sources
 * first.
 *
 * @param summaryOf a source's summary page, `null` if it has none
 */
export function createNewPage(
  planned: PlannedPage,
  summaryHead: string,
  summaryOf: (source: Source) => Page | null,
  context: CurationContext,
): FileEdit {
  const { term, slug, earlier } = planned;
  const { kind, path } = placeNewPage(term, slug, context);
  const { quoteSource, schema, source } = context;
  const chosen = chooseSentencesAbout(context.parsed, term, context.limits.quotes + 1);
  const leadIndex = term.definitions[0]?.sentence ?? -1;
  const lead = chosen.find(({ sentence }) => sentence.index === leadIndex) ?? chosen[0];
  const leadQuote = lead === undefined ? null : cutQuote(lead.sentence, MAX_QUOTE_LENGTH, lead.focus);
  const sources = [...earlier.map((mention) => mention.source), source];
  const head = renderNewPage({
    schema,
    slug,
    kind,
    title: term.name,
    sources: sources.map((each) => sourceReference(each, schema)),
    confidence: confidenceCap(sources),
    updatedAt: context.updatedAt,
    aliases: term.aliases.slice(0, 8),
    body: leadQuote === null ? '' : renderBlockQuote([renderQuote(leadQuote, quoteSource)]),
  });
  const rest = chosen.filter((each) => each !== lead).slice(0, context.limits.quotes);
  const parts: PartSpec[] = [
    { text: head, reason: planned.reason, evidence: leadQuote === null ? [] : [toEvidence(leadQuote, quoteSource)] },
    ...joinSection([
      ...createEarlierParts(earlier, summaryOf, context),
      ...createSourceParts(rest, term, summaryHead, context),
      ...createConflictParts(planned.comparison.conflicts, context),
    ]),
  ];
  return buildCreation({ path, parts, why: [planned.reason] });
}

/** What earlier sources said about the term. */
function createEarlierParts(
  earlier: readonly EarlierMention[],
  summaryOf: (source: Source) => Page | null,
  context: CurationContext,
): readonly PartSpec[] {
  return earlier.flatMap(({ source, quote }) => {
    if (quote === null) return [];
    const summary = summaryOf(source);
    const line = renderSourceLine(summary?.slug ?? null, summary?.title ?? source.title, sourceDay(source), context);
    return [
      {
        text: `${line}\n\n${renderBlockQuote([quote.markdown])}\n`,
        reason: `An earlier source, ${source.id}, names it too.`,
        evidence: [uncheckedEvidence(source.path, quote.text, context)],
      },
    ];
  });
}

/** What this source says besides the first quotation. */
function createSourceParts(
  sentences: ReturnType<typeof chooseSentencesAbout>,
  term: Term,
  summaryHead: string,
  context: CurationContext,
): readonly PartSpec[] {
  if (sentences.length === 0) return [];
  const { quoteSource } = context;
  const quotes = sentences.map(({ sentence, focus }) => cutQuote(sentence, MAX_QUOTE_LENGTH, focus));
  const line = renderSourceLine(context.summary.slug, context.title, context.date, context);
  return [
    {
      text: `${line}\n\n${renderBlockQuote(quotes.map((quote) => renderQuote(quote, quoteSource)))}\n`,
      reason: `The source names "${term.name}" ${formatTimes(term.mentions.length)}.`,
      evidence: quotes.map((quote) => toEvidence(quote, quoteSource)),
      ...(context.autoLink ? { needs: [summaryHead] } : {}),
    },
  ];
}

function createConflictParts(conflicts: readonly Conflict[], context: CurationContext): readonly PartSpec[] {
  return conflicts.map((conflict) => ({
    text: `${renderConflict(conflict, context)}\n`,
    reason: `Two sources give different values for "${conflict.attribute}".`,
    evidence: conflictEvidence(conflict, context),
  }));
}

/** Joins the parts of the section, so that a reviewer accepts or rejects it as a whole. */
function joinSection(groups: readonly PartSpec[]): readonly PartSpec[] {
  if (groups.length === 0) return [];
  return [
    {
      text: `\n## ${QUOTE_SECTION_TITLE}\n\n${groups.map((group) => group.text).join('\n')}`,
      title: `New section "${QUOTE_SECTION_TITLE}"`,
      reason: groups.map((group) => group.reason).join(' '),
      evidence: groups.flatMap((group) => group.evidence ?? []),
      needs: [...new Set(groups.flatMap((group) => group.needs ?? []))],
    },
  ];
}

function sourceDay(source: Source): string | null {
  return source.date?.slice(0, 10) ?? null;
}
