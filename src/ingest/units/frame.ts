import { wordsOf } from '../../markdown';
import { type Unit } from './types';

/** Units at the beginning and at the end of a source that may be its frame. */
const MAX_HEAD_UNITS = 6;
const MAX_FOOT_UNITS = 4;
const MAX_WORDS = 32;
/** "Prepared for the Trust by Lindqvist & Rao", "Accepted by the trustees on 10 February 2021." */
const ABOUT_SOURCE =
  /^\W*(?:dear|prepared (?:for|by)|printed (?:for|by)|presented (?:to|at|by)|published (?:by|in|on)|(?:accepted|adopted|approved|received|read) (?:by|on|at)|signed|issued (?:by|in|on)|dated?|report(?: (?:no|number|to|by|on|of))?|chapter \d+|vol(?:ume|\.) \w+$|minutes of|letter (?:to|from|of)|yours|(?:with )?(?:kind|best) regards|sincerely|(?:written|compiled|edited|recorded|translated) by)(?![\p{L}])/iu;
/** "From Priya Nandakumar", "To the trustees": names follow, and nothing is said of them. */
const SENDER = /^\W*(?:from|to|by)\s/iu;
const VERB =
  /\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|will|would|shall|should|can|could|may|might|must)\b/i;
const STOP = /[.!?…。！？]["”’)]*$/;
const CAPITAL_OR_FIGURE = /^[\p{Lu}\p{N}]/u;
/** Of an address or a letterhead, most words are names or numbers; of a signature all are. */
const MOST_NAMES = 0.6;
const MAX_SIGNATURE_WORDS = 6;

/**
 * The units that only tell of the source itself: a letterhead, an address, the line of its date or author, a signature. They say when a source
 * was written and by whom, and nothing about its subject.
 *
 * @returns their numbers
 */
export function frameUnits(units: readonly Unit[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const unit of units.slice(0, MAX_HEAD_UNITS)) {
    if (!isFrame(unit, isLetterhead)) break;
    found.add(unit.number);
  }
  for (const unit of units.slice(-MAX_FOOT_UNITS).reverse()) {
    if (!isFrame(unit, isSignature)) break;
    found.add(unit.number);
  }
  return found;
}

function isFrame({ kind, text, speaker, mode }: Unit, isNames: (words: readonly string[]) => boolean): boolean {
  if (kind !== 'sentence' || speaker !== null || mode !== 'fact') return false;
  const line = text.replace(/\s+/g, ' ').trim();
  const words = wordsOf(line);
  if (words.length > MAX_WORDS || VERB.test(line)) return false;
  if (ABOUT_SOURCE.test(line)) return true;
  return !STOP.test(line) && (isNames(words) || (SENDER.test(line) && isLetterhead(words.slice(1))));
}

const isLetterhead = (words: readonly string[]): boolean =>
  words.filter((word) => CAPITAL_OR_FIGURE.test(word)).length >= words.length * MOST_NAMES;

const isSignature = (words: readonly string[]): boolean =>
  words.length <= MAX_SIGNATURE_WORDS && words.every((word) => CAPITAL_OR_FIGURE.test(word));
