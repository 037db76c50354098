import { ADVERB, findCompleteDefinition } from './complete-definition';
import { type Language } from './stop-words';
import { isDefinitionSubject, VAGUE_NOUNS, type Definition } from './definition';
import { headNoun } from './kinds';
import { type Sentence } from './parse-source';
import { UNSPACED_SCRIPT } from './tokenizer';

interface Grammar {
  readonly articles: RegExp;
  readonly copula: RegExp;
  readonly explicit: RegExp;
}

const ENGLISH: Grammar = {
  articles: /^(?:the|an?)\s+/i,
  copula: new RegExp(`\\s(?:is|are|was|were)\\s${ADVERB}(?:an?|the|one of the|any)\\s`),
  explicit:
    /\s(?:(?:is|are|was|were) (?:defined as|a (?:kind|type|form|class) of|the (?:process|practice|study|art|act|name|term) (?:of|for|by which))|refers to|denotes|means|stands for)\s/,
};

const GRAMMARS: Readonly<Partial<Record<Language, Grammar>>> = {
  en: ENGLISH,
  de: {
    articles: /^(?:der|die|das|eine?)\s+/i,
    copula: /\s(?:ist|sind|war|waren)\s(?:eine?r?|der|die|das)\s/,
    explicit: /\s(?:bezeichnet|bedeutet|steht für|nennt man)\s/,
  },
  fr: {
    articles: /^(?:le|la|les|une?|l['’])\s*/i,
    copula: /\s(?:est|sont|était|étaient|fut)\s(?:une?|le|la|les|l['’])\s?/,
    explicit: /\s(?:désigne|signifie|se définit comme)\s/,
  },
  es: {
    articles: /^(?:el|la|los|las|una?)\s+/i,
    copula: /\s(?:es|son|era|fue|eran)\s(?:una?|el|la|los|las)\s/,
    explicit: /\s(?:se refiere a|significa|se define como|se denomina)\s/,
  },
  it: {
    articles: /^(?:il|lo|la|i|gli|le|un[ao]?|l['’])\s*/i,
    copula: /\s(?:è|sono|era|fu|erano)\s(?:un[ao]?|il|lo|la|un['’])\s?/,
    explicit: /\s(?:indica|significa|si definisce)\s/,
  },
  pt: {
    articles: /^(?:o|a|os|as|uma?)\s+/i,
    copula: /\s(?:é|são|era|foi)\s(?:uma?|o|a)\s/,
    explicit: /\s(?:refere-se a|significa|designa)\s/,
  },
  nl: {
    articles: /^(?:de|het|een)\s+/i,
    copula: /\s(?:is|zijn|was|waren)\s(?:een|de|het)\s/,
    explicit: /\s(?:betekent|verwijst naar|staat voor)\s/,
  },
  ru: {
    articles: /^(?!)/,
    copula: /\s(?:—|–|-)\s(?:это\s)?/,
    explicit: /\s(?:является|означает|называется|(?:—|–|-) это)\s/,
  },
};

/** Finds a definition of the form `X is a Y` or `X refers to Y`. */
function findCopularDefinition(sentence: Sentence, language: Language): Definition | null {
  const grammar = GRAMMARS[language] ?? ENGLISH;
  const text = sentence.text.replace(/[\n\u00a0]/g, ' ');
  const head = text.slice(0, 160);
  const explicit = grammar.explicit.exec(head);
  const copula = grammar.copula.exec(head);
  const match = explicit !== null && (copula === null || explicit.index <= copula.index) ? explicit : copula;
  if (match === null) return null;
  // Short forms in brackets and an aside between commas are not part of the subject.
  const before = text
    .slice(0, match.index)
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/,\s[^,]{2,60},$/, '')
    // "A branch in Git is …"
    .replace(/\sin\s\p{Lu}\p{L}+$/u, '')
    .trimEnd();
  const article = grammar.articles.exec(before)?.[0] ?? '';
  const subject = before.slice(article.length).replace(/^["“«'‘]|["”»'’]$/gu, '');
  if (!isDefinitionSubject(subject, language)) return null;
  const start = text.indexOf(subject);
  const predicate = text.slice(match.index + match[0].length).trim();
  if (match !== explicit && VAGUE_NOUNS.has(headNoun(predicate))) return null;
  // `X means …` defines a word only when X is quoted as a word; otherwise it draws a conclusion.
  const meaning = match === explicit && /means\s$/.test(match[0]);
  if (
    predicate.split(/\s+/).length < 2 ||
    /^(?:same|only|case|reason|first to|last to|most|more|matter|\p{Ll}{2,}est|bit)\b/u.test(predicate)
  )
    return null;
  return {
    subject,
    sentence: sentence.index,
    start,
    predicate,
    strength: match === explicit && !meaning ? 2 : 1,
    isIndefinite:
      (meaning && /["”»'’]$/u.test(before)) ||
      /\s(?:an?|one of the|any|eine?r?|une?|un[ao]|un['’]|uma?|een)\s?$/i.test(match[0]),
    isDefinite:
      /^(?:the|der|die|das|le|la|les|l['’]|el|los|las|il|lo|gli|o|os|de|het)\s*$/i.test(article) &&
      !/^(?:de|o)$/i.test(subject),
    isComplete: false,
    form: match === explicit && !meaning ? 'explicit' : 'copula',
  };
}

const UNSPACED_PATTERN =
  /^[「『“《"]?([\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}A-Za-z0-9ー・]{2,16}?)[」』”》"]?(?:（[^）]{1,30}）|\([^)]{1,30}\))?(?:とは、?|は、|，?是指|是(?=一|由|指|在|用|种|種)|指的是|，?是一)/u;

/** Finds a definition in Chinese or Japanese. Conservative: explicit forms only. */
function findUnspacedDefinition(sentence: Sentence): Definition | null {
  const match = UNSPACED_PATTERN.exec(sentence.text);
  const subject = match?.[1] ?? '';
  if (
    match === null ||
    /^(?:この|その|これ|それ|あの|私|我|你|他|她|它|这|那|這|此|本|但|而|もの|こと|ここ|そこ|今|不)/.test(subject)
  )
    return null;
  // A topic marker alone defines only when the sentence also ends like a definition.
  const topic = match[0].endsWith('は、');
  if (topic && !/(?:である|です|のこと|をいう|を指す|の一つ|の1つ)(?:。|$)/.test(sentence.text)) return null;
  if (/[のはがをにでとも]/.test(subject.slice(-1)) || subject.includes('の')) return null;
  const predicate = sentence.text.slice(match[0].length);
  return {
    subject,
    sentence: sentence.index,
    start: sentence.text.indexOf(subject),
    predicate,
    strength: topic ? 1 : 2,
    isIndefinite: true,
    isDefinite: false,
    isComplete: !topic,
    form: 'explicit',
  };
}

/** Finds the definition that a sentence opens with. */
export function findDefinition(sentence: Sentence, language: Language): Definition | null {
  if (sentence.isAllCaps || sentence.text.endsWith('?')) return null;
  if (language === 'cjk' || UNSPACED_SCRIPT.test(sentence.text.slice(0, 4))) return findUnspacedDefinition(sentence);
  return (language === 'en' ? findCompleteDefinition(sentence) : null) ?? findCopularDefinition(sentence, language);
}
