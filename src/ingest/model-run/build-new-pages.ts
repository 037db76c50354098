import { buildCreation, hunkId, type FileEdit, type PartSpec } from '../../change';
import { sourceReference, renderNewPage, type PageSchema } from '../../wiki';
import { renderSourceLine, renderPageLink } from '../extractive/context';
import { renderBlockQuote, cutQuote, renderQuote, MAX_QUOTE_LENGTH } from '../extractive/quote';
import { QUOTE_SECTION_TITLE } from '../extractive/insertion-point';
import { buildReason, type WriteContext } from './write-context';
import { claimsById, evidenceFor } from './claims';
import { type NewPageName } from './select-new-names';
import { cleanLine, cleanText, isName, withCitation, type TextRules } from './clean-text';
import { type RawPassage, type RawTexts } from './answer-schemas';
import { type SurveyClaim } from './types';

const MAX_SECTIONS = 8;
const MAX_QUOTES = 6;
const MAX_KEY_QUOTES = 12;

/** A page that a change creates: its head, on which all rests, and its parts. */
export interface CreatedPage {
  readonly name: NewPageName;
  readonly head: string;
  readonly headId: string;
  readonly claims: readonly SurveyClaim[];
  readonly text: RawTexts['pages'][number] | null;
}

/** The quotations of claims as a page shows them; only such as code found. */
export function formatQuotes(
  claims: readonly SurveyClaim[],
  { quoteSource: quoted }: Pick<WriteContext, 'quoteSource'>,
): readonly string[] {
  const texts = claims
    .filter(({ verdict }) => verdict === 'found')
    .map(({ quote, anchor }) => renderQuote(cutQuote({ text: quote, anchor }, MAX_QUOTE_LENGTH), quoted));
  return [...new Set(texts)];
}

export interface CitedPassage {
  readonly text: string;
  readonly claims: readonly SurveyClaim[];
  readonly links: readonly string[];
}

/** A model's passage, cleaned and cited; `null` when it says nothing or rests on nothing. */
export function buildPassage(
  raw: RawPassage,
  claims: readonly SurveyClaim[],
  rules: TextRules,
  citation: string,
): CitedPassage | null {
  const named = claimsById(raw.claims, claims);
  const { text, links } = cleanText(raw.text, rules);
  return named.length === 0 || text === '' ? null : { text: withCitation(text, citation), claims: named, links };
}

