import { createFile, type FileEdit, type PartSpec } from '../../change';
import { citeSource, placeForPage, renderNewPage, sourceDate, type Page, type Source } from '../../wiki';
import { fromLine, longestQuote, times, type Context } from './context';
import { earlierEvidence, flagBlock, flagEvidence } from './flags';
import { kindOfTerm } from './kinds';
import type { PlannedEntry } from './plan';
import { evidenceOf, quoteBlock, quoteOf, quoteText } from './quote';
import { sentencesAbout } from './rank';
import { quoteSection } from './sections';
import type { Term } from './terms';

/** The kind and the path of a new page for a term. */
function placeOfEntry(term: Term, slug: string, context: Context): { kind: string; path: string } {
  const kind = kindOfTerm(
    term.name,
    term.type,
    term.definitions.map((definition) => definition.predicate),
    context.manifest.entityTypes,
  );
  return { kind, path: placeForPage(context.snapshot, kind, slug) };
}

/**
 * A new page: the quotation that says best what its subject is, then what each source says, the earlier ones first.
 *
 * @param summaryOf a source's summary page, `null` where it has none
 */
export function createEntry(
  entry: PlannedEntry,
  summaryHead: string,
  summaryOf: (source: Source) => Page | null,
  context: Context,
): FileEdit {
  const { term, slug, sightings } = entry;
  const { kind, path } = placeOfEntry(term, slug, context);
  const { quoted, schema, source } = context;
  const chosen = sentencesAbout(context.reading, term, context.reach.quotes + 1);
  const leadFrom = term.definitions[0]?.sentence ?? -1;
  const lead = chosen.find(({ sentence }) => sentence.index === leadFrom) ?? chosen[0];
  const leadQuote = lead === undefined ? null : quoteOf(lead.sentence, longestQuote, lead.focus);
  const head = renderNewPage({
    schema,
    slug,
    kind,
    title: term.name,
    sources: [...sightings.map((sighting) => citeSource(sighting.source, schema)), citeSource(source, schema)],
    updatedAt: context.updatedAt,
    aliases: term.aliases.slice(0, 8),
    body: leadQuote === null ? '' : quoteBlock([quoteText(leadQuote, quoted)]),
  });
  const parts: PartSpec[] = [
    {
      text: head,
      reason: entry.reason,
      evidence: leadQuote === null ? [] : [evidenceOf(leadQuote, quoted)],
    },
  ];
  const rest = chosen.filter((each) => each !== lead).slice(0, context.reach.quotes);
  const groups: PartSpec[] = sightings.flatMap(({ source: earlier, quote }) => {
    if (quote === null) return [];
    const summary = summaryOf(earlier);
    const line = fromLine(summary?.slug ?? null, summary?.title ?? earlier.title, dayOf(earlier), context);
    return [
      {
        text: `${line}\n\n${quoteBlock([quote.markdown])}\n`,
        reason: `An earlier source, ${earlier.id}, names it too.`,
        evidence: [earlierEvidence(earlier.path, quote.shown, context)],
      },
    ];
  });
  if (rest.length > 0) {
    const quotes = rest.map(({ sentence, focus }) => quoteOf(sentence, longestQuote, focus));
    groups.push({
      text: `${fromLine(context.summary.slug, context.title, context.date, context)}\n\n${quoteBlock(quotes.map((quote) => quoteText(quote, quoted)))}\n`,
      reason: `The source names "${term.name}" ${times(term.mentions.length)}.`,
      evidence: quotes.map((quote) => evidenceOf(quote, quoted)),
      ...(context.links ? { needs: [summaryHead] } : {}),
    });
  }
  groups.push(
    ...entry.comparison.conflicts.map((conflict) => ({
      text: `${flagBlock(conflict, context)}\n`,
      title: `Contradiction: ${conflict.attribute}`,
      reason: `Two sources give different values for "${conflict.attribute}".`,
      evidence: flagEvidence(conflict, context),
    })),
  );
  if (groups.length > 0) {
    // The section is one part: a reader accepts or rejects what the sources say together.
    const text = `\n## ${quoteSection}\n\n${groups.map((group) => group.text).join('\n')}`;
    parts.push({
      text,
      title: `New section "${quoteSection}"`,
      reason: groups.map((group) => group.reason).join(' '),
      evidence: groups.flatMap((group) => group.evidence ?? []),
      needs: [...new Set(groups.flatMap((group) => group.needs ?? []))],
    });
  }
  return createFile({ path, parts, why: [entry.reason] });
}

function dayOf(source: Source): string | null {
  return sourceDate(source)?.slice(0, 10) ?? null;
}
