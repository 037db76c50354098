import { createFile, hunkId, type FileEdit, type PartSpec } from '../../change';
import { citeSource, renderNewPage, type PageSchema } from '../../wiki';
import { fromLine, longestQuote, pageLink } from '../extractive/context';
import { quoteBlock, quoteOf, quoteText } from '../extractive/quote';
import { quoteSection } from '../extractive/sections';
import { reasonOf, type Writing } from './writing';
import { claimsNamed, evidenceFor } from './claims';
import type { NewName } from './new-names';
import { cleanLine, cleanText, isName, withCitation, type TextRules } from './page-text';
import type { RawPassage, RawTexts } from './answers';
import type { Claim } from './types';

const mostSections = 8;
const mostQuotes = 6;
const mostKeyQuotes = 12;

/** A page that a change creates: its head, on which all rests, and its parts. */
export interface NewPage {
  readonly name: NewName;
  readonly head: string;
  readonly headId: string;
  readonly claims: readonly Claim[];
  readonly text: RawTexts['pages'][number] | null;
}

/** The quotations of claims as a page shows them; only such as code found. */
export function quotesOf(claims: readonly Claim[], { quoted }: Pick<Writing, 'quoted'>): readonly string[] {
  const texts = claims
    .filter(({ verdict }) => verdict === 'found')
    .map(({ quote, anchor }) => quoteText(quoteOf({ text: quote, anchor }, longestQuote), quoted));
  return [...new Set(texts)];
}

export interface Passage {
  readonly text: string;
  readonly claims: readonly Claim[];
  readonly links: readonly string[];
}

/** A model's passage, cleaned and cited; `null` when it says nothing or rests on nothing. */
export function passageOf(
  raw: RawPassage,
  claims: readonly Claim[],
  rules: TextRules,
  citation: string,
): Passage | null {
  const named = claimsNamed(raw.claims, claims);
  const { text, links } = cleanText(raw.text, rules);
  return named.length === 0 || text === '' ? null : { text: withCitation(text, citation), claims: named, links };
}

