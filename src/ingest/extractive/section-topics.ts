import { capitalise } from '../../base';
import { isCommonWord } from './common-words';
import { EVALUATIVE_ADJECTIVE } from './complete-definition';
import { VAGUE_NOUNS } from './definition';
import { classifyTerm } from './kinds';
import { GENERIC_WORDS } from './name-words';
import { type ParsedSource } from './parse-source';
import { stopWords } from './stop-words';
import { isLong } from './telling';
import { PLAIN_TERM, type Term } from './terms';
import { findMentions } from './term-definitions';
import { stem } from './tokenizer';

/** "The seat of government", "The northwestern war": a definite noun phrase, without a verb. */
const DEFINITE = /^(?:[\divx.]+[.)]?\s+)?The\s((?:[\p{L}-]+\s){0,5}(?:\p{L}[\p{L}-]+|\d{4}))$/u;
const PREPOSITION = /\s(?:of|in|on|for|from|to|at|with|between|against|under)\s/u;
const NAME = /^(?:[\divx.]+[.)]?\s+)?(\p{Lu}[\p{L}’'-]{2,}(?:\s\p{Lu}[\p{L}’'-]+){0,2})$/u;
const MIN_PHRASE_MENTIONS = 2;
const NO_NOUN = /(?:ly|ing|ed|est)$/;

/** What the sections of a source are called where the heading says that it is one certain thing, or is a name. */
export function sectionTopics(parsed: ParsedSource, names: readonly Term[]): readonly Term[] {
  const title = parsed.text.title?.trim();
  const found = new Map<string, Term>();
  for (const heading of parsed.headings) {
    const [phrase, name] = heading === title ? [null, null] : [definiteThing(heading), nameIn(heading, parsed)];
    const words = phrase ?? name;
    if (words === null || found.has(words) || isAboutName(heading, names, parsed)) continue;
    const mentions = findMentions(words, parsed);
    // In a long text, "The value of memory" is what the section asks about, unless the text has a name for it.
    if (isLong(parsed) && PREPOSITION.test(words) && mentions.length < MIN_PHRASE_MENTIONS) continue;
    found.set(words, {
      ...PLAIN_TERM,
      name: capitalise(words),
      aliases: [],
      type: phrase === null ? classifyTerm(words, [], []) : 'concept',
      isCommonNoun: phrase !== null,
      isTopic: true,
      mentions,
      definitions: [],
      isInHeading: true,
      weight: Math.log2(1 + mentions.length) + 4,
    });
  }
  return [...found.values()];
}

function definiteThing(heading: string): string | null {
  const phrase = DEFINITE.exec(heading.trim())?.[1];
  if (phrase === undefined) return null;
  const words = phrase.toLowerCase().split(' ');
  const head = phrase.toLowerCase().split(PREPOSITION)[0]?.split(' ').at(-1) ?? '';
  if (head.length < 3 || VAGUE_NOUNS.has(head) || VAGUE_NOUNS.has(stem(head)) || NO_NOUN.test(head)) return null;
  if (words.some((word) => EVALUATIVE_ADJECTIVE.test(word)) || stopWords('en').has(words[0] ?? '')) return null;
  return words.length === 1 && (isCommonWord(head) || GENERIC_WORDS.has(head)) ? null : phrase;
}

/** "France", "Great Britain": whether it is a name shows where another source uses it. "COMMITS" are commits. */
function nameIn(heading: string, parsed: ParsedSource): string | null {
  const name = NAME.exec(heading.trim())?.[1];
  if (name === undefined || NO_NOUN.test(name) || /\p{Lu}{6}/u.test(name.replace(' ', ''))) return null;
  const isWord = (key: string): boolean => parsed.countLowerCase(key) + parsed.countLowerCase(stem(key)) > 0;
  return name.toLowerCase().split(' ').some(isWord) ? null : name;
}

/** "The straits": whether most of what stands there names one and the same thing, the bridge across them. */
function isAboutName(heading: string, names: readonly Term[], { sentences }: ParsedSource): boolean {
  const own = new Set(sentences.flatMap(({ index, anchor }) => (anchor.heading === heading ? [index] : [])));
  return names.some(({ mentions, isCommonNoun }) => {
    const there = new Set(mentions.flatMap(({ sentence }) => (own.has(sentence) ? [sentence] : [])));
    return !isCommonNoun && there.size * 2 > own.size;
  });
}
