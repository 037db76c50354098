import { buildCreation, type FileEdit, type PartSpec } from '../../change';
import { sourceReference, pathForNewPage, renderNewPage, sourceDate, type Page, type Source } from '../../wiki';
import { renderSourceLine, MAX_QUOTE_LENGTH, formatTimes, type CurationContext } from './context';
import { uncheckedEvidence, renderConflict, conflictEvidence } from './conflict-callout';
import { choosePageKind } from './kinds';
import { type PlannedPage } from './plan';
import { toEvidence, renderBlockQuote, cutQuote, renderQuote } from './quote';
import { chooseSentencesAbout } from './rank-sentences';
import { QUOTE_SECTION_TITLE } from './insertion-point';
import { type Term } from './terms';

/** The kind and the path of a new page for a term. */
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
 * A new page: the quotation that says best what its subject is, then what each source says, the earlier ones first.
 *
 * @param summaryOf a source's summary page, `null` where it has none
 */
export function createNewPage(
  planned: PlannedPage,
  summaryHead: string,
  summaryOf: (source: Source) => Page | null,
  context: CurationContext,
): FileEdit {
  const { term, slug, earlier: sightings } = planned;
  const { kind, path } = placeNewPage(term, slug, context);
  const { quoteSource: quoted, schema, source } = context;
  const chosen = chooseSentencesAbout(context.parsed, term, context.limits.quotes + 1);
  const leadFrom = term.definitions[0]?.sentence ?? -1;
  const lead = chosen.find(({ sentence }) => sentence.index === leadFrom) ?? chosen[0];
  const leadQuote = lead === undefined ? null : cutQuote(lead.sentence, MAX_QUOTE_LENGTH, lead.focus);
  const head = renderNewPage({
    schema,
    slug,
    kind,
    title: term.name,
    sources: [
      ...sightings.map((sighting) => sourceReference(sighting.source, schema)),
      sourceReference(source, schema),
    ],
    updatedAt: context.updatedAt,
    aliases: term.aliases.slice(0, 8),
    body: leadQuote === null ? '' : renderBlockQuote([renderQuote(leadQuote, quoted)]),
  });
  const parts: PartSpec[] = [
    {
      text: head,
      reason: planned.reason,
      evidence: leadQuote === null ? [] : [toEvidence(leadQuote, quoted)],
    },
  ];
  const rest = chosen.filter((each) => each !== lead).slice(0, context.limits.quotes);
  const groups: PartSpec[] = sightings.flatMap(({ source: earlier, quote }) => {
    if (quote === null) return [];
    const summary = summaryOf(earlier);
    const line = renderSourceLine(summary?.slug ?? null, summary?.title ?? earlier.title, sourceDay(earlier), context);
    return [
      {
        text: `${line}\n\n${renderBlockQuote([quote.markdown])}\n`,
        reason: `An earlier source, ${earlier.id}, names it too.`,
        evidence: [uncheckedEvidence(earlier.path, quote.text, context)],
      },
    ];
  });
  if (rest.length > 0) {
    const quotes = rest.map(({ sentence, focus }) => cutQuote(sentence, MAX_QUOTE_LENGTH, focus));
    groups.push({
      text: `${renderSourceLine(context.summary.slug, context.title, context.date, context)}\n\n${renderBlockQuote(quotes.map((quote) => renderQuote(quote, quoted)))}\n`,
      reason: `The source names "${term.name}" ${formatTimes(term.mentions.length)}.`,
      evidence: quotes.map((quote) => toEvidence(quote, quoted)),
      ...(context.autoLink ? { needs: [summaryHead] } : {}),
    });
  }
  groups.push(
    ...planned.comparison.conflicts.map((conflict) => ({
      text: `${renderConflict(conflict, context)}\n`,
      title: `Contradiction: ${conflict.attribute}`,
      reason: `Two sources give different values for "${conflict.attribute}".`,
      evidence: conflictEvidence(conflict, context),
    })),
  );
  if (groups.length > 0) {
    // The section is one part: a reader accepts or rejects what the sources say together.
    const text = `\n## ${QUOTE_SECTION_TITLE}\n\n${groups.map((group) => group.text).join('\n')}`;
    parts.push({
      text,
      title: `New section "${QUOTE_SECTION_TITLE}"`,
      reason: groups.map((group) => group.reason).join(' '),
      evidence: groups.flatMap((group) => group.evidence ?? []),
      needs: [...new Set(groups.flatMap((group) => group.needs ?? []))],
    });
  }
  return buildCreation({ path, parts, why: [planned.reason] });
}

function sourceDay(source: Source): string | null {
  return sourceDate(source)?.slice(0, 10) ?? null;
}
