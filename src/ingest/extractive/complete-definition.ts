import { isCommonWord } from './common-words';
import { stopWords } from './stop-words';
import { isDefinitionSubject, VAGUE_KINDS, type Definition } from './definition';
import { headNoun } from './kinds';
import { type Sentence } from './parse-source';

/** Adjectives that judge or compare: `a good start` and `the main problem` are not terms. */
export const EVALUATIVE_ADJECTIVE =
  /^(?:good|bad|great|big|small|major|minor|main|key|important|typical|common|new|old|first|second|third|next|last|final|further|another|other|recent|simple|single|possible|real|true|clear|better|best|worst|strong|weak|nice|useful|whole|same|such|more|most|many|some|few|own|similar|different|certain|particular|early|late|young|local|current|present|modern|popular|serious|perfect|ideal|proper|right|wrong|total|average|actual)$/i;
/** What may stand between the verb and the kind: "is simply a". */
export const ADVERB = '(?:(?:simply|basically|essentially|generally|usually|typically|just|merely|really)\\s)?';
const MARK =
  'that|which|who|whose|whereby|where|when|between|midway|halfway|used|built|made|defined|designed|consisting|formed|along with|(?:from|in|on|by|with|through|for) which|of';
/** What is said of several at once: "Tracking branches are local branches that …". */
const PLURAL_PATTERN = new RegExp(
  `^(\\p{L}[\\p{L}'’-]*(?:\\s\\p{Ll}[\\p{L}'’-]*){0,3}s)\\sare\\s${ADVERB}((?:[\\p{L}-]+\\s){0,2}?\\p{Ll}[\\p{Ll}-]+s)\\s(${MARK}|to|for)\\s\\p{L}`,
  'u',
);
const DEFINITION_PATTERN = new RegExp(
  `^((?:An?|The term|The word)\\s+)?["“'‘]?(\\p{L}[\\p{L}'’-]*(?:\\s[\\p{L}'’-]+){0,3}?)["”'’]?(?:\\sin\\s\\p{Lu}\\p{L}+)?\\s(?:is|are)\\s${ADVERB}(an?\\s|the\\s|any\\s)?((?:[\\p{L}'’-]+\\s){0,4}?[\\p{L}'’-]+),?\\s(${MARK}|to)\\s\\p{L}`,
  'u',
);
const PRESENT_COPULA = /\s(?:is|are)\s/;

/**
 * Finds a definition by kind and difference: `A roller bearing is a ring of steel rollers that …`. The subject is a common
 * noun phrase with `a` or no article, the verb is in the present tense, and neither subject nor kind is a vague word.
 */
export function findCompleteDefinition(sentence: Sentence): Definition | null {
  const text = sentence.text.replace(/[\n\u00a0]/g, ' ');
  if (sentence.form !== 'whole' || !text.endsWith('.')) return null;
  const plural = PLURAL_PATTERN.exec(text.slice(0, 240));
  const match = plural ?? DEFINITION_PATTERN.exec(text.slice(0, 240));
  if (match === null) return null;
  const [article = '', phrase = '', kindArticle = '', kind = '', mark = ''] =
    plural === null ? match.slice(1) : ['', plural[1], 'the ', plural[2], plural[3]];
  if (!isDefinitionSubject(phrase, 'en')) return null;
  const words = phrase.split(' ');
  const inner = words.slice(article === '' ? 1 : 0);
  // A capital inside makes it a name; definitions of names are found elsewhere.
  if (inner.some((word) => /\p{Lu}/u.test(word)) || words.some((word) => EVALUATIVE_ADJECTIVE.test(word))) return null;
  const [only = ''] = words;
  if (words.length === 1 && (isCommonWord(only.toLowerCase()) || only.length < 4)) return null;
  if (words.length === 1 && only.endsWith('ing')) return null;
  const stops = stopWords('en');
  if (words.some((word) => stops.has(word.toLowerCase()) && word !== 'of') || only.endsWith('ly')) return null;
  const head = headNoun(kind).replace(/s$/, '');
  if (VAGUE_KINDS.has(head) || stops.has(kind.split(' ')[0] ?? '')) return null;
  // Without an article, accept one noun with a clause: `money that …`, not `stored in …` or `in progress when …`.
  if (
    kindArticle === '' &&
    (!/^\p{Ll}+$/u.test(kind) ||
      /(?:ed|ing|ive|able|ful|ous|al)$/.test(kind) ||
      !/^(?:that|which|who|whose)$/.test(mark))
  )
    return null;
  // `of` alone does not tell the subject apart; a clause must follow: `a ring of rollers that …`.
  const rest = text.slice(match[0].length - 1);
  if (
    (mark === 'of' || (mark === 'to' && plural === null && !kind.includes(' '))) &&
    !/^[^,;.]{2,60}?\s(?:that|which|who|whose|where|when|used|made|built|in which|on which|by which|for|between)\s/u.test(
      rest,
    )
  )
    return null;
  const predicate = text.slice(text.search(PRESENT_COPULA)).replace(/^\s(?:is|are)\s(?:(?:an?|the|any)\s)?/, '');
  return {
    subject: phrase,
    sentence: sentence.index,
    start: text.indexOf(phrase),
    predicate,
    strength: 2,
    isComplete: true,
    isIndefinite: true,
    isDefinite: false,
    form: 'explicit',
  };
}
