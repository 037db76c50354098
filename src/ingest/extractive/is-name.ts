import { genericWords, honorifics, isCalendarWord, organisationWords, nationalities, stopWords } from './lexicon';
import { type NameUse } from './names';
import { type ParsedSource } from './parse-source';
import { stem } from './tokenizer';

/** Small words inside a name. */
export const NAME_PARTICLES = new Set(
  'of de la le les del della di da do dos das du des van von der den zu zur ten ter al el bin ibn for on'.split(' '),
);
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

/** Whether a run may stand for a thing with a page of its own, judged by how this source writes its words. */
export function isName(name: string, uses: readonly NameUse[], parsed: ParsedSource): boolean {
  const parts = splitName(name);
  const solid = parts.filter((part) => !NAME_PARTICLES.has(part) && part !== 'the');
  if (solid.length === 0 || name.length < 2 || name.length > 80) return false;
  if (solid.every((part) => isCalendarWord(part) || /^[\d.]+$/.test(part))) return false;
  const generic = (part: string): boolean => genericWords.has(part) || nationalities.has(part) || honorifics.has(part);
  if (parts.length > 1) {
    const last = parts.at(-1) ?? '';
    return !solid.every(generic) || (organisationWords.has(last) && !genericWords.has(solid[0] ?? ''));
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
  if (inside === 0) return false;
  if (parsed.capitalisesNouns) return isGermanName(key, uses, parsed);
  const lower = parsed.countLowerCase(key) + (stem(key) === key ? 0 : parsed.countLowerCase(stem(key)));
  return lower * 4 <= inside;
}

/**
 * Where every noun has a capital, a single capitalised word is a name only when it is used like one: never behind an
 * article or an adjective, and more than once behind a preposition of place or with a person's title.
 */
function isGermanName(key: string, uses: readonly NameUse[], parsed: ParsedSource): boolean {
  const certain = uses.filter((use) => use.isCertain);
  const placed = certain.filter((use) => ['in', 'aus', 'nach', 'bei', 'von', 'und'].includes(use.before));
  const bare = certain.every((use) => !parsed.isDeterminer(use.before));
  return bare && certain.length >= 3 && placed.length >= 2 && parsed.countLowerCase(key) === 0;
}
