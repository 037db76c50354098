/** When a name that has no page gets one. */
interface NewPageThreshold {
  /** How many sources must name it, including this one. */
  readonly sources: number;
  /** How often this source and earlier ones together must name it. */
  readonly mentions: number;
  /** Whether one definition is enough. */
  readonly definitionSuffices: boolean;
  /** The manifest gives no number. */
  readonly isDefault: boolean;
}

/** Seen in two sources, or defined in one. */
const DEFAULT_THRESHOLD: NewPageThreshold = { sources: 2, mentions: 1, definitionSuffices: true, isDefault: true };

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const AMOUNT = `(\\d{1,3}|${NUMBER_WORDS.join('|')}|a|an|single|once|twice)`;
const COUNT_PATTERN = new RegExp(
  `(?:\\b(more than|over)\\s+)?\\b${AMOUNT}\\b\\s*(?:\\+|or more|plus)?\\s*(?:(?:or more|distinct|different|independent|separate|unique|other|external|primary)\\s+){0,3}` +
    `(sources?|documents?|papers?|files?|articles?|meetings?|interviews?|transcripts?|notes?|mentions?|times|occurrences?|references?|appearances?)\\b`,
  'gi',
);

/**
 * Reads the numbers in a manifest's `newEntryThreshold`: `3+ sources`, `at least two documents`, `mentioned three or more
 * times`, `more than 4 sources`. Prose without a number keeps the default. With a number, a definition is enough only if
 * the prose mentions definitions. Source: AIP-10, `curation.newEntryThreshold`.
 */
export function parseThreshold(prose: string | undefined): NewPageThreshold {
  if (prose === undefined || prose.trim() === '') return DEFAULT_THRESHOLD;
  let sources = 0;
  let mentions = 0;
  for (const match of prose.slice(0, 1000).matchAll(COUNT_PATTERN)) {
    const [, more, number = '', unit = ''] = match;
    const least = parseCount(number) + (more === undefined ? 0 : 1);
    if (/^(?:mention|time|occurrence|reference|appearance)/i.test(unit)) mentions = Math.max(mentions, least);
    else sources = Math.max(sources, least);
  }
  if (/\b(?:mentioned|named|seen|appears?|occurs?)\s+twice\b/i.test(prose)) mentions = Math.max(mentions, 2);
  if (sources === 0 && mentions === 0) return DEFAULT_THRESHOLD;
  const definitionSuffices =
    /\bdefin(?:ed|es|ition|itions)\b/i.test(prose) && !/\bdefined\b[^.;]{0,40}\band\b/i.test(prose);
  // The text that every new manifest has asks for no more than the default.
  const isDefault = definitionSuffices && sources === DEFAULT_THRESHOLD.sources && mentions <= 1;
  return { isDefault, definitionSuffices, sources: Math.max(1, sources), mentions: Math.max(1, mentions) };
}

function parseCount(text: string): number {
  const lower = text.toLowerCase();
  if (/^\d+$/.test(lower)) return Number(lower);
  if (lower === 'twice') return 2;
  const index = NUMBER_WORDS.indexOf(lower);
  return index >= 0 ? index : 1;
}
