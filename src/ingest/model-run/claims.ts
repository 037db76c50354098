import { createQuoteFinder, type Anchor, type Evidence, type QuoteFinder } from '../../change';
import { stripInvisible } from '../../model';
import { fullText } from '../extract';
import { cutQuote, type QuoteSource } from '../extractive/quote';
import { MAX_QUESTIONS, type CurateRequest, type ExtractedText } from '../types';
import { type RawClaim, type RawName, type RawReplacement } from './answer-schemas';
import { type SurveyClaim, type SurveyName, type Replacement } from './types';

/** Claims of one source. */
const MAX_CLAIMS = 240;
const MAX_NAMES = 120;
const MAX_CLAIM_LENGTH = 600;
/** A quote is evidence for one claim, not the whole document. */
const MAX_EVIDENCE_LENGTH = 1000;
/** Shorter quotes occur in any text and prove nothing. */
const MIN_QUOTE_LETTERS = 10;
const MIN_UNSPACED_QUOTE_LETTERS = 4;

/** Looks up in one source what a model claims to have read there. */
export class QuoteLookup {
  readonly #finder: QuoteFinder;
  readonly #text: string;
  #folded: string | undefined;
  readonly #starts: readonly { readonly start: number; readonly anchor: Anchor }[];

  constructor(text: Pick<ExtractedText, 'passages'>) {
    this.#text = fullText(text);
    this.#finder = createQuoteFinder(this.#text);
    let start = 0;
    this.#starts = text.passages.map((passage) => {
      const place = { start, anchor: passage.anchor };
      start += passage.text.length + 2;
      return place;
    });
  }

  /** The exact text of the source for a quote, and where it is; `null` if the source does not have it. */
  find(quote: string): { readonly exact: string; readonly anchor: Anchor } | null {
    const place = this.#finder.find(quote);
    if (place === null) return null;
    const anchor = this.#anchorAt(place.start);
    const exact = this.#text.slice(place.start, place.end);
    return {
      exact: exact.length > MAX_EVIDENCE_LENGTH ? cutQuote({ text: exact, anchor }, MAX_EVIDENCE_LENGTH).exact : exact,
      anchor,
    };
  }

  /** Whether the source mentions a name, ignoring case. */
  mentions(name: string): boolean {
    this.#folded ??= ` ${foldKey(this.#text)} `;
    return this.#folded.includes(foldKey(name));
  }

  #anchorAt(offset: number): Anchor {
    const passage = this.#starts.findLast(({ start }) => start <= offset);
    if (passage === undefined) return {};
    const { anchor, start } = passage;
    if (anchor.line === undefined) return anchor;
    return { ...anchor, line: anchor.line + this.#text.slice(start, offset).split('\n').length - 1 };
  }
}

export const oneLine = (text: string, length: number): string =>
  stripInvisible(text.slice(0, length * 4))
    .text.replace(/\s+/g, ' ')
    .trim()
    .slice(0, length)
    .replace(/[\ud800-\udbff\s]+$/, '');

const foldKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function isLongEnough(quote: string): boolean {
  const letters = quote.replace(/[^\p{L}\p{N}]/gu, '');
  const unspaced = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/u.test(letters);
  return letters.length >= (unspaced ? MIN_UNSPACED_QUOTE_LETTERS : MIN_QUOTE_LETTERS);
}

/**
 * The claims of all chunks, each once, with its quote looked up in the source. Claims without a usable quote are dropped.
 *
 * @param source `null` for a picture, which code cannot read. Its quotes stay unchecked.
 */
