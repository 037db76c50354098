import { stem, tokenize, type Word } from '../../extractive/tokenizer';
import {
  findDates,
  findDays,
  numberOfWord,
  readAmounts,
  readShares,
  type Amount,
  type StatedDate,
} from '../../../base';
import { keepLatest } from '../keep-latest';
import { readHolders } from './read-holders';
import { defaultAspect, eventOf, exclusiveClass, stateOf } from './lexicon';
import { contentOf, isPreposition, subjectOf, type PlacedSubject, type Subject } from './subject';
import {
  AUXILIARY,
  VERB,
  aspectNear,
  findVerb,
  isParticiple,
  labelOf,
  verbOf,
  withoutAdverbial,
  withoutMeasured,
  type Part,
} from './sentence-parts';
import { type Fact, type FactValue } from './types';

/** What is planned, meant, guessed or asked is no fact. */
const NO_FACT =
  /\?|\b(?:would|could|might|should|may|will|shall|if|unless|hopes?|hoped|plan(?:s|ned)?|intend(?:s|ed)?|aims?|wants?|expect(?:s|ed)?|propos(?:es|ed)|perhaps|probably|estimate[sd]?|projected|forecast|target|due (?:to|in)|supposed|according to legend|yesterday|last (?:week|month|night)|this (?:week|month|year)|recently)\b/i;
/** What is said of a time that the sentence does not name is of that time only. */
const OF_PERIOD =
  /\b(?:last year|last season|fiscal|ending (?:on|the)|(?:January|February|March|April|May|June|July|August|September|October|November|December) last|the (?:last|past|previous) (?:year|season|quarter)|quarters? of the year|preceding year|at the close of)\b/;
/** A limit that is set, unlike what is hoped: "may grow to", "may carry". */
const SET_LIMIT =
  /\bmay (?:not )?(?:grow|carry|hold|be up|weigh|take)\b|\b(?:will|must|shall)(?= (?:be held|take place|hold|meet|open|close|begin|start|be (?:given|paid|worn|kept|locked|shut)))/gi;
const DATED =
  /\b(?:since|now|no longer|currently|formerly|previously|used to|until|from \d|as of|by then|so far|at first|originally|was (?:raised|lowered|changed|increased|reduced|replaced|renamed)|has (?:risen|grown|fallen)|became|becomes|succeeded|followed|took over|again|then|still)\b/i;
const BREAK =
  /[;—]\s?|:\s(?=(?:the|its?|an?|they|there)\s)|,\s(?=(?:(?:all|some|most|one|both)\s)?of (?:which|whom)\s)|\s[–-]\s|,\sand\s(?=(?:\d[\d,]*|\p{Ll}+)\s\p{Ll}+s?\s(?:is|are|was|were)\s)|[,)]?\s(?:and|but|which|who|while|whereas|although|because|since|as|when)\s(?=(?:it|its|they|he|she|his|her|the|their|we|was|is|has|had|were|are)\s)|,\s(?=(?:which|who|where|whose)\s)/gu;
/** A part of an amount, or a difference, or the number of an issue: "#271 addresses this". */
const NO_AMOUNT_AFTER =
  /#$|\b(?:another|other|further|additional|each|every|first|last|next|per|by|of the|of the nearly|all|grew|rose|fell|increased|decreased)\s+(?:by\s)?$/i;
const NO_AMOUNT_BEFORE = /^\s(?:of (?:the|them|these|its|our|which|whom)|(?:more|less|fewer|apart)\b)/;
/** "A warranty of three years", "a cable that is 2 m long": what the amount is of. */
const MEASURED =
  /\b(?:an?|the|its|their|his|her|our)\s((?:[\p{L}-]+\s){1,3})(?:of|that is|which is)\s(?:about\s|some\s|up to\s)?$/u;
/** "…, and a half plot £26", "…, its shaft of ceramic": something else, without a verb of its own. */
const GAPPED =
  /,\s(?:and\s)?(?:an?|the|its|their|his|her|that)\s(?:[\p{L}-]+\s){1,2}(?:of\s\p{Ll}+|[£$€]?\d[\d.,]*(?:\s\p{Ll}+)?)(?=[.;]$|,\s)/gu;
