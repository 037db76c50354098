import { finish, finishInTurns, type Steps, type YieldBudget } from '../base';
import { normalisationSteps, normaliseQuote, withoutHyphens, type NormalisedText } from './quote-normalisation';
import { type ChangeSet, type Evidence } from './types';

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The place of a quote in its source, offsets in UTF-16 units. */
export interface QuotePlace {
  readonly start: number;
  readonly end: number;
}

/** Looks up quotes in one text and caches its normalised form. */
export interface QuoteFinder {
  /** The first exact match, else the first tolerant one, else `null`. */
  find(quote: string): QuotePlace | null;
  /** {@link find}, with turns for the host while the text is normalised. */
  findInTurns(quote: string, budget: YieldBudget): Promise<QuotePlace | null>;
}

/** A finder for many quotes of one text. Only the first tolerant search has to normalise the text. */
export function createQuoteFinder(text: string): QuoteFinder {
  let normalised: NormalisedText | undefined;
  let joined: NormalisedText | undefined;
  function* search(quote: string): Steps<QuotePlace | null> {
    const wanted = quote.trim();
    if (!VISIBLE.test(wanted)) return null;
    const exact = text.indexOf(wanted);
    if (exact >= 0) return { start: exact, end: exact + wanted.length };
    normalised ??= yield* normalisationSteps(text);
    const form = normaliseQuote(wanted);
    const found = findNormalised(normalised, form);
    if (found) return found;
    joined ??= withoutHyphens(normalised);
    return findNormalised(joined, withoutHyphens(form));
  }
  return {
    find: (quote) => finish(search(quote)),
    findInTurns: (quote, budget) => finishInTurns(search(quote), budget),
  };
}

/**
 * Looks up a quote in a text: exactly, else ignoring white space, hyphenation at line breaks, and the form of quotation
 * marks, dashes, ligatures and Unicode characters. Words, figures and case must match.
 */
export function findQuote(text: string, quote: string): QuotePlace | null {
  return createQuoteFinder(text).find(quote);
}

function findNormalised(form: NormalisedText, quote: NormalisedText): QuotePlace | null {
  const wanted = quote.text.trim();
  const at = form.text.indexOf(wanted);
  if (at < 0) return null;
  return { start: form.starts[at] ?? 0, end: form.ends[at + wanted.length - 1] ?? 0 };
}

/**
 * Sets the verdict of each piece of evidence in a change set: whether its source contains the quote.
 *
 * @param sourceText the extracted text of a source; `null` if it cannot be read, so that its evidence stays `unchecked`
 */
export function checkQuotes(changeSet: ChangeSet, sourceText: (path: string) => string | null): ChangeSet {
  const finders = new Map<string, QuoteFinder | null>();
  const finderOf = (path: string): QuoteFinder | null => {
    const known = finders.get(path);
    if (known !== undefined) return known;
    const text = sourceText(path);
    const finder = text === null ? null : createQuoteFinder(text);
    finders.set(path, finder);
    return finder;
  };
  const checked = (evidence: Evidence): Evidence => {
    const finder = finderOf(evidence.source);
    if (finder === null) return { ...evidence, verdict: 'unchecked' };
    return { ...evidence, verdict: finder.find(evidence.quote) === null ? 'not-found' : 'found' };
  };
  return {
    ...changeSet,
    files: changeSet.files.map((edit) => ({
      ...edit,
      hunks: edit.hunks.map((hunk) => ({ ...hunk, evidence: hunk.evidence.map(checked) })),
    })),
  };
}