export function mergeClaims(
  raw: readonly RawClaim[],
  source: QuoteLookup | null,
): { readonly claims: readonly SurveyClaim[]; readonly dropped: number } {
  const claims: SurveyClaim[] = [];
  const seen = new Set<string>();
  let dropped = 0;
  for (const each of raw) {
    const text = oneLine(each.text, MAX_CLAIM_LENGTH);
    const given = oneLine(each.quote, MAX_EVIDENCE_LENGTH);
    if (text === '' || !isLongEnough(given) || claims.length >= MAX_CLAIMS) {
      dropped += 1;
      continue;
    }
    const found = source?.find(each.quote.slice(0, MAX_EVIDENCE_LENGTH * 4)) ?? null;
    const quote = found?.exact ?? given;
    const answers = [...new Set(each.answers?.slice(0, MAX_QUESTIONS).map((name) => name.trim().toLowerCase()))];
    // Chunks overlap and models repeat themselves: the same quote about the same thing is one claim.
    const keys = [
      `${foldKey(quote)}\0${foldKey(text)}`,
      `${foldKey(quote)}\0${each.about.map(foldKey).sort().join('|')}`,
    ];
    if (keys.some((key) => seen.has(key))) continue;
    for (const key of keys) seen.add(key);
    claims.push({
      id: `c${claims.length + 1}`,
      text,
      quote,
      anchor: found?.anchor ?? {},
      verdict: source === null ? 'unchecked' : verdictOf(found),
      about: each.about.slice(0, 12).map((name) => oneLine(name, 120)),
      pages: each.pages.slice(0, 12).map((slug) => slug.trim()),
      key: each.key || answers.length > 0,
      ...(answers.length > 0 && { answers }),
    });
  }
  return { claims, dropped };
}

const verdictOf = (found: object | null): 'found' | 'not-found' => (found === null ? 'not-found' : 'found');

/** The names of all chunks that the source mentions, each once, with the definitions that it contains. */
export function mergeNames(raw: readonly RawName[], source: QuoteLookup | null): readonly SurveyName[] {
  const names = new Map<string, SurveyName>();
  for (const each of raw) {
    const name = oneLine(each.name, 120);
    const key = foldKey(name);
    if (key === '' || names.size >= MAX_NAMES || source?.mentions(name) === false) continue;
    const definition = findDefinition(each.definition, source);
    const known = names.get(key);
    if (known === undefined) names.set(key, { name, type: oneLine(each.type, 60), definition });
    else if (known.definition === null && definition !== null) names.set(key, { ...known, definition });
  }
  return [...names.values()];
}

function findDefinition(given: string | null, source: QuoteLookup | null): string | null {
  if (given === null || !isLongEnough(given)) return null;
  return source === null ? oneLine(given, 400) : (source.find(given)?.exact ?? null);
}

/** The replacements whose quote is in the source, each once. */
export function mergeReplacements(raw: readonly RawReplacement[], source: QuoteLookup): readonly Replacement[] {
  const found = raw.slice(0, MAX_NAMES).flatMap(({ old: before, new: after, quote }) => {
    const [old, by] = [oneLine(before, 120), oneLine(after, 120)];
    const { claims } = mergeClaims(
      [{ text: `${by} replaces ${old}`, quote, about: [], pages: [], key: false }],
      source,
    );
    return claims.flatMap((claim) => (claim.verdict === 'found' ? [{ old, by, claim }] : []));
  });
  return [...new Map(found.map((each) => [foldKey(each.old), each])).values()];
}

export function evidenceFor(
  claims: readonly SurveyClaim[],
  { path, hash }: Pick<QuoteSource, 'path' | 'hash'>,
): readonly Evidence[] {
  return claims.map(({ quote, anchor, verdict }) => ({ source: path, sourceHash: hash, quote, anchor, verdict }));
}

/** The citation of a source, as pages write it. */
export const citationOf = ({ source }: Pick<CurateRequest, 'source'>): string => `[${source.id}]`;

/** The claims with these ids. */
export function claimsById(ids: readonly string[], claims: readonly SurveyClaim[]): readonly SurveyClaim[] {
  const wanted = new Set(ids.map((id) => id.trim().toLowerCase()));
  return claims.filter(({ id }) => wanted.has(id));
}
