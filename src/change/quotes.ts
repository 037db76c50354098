import { normaliseQuote, withoutHyphens, type NormalisedText } from './quote-normalisation';
import { type ChangeSet, type Evidence } from './types';

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Where a quote stands in its source, offsets in UTF-16 units. */
export interface QuotePlace {
  readonly start: number;
  readonly end: number;
}

/** Looks quotes up in one text; what it has to work out about the text it keeps. */
export interface QuoteFinder {
  /** The first place where the quote stands; exact places before tolerant ones; `null` when it does not stand there. */
  find(quote: string): QuotePlace | null;
}

/** A finder for many quotes of one text. The first tolerant search costs one pass over the text, each further search none. */
export function createQuoteFinder(text: string): QuoteFinder {
  let plain: NormalisedText | undefined;
  let joined: NormalisedText | undefined;
  return {
    find(quote) {
      const wanted = quote.trim();
      if (!VISIBLE.test(wanted)) return null;
      const exact = text.indexOf(wanted);
      if (exact >= 0) return { start: exact, end: exact + wanted.length };
      plain ??= normaliseQuote(text);
      const form = normaliseQuote(wanted);
      const found = findNormalised(plain, form);
      if (found) return found;
      joined ??= withoutHyphens(plain);
      return findNormalised(joined, withoutHyphens(form));
    },
  };
}

/**
 * Whether a text holds a quote: to the letter, or else but for white space, line breaks with or without a hyphen,
 * quotation marks, dashes, ligatures, soft hyphens and Unicode form. Words, figures and case must be the same.
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
 * The change set with the verdict of code on each piece of evidence: whether the quote stands in the source that it names.
 *
 * @param sourceText the extracted text of a source; `null` where it cannot be read, which leaves its evidence `unchecked`
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
    const verdict = finder === null ? 'unchecked' : finder.find(evidence.quote) === null ? 'not-found' : 'found';
    return { ...evidence, verdict };
  };
  return {
    ...changeSet,
    files: changeSet.files.map((edit) => ({
      ...edit,
      hunks: edit.hunks.map((hunk) => ({ ...hunk, evidence: hunk.evidence.map(checked) })),
    })),
  };
}
