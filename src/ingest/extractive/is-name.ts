import { stopWords } from './stop-words';
import { isCalendarWord } from '../../base';
import { isCommonWord } from './common-words';
import { GENERIC_WORDS, HONORIFICS, ORGANISATION_WORDS, NAME_PARTICLES, NATIONALITIES } from './name-words';
import { type NameUse } from './names';
import { type ParsedSource } from './parse-source';
import { stem } from './tokenizer';

const NOT_ACRONYMS: readonly string[] = [
  'OK',
  'AM',
  'PM',
  'NO',
  'VS',
  'PS',
  'ART',
  'SEC',
  'FIG',
  'VOL',
  'ED',
  'PP',
  'CH',
];
const ROMAN_NUMERAL = /^[IVXLCDM]+$/;

const splitName = (name: string): readonly string[] => name.toLowerCase().split(/[\s]+/);

/** Whether a run of words may name a thing with its own page, judged by how this source writes these words. */
export function isName(name: string, uses: readonly NameUse[], parsed: ParsedSource): boolean {
  const parts = splitName(name);
  const mainParts = parts.filter((part) => !NAME_PARTICLES.has(part) && part !== 'the');
  if (mainParts.length === 0 || name.length < 2 || name.length > 80) return false;
  if (mainParts.every((part) => isCalendarWord(part) || /^[\d.]+$/.test(part))) return false;
  const generic = (part: string): boolean => GENERIC_WORDS.has(part) || NATIONALITIES.has(part) || HONORIFICS.has(part);
  if (parts.length > 1) {
    const last = parts.at(-1) ?? '';
    // "… of P. Lifetimes are …" holds no initial.
    if (/^\p{L}\. /u.test(name) && parsed.countLowerCase(last) > 0) return false;
    return !mainParts.every(generic) || (ORGANISATION_WORDS.has(last) && !GENERIC_WORDS.has(mainParts[0] ?? ''));
  }
  return isSingleName(name, uses, parsed, generic);
}

function isSingleName(
  name: string,
  uses: readonly NameUse[],
  parsed: ParsedSource,
  generic: (part: string) => boolean,
): boolean {
  const key = name.toLowerCase();
  if (name.length < 2 || stopWords(parsed.language).has(key) || generic(key) || generic(stem(key))) return false;
  if (ROMAN_NUMERAL.test(name) || /^\d/.test(name)) return false;
  if (uses.some((use) => use.hasTitle)) return true;
  const letters = name.replace(/[^\p{L}]/gu, '');
  const acronym = letters === letters.toUpperCase();
  if (acronym) return name.length <= 8 && letters.length >= 2 && !NOT_ACRONYMS.includes(letters);
  if (/^\p{L}+\p{Lu}/u.test(name) && /\p{Ll}/u.test(name)) return true;
  const inside = uses.filter((use) => use.isCertain).length;
  if (inside === 0) return isOnlyAtStarts(key, uses, parsed);
  if (parsed.capitalisesNouns) return isGermanName(key, uses, parsed);
  const lower = parsed.countLowerCase(key) + (stem(key) === key ? 0 : parsed.countLowerCase(stem(key)));
  return lower * 4 <= inside;
}

/** A word that begins sentences again and again, with a verb behind it, and is never in lower case: "Ferrule sends …". */
function isOnlyAtStarts(key: string, uses: readonly NameUse[], parsed: ParsedSource): boolean {
  if (uses.length < 2 || parsed.capitalisesNouns || parsed.countLowerCase(key) > 0 || isCommonWord(stem(key)))
    return false;
  if (parsed.countLowerCase(stem(key)) > 0 || /(?:ly|ing|ed)$/.test(key)) return false;
  const verbs = uses.filter(({ after }) =>
    /^(?:is|are|was|has|had|can|will|does|did|must|\p{L}{3,}(?:s|ed))$/u.test(after),
  );
  return verbs.length * 2 >= uses.length;
}

/**
 * Where every noun has a capital, a single word is a name only if it is used like one: never after an article or an
 * adjective, and more than once after a preposition of place.
 */
function isGermanName(key: string, uses: readonly NameUse[], parsed: ParsedSource): boolean {
  const certain = uses.filter((use) => use.isCertain);
  const placed = certain.filter((use) => ['in', 'aus', 'nach', 'bei', 'von', 'und'].includes(use.before));
  const isBare = certain.every((use) => !parsed.isDeterminer(use.before));
  return isBare && certain.length >= 3 && placed.length >= 2 && parsed.countLowerCase(key) === 0;
}