/** "Made of red brick". */
const MADE_OF = /\b(?:is|are|was|were|made|built|building|house) (?:of|in|from) (?:an? )?[\p{L}-]+\s$/u;
/** A fact without the text that it is in. */
type ReadFact = Omit<Fact<unknown>, 'subject' | 'sentence'> & {
  readonly subject: Omit<PlacedSubject, 'context' | 'section'>;
};

/** What a sentence says, in whatever text it stands. */
interface SentenceReading {
  readonly facts: readonly ReadFact[];
  /** What the sentence is about, for "it" in the next one. */
  readonly topic: Subject | null;
  readonly isNamed: boolean;
  /** Whether it is a sentence of which the verb is not known. */
  readonly isUnread: boolean;
}

/** @param around what "it" may be, what the section is about, and what the sentence before ends with */
export function readSentence(
  text: string,
  heading: string | null,
  { above, section, last }: { readonly above: Subject; readonly section: Subject; readonly last: Subject },
): SentenceReading {
  return readingOf(JSON.stringify([text, heading, asList(above), asList(section), asList(last)]));
}

/** What a sentence ends with: "asked about our shed". */
export function lastNamed(text: string): Subject {
  const words = tokenize(text);
  const at = words.map(({ key }) => /^(?:the|an?|our|its|his|her|their)$/.test(key)).lastIndexOf(true);
  const rest = at < 0 ? [] : words.slice(at + 1);
  return subjectOf(rest.some(({ key }) => isPreposition(key) || VERB.test(key)) ? [] : rest);
}

type SubjectList = readonly [head: string | null, ...words: readonly string[]];
const asList = ({ words, head }: Subject): SubjectList => [head, ...words];
const asSubject = ([head, ...words]: SubjectList): Subject => ({ words: new Set(words), head });

const readingOf = keepLatest((key): SentenceReading => {
  const [text, heading, ...around] = JSON.parse(key) as [string, string | null, SubjectList, SubjectList, SubjectList];
  const [above, section, last] = around;
  return new SentenceReader(text, heading, asSubject(above), asSubject(section), asSubject(last)).read();
});

/** May is a month, too. */
const isFactual = ({ text }: Pick<Part, 'text'>): boolean =>
  !NO_FACT.test(text.replace(SET_LIMIT, '').replace(/\bMay(?= \d|,)/g, ''));

/** "ana.r: The queue is full." */
const SPEAKER = /^@?\p{L}[\p{L}\d._-]{1,24}:\s(?=\p{Lu}.*\s)/u;
/** The subject with what of it an amount is of. */
function measuredIn(before: string, subject: Subject): Subject {
  const named = MEASURED.exec(before)?.[1];
  if (named === undefined) return subject;
  const own = withoutMeasured(tokenize(named).filter(({ key }) => !/^(?:number|total|sum|amount)$/.test(key)));
  return own.words.size === 0 ? subject : { words: new Set([...subject.words, ...own.words]), head: own.head };
}

/** "… are needed by the mill". */
function agentOf(words: readonly Word[], verb: number): Subject {
  const by = verb < 0 ? -1 : words.findIndex(({ key }, at) => at > verb && key === 'by');
  return subjectOf(by < 0 ? [] : words.slice(by + 1));
}

/** "4 GB of memory are needed": an amount comes first, and is no subject. */
function isCounted([first, second]: readonly Word[]): boolean {
  if (first === undefined || second === undefined) return false;
  return (
    numberOfWord(first.key) !== null || (/^\d[\d,]*(?:\.\d+)?$/.test(first.key) && !/^\p{Lu}\p{Ll}/u.test(second.text))
  );
}

/** "The next sonata has three movements" tells of another one than the sentence before. */
const IS_ANOTHER =
  /^\W*(?:(?:the|his|her|its|their) )?(?:next|other|another|previous|preceding|following|last|same|(?:first|second|third|fourth|fifth) of)\b/i;
/** Of what somebody makes, there are many: "published a sonata in 1695", "printed his first songs in 1802". */
const WORK_EVENT = /^(?:published|released|discovered|invented)$/;
const ONE_OF_WORKS =
  /^\s(?:an?|some|several|(?:his|her|its|their) (?:first|second|third|next|last|early|other|new))\s/i;

