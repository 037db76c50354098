import { editDistance } from '../../base';
import { wordsOf } from '../../markdown';
import { stem } from '../extractive/tokenizer';
import { isSpelledBy } from '../extractive/acronyms';
import { isCommonWord } from '../extractive/common-words';
import { withLabels } from './draft-lines';
import { PERSON_TITLE } from './missing-details';

/** A page whose name an alias is to be. */
interface NamedPage {
  readonly kind: string;
  /** The title, and aliases that it has. */
  readonly names: readonly string[];
  readonly text: string;
}

/**
 * Whether another name of the subject of a page is supported: it is another form of the title, or the page or its source names the subject
 * so ("X, also called Y", "X (Y)"), or a section of the page has it as its heading. What a page only mentions is no name of it.
 *
 * @param source the text of the source
 */
export function isNamedSo(alias: string, { kind, names, text }: NamedPage, source: string): boolean {
  if (names.some((name) => partsOf(name).some((part) => isForm(alias, part, kind)) || isShortForm(alias, name)))
    return true;
  const page = withLabels(
    text
      .replace(/^\[\^[^\]\n]*\]:.*$/gm, '')
      .replace(/\[\^[^\]\n]*\]/g, '')
      .replace(/[*_]{1,3}(?=\S)/g, ''),
  );
  if (isHeading(alias, page) || isSubject(alias, page)) return true;
  if (kind !== 'person' && FILE_NUMBER.test(alias) && page.includes(alias)) return true;
  return names.some((name) =>
    [page, source].some((each) => saysBoth(each, name, alias) || saysBoth(each, alias, name)),
  );
}

/** "CVE-2024-3094" stands for one thing, and readers look it up. */
const FILE_NUMBER = /^\p{Lu}{2,6}(?:-\p{N}{1,6}){1,3}$/u;
const ARTICLE = /^(?:the|an?)$/;
const PREPOSITION = /^(?:of|with|in|for|at|on|from|to|and|by|against)$/;
/** Shorter words differ by a letter and mean something else. */
const MIN_VARIANT_LENGTH = 5;

function tokensOf(name: string): readonly string[] {
  const folded = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return wordsOf(folded.replace(/[-_]/g, ' ')).filter((word) => !ARTICLE.test(word));
}

function isSameWord(a: string, b: string): boolean {
  if (stem(a) === stem(b)) return true;
  return Math.min(a.length, b.length) >= MIN_VARIANT_LENGTH && !/\p{N}/u.test(a + b) && editDistance(a, b, 1) <= 1;
}

/** "Militia and defense" is about both. */
const partsOf = (name: string): readonly string[] => [name, ...name.split(/ (?:and|&|und|et|y) /u)];

/** The noun that the other words tell more of: "treaty" of "Treaty with Great Britain". */
function headOf(tokens: readonly string[]): string {
  const end = tokens.findIndex((word, at) => at > 0 && PREPOSITION.test(word));
  return tokens[(end < 0 ? tokens.length : end) - 1] ?? '';
}

/** "The Trust" for "Ashlock Canal Trust", "Debian" for "Debian Project", "Captain Grant" for "Amy Grant". */
function isForm(alias: string, name: string, kind: string): boolean {
  const [own, full] = [tokensOf(alias), tokensOf(name)];
  if (own.length === 0 || full.length === 0) return false;
  if (own.join('').replace(/[^\p{L}\p{N}]/gu, '') === full.join('').replace(/[^\p{L}\p{N}]/gu, '')) return true;
  const isWithin = (a: readonly string[], b: readonly string[]): boolean =>
    a.every((word) => PREPOSITION.test(word) || b.some((each) => isSameWord(word, each)));
  if (kind === 'person') return isFormOfPerson(alias, own, full);
  const hasSameHead = isSameWord(headOf(own), headOf(full));
  if (hasSameHead && (isWithin(own, full) || isWithin(full, own))) return true;
  const isBeginning = own.every((word, at) => isSameWord(word, full[at] ?? ''));
  return isBeginning && full.slice(own.length).every(isCommonWord);
}

function isFormOfPerson(alias: string, own: readonly string[], full: readonly string[]): boolean {
  if (!isSameWord(own.at(-1) ?? '', full.at(-1) ?? '')) return false;
  const bare = tokensOf(alias.replace(PERSON_TITLE, ''));
  const hasInitial = (word: string): boolean => word.length === 1 && full.some((each) => each.startsWith(word));
  return bare.every((word) => hasInitial(word) || full.some((each) => isSameWord(word, each)));
}

/** In UTF-16 units. */
const MAX_SHORT_FORM = 10;

/** "PSC" for "Python Steering Council". */
function isShortForm(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return /^\p{Lu}[\p{L}\p{N}.&-]*\p{Lu}/u.test(short) && short.length <= MAX_SHORT_FORM && isSpelledBy(short, long);
}

/** More words than these beside the alias, and a heading is about something else. */
const MAX_OTHER_WORDS = 2;

/** A smaller subject is a section of the page. */
function isHeading(alias: string, page: string): boolean {
  const own = tokensOf(alias);
  return [...page.matchAll(/^#{2,6} +(.+)$/gm)].some(([, heading = '']) => {
    const words = tokensOf(heading);
    return (
      words.length <= own.length + MAX_OTHER_WORDS && own.every((word) => words.some((each) => isSameWord(word, each)))
    );
  });
}

const QUOTE = '["“”‘’\']?';
const NAMING =
  '(?:(?:also|better|formerly|commonly|previously|originally|now|once|sometimes|often|officially|unofficially) ){0,2}(?:known as|called|named|titled|nicknamed|abbreviated(?: as| to)?|n[ée]e|born|alias|genannt|dite?)';
const COPULA = '(?:(?:is|are|was|were|has|have|had|been|which|who) ){1,3}';

function patternOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return `${QUOTE}${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+')}${QUOTE}`;
}

/** The first sentence of the page is about it. */
function isSubject(alias: string, page: string): boolean {
  const lead = page.replace(/^---\n[^]*?\n---\n/, '').replace(/^\s*# [^\n]*\n/, '');
  const first = `^\\s*(?:(?:the|an?) )?${patternOf(alias)}(?: \\([^()\\n]*\\))?(?:,[^,\\n]{3,80},)? (?:is|are|was|were) `;
  const asPronoun = `(?:^|[.!?]\\s+)(?:it|they|he|she) ${COPULA}${NAMING} (?:the )?${patternOf(alias)}(?![\\p{L}\\p{N}])`;
  return new RegExp(first, 'iu').test(lead) || new RegExp(asPronoun, 'imu').test(lead);
}

/** "X (Y)", "X, also called Y", "X, or Y,". */
function saysBoth(text: string, name: string, other: string): boolean {
  const [a, b] = [patternOf(name), patternOf(other)];
  const ways = [
    `${a} \\((?:${NAMING} |or |the ){0,3}${b} ?[),;]`,
    `${a}(?:,| ${COPULA}|, ${COPULA}) ?${NAMING} (?:simply |just |the |an? ){0,2}${b}(?![\\p{L}\\p{N}])`,
    `${a}, or (?:the )?${b}[,.;]`,
  ];
  return ways.some((way) => new RegExp(`(?:^|[^\\p{L}\\p{N}])${way}`, 'iu').test(text));
}
