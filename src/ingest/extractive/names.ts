import { type YieldBudget, isCalendarWord } from '../../base';
import { type ParsedSource, type Sentence } from './parse-source';
import { stopWords } from './stop-words';
import { isCommonWord } from './common-words';
import { HONORIFICS, GIVEN_NAMES, ORGANISATION_WORDS, NAME_PARTICLES } from './name-words';
import { isNamedSpeaker } from './speech';
import { stem, type Word } from './tokenizer';

/** A place where a name occurs. Offsets in UTF-16 units within the sentence. */
export interface Mention {
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
}

/** One use of a name, before spellings are merged. */
export interface NameUse {
  /** As written, without titles and possessives. */
  readonly name: string;
  readonly mention: Mention;
  /** Not at the start of a sentence, where a capital proves nothing. */
  readonly isCertain: boolean;
  /** Follows a title such as `Mr.` or `President`. */
  readonly hasTitle: boolean;
  /** The words before and after it, lower-cased, or `''`. */
  readonly before: string;
  readonly after: string;
  /** The text after it, at most 40 characters. */
  readonly tail: string;
  /** The speaker of the sentence. The name is not in the text, so the mention has no length. */
  readonly isSpeaker: boolean;
}

/** `for` and `on` join names only after these nouns: `Institute for Ocean Research`. */
const PURPOSE_NOUNS =
  /^(?:institute|center|centre|council|commission|committee|society|association|fund|campaign|foundation|office|bureau|agency|department|ministry|program|programme|organi[sz]ation|conference|convention|treaty|act|school|alliance|network|union)$/;
const isCapitalised = (word: Word): boolean =>
  word.shape === 'capital' || word.shape === 'upper' || word.shape === 'mixed';
/** Words before `of` that say what a name is and are not part of it: `State of Ohio`. */
// prettier-ignore
const CLASSIFIERS: ReadonlySet<string> = new Set(`state states government republic people peoples members member city town province territory kingdom constitution
congress citizens president vice-president king queen emperor prince minister secretary governor bishop mayor
ambassador speaker chairman director head commissioner attorney judge north south east west legislature north-west
gentlemen fellow-citizen fellow-citizens sultan secretaries territories republics governors envoy consul citizen
inhabitants representatives delegates duke count earl archbishop`.split(/\s/));

