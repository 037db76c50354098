import { updateFile, type Evidence, type FileEdit, type SpliceSpec } from '../../change';
import type { FrontmatterEdit } from '../../markdown';
import { citeSource } from '../../wiki';
import { fromLine, longestQuote, times, type Context } from './context';
import { flagBlock, flagEvidence } from './flags';
import { frontmatterSplices } from './frontmatter';
import type { PlannedUpdate } from './plan';
import { evidenceOf, quoteBlock, quoteOf, quoteText } from './quote';
import { sentencesAbout } from './rank';
import { insertion, quotePlace } from './sections';
import type { Subject } from './subjects';

/**
 * What an existing page receives from a source: a dated quotation, flags for contradictions, the source in its frontmatter.
 *
 * @param contradicts the page itself, not another source's summary, is what the source contradicts
 * @param summaryHead id of the hunk that creates the source's summary
 */
export function updatePage(
  { subject, text, parts, comparison: { conflicts }, why }: PlannedUpdate,
  contradicts: boolean,
  summaryHead: string,
  context: Context,
): FileEdit | null {
  const { page } = subject;
  const { reach, quoted } = context;
  const outright = sentencesAbout(context.reading, subject, reach.quotes);
  const chosen =
    outright.length > 0
      ? outright
      : sentencesAbout(context.reading, { mentions: parts, definitions: [] }, reach.quotes);
  if (chosen.length === 0) return null;
  const quotes = chosen.map(({ sentence, focus }) => quoteOf(sentence, longestQuote, focus));
  const place = quotePlace(text);
  const block = `${fromLine(context.summary.slug, context.title, context.date, context)}\n\n${quoteBlock(quotes.map((quote) => quoteText(quote, quoted)))}`;
  const evidence = quotes.map((quote) => evidenceOf(quote, quoted));
  const marks = markSource(subject, text, contradicts, evidence, summaryHead, context);
  const splices: SpliceSpec[] = [
    ...marks,
    {
      name: 'quotes',
      start: place.at,
      end: place.at,
      text: insertion(place, [block], true),
      title:
        place.heading === null ? `Quotation from ${quoted.path}` : `New section "${place.heading.replace(/^#+ /, '')}"`,
      reason:
        outright.length > 0
          ? `The source names "${page.title}" ${times(subject.mentions.length)}.`
          : `The source is about "${page.title}" by its ${subject.headed ?? 'title'}, and speaks of a part of it that the page speaks of too.`,
      evidence,
      needs: [...marks.map((_, index) => `source-${index}`), ...(context.links ? [summaryHead] : [])],
    },
    ...conflicts.map((conflict) => ({
      start: place.at,
      end: place.at,
      text: insertion(place, [flagBlock(conflict, context)], false),
      title: `Contradiction: ${conflict.attribute}`,
      reason: `Two sources give different values for "${conflict.attribute}".`,
      evidence: flagEvidence(conflict, context),
      needs: ['quotes'],
    })),
  ];
  return updateFile({ path: page.path, base: text, splices, why });
}

/** The hunks in the frontmatter; none for a note that is not in the wiki's form, or whose frontmatter cannot be read. */
function markSource(
  subject: Subject,
  text: string,
  contradicts: boolean,
  evidence: readonly Evidence[],
  summaryHead: string,
  context: Context,
): readonly SpliceSpec[] {
  const { page } = subject;
  if (page.schema === null) return [];
  const edits: FrontmatterEdit[] = [
    { op: 'add', path: ['sources'], value: citeSource(context.source, page.schema) },
    { op: 'set', path: ['updated_at'], value: context.updatedAt },
  ];
  if (contradicts) edits.push({ op: 'add', path: ['contradicts'], value: context.summary.slug });
  return frontmatterSplices(text, edits).map((splice, index) => ({
    ...splice,
    name: `source-${index}`,
    title: 'Frontmatter',
    reason: `The page now rests on ${context.source.path} too.`,
    evidence,
    needs: ['quotes', ...(contradicts ? [summaryHead] : [])],
  }));
}
