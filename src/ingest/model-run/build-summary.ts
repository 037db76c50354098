import { buildCreation, type FileEdit, type PartSpec } from '../../change';
import { renderDate, renderPageLink } from '../extractive/context';
import { renderBlockQuote } from '../extractive/quote';
import { type RawPassage } from './answer-schemas';
import { buildPassage, formatQuotes } from './build-new-pages';
import { evidenceFor } from './claims';
import { cleanText } from './clean-text';
import { buildReason, type WriteContext } from './write-context';

const MAX_PASSAGES = 12;
const MAX_KEY_QUOTES = 12;
const MAX_INVENTED_CLAIMS = 20;

/** A page that the summary links to. */
export interface SummaryLink {
  readonly slug: string;
  readonly title: string;
  /** Id of the hunk that creates the page; `null` if it exists. */
  readonly createdBy: string | null;
}

/** The summary of a source: what the model says about it, its key quotes, and links to the pages that it concerns. */
export function buildSummary(
  path: string,
  head: string,
  passages: readonly RawPassage[],
  links: readonly SummaryLink[],
  context: WriteContext,
): FileEdit {
  const intro = [
    { text: head, reason: `Every source has a summary page. This one is for ${context.source.path}.` },
    ...passageParts(passages, context),
    ...keyQuoteParts(context),
  ];
  // Nothing can be quoted from a picture. Without a passage, list its claims.
  const needsList = context.survey.transcription !== null && intro.length === 1;
  const parts = [
    ...intro,
    ...(needsList ? claimListParts(context) : []),
    ...inventedClaimParts(context),
    ...linkParts(links, context),
    { text: `\n## About this source\n\n${renderDate(context.date)}\n`, reason: 'When the source is from.' },
  ];
  return buildCreation({ path, parts, why: ['the summary of the source'] });
}

function passageParts(passages: readonly RawPassage[], context: WriteContext): readonly PartSpec[] {
  return passages.slice(0, MAX_PASSAGES).flatMap((raw) => {
    const passage = buildPassage(raw, context);
    if (passage === null) return [];
    return {
      text: `\n${passage.text}\n`,
      title: 'Summary',
      reason: buildReason(passage.claims, passage.text, [context.title]),
      evidence: evidenceFor(passage.claims, context.quoteSource),
      needs: passage.links.flatMap((slug) => context.createdHunks.get(slug) ?? []),
    };
  });
}

function keyQuoteParts(context: WriteContext): readonly PartSpec[] {
  const found = context.survey.claims.filter(({ verdict }) => verdict === 'found');
  const chosen = (found.some(({ key }) => key) ? found.filter(({ key }) => key) : found).slice(0, MAX_KEY_QUOTES);
  if (chosen.length === 0) return [];
  return [
    {
      text: `\n## Key quotes\n\n${renderBlockQuote(formatQuotes(chosen, context))}\n`,
      title: 'Key quotes',
      reason: 'The quotes that say most about the source.',
      evidence: evidenceFor(chosen, context.quoteSource),
    },
  ];
}

/** A claim is one line, and starts no block of its own. */
function asOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/^[\s`~#>|]+/, '');
}

function claimListParts({ survey, rules, quoteSource }: WriteContext): readonly PartSpec[] {
  const claims = survey.claims.slice(0, MAX_KEY_QUOTES);
  const items = claims.map(({ text }) => `- ${cleanText(asOneLine(text), rules).text} ${quoteSource.citation}`);
  return [
    {
      text: `\n${items.join('\n')}\n`,
      title: 'Claims',
      reason: buildReason(claims, '', []),
      evidence: evidenceFor(claims, quoteSource),
    },
  ];
}

function inventedClaimParts({ survey, rules, quoteSource }: WriteContext): readonly PartSpec[] {
  const invented = survey.claims.filter(({ verdict }) => verdict === 'not-found').slice(0, MAX_INVENTED_CLAIMS);
  return invented.map((claim) => ({
    text: `\n${cleanText(asOneLine(claim.text), rules).text} (not in the source)\n`,
    title: 'Claim that is not in the source',
    reason: `The quote that the model gave for it is not in the source: "${claim.quote.slice(0, 160)}".`,
    evidence: evidenceFor([claim], quoteSource),
  }));
}

function linkParts(links: readonly SummaryLink[], context: WriteContext): readonly PartSpec[] {
  if (links.length === 0) return [];
  return [
    { text: '\n## Pages\n\n', reason: 'The pages that the source concerns.' },
    ...links.map(({ slug, title, createdBy }) => ({
      text: `- ${renderPageLink(slug, title, context)}${createdBy === null ? '' : ' (new page)'}\n`,
      title: `Link to "${title}"`,
      reason: createdBy === null ? 'The source adds to this page.' : 'This page is new.',
      needs: createdBy === null ? [] : [createdBy],
    })),
  ];
}
