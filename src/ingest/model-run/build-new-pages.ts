import { hunkId, type PartSpec } from '../../change';
import { sourceReference, renderNewPage, type PageSchema } from '../../wiki';
import { renderSourceLine } from '../extractive/context';
import { renderBlockQuote, cutQuote, renderQuote, MAX_QUOTE_LENGTH } from '../extractive/quote';
import { QUOTE_SECTION_TITLE } from '../extractive/insertion-point';
import { buildReason, type WriteContext } from './write-context';
import { claimsById, evidenceFor } from './claims';
import { type NewPageName } from './select-new-names';
import { cleanLine, cleanText, isName, withCitation } from './clean-text';
import { type RawPassage, type RawTexts } from './answer-schemas';
import { type SurveyClaim } from './types';

const MAX_SECTIONS = 8;
const MAX_QUOTES = 6;

/** A page that a change creates. Its other parts depend on the head. */
export interface CreatedPage {
  readonly name: NewPageName;
  readonly head: string;
  readonly headId: string;
  readonly claims: readonly SurveyClaim[];
  readonly text: RawTexts['pages'][number] | null;
}

/** The quotes of claims as a page shows them. Only quotes that are in the source. */
export function formatQuotes(
  claims: readonly SurveyClaim[],
  { quoteSource }: Pick<WriteContext, 'quoteSource'>,
): readonly string[] {
  const texts = claims
    .filter(({ verdict }) => verdict === 'found')
    .map(({ quote, anchor }) => renderQuote(cutQuote({ text: quote, anchor }, MAX_QUOTE_LENGTH), quoteSource));
  return [...new Set(texts)];
}

export interface CitedPassage {
  readonly text: string;
  readonly claims: readonly SurveyClaim[];
  readonly links: readonly string[];
}

/** A model's passage, cleaned and cited; `null` if it has no text or no claim. */
export function buildPassage(
  raw: RawPassage,
  { survey, rules, quoteSource }: Pick<WriteContext, 'survey' | 'rules' | 'quoteSource'>,
): CitedPassage | null {
  const claims = claimsById(raw.claims, survey.claims);
  const { text, links } = cleanText(raw.text, rules);
  return claims.length === 0 || text === '' ? null : { text: withCitation(text, quoteSource.citation), claims, links };
}

export function buildPageParts(page: CreatedPage, context: WriteContext): readonly PartSpec[] {
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
    const passage = buildPassage(section, context);
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
    const line = renderSourceLine(context.summary.slug, context.title, context.date, context);
    const blocks = [
      ...(earlier.length === 0 ? [] : [renderBlockQuote(earlier)]),
      `${line}\n\n${renderBlockQuote(own)}`,
    ];
    parts.push({
      text: `\n## ${QUOTE_SECTION_TITLE}\n\n${blocks.join('\n\n')}\n`,
      title: `Section "${QUOTE_SECTION_TITLE}"`,
      reason: 'The quotes that the page rests on.',
      evidence: evidenceFor(
        page.claims.filter(({ verdict }) => verdict === 'found').slice(0, MAX_QUOTES),
        context.quoteSource,
      ),
      needs: context.autoLink ? [context.summary.head] : [],
    });
  }
  return parts;
}

/** The head of a new page, and its hunk id, on which other hunks depend. */
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
      ...name.earlier.map(({ source }) => sourceReference(source, schema)),
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

/** The model's aliases that occur in the quotes. */
function aliasesInQuotes(
  { name }: NewPageName,
  { text, claims }: Pick<CreatedPage, 'text' | 'claims'>,
): readonly string[] {
  const quotes = claims.map(({ quote }) => quote).join('\n');
  const aliases = (text?.aliases ?? []).map((alias) => cleanLine(alias, 80));
  return [...new Set(aliases)].filter((alias) => isName(alias) && alias !== name && quotes.includes(alias)).slice(0, 6);
}