export function pageParts(
  page: NewPage,
  claims: readonly Claim[],
  rules: TextRules,
  writing: Writing,
  links: boolean,
): readonly PartSpec[] {
  const { name } = page;
  const parts: PartSpec[] = [
    {
      text: page.head,
      reason: name.reason,
      evidence: evidenceFor(page.claims.filter(({ verdict }) => verdict !== 'not-found').slice(0, 1), writing.quoted),
    },
  ];
  for (const section of (page.text?.sections ?? []).slice(0, mostSections)) {
    const passage = passageOf(section, claims, rules, writing.quoted.citation);
    if (passage === null) continue;
    const heading = cleanLine(section.heading, 80);
    const body = passage.text.replace(/^## .*\n+/, '');
    parts.push({
      text: heading === '' || parts.length === 1 ? `\n${body}\n` : `\n## ${heading}\n\n${body}\n`,
      ...(heading === '' || parts.length === 1 ? { title: 'What it is' } : { title: `Section "${heading}"` }),
      reason: reasonOf(passage.claims, passage.text, [name.name]),
      evidence: evidenceFor(passage.claims, writing.quoted),
      needs: passage.links.flatMap((slug) => (slug === name.slug ? [] : (writing.created.get(slug) ?? []))),
    });
  }
  const earlier = name.sightings.flatMap(({ quote }) => quote?.markdown ?? []);
  const own = quotesOf(page.claims, writing).slice(0, mostQuotes);
  if (own.length > 0) {
    const line = fromLine(writing.summary.slug, writing.title, writing.date, { links });
    const blocks = [...(earlier.length === 0 ? [] : [quoteBlock(earlier)]), `${line}\n\n${quoteBlock(own)}`];
    parts.push({
      text: `\n## ${quoteSection}\n\n${blocks.join('\n\n')}\n`,
      title: `Section "${quoteSection}"`,
      reason: 'The words of the source that the page rests on.',
      evidence: evidenceFor(
        page.claims.filter(({ verdict }) => verdict === 'found').slice(0, mostQuotes),
        writing.quoted,
      ),
      needs: links ? [writing.summary.head] : [],
    });
  }
  return parts;
}

/** The head of a new page; its text decides its id, by which other hunks need it. */
export function headOf(
  name: NewName,
  page: Pick<NewPage, 'text' | 'claims'>,
  confidence: number | null,
  schema: PageSchema,
  writing: Pick<Writing, 'source' | 'updatedAt'>,
  supersedes: readonly string[],
): { readonly head: string; readonly headId: string } {
  const head = renderNewPage({
    schema,
    slug: name.slug,
    kind: name.kind,
    title: name.name,
    sources: [
      ...name.sightings.map((sighting) => citeSource(sighting.source, schema)),
      citeSource(writing.source, schema),
    ],
    ...(confidence === null ? {} : { confidence }),
    updatedAt: writing.updatedAt,
    aliases: aliasesOf(name, page),
    supersedes,
    body: '',
  });
  return { head, headId: hunkId(name.path, 0, 0, head) };
}

/** Other names, only such as stand in the quotes. */
function aliasesOf({ name }: NewName, { text, claims }: Pick<NewPage, 'text' | 'claims'>): readonly string[] {
  const quotes = claims.map(({ quote }) => quote).join('\n');
  const aliases = (text?.aliases ?? []).map((alias) => cleanLine(alias, 80));
  return [...new Set(aliases)].filter((alias) => isName(alias) && alias !== name && quotes.includes(alias)).slice(0, 6);
}

/** A page that the summary links to. */
export interface Mentioned {
  readonly slug: string;
  readonly title: string;
  /** Id of the hunk that creates it; `null` for one that is there. */
  readonly createdBy: string | null;
}

/** The summary of a source: what the model says of it, its key quotes, the pages that it concerns. */
export function buildSummary(
  head: string,
  summary: readonly RawPassage[],
  claims: readonly Claim[],
  mentioned: readonly Mentioned[],
  rules: TextRules,
  writing: Writing,
  place: { readonly path: string; readonly links: boolean; readonly transcribed: boolean },
): FileEdit {
  const { quoted, source } = writing;
  const parts: PartSpec[] = [
    { text: head, reason: `Every source has a summary page; this one is for ${source.path}.` },
  ];
  for (const raw of summary.slice(0, 12)) {
    const passage = passageOf(raw, claims, rules, quoted.citation);
    if (passage === null) continue;
    parts.push({
      text: `\n${passage.text}\n`,
      title: 'Summary',
      reason: reasonOf(passage.claims, passage.text, [writing.title]),
      evidence: evidenceFor(passage.claims, quoted),
      needs: passage.links.flatMap((slug) => writing.created.get(slug) ?? []),
    });
  }
  const found = claims.filter(({ verdict }) => verdict === 'found');
  const chosen = (found.some(({ key }) => key) ? found.filter(({ key }) => key) : found).slice(0, mostKeyQuotes);
  if (chosen.length > 0) {
    parts.push({
      text: `\n## Key quotes\n\n${quoteBlock(quotesOf(chosen, writing))}\n`,
      title: 'Key quotes',
      reason: 'The words of the source that say most of what it is about.',
      evidence: evidenceFor(chosen, quoted),
    });
  }
  if (place.transcribed && parts.length === 1) {
    const list = claims.slice(0, mostKeyQuotes);
    parts.push({
      text: `\n${list.map(({ text }) => `- ${cleanText(text, rules).text} ${quoted.citation}`).join('\n')}\n`,
      title: 'Claims',
      reason: reasonOf(list, '', []),
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
  if (mentioned.length > 0) parts.push({ text: '\n## Pages\n\n', reason: 'The pages that the source concerns.' });
  for (const { slug, title, createdBy } of mentioned) {
    parts.push({
      text: `- ${pageLink(slug, title, { links: place.links })}${createdBy === null ? '' : ' (new page)'}\n`,
      title: `Link to "${title}"`,
      reason: createdBy === null ? 'The source has something on this page.' : 'The source has a new page there.',
      needs: createdBy === null ? [] : [createdBy],
    });
  }
  return createFile({ path: place.path, parts, why: ['the summary of the source'] });
}