/** "Under the act of 3 March 1859": the date of something else. */
const OF_ANOTHER =
  /\b(?!(?:spring|summer|autumn|winter|month|year|end|beginning|early|late|night|morning|evening|middle|day|first|\d+\p{L}*|\p{Lu}\p{L}+)\s)\p{Ll}+\sof\s(?:the\s)?$/u;

/** "A convention was signed" may be any. */
const isPassive = ({ words }: Part, at: number): boolean =>
  words.slice(Math.max(0, at - 3), at).some(({ key }) => /^(?:is|was|were|been)$/.test(key));

/** A material or what is said of it in one word: `wood` for "wooden". */
const sideOf = (key: string): string => (key === 'wooden' || key === 'timber' ? 'wood' : stem(key));

/** The dates of a text; if it has no year, the days. */
function datesIn(text: string): readonly StatedDate[] {
  const dates = findDates(text);
  return dates.length > 0 ? dates : findDays(text);
}

/** "512 MB of memory", "three weeks' notice", "a cable of 2 m": what an amount is of. */
function aspectBehind(after: string, { dimension }: Amount, isMeasured: boolean): string {
  const noun = /^(?:\sof|['’])\s(\p{Ll}{3,})/u.exec(after)?.[1];
  if (noun !== undefined && !/^(?:money|share)/.test(dimension) && !/^(?:the|its|which|this|that|each|age)$/.test(noun))
    return stem(noun);
  return dimension === 'length' && isMeasured ? 'length' : defaultAspect(dimension);
}

/** "1276 patches" is no year. */
const isCount = (text: string, { month, start, end }: StatedDate): boolean =>
  month === 0 &&
  /^\s\p{Ll}+[^su\P{L}]s\b/u.test(text.slice(end)) &&
  !/\b(?:in|of|since|by|from|until|year|[a-z]+ed)\s$/.test(text.slice(0, start));

/** "The release was frozen in May" does not say when it was released, and neither does a heading. */
function isOnlyNamed({ words, verb }: Part, at: number): boolean {
  const key = words[at]?.key ?? '';
  if (isParticiple(key) || /^(?:born|shut|lit|laid|wed|dates|meets?|holds?|place)$/.test(key)) return false;
  if (verb < 0) return !/^(?:opening|closing)$/.test(key);
  const [first, next] = [words[verb]?.key ?? '', words[verb + 1]?.key ?? ''];
  const isCopula = /^(?:is|was|were|took|takes|came|dates?|dated|occurred|happened|fell|followed)$/.test(first);
  return at > verb || !isCopula || (/^(?:is|was|were)$/.test(first) && isParticiple(next));
}

/** "The opening theme", "a closing section": no event. */
function isAttributive(words: readonly Word[], at: number, text: string): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (word === undefined || next === undefined || !/(?:ing|birth|death|end)$/.test(word.key)) return false;
  return (
    text.slice(word.end, next.start) === ' ' &&
    /^\p{Ll}+$/u.test(next.text) &&
    !VERB.test(next.key) &&
    !isPreposition(next.key) &&
    !/^(?:the|an?|his|her|its|their|this|that|and|or|as|then|there|again|fully|only|also)$/.test(next.key)
  );
}

class SentenceReader {
  readonly #text: string;
  readonly #above: Subject;
  readonly #section: Subject;
  readonly #last: Subject;
  readonly #stems: ReadonlySet<string>;
  readonly #heading: ReadonlySet<string>;
  /** Whether it ends as a sentence does. */
  readonly #isClosed: boolean;

  constructor(text: string, heading: string | null, above: Subject, section: Subject, last: Subject) {
    this.#text = text;
    this.#last = last;
    this.#above = above;
    this.#section = section;
    this.#isClosed = /[.!?]["”')]?$/.test(text);
    this.#stems = new Set(contentOf(tokenize(text.replace(GAPPED, ''))));
    this.#heading = new Set([...contentOf(tokenize(heading ?? '')), ...above.words, ...section.words]);
  }

  read(): SentenceReading {
    const text = this.#text;
    const parts = this.#parts();
    const facts = parts
      .filter((part) => isFactual(part) && !IS_ANOTHER.test(part.text))
      .flatMap((part) => [...this.#dates(part), ...this.#amounts(part), ...this.#shares(part), ...this.#states(part)]);
    const first = parts[0]?.subject ?? this.#above;
    const holders = (isFactual({ text }) ? readHolders(text) : []).map(
      ({ role, name, of, isLasting, isDated, isPast }) => {
        const own = of === null ? null : subjectOf(tokenize(of));
        const otherwise = of === null ? first : this.#section;
        const subject = own === null || own.words.size === 0 ? otherwise : own;
        const key = `holder ${role}`;
        const fact = this.#fact({ subject, text }, key, role, { kind: 'holder', name });
        return { ...fact, isLasting, isDated: fact.isDated || isDated, isPast: fact.isPast && isPast };
      },
    );
    return {
      facts: [...facts, ...holders],
      topic: parts[0]?.subject ?? null,
      isNamed: parts[0]?.isNamed ?? false,
      isUnread: (parts[0]?.verb ?? -1) < 0 && this.#isClosed,
    };
  }

  #parts(): readonly Part[] {
    // Its verb is that of another part, and so may be what it measures.
    const own = this.#isClosed ? this.#text.replace(SPEAKER, '') : this.#text;
    const text = own.replace(GAPPED, '');
    const parts: Part[] = [];
    let start = 0;
    const add = (end: number, isDescribed: boolean): void => {
      const part = text.slice(start, end);
      if (part.trim() !== '') parts.push(this.#part(part, parts.at(-1)?.subject ?? null, isDescribed));
    };
    for (const match of text.matchAll(BREAK)) {
      add(match.index, /^,\s$/.test(match[0]));
      start = match.index + match[0].length;
    }
    add(text.length, false);
    return parts;
  }

  /** @param isDescribed whether a relative clause follows, so that it needs no verb */
  #part(text: string, before: Subject | null, isDescribed: boolean): Part {
    const words = tokenize(text);
    const verb = findVerb(words, this.#isClosed);
    const isVerbFirst = verb < 0 && VERB.test(words[0]?.key ?? '');
    const end = verb < 0 ? words.length : verb;
    const opening = isVerbFirst ? [] : withoutAdverbial(text, words.slice(0, end));
    const isPronoun = /^(?:it|its|he|his|she|her|they|their|we|our|this|there|which|who)$/.test(
      opening[0]?.key ?? 'it',
    );
    const first = opening[0]?.key ?? '';
    // "Her marriage to the surgeon" tells of her.
    const isOwnEvent = /^(?:its|his|her|their)$/.test(first) && eventOf(opening[1]?.key ?? '') !== undefined;
    const named = isOwnEvent ? [] : opening.filter(({ key }) => eventOf(key) === undefined);
    const own = isCounted(opening) ? agentOf(words, verb) : withoutMeasured(named);
    if (first === 'there' && verb >= 0)
      return { text, words, verb, isNamed: false, subject: this.#subjectOfThere(words, verb) };
    if (/^(?:we|our)$/.test(first)) return { text, words, verb, isNamed: false, subject: this.#section };
    const isWhole = own.words.size > 0 && (verb >= 0 || (isDescribed && before === null));
    const subject = isWhole ? own : (before ?? this.#above);
    return { text, words, verb, isNamed: isWhole && !isPronoun, subject };
  }

  /** "There are six weirs on the river" tells of the river. */
  #subjectOfThere(words: readonly Word[], verb: number): Subject {
    const at = words.findIndex(({ key }, index) => index > verb + 1 && /^(?:in|on|at|along|inside)$/.test(key));
    const place = at < 0 ? null : subjectOf(words.slice(at + 1));
    return place === null || place.words.size === 0 ? this.#section : place;
  }

  #dates(part: Part): readonly ReadFact[] {
    const { text, words } = part;
    const dates = datesIn(text);
    const events = words.flatMap((word, at) => {
      const name = eventOf(`${word.key}-${words[at + 1]?.key ?? ''}`) ?? eventOf(word.key);
      return name === undefined || isAttributive(words, at, text) ? [] : [{ name, word, at }];
    });
    const used = new Set<number>();
    return dates.flatMap((date) => {
      const before = text.slice(0, date.start);
      const isFrom = /\bdate[sd] (?:back )?(?:from|to)\s+$/i.test(before);
      if (
        !isFrom &&
        /\b(?:before|after|until|since|ending|till|by|between|than|not|from|to)\s+(?:about\s)?$/i.test(before)
      )
        return [];
      if (/^\s?(?:to|–|-|and)\s?\d/.test(text.slice(date.end)) || /^s\b/.test(text.slice(date.end))) return [];
      const near = events.filter(({ word }) => word.end <= date.start).at(-1) ?? events[0];
      if (near === undefined || used.has(near.at) || /\b(?:not|never)\b/.test(text)) return [];
      // "Held on 3 May", in the head of the minutes: each meeting has its day.
      if (near.name === 'held' && !part.isNamed) return [];
      if (OF_PERIOD.test(text) || isCount(text, date) || isOnlyNamed(part, near.at) || OF_ANOTHER.test(before))
        return [];
      if (/^\W*(?:(?:in|on|at)\b[^,]*,\s)?(?:an?|some|several|another)\s/i.test(text) && isPassive(part, near.at))
        return [];
      used.add(near.at);
      if (near.name === 'origin') return this.#origin(part, date, text);
      if (WORK_EVENT.test(near.name) && ONE_OF_WORKS.test(text.slice(near.word.end))) return [];
      const isAbout = /\b(?:about|around|circa|c\.|roughly)\s*$/i.test(before);
      const subject = this.#subjectOfEvent(part, near.at);
      const value = { kind: 'date', date, isAbout } as const;
      const isLasting = date.year !== 0 && near.name !== 'held';
      const fact = this.#fact({ subject, text }, `date ${near.name}`, near.name, value);
      return [{ ...fact, isLasting, isDated: fact.isDated && date.year !== 0 }];
    });
  }

  /** "The hall dates from 1846": it was built then, or founded. */
  #origin({ subject }: Part, date: StatedDate, text: string): readonly ReadFact[] {
    const value = { kind: 'date', date, isAbout: false } as const;
    return ['built', 'founded'].map((name) => ({
      ...this.#fact({ subject, text }, `date ${name}`, name, value),
      isLasting: true,
    }));
  }

  /** "The architect built the hall" tells of the hall, and so does "the opening of the hall". */
  #subjectOfEvent({ words, subject, text }: Part, at: number): Subject {
    const [word, next, after] = [words[at], words[at + 1], words[at + 2]];
    if (next !== undefined && /^(?:it|them)$/.test(next.key))
      return this.#last.words.size > 0 ? this.#last : this.#above;
    if (word === undefined || next === undefined || after === undefined) return subject;
    const before = words
      .slice(Math.max(0, at - 3), at)
      .some(({ key }) => AUXILIARY.test(key) && !/^(?:has|had|have|did)$/.test(key));
    const isParticiple = /[,(]\s?$/.test(text.slice(0, word.start));
    const isObject =
      /^(?:the|his|her|its|their|an?)$/.test(next.key) && !before && !isParticiple && word.key !== 'place';
    const isOf = next.key === 'of' && /^(?:the|\p{Lu})/u.test(after.text);
    if (!isObject && !isOf) return subject;
    const rest = words.slice(at + 2);
    const end = rest.findIndex(
      (each, index) => index > 0 && (isPreposition(each.key) || each.shape === 'number' || VERB.test(each.key)),
    );
    const object = subjectOf(rest.slice(0, end < 0 ? 5 : end));
    return object.words.size === 0 ? subject : object;
  }

  #amounts(part: Part): readonly ReadFact[] {
    const { text, subject } = part;
    const dates = findDates(text);
    const isDate = (start: number, end: number): boolean => dates.some((date) => start < date.end && date.start < end);
    const amounts = readAmounts(text, isDate);
    return amounts.flatMap((amount) => {
      const { dimension, noun, start, end } = amount;
      if (NO_AMOUNT_AFTER.test(text.slice(0, start))) return [];
      if (NO_AMOUNT_BEFORE.test(text.slice(end))) return [];
      if (dimension === 'duration' && /^\s(?:later|earlier|ago|before|after)\b/.test(text.slice(end))) return [];
      if (amount.rate === '' && /^\s(?:each|per)\b/.test(text.slice(end))) return [];
      const own = measuredIn(text.slice(0, start), subject);
      const aspect =
        dimension === 'count'
          ? noun
          : (aspectNear(part, amount) ?? aspectBehind(text.slice(end), amount, own !== subject));
      if (aspect === 'age' && /^\W*(?:when|at|aged)\b/i.test(text)) return [];
      const isAside = own !== subject || (dimension !== 'count' && aspect !== '');
      const verb = isAside ? '' : verbOf(part);
      const key = `${dimension} ${aspect}`;
      const fact = this.#fact({ subject: own, text }, key, labelOf(amount, aspect), { kind: 'amount', amount });
      const isLasting =
        (aspect === 'cost' || (dimension !== 'count' && !/^money|data|share/.test(dimension) && aspect !== 'price')) &&
        !OF_PERIOD.test(this.#text);
      const others = amounts.filter(
        (other) => other !== amount && other.dimension === 'count' && other.noun !== noun && dimension !== 'count',
      );
      const conditions = new Set([...fact.conditions, ...others.map((other) => `${other.noun} ${other.amount}`)]);
      return [{ ...fact, verb, isLasting, conditions }];
    });
  }

  /** "Half of the members are under 25" tells of the members. */
  #shares({ text }: Part): readonly ReadFact[] {
    return readShares(text).map((amount) => {
      const subject = { words: new Set([amount.noun]), head: amount.noun };
      const value = { kind: 'amount', amount } as const;
      return this.#fact({ subject, text }, `share of ${amount.noun} `, `share of the ${amount.noun}s`, value);
    });
  }

  #states(part: Part): readonly ReadFact[] {
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
      // "On the list" is no state.
      const isPlace =
        /^(?:on|off)$/.test(word.key) && /^(?:the|an?|its|our|their|\d.*)$/.test(words[at + 1]?.key ?? '');
      const state = at > verb - 1 && isBound && !isPlace ? stateOf(word.key) : undefined;
      const isMade = /^(?:of|in|from)$/.test(previous) || isSaid(previous) || MADE_OF.test(text.slice(0, word.start));
      const made = isMade ? exclusiveClass(word.key) : undefined;
      if (state === undefined && (made === undefined || /season|weekday|direction/.test(made))) return [];
      const kind = state?.[0] ?? made ?? '';
      const side = state === undefined ? sideOf(word.key) : String(isNot ? 1 - state[1] : state[1]);
      const fact = this.#fact({ subject, text }, `state ${kind}`, kind, { kind: 'state', side });
      return [{ ...fact, isLasting: state === undefined }];
    });
  }

  #fact(
    { subject, text }: { readonly subject: Subject; readonly text: string },
    key: string,
    attribute: string,
    value: FactValue,
  ): ReadFact {
    const own = value.kind === 'date' ? value.date : null;
    const isOwn = (date: StatedDate): boolean => own !== null && date.year === own.year;
    const placed = { ...subject, sentence: this.#stems, heading: this.#heading };
    const conditions = text
      .toLowerCase()
      .match(
        /\b(?:winter|summer|spring|autumn|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|night|day|before|after|empty|loaded|unladen|once)\b/g,
      );
    return {
      ...{ key, attribute, value, subject: placed, verb: '' },
      // When something happened does not depend on anything.
      conditions: new Set(value.kind === 'date' ? [] : (conditions ?? []).map((word) => stem(word))),
      years: findDates(this.#text)
        .filter((date) => !isOwn(date))
        .map(({ year }) => year),
      isPast:
        /\b(?:was|were|had|did|\p{L}{3,}ed|ran|lost|held|took|gave|cost|sold|came|went)\b/u.test(text) &&
        !/\b(?:is|are|ha(?:s|ve) been)\b/.test(text),
      isDated: DATED.test(this.#text) || OF_PERIOD.test(this.#text),
      isLasting: false,
    };
  }
}
