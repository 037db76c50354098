import { type YieldBudget } from '../../../base';
import { stem, tokenize, type Word } from '../../extractive/tokenizer';
import { findDates, type StatedDate } from '../dates';
import { readAmounts } from './amounts';
import { readHolders } from './read-holders';
import { defaultAspect, eventOf, exclusiveClass, stateOf } from './lexicon';
import { contentOf, isPreposition, subjectOf, TextContext, type PlacedSubject, type Subject } from './subject';
import {
  AUXILIARY,
  VERB,
  aspectNear,
  labelOf,
  verbOf,
  withoutAdverbial,
  withoutMeasured,
  type Part,
} from './sentence-parts';
import { sectionSubject, subjectOfTitle } from './title-subject';
import { type Fact, type FactValue } from './types';

/** A sentence with what stands around it. */
export interface FactSentence {
  readonly text: string;
  readonly heading: string | null;
  /** Sentences of one paragraph have one number. */
  readonly passage: number;
  /** Whether "it" may be what the sentence before is about; it may when absent. */
  readonly isContinued?: boolean;
}

const MAX_LENGTH = 400;
/** What is planned, meant, guessed or asked is no fact. */
const NO_FACT =
  /\?|\b(?:would|could|might|should|may|will|shall|if|unless|hopes?|hoped|plan(?:s|ned)?|intend(?:s|ed)?|aims?|wants?|expect(?:s|ed)?|propos(?:es|ed|als?)|perhaps|probably|estimate[sd]?|projected|forecast|target|due (?:to|in)|supposed|according to legend|yesterday|last (?:week|month|night)|this (?:week|month|year)|recently)\b/i;
/** A limit that is set, unlike what is hoped: "may grow to", "may carry". */
const SET_LIMIT = /\bmay (?:not )?(?:grow|carry|hold|be up|weigh|take)\b/gi;
const DATED =
  /\b(?:since|now|no longer|currently|formerly|previously|used to|until|from \d|as of|by then|so far|at first|originally|was (?:raised|lowered|changed|increased|reduced|replaced|renamed)|has (?:risen|grown|fallen)|became|becomes|succeeded|followed|took over|again|then|still)\b/i;
const BREAK =
  /[;—]\s?|\s[–-]\s|[,)]?\s(?:and|but|which|who|while|whereas|although|because|since|as|when)\s(?=(?:it|its|they|he|she|his|her|the|their|we|was|is|has|had|were|are)\s)|,\s(?=(?:which|who|where|whose)\s)/gu;
/** How much longer it takes to read the facts of a text than the text. */
const COST = 2;

/** All that the sentences of a text say of things: dates, amounts, states and holders of offices. */
export async function readFacts<Sentence extends FactSentence>(
  title: string,
  sentences: readonly Sentence[],
  budget: YieldBudget,
): Promise<readonly Fact<Sentence>[]> {
  const context = new TextContext(title);
  for (const { text } of sentences) {
    context.add(text);
    if (budget.spend(text.length)) await budget.checkpoint();
  }
  const reader = new FactReader<Sentence>(title, context);
  const facts: Fact<Sentence>[] = [];
  for (const sentence of sentences) {
    for (const fact of reader.read(sentence)) facts.push(fact);
    if (budget.spend(COST * sentence.text.length)) await budget.checkpoint();
  }
  return facts;
}

/** Reads sentences in their order, and knows what the last one was about. */
class FactReader<Sentence extends FactSentence> {
  readonly #context: TextContext;
  #whole: Subject;
  #heading: string | null = null;
  #passage = -1;
  #topic: Subject | null = null;

  constructor(title: string, context: TextContext) {
    this.#context = context;
    this.#whole = subjectOfTitle(title);
  }