export function buildPageParts(
  page: CreatedPage,
  claims: readonly SurveyClaim[],
  rules: TextRules,
  context: WriteContext,
  links: boolean,
): readonly PartSpec[] {
  const { name } = page;
  const parts: PartSpec[] = [
    {
      text: page.head,
      reason: name.reason,
      evidence: evidenceFor(
        page.claims.filter(({ verdict }) => verdict !== 'not-found').slice(0, 1),
        context.quoteSource,
      ),
    },
  ];
  for (const section of (page.text?.sections ?? []).slice(0, MAX_SECTIONS)) {
    const passage = buildPassage(section, claims, rules, context.quoteSource.citation);
    if (passage === null) continue;
    const heading = cleanLine(section.heading, 80);
    const body = passage.text.replace(/^## .*\n+/, '');
    parts.push({
      text: heading === '' || parts.length === 1 ? `\n${body}\n` : `\n## ${heading}\n\n${body}\n`,
      ...(heading === '' || parts.length === 1 ? { title: 'What it is' } : { title: `Section "${heading}"` }),
      reason: buildReason(passage.claims, passage.text, [name.name]),
      evidence: evidenceFor(passage.claims, context.quoteSource),
      needs: passage.links.flatMap((slug) => (slug === name.slug ? [] : (context.createdHunks.get(slug) ?? []))),
    });
  }
  const earlier = name.earlier.flatMap(({ quote }) => quote?.markdown ?? []);
  const own = formatQuotes(page.claims, context).slice(0, MAX_QUOTES);
  if (own.length > 0) {
    const line = renderSourceLine(context.summary.slug, context.title, context.date, { autoLink: links });
    const blocks = [
      ...(earlier.length === 0 ? [] : [renderBlockQuote(earlier)]),
      `${line}\n\n${renderBlockQuote(own)}`,
    ];
    parts.push({
      text: `\n## ${QUOTE_SECTION_TITLE}\n\n${blocks.join('\n\n')}\n`,
      title: `Section "${QUOTE_SECTION_TITLE}"`,
      reason: 'The words of the source that the page rests on.',
      evidence: evidenceFor(
        page.claims.filter(({ verdict }) => verdict === 'found').slice(0, MAX_QUOTES),
        context.quoteSource,
      ),
      needs: links ? [context.summary.head] : [],
    });
  }
  return parts;
}

/** The head of a new page; its text decides its id, by which other hunks need it. */
export function buildHead(
  name: NewPageName,
  page: Pick<CreatedPage, 'text' | 'claims'>,
  confidence: number | null,
  schema: PageSchema,
  context: Pick<WriteContext, 'source' | 'updatedAt'>,
  supersedes: readonly string[],
): { readonly head: string; readonly headId: string } {
  const head = renderNewPage({
    schema,
    slug: name.slug,
    kind: name.kind,
    title: name.name,
    sources: [
      ...name.earlier.map((sighting) => sourceReference(sighting.source, schema)),
      sourceReference(context.source, schema),
    ],
    ...(confidence === null ? {} : { confidence }),
    updatedAt: context.updatedAt,
    aliases: aliasesInQuotes(name, page),
    supersedes,
    body: '',
  });
  return { head, headId: hunkId(name.path, 0, 0, head) };
}

/** Other names, only such as stand in the quotes. */
function aliasesInQuotes(
  { name }: NewPageName,
  { text, claims }: Pick<CreatedPage, 'text' | 'claims'>,
): readonly string[] {
  const quotes = claims.map(({ quote }) => quote).join('\n');
  const aliases = (text?.aliases ?? []).map((alias) => cleanLine(alias, 80));
  return [...new Set(aliases)].filter((alias) => isName(alias) && alias !== name && quotes.includes(alias)).slice(0, 6);
}

/** A page that the summary links to. */
export interface SummaryLink {
  readonly slug: string;
  readonly title: string;
  /** Id of the hunk that creates it; `null` for one that is there. */
  readonly createdBy: string | null;
}

/** The summary of a source: what the model says of it, its key quotes, the pages that it concerns. */
export function buildSummary(
  head: string,
  summary: readonly RawPassage[],
  claims: readonly SurveyClaim[],
  summaryLinks: readonly SummaryLink[],
  rules: TextRules,
  context: WriteContext,
  place: { readonly path: string; readonly links: boolean; readonly transcribed: boolean },
): FileEdit {
  const { quoteSource: quoted, source } = context;
  const parts: PartSpec[] = [
    { text: head, reason: `Every source has a summary page; this one is for ${source.path}.` },
  ];
  for (const raw of summary.slice(0, 12)) {
    const passage = buildPassage(raw, claims, rules, quoted.citation);
    if (passage === null) continue;
    parts.push({
      text: `\n${passage.text}\n`,
      title: 'Summary',
      reason: buildReason(passage.claims, passage.text, [context.title]),
      evidence: evidenceFor(passage.claims, quoted),
      needs: passage.links.flatMap((slug) => context.createdHunks.get(slug) ?? []),
    });
  }
  const found = claims.filter(({ verdict }) => verdict === 'found');
  const chosen = (found.some(({ key }) => key) ? found.filter(({ key }) => key) : found).slice(0, MAX_KEY_QUOTES);
  if (chosen.length > 0) {
    parts.push({
      text: `\n## Key quotes\n\n${renderBlockQuote(formatQuotes(chosen, context))}\n`,
      title: 'Key quotes',
      reason: 'The words of the source that say most of what it is about.',
      evidence: evidenceFor(chosen, quoted),
    });
  }
  if (place.transcribed && parts.length === 1) {
    const list = claims.slice(0, MAX_KEY_QUOTES);
    parts.push({
      text: `\n${list.map(({ text }) => `- ${cleanText(text, rules).text} ${quoted.citation}`).join('\n')}\n`,
      title: 'Claims',
      reason: buildReason(list, '', []),
      evidence: evidenceFor(list, quoted),
    });
  }
  for (const claim of claims.filter(({ verdict }) => verdict === 'not-found').slice(0, 20)) {
    parts.push({
      text: `\n${cleanText(claim.text, rules).text} (not in the source)\n`,
      title: 'Claim that is not in the source',
      reason: `The quote that the model gave for it is not in the source: "${claim.quote.slice(0, 160)}".`,
      evidence: evidenceFor([claim], quoted),
    });
  }
  if (summaryLinks.length > 0) parts.push({ text: '\n## Pages\n\n', reason: 'The pages that the source concerns.' });
  for (const { slug, title, createdBy } of summaryLinks) {
    parts.push({
      text: `- ${renderPageLink(slug, title, { autoLink: place.links })}${createdBy === null ? '' : ' (new page)'}\n`,
      title: `Link to "${title}"`,
      reason: createdBy === null ? 'The source has something on this page.' : 'The source has a new page there.',
      needs: createdBy === null ? [] : [createdBy],
    });
  }
  return buildCreation({ path: place.path, parts, why: ['the summary of the source'] });
}
