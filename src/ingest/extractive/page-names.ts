import { isCommonWord } from './common-words';
import { GENERIC_WORDS, GIVEN_NAMES, HONORIFICS, NATIONALITIES, ORGANISATION_WORDS } from './name-words';
import { isCalendarWord } from '../../base';
import { type ParsedSource } from './parse-source';
import { stopWords } from './stop-words';
import { type Term } from './terms';
import { stem } from './tokenizer';

/** What people write in a chat or a tracker, and terms that every technical text uses without being about them. */
// prettier-ignore
const NO_SUBJECTS: ReadonlySet<string> = new Set(`lgtm iiuc iirc afaik afaict fyi imo imho btw tbd tbh todo wip ptal asap eta nb ps rfc pr prs mr ci cd ui ux api
apis cli sdk url urls uri http https html css json yaml xml csv sql pdf faq gb mb kb tb gib mib kib ghz mhz khz hz
ms id ids uuid os cpu gpu ram io ip dns tcp udp ssl tls ssh usa us uk eu utc gmt utf ascii am pm ad bc ce bce ok vs
etc aka diy python java javascript typescript ruby perl php rust golang kotlin swift scala bash shell markdown
latex github gitlab google slack twitter stackoverflow windows linux macos ios android ubuntu chrome firefox safari
internet web english readme changelog nit sgtm ack nack repro env dev prod config info max min kep cla sig sigs wg
owners nos op vol coll fig gbit mbit kbit bit byte bytes bps fps tb km cm mm kg kw kwh mw mph rpm ft lb lbs oz gbp usd eur`.split(/\s/));
/** Verbs with which a line of a list or a heading gives an order. */
// prettier-ignore
const IMPERATIVES: ReadonlySet<string> = new Set(`add allow apply ask avoid build call change check choose clean click configure consider convert copy create define
delete disable document download edit enable ensure expose extend find fix follow get give go handle implement
improve include increase install keep make merge move note open pass please prevent provide put read reduce
refactor remove rename replace report return run select send set show skip start stop support switch take test try
turn update upgrade use verify view wait write introduce drop bump revert rework clarify see consolidate migrate
split adding using support`.split(/\s/));
/** A name of ordinary words, such as "Long Pound", must be used as often. */
const MIN_PLAIN_MENTIONS = 4;
/** What stands before its number in a text: "Listing 4-1", "Step 2". */
const NUMBERED = /^s?\s(?:\d|[IVX]+\b)/;
const CONTRACTION = /['’](?:t|s|re|ve|ll|d|m|em)\b/iu;

/** Handles of the people who speak in a thread, and names of those who were at a meeting. */
export function handlesIn({ sentences, meeting }: Pick<ParsedSource, 'sentences' | 'meeting'>): ReadonlySet<string> {
  const handles = sentences.flatMap(({ isComment, speaker }) =>
    isComment && speaker !== null ? [speaker.toLowerCase()] : [],
  );
  return new Set([...handles, ...(meeting?.people ?? [])]);
}

/**
 * Whether a page could have this name: no contraction, adverb, order, unit, abbreviation of a chat, language of code, handle, or word
 * that every text uses.
 */
export function isPageName(
  { name, isBareTitle, isCommonNoun, definitions, mentions }: Term,
  parsed: ParsedSource,
  handles: ReadonlySet<string>,
): boolean {
  const words = name.toLowerCase().split(/\s+/);
  const [first = '', second] = words;
  if (isCommonNoun) return !handles.has(name.toLowerCase()) && !NO_SUBJECTS.has(name.toLowerCase());
  if (isBareTitle || name.length < 3 || name.length > 60 || words.length > 6) return false;
  if (handles.has(name.toLowerCase()) || /^@|\b[Bb]ot$|[\\/<>{}|=*#]|\d{3,}/.test(name)) return false;
  if (CONTRACTION.test(words.length > 1 ? first : name)) return false;
  if (stopWords('en').has(first) && second === undefined) return false;
  // A name may stand in a heading alone.
  const isCalled = mentions.length > 0 && mentions.every((mention) => isHandle(mention, parsed));
  if (isCalled || isNumbered(mentions, parsed)) return false;
  const isDefined = definitions.length > 0;
  if (second !== undefined) {
    if (second === 'of' && isWeak(first) && !(ORGANISATION_WORDS.has(first) && words.length > 3)) return false;
    if (second === 'of' && ORGANISATION_WORDS.has(first)) return true;
    return (
      !IMPERATIVES.has(first) &&
      (isDefined || mentions.length >= MIN_PLAIN_MENTIONS || !words.every((word) => isWeak(word))) &&
      !isCalendarWord(first) &&
      !first.endsWith('ly')
    );
  }
  if (NO_SUBJECTS.has(first) || NO_SUBJECTS.has(stem(first)) || IMPERATIVES.has(first) || isCalendarWord(first))
    return false;
  if (first.endsWith('ly') || GIVEN_NAMES.has(first)) return false;
  if (!isDefined && (isOneOfKind(mentions, parsed) || isSharedLastName(name, parsed))) return false;
  if (isWeak(first) && !(isDefined && mentions.length >= MIN_PLAIN_MENTIONS)) return false;
  // A word that the source also writes in lower case is a word, unless the source says what it means.
  return isDefined || parsed.countLowerCase(first) * 4 <= parsed.countCapitalised(first);
}

/** "@tovah-r": somebody is called. */
const isHandle = ({ sentence, start }: Term['mentions'][number], { sentences }: ParsedSource): boolean =>
  sentences[sentence]?.text.charAt(start - 1) === '@';

function isNumbered(mentions: Term['mentions'], { sentences }: ParsedSource): boolean {
  const numbered = mentions.filter(({ sentence, end }) => NUMBERED.test(sentences[sentence]?.text.slice(end) ?? ''));
  return numbered.length * 2 > mentions.length;
}

/** "An Allegro in D", "two Minuets, …": things of a kind, though written with a capital. "A Beethoven sonata" is no Beethoven. */
const ONE_OF_KIND = /(?:^|[^\p{L}])(?:an?|each|every|another|several|two|three|four)\s$/iu;
const ENDS_PHRASE =
  /^(?:e?s)?(?:$|[,.;:)]|\s(?:in|of|with|for|and|or|is|was|are|were|on|at|to|from|by|that|which|who)(?!\p{L}))/u;
const MIN_OF_KIND = 2;
const SHARE_OF_KIND = 0.1;

function isOneOfKind(mentions: Term['mentions'], { sentences }: ParsedSource): boolean {
  const ofKind = mentions.filter(({ sentence, start, end }) => {
    const text = sentences[sentence]?.text ?? '';
    return ONE_OF_KIND.test(text.slice(Math.max(0, start - 12), start)) && ENDS_PHRASE.test(text.slice(end));
  });
  return ofKind.length >= MIN_OF_KIND && ofKind.length >= SHARE_OF_KIND * mentions.length;
}

/** How often each of two people with one last name is named before it means either of them. */
const MIN_NAMESAKES = 3;

/** "Bach" where Emanuel Bach, J. S. Bach and J. C. Bach are spoken of. First names with one initial may be one person's. */
function isSharedLastName(name: string, parsed: ParsedSource): boolean {
  if (!/^\p{Lu}\p{Ll}+$/u.test(name)) return false;
  const named = new RegExp(`(?:^|[^\\p{L}])(\\p{Lu})(\\p{Ll}+|(?:\\.\\s?\\p{Lu})*\\.)\\s${name}(?!\\p{L})`, 'gu');
  const byInitial = new Map<string, number>();
  for (const at of parsed.sentencesWith(name.toLowerCase())) {
    for (const [, initial = '', rest = ''] of parsed.sentences[at]?.text.matchAll(named) ?? []) {
      const first = (initial + rest).toLowerCase();
      if (stopWords('en').has(first) || HONORIFICS.has(first) || parsed.countLowerCase(first) > 0) continue;
      byInitial.set(initial, (byInitial.get(initial) ?? 0) + 1);
    }
  }
  return [...byInitial.values()].filter((count) => count >= MIN_NAMESAKES).length > 1;
}

function isWeak(word: string): boolean {
  return (
    isCommonWord(word) ||
    GENERIC_WORDS.has(word) ||
    NATIONALITIES.has(word) ||
    HONORIFICS.has(word) ||
    NO_SUBJECTS.has(word)
  );
}