  read(sentence: Sentence): readonly Fact<Sentence>[] {
    const { heading, passage } = sentence;
    if (heading !== this.#heading) this.#topic = null;
    if (sentence.isContinued === false) this.#topic = UNKNOWN;
    this.#heading = heading;
    if (sentence.text.length > MAX_LENGTH) return [];
    const section = heading === null ? this.#whole : sectionSubject(heading, this.#whole);
    const reader = new SentenceReader(sentence, this.#topic ?? section, section, this.#context);
    const facts = reader.read();
    // A title that names nothing leaves it to the first sentence.
    if (this.#whole.words.size === 0 && reader.isNamed && reader.topic !== null) this.#whole = reader.topic;
    const isNew = passage !== this.#passage;
    this.#passage = passage;
    if (reader.isUnread) this.#topic = UNKNOWN;
    else if (reader.topic !== null && (reader.isNamed || isNew)) this.#topic = reader.topic;
    return facts;
  }
}

/** What a sentence was about that could not be read: "it" in the next one may be anything. */
const UNKNOWN: Subject = { words: new Set(), head: null };

const isFactual = ({ text }: Part): boolean => !NO_FACT.test(text.replace(SET_LIMIT, ''));

class SentenceReader<Sentence extends FactSentence> {
  /** What the sentence is about, for "it" in the next one. */
  topic: Subject | null = null;
  isNamed = false;
  /** Whether it is a sentence of which the verb is not known. */
  isUnread = false;
  readonly #sentence: Sentence;
  readonly #above: Subject;
  /** What the section is about. */
  readonly #section: Subject;
  readonly #context: TextContext;
  readonly #stems: ReadonlySet<string>;
  readonly #heading: ReadonlySet<string>;

  constructor(sentence: Sentence, above: Subject, section: Subject, context: TextContext) {
    this.#sentence = sentence;
    this.#above = above;
    this.#section = section;
    this.#context = context;
    this.#stems = new Set(contentOf(tokenize(sentence.text)));
    this.#heading = new Set([...contentOf(tokenize(sentence.heading ?? '')), ...above.words, ...section.words]);
  }

  read(): readonly Fact<Sentence>[] {
    const { text } = this.#sentence;
    const parts = this.#parts();
    [this.topic, this.isNamed] = [parts[0]?.subject ?? null, parts[0]?.isNamed ?? false];
    this.isUnread = (parts[0]?.verb ?? -1) < 0 && /[.!?]["”']?$/.test(text);
    const facts = parts
      .filter(isFactual)
      .flatMap((part) => [...this.#dates(part), ...this.#amounts(part), ...this.#states(part)]);
    const first = parts[0]?.subject ?? this.#above;
    const holders = (NO_FACT.test(text) ? [] : readHolders(text)).map(({ role, name, of, isLasting, isDated }) => {
      const own = of === null ? null : subjectOf(tokenize(of));
      const otherwise = of === null ? first : this.#section;
      const subject = own === null || own.words.size === 0 ? otherwise : own;
      const key = `holder ${role}`;
      const fact = this.#fact({ subject, text }, key, role, { kind: 'holder', name });
      return { ...fact, isLasting, isDated: fact.isDated || isDated };
    });
    return [...facts, ...holders];
  }

  #parts(): readonly Part[] {
    const { text } = this.#sentence;
    const parts: Part[] = [];
    let start = 0;
    const add = (end: number): void => {
      const part = text.slice(start, end);
      if (part.trim() !== '') parts.push(this.#part(part, parts.at(-1)?.subject ?? null));
    };
    for (const match of text.matchAll(BREAK)) {
      add(match.index);
      start = match.index + match[0].length;
    }
    add(text.length);
    return parts;
  }

  #part(text: string, before: Subject | null): Part {
    const words = tokenize(text);
    const verb = words.findIndex(({ key }, at) => at > 0 && VERB.test(key) && !isPreposition(words[at - 1]?.key ?? ''));
    const isVerbFirst = verb < 0 && VERB.test(words[0]?.key ?? '');
    const end = verb < 0 ? words.length : verb;
    const opening = isVerbFirst ? [] : withoutAdverbial(text, words.slice(0, end));
    const isPronoun = /^(?:it|its|he|his|she|her|they|their|we|our|this|there|which|who)$/.test(
      opening[0]?.key ?? 'it',
    );
    const own = withoutMeasured(opening.filter(({ key }) => eventOf(key) === undefined));
    const first = opening[0]?.key ?? '';
    if (first === 'there' && verb >= 0)
      return { text, words, verb, isNamed: false, subject: this.#subjectOfThere(words, verb) };
    if (/^(?:we|our)$/.test(first)) return { text, words, verb, isNamed: false, subject: this.#section };
    const subject = own.words.size === 0 || verb < 0 ? (before ?? this.#above) : own;
    const isNamed = own.words.size > 0 && !isPronoun && verb >= 0;
    return { text, words, verb, isNamed, subject: isPronoun && own.words.size > 0 && verb >= 0 ? own : subject };
  }

  /** "There are six weirs on the river" tells of the river. */
  #subjectOfThere(words: readonly Word[], verb: number): Subject {
    const at = words.findIndex(({ key }, index) => index > verb + 1 && /^(?:in|on|at|along|inside)$/.test(key));
    const place = at < 0 ? null : subjectOf(words.slice(at + 1));
    return place === null || place.words.size === 0 ? this.#section : place;
  }

  #dates(part: Part): readonly Fact<Sentence>[] {
    const { text, words } = part;
    const dates = findDates(text);
    const events = words.flatMap((word, at) => {
      const name = eventOf(`${word.key}-${words[at + 1]?.key ?? ''}`) ?? eventOf(word.key);
      return name === undefined ? [] : [{ name, word, at }];
    });
    const used = new Set<number>();
    return dates.flatMap((date) => {
      const before = text.slice(0, date.start);
      if (/\b(?:before|after|until|till|by|between|than|not|from|to)\s+(?:about\s)?$/i.test(before)) return [];
      if (/^\s?(?:to|–|-|and)\s?\d/.test(text.slice(date.end)) || /^s\b/.test(text.slice(date.end))) return [];
      const near = events.filter(({ word }) => word.end <= date.start).at(-1) ?? events[0];
      if (near === undefined || used.has(near.at) || /\b(?:not|never)\b/.test(text)) return [];
      used.add(near.at);
      const isAbout = /\b(?:about|around|circa|c\.|roughly)\s*$/i.test(before);
      const subject = this.#subjectOfEvent(part, near.at);
      const value = { kind: 'date', date, isAbout } as const;
      return [{ ...this.#fact({ subject, text }, `date ${near.name}`, near.name, value), isLasting: true }];
    });
  }

  /** "The architect built the hall" tells of the hall, and so does "the opening of the hall". */
  #subjectOfEvent({ words, subject, text }: Part, at: number): Subject {
    const [word, next, after] = [words[at], words[at + 1], words[at + 2]];
    if (word === undefined || next === undefined || after === undefined) return subject;
    const before = words
      .slice(Math.max(0, at - 3), at)
      .some(({ key }) => AUXILIARY.test(key) && !/^(?:has|had|have|did)$/.test(key));
    const isParticiple = /[,(]\s?$/.test(text.slice(0, word.start));
    const isObject = /^(?:the|his|her|its|their|an?)$/.test(next.key) && !before && !isParticiple;
    const isOf = next.key === 'of' && /^(?:the|\p{Lu})/u.test(after.text);
    if (!isObject && !isOf) return subject;
    const rest = words.slice(at + 2);
    const end = rest.findIndex(
      (each, index) => index > 0 && (isPreposition(each.key) || each.shape === 'number' || VERB.test(each.key)),
    );
    const object = subjectOf(rest.slice(0, end < 0 ? 5 : end));
    return object.words.size === 0 ? subject : object;
  }

  #amounts(part: Part): readonly Fact<Sentence>[] {
    const { text, words, subject } = part;
    const dates = findDates(text);
    const isDate = (start: number, end: number): boolean => dates.some((date) => start < date.end && date.start < end);
    const amounts = readAmounts(text, isDate);
    return amounts.flatMap((amount) => {
      const { dimension, noun, start, end } = amount;
      if (
        /\b(?:another|other|further|additional|each|every|first|last|next|per|by|of the|all|grew|rose|fell|increased|decreased)\s+(?:by\s)?$/i.test(
          text.slice(0, start),
        )
      )
        return [];
      if (
        /^\s(?:of (?:the|them|these|its|our|which|whom)|(?:more|less|fewer|later|earlier|ago|before|after|apart|each|per)\b)/.test(
          text.slice(end),
        )
      )
        return [];
      const aspect = dimension === 'count' ? noun : (aspectNear(words, amount) ?? defaultAspect(dimension));
      const verb = dimension === 'count' || aspect === '' ? verbOf(part) : '';
      const key = `${dimension} ${aspect}`;
      const fact = this.#fact({ subject, text }, key, labelOf(amount, aspect), { kind: 'amount', amount });
      const isLasting = dimension !== 'count' && !/^money|data|share/.test(dimension) && aspect !== 'price';
      const others = amounts.filter(
        (other) => other !== amount && other.dimension === 'count' && other.noun !== noun && dimension !== 'count',
      );
      const conditions = new Set([...fact.conditions, ...others.map((other) => `${other.noun} ${other.amount}`)]);
      return [{ ...fact, verb, isLasting, conditions }];
    });
  }

  #states(part: Part): readonly Fact<Sentence>[] {
    const { text, words, subject, verb } = part;
    if (verb < 0) return [];
    return words.flatMap((word, at) => {
      const previous = words[at - 1]?.key ?? '';
      const earlier = words[at - 2]?.key ?? '';
      const isSaid = (key: string): boolean =>
        /^(?:is|was|are|were|been|be|stays?|remains?|remained|becomes?)$/.test(key);
      const isNot = /^(?:not|never|no)$/.test(previous);
      const adverb = /^(?:now|currently|still|fully|already|always|unanimously|again|also)$/.test(previous);
      const isBound = isSaid(previous) || ((isNot || adverb) && isSaid(earlier));
      const state = at > verb - 1 && isBound ? stateOf(word.key) : undefined;
      const made = /^(?:of|in|from)$/.test(previous) || isSaid(previous) ? exclusiveClass(word.key) : undefined;
      if (state === undefined && (made === undefined || /season|weekday|direction/.test(made))) return [];
      const kind = state?.[0] ?? made ?? '';
      const side = state === undefined ? stem(word.key) : String(isNot ? 1 - state[1] : state[1]);
      const fact = this.#fact({ subject, text }, `state ${kind}`, kind, { kind: 'state', side });
      return [{ ...fact, isLasting: state === undefined }];
    });
  }

  #fact(
    { subject, text }: { readonly subject: Subject; readonly text: string },
    key: string,
    attribute: string,
    value: FactValue,
  ): Fact<Sentence> {
    const own = value.kind === 'date' ? value.date : null;
    const isOwn = (date: StatedDate): boolean => own !== null && date.year === own.year;
    const placed: PlacedSubject = { ...subject, sentence: this.#stems, heading: this.#heading, context: this.#context };
    const conditions = text
      .toLowerCase()
      .match(
        /\b(?:winter|summer|spring|autumn|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|night|day|before|after|empty|loaded|unladen|once)\b/g,
      );
    return {
      ...{ key, attribute, value, subject: placed, verb: '', sentence: this.#sentence },
      conditions: new Set((conditions ?? []).map((word) => stem(word))),
      years: findDates(this.#sentence.text)
        .filter((date) => !isOwn(date))
        .map(({ year }) => year),
      isPast:
        /\b(?:was|were|had|did|\p{L}{3,}ed|ran|lost|held|took|gave|cost|sold|came|went)\b/u.test(text) &&
        !/\b(?:is|are)\b/.test(text),
      isDated: DATED.test(this.#sentence.text),
      isLasting: false,
    };
  }
}