/** Whether a name can continue across the text between two words. */
function canJoin(gap: string, left: Word, right: Word, form: Sentence['form']): boolean {
  // Lines of a signature or a letterhead are separate names.
  if (form === 'fragment' && gap.includes('\n')) return false;
  if (gap === ' ' || gap === '\n' || gap === '\u00a0' || gap === ' \n') return true;
  // `J. F. Kennedy`, `St. Louis`, `Mr. Smith`
  if (/^\.[ \n\u00a0]?$/.test(gap)) return left.text.length === 1 || HONORIFICS.has(left.key) || left.key === 'st';
  // `Fishermen's Union` is one name, `Portugal's minister` is not.
  if (/^['’]s? $/.test(gap)) return ORGANISATION_WORDS.has(right.key) && isCapitalised(right);
  return gap === ' & ';
}

/** Whether a sentence or a quoted sentence starts at this word, so that its capital proves nothing. */
function startsSentence(sentence: Sentence, at: number): boolean {
  // "6.1 Cap the shaft" begins with its number.
  if (at === 0 || (at === 1 && sentence.words[0]?.shape === 'number')) return true;
  const previous = sentence.words[at - 1];
  const word = sentence.words[at];
  if (previous === undefined || word === undefined) return true;
  return (
    /[.!?:;"“”«»„‚‘()\][•*…—–]/.test(sentence.text.slice(previous.end, word.start)) &&
    !/^\.? ?$/.test(sentence.text.slice(previous.end, word.start))
  );
}

/** Finds the last word of a run of capitalised words, with particles inside, that starts at `from`. */
function findRunEnd(sentence: Sentence, from: number, nounsCapitalised: boolean): number {
  const { words, text, form } = sentence;
  let end = from;
  for (let next = from + 1; next < words.length && next - from < 9;) {
    const left = words[next - 1];
    const word = words[next];
    if (left === undefined || word === undefined || !canJoin(text.slice(left.end, word.start), left, word, form)) break;
    if (isCapitalised(word)) {
      if (isCalendarWord(word.key) && !GIVEN_NAMES.has(left.key)) break;
      end = next;
      next += 1;
      continue;
    }
    if (!NAME_PARTICLES.has(word.key)) break;
    if (/^(?:for|on)$/.test(word.key) && !PURPOSE_NOUNS.test(left.key)) break;
    // Between two German nouns `von` and `der` do not join; in a person's name `von` does.
    if (nounsCapitalised && !(GIVEN_NAMES.has(words[from]?.key ?? '') && /^(?:von|van|de|zu)$/.test(word.key))) break;
    // At most two particles (`Bank of the West`), and only when a capital follows.
    const second = words[next + 1];
    if (second === undefined || !canJoin(text.slice(word.end, second.start), word, second, form)) break;
    if (isCapitalised(second) && !isCalendarWord(second.key)) {
      end = next + 1;
      next += 2;
      continue;
    }
    const third = words[next + 2];
    const article = ['the', 'la', 'las', 'los', 'les', 'der', 'den', 'le'].includes(second.key);
    if (!article || third === undefined || !isCapitalised(third)) break;
    if (!canJoin(text.slice(second.end, third.start), second, third, form)) break;
    end = next + 2;
    next += 3;
  }
  return end;
}

/** Removes words at both ends of a run that are not part of the name. */
function trimRun(
  sentence: Sentence,
  from: number,
  to: number,
  parsed: ParsedSource,
): { from: number; to: number; titled: boolean } {
  const { words } = sentence;
  const stops = stopWords(parsed.language);
  let titled = false;
  let first = from;
  let last = to;
  const keyAt = (index: number): string => words[index]?.key ?? '';
  while (first <= last) {
    const key = keyAt(first);
    const rest = keyAt(first + 1);
    const starts = startsSentence(sentence, first);
    if (
      stops.has(key) ||
      (sentence.form === 'greeting' && first < last && !HONORIFICS.has(key) && starts) ||
      (isCalendarWord(key) && first < last)
    )
      first += 1;
    else if (first < last && CLASSIFIERS.has(key) && NAME_PARTICLES.has(rest)) {
      first += 1;
      while (first < last && (NAME_PARTICLES.has(keyAt(first)) || keyAt(first) === 'the')) first += 1;
    } else if (
      first < last &&
      HONORIFICS.has(key) &&
      !ORGANISATION_WORDS.has(keyAt(last)) &&
      !NAME_PARTICLES.has(rest)
    ) {
      titled = true;
      first += 1;
    } else if (first < last && starts && isOrdinary(key, parsed) && !NAME_PARTICLES.has(rest)) first += 1;
    else break;
  }
  const tail = words
    .slice(first, last + 1)
    .map((word) => word.key)
    .join(' ');
  const country = / of (?:the )?(?:united states|america|united states of america)$/.exec(tail)?.[0] ?? '';
  const rest = tail.slice(0, tail.length - country.length);
  // "Bank" alone would not be a name.
  if (country !== '' && tail !== 'united states of america' && !isCommonWord(rest))
    last -= country.trim().split(' ').length;
  while (last > first && (isCalendarWord(keyAt(last)) || NAME_PARTICLES.has(keyAt(last)) || stops.has(keyAt(last)))) {
    if (GIVEN_NAMES.has(keyAt(last - 1)) && last - 1 === first) break;
    last -= 1;
  }
  return { from: first, to: last, titled };
}

/** Whether the source shows that the word is an ordinary one, because it also writes it in lower case. */
function isOrdinary(key: string, parsed: ParsedSource): boolean {
  if (GIVEN_NAMES.has(key)) return false;
  if (/(?:ly|ing)$/.test(key) && parsed.language === 'en' && parsed.countCapitalised(key) === 0) return true;
  return parsed.countLowerCase(key) > 0 || parsed.countLowerCase(stem(key)) > 0;
}

/** Finds every run of capitalised words in the prose. The cost is proportional to the text. */
export async function findCapitalisedNames(parsed: ParsedSource, budget: YieldBudget): Promise<readonly NameUse[]> {
  const found: NameUse[] = [];
  for (const sentence of parsed.sentences) {
    if (budget.spend(sentence.text.length)) await budget.checkpoint();
    if (sentence.isFirst && sentence.speaker !== null && isNamedSpeaker(sentence.speaker))
      found.push(createSpeakerUse(sentence, sentence.speaker));
    if (sentence.isAllCaps || sentence.form === 'closing') continue;
    for (let at = 0; at < sentence.words.length; at += 1) {
      const word = sentence.words[at];
      if (word === undefined || !isCapitalised(word)) continue;
      const to = findRunEnd(sentence, at, parsed.capitalisesNouns);
      const run = trimRun(sentence, at, to, parsed);
      at = to;
      const first = sentence.words[run.from];
      const last = sentence.words[run.to];
      if (first === undefined || last === undefined || run.from > run.to) continue;
      found.push({
        name: sentence.text.slice(first.start, last.end).replace(/\s+/g, ' '),
        mention: { sentence: sentence.index, start: first.start, end: last.end },
        isCertain: !startsSentence(sentence, run.from) || run.titled || parsed.language === 'cjk',
        hasTitle: run.titled,
        before: sentence.words[run.from - 1]?.key ?? '',
        after: sentence.words[run.to + 1]?.key ?? '',
        tail: sentence.text.slice(last.end, last.end + 40),
        isSpeaker: false,
      });
    }
  }
  return found;
}

/** Creates a use of a certain name, without the words around it. */
export function createNameUse(name: string, mention: Mention): NameUse {
  return { name, mention, isCertain: true, hasTitle: false, before: '', after: '', tail: '', isSpeaker: false };
}

/** The speaker of a passage is named by it, although not in the text. */
function createSpeakerUse(sentence: Sentence, speaker: string): NameUse {
  const words = speaker.split(' ').filter((word) => !HONORIFICS.has(word.toLowerCase().replace(/\.$/, '')));
  const mention = { sentence: sentence.index, start: 0, end: 0 };
  return { ...createNameUse(words.join(' '), mention), hasTitle: true, isSpeaker: true };
}
