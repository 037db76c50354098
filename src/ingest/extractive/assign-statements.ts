import { type YieldBudget, isCalendarWord } from '../../base';
import { type Definition } from './definition';
import { type Mention } from './names';
import { type ParsedSource, type Sentence } from './parse-source';
import { stopWords } from './stop-words';
import { FIRST_PERSON } from './speech';
import { addressLength, isExercise, isIndependent, isStatement, valueOf } from './statement-rules';
import { isLong, namesComeBy, tells, tellsAfter } from './telling';

/** Something that statements are about: a page, or a name that may become one. */
export interface StatementSubject {
  readonly names: readonly string[];
  readonly mentions: readonly Mention[];
  readonly definitions: readonly Definition[];
  /** Whether the title or a heading of the source names it, and which headings. */
  readonly under: 'title' | ReadonlySet<string> | null;
  /** Whether the title of the source begins or ends with its name, so that the whole source is about it. */
  readonly isMain: boolean;
  /** A noun, to which names are preferred. */
  readonly isCommonNoun: boolean;
  /** What a section of the source is called: what stands there is about it. */
  readonly isTopic: boolean;
  /** Definite things that mean it, or a part of it, under that title or heading: `tower`. */
  readonly parts: ReadonlySet<string>;
}

/** A sentence for a page, and those that continue it with a pronoun. */
export interface Statement {
  readonly parsed: ParsedSource;
  readonly sentence: Sentence;
  readonly follows: readonly Sentence[];
  /** Whether it says what its subject is. */
  readonly isDefinition: boolean;
  /** Whether it is about the subject, and does not only name it. */
  readonly isAbout: boolean;
  /** It does not name its subject. */
  readonly isOfSection: boolean;
  /** What it is about comes first, and not behind a preposition. */
  readonly isPlain: boolean;
  /** It opens with the name of its subject. */
  readonly isFirst: boolean;
  /** It opens with the name of its subject and says what it is, has or does as a rule: a page can begin with it. */
  readonly isTelling: boolean;
  readonly score: number;
}

/** Whether a page can begin with the statement: it tells what its subject is, or what follows does. */
export const isOpening = ({ isTelling, isFirst, follows }: Statement): boolean =>
  isTelling || (isFirst && follows.some(({ text }) => tellsAfter(text)));

/** What may stand before the name of what a sentence is about: "The", "In 1912 the", "Dr". */
const OPENS =
  /^["“‘'(]*(?:(?:in|on|by|from|since|after|before|at|during|until|under|with)\s[^,]{0,40},\s)?(?:(?:the|an?|our|dr|mr|mrs|ms|prof|sir|lady|captain|general|president|professor)\.?\s)?["“‘']?$/i;
/** Where a sentence names what it is about. In UTF-16 units. */
const SUBJECT_PLACE = 48;
/** Sentences of the same paragraph that go on about a subject. */
const MAX_FOLLOWS = 4;
/** A verb between the beginning of a sentence and a name: the sentence is about something else. */
const VERB_BEFORE =
  /(?:^|\s)(?:is|are|was|were|has|have|had|can|could|will|would|must|shall|may|might|does|did|gave|made|took|went|came|found|left|\p{Ll}{3,}ed)\s/u;

/** "In Chile horses …", "To CDN providers like …": the name only says where or compared with what. */
const ADVERBIAL =
  /^(?:in|on|at|of|to|by|from|with|for|as|than|like|unlike|between|among|near|through|over|under|during|after|before|since|when|while|where|although|though|if|because|considering|taking|given|according|differently|thus|hence|there)\s/iu;

/**
 * Decides which subject each statement of a source is about: the one that it defines or names as its subject, and what follows in the
 * paragraph goes with it as far as another subject takes over. No statement is about two.
 *
 * @returns for each subject, in the order of the source
 */
export async function assignStatements<Subject extends StatementSubject>(
  parsed: ParsedSource,
  subjects: readonly Subject[],
  budget: YieldBudget,
): Promise<ReadonlyMap<Subject, readonly Statement[]>> {
  const mentioned = indexMentions(subjects);
  const found = new Map<Subject, Statement[]>(subjects.map((subject) => [subject, []]));
  let run: Run<Subject> | null = null;
  for (const sentence of parsed.sentences) {
    if (budget.spend(sentence.text.length * 2)) await budget.checkpoint();
    if (!isStatement(sentence) || isExercise(sentence)) {
      run = null;
      continue;
    }
    const names = mentioned.get(sentence.index) ?? [];
    const named = ownerOf(sentence, names, subjects, parsed);
    const isPassing = named !== null && namesComeBy(parsed, sentence) && isInPassing(named, sentence);
    const owner = isPassing ? null : named;
    if (run !== null && !goesOn(run, sentence, owner, parsed)) run = null;
    if (run !== null) run.follows.push(sentence);
    else if (owner !== null && isIndependent(sentence)) {
      const follows: Sentence[] = [];
      const statement = { parsed, sentence, follows, ...owner, score: owner.score + valueOf(sentence) };
      found.get(owner.subject)?.push(statement);
      // "The line was laid out by Josias Penhallow. He proposed …"
      if (owner.isAbout || names.length === 1) run = { sentence, follows, ...owner };
    }
  }
  return found;
}

/** In a long text and a comment: what names its subject somewhere, and what happened to the narrator there. */
function isInPassing(owner: Owner<StatementSubject>, { text, speaker, isComment }: Sentence): boolean {
  if (owner.isOfSection || owner.isTelling) return false;
  if (!isComment && !owner.isFirst) return true;
  return !owner.isPlain || (!owner.isFirst && speaker === null && FIRST_PERSON.test(text));
}

/** Sentences of one paragraph about one subject. */
interface Run<Subject> {
  readonly subject: Subject;
  readonly sentence: Sentence;
  readonly follows: Sentence[];
  /** Otherwise only "He" or "She" goes on about it. */
  readonly isAbout: boolean;
  readonly isTelling: boolean;
  readonly isOfSection: boolean;
}

/** Whether a sentence goes on about what the one before it in the paragraph is about. */
function goesOn(
  { sentence, follows, subject, isAbout, isTelling, isOfSection }: Run<StatementSubject>,
  next: Sentence,
  owner: Owner<StatementSubject> | null,
  parsed: ParsedSource,
): boolean {
  if (next.passage !== sentence.passage || next.speaker !== sentence.speaker || next.unit.kind === 'item') return false;
  // "We were eleven hours without water" goes on with the journey, not with the harbour.
  if (isLong(parsed) && next.speaker === null && FIRST_PERSON.test(next.text)) return false;
  if (follows.length >= MAX_FOLLOWS || (!isAbout && follows.length === 0 && !/^(?:he|she|his|her)\s/i.test(next.text)))
    return false;
  // "Mendelssohn praises the trombones. They have …" goes on with the trombones.
  if (isLong(parsed) && !agrees(subject, sentence, next)) return false;
  // Only what begins with "It" or "This" can go on where another subject has the word.
  if (!isIndependent(next)) return true;
  if (isLong(parsed) && !isTelling && !isOfSection) return false;
  return (owner?.isAbout !== true || owner.isOfSection) && !opensWithOther(next, subject, parsed);
}

const PRONOUN = /^["“'(]*(?:(he|she|his|her)|(they|their|these|those)|(it|its|there|this))(?![\p{L}-])/iu;
const PLURAL_VERB = /^\s(?:(?:also|usually|often|now)\s)?(?:are|were|have)\s/u;

/** Whether the pronoun with which a sentence begins can mean the subject of the one that it follows. Without one, it can. */
function agrees(
  { names, mentions, isCommonNoun }: StatementSubject,
  { index, text }: Sentence,
  next: Sentence,
): boolean {
  const [, person, plural, thing] = PRONOUN.exec(next.text) ?? [];
  const mention = mentions.find(({ sentence }) => sentence === index);
  const name = mention === undefined ? (names[0] ?? '') : text.slice(mention.start, mention.end);
  const isPlural = mention !== undefined && PLURAL_VERB.test(text.slice(mention.end));
  if (person !== undefined) return !isCommonNoun && !isPlural;
  if (plural !== undefined) return isPlural || name.endsWith('s');
  return thing === undefined || !isPlural;
}

/** Whether a sentence opens with a name that is not its subject's: "The arms of Fenwick Labs are black." */
function opensWithOther({ text, words }: Sentence, { names }: StatementSubject, parsed: ParsedSource): boolean {
  const own = new Set(names.flatMap((name) => name.toLowerCase().split(/[\s-]+/)));
  for (const [at, { key, shape, start }] of words.entries()) {
    if (start > SUBJECT_PLACE || VERB_BEFORE.test(text.slice(0, start))) return false;
    const isName =
      shape === 'mixed' ||
      ((shape === 'capital' || shape === 'upper') &&
        (at > 0 || (parsed.countCapitalised(key) > 0 && parsed.countLowerCase(key) === 0)));
    if (isName && !own.has(key) && !isCalendarWord(key) && !stopWords('en').has(key) && !parsed.capitalisesNouns)
      return true;
  }
  return false;
}

interface NamedSubject<Subject> {
  readonly subject: Subject;
  readonly start: number;
  readonly end: number;
}

/** The first mention of each subject in each sentence. */
function indexMentions<Subject extends StatementSubject>(
  subjects: readonly Subject[],
): ReadonlyMap<number, readonly NamedSubject<Subject>[]> {
  const named = new Map<number, NamedSubject<Subject>[]>();
  for (const subject of subjects) {
    const seen = new Set<number>();
    for (const { sentence, start, end } of subject.mentions) {
      if (seen.has(sentence)) continue;
      seen.add(sentence);
      named.set(sentence, [...(named.get(sentence) ?? []), { subject, start, end }]);
    }
  }
  return named;
}

/** "In the Chagos archipelago": one of that name, not the archipelago that the text is about. */
const NAMED_NOUN = /\S\s\p{Lu}[\p{L}’'-]+\s$/u;

/** Behind a name that only tells which thing is meant: "Debian machines are", "Wagner Society has". */
const MODIFIES =
  /^(?:-\p{L}|\s(?:\p{Lu}|(?!\p{Ll}+(?:ly|ed)\s|(?:is|are|was|were|has|have|had|can|may|must|will|and|or|of|in|on|as|that|which|who)\s)\p{Ll}[\p{Ll}-]*\s(?:is|are|was|were|has|have|had|can|could|will|would|may|must|should|does|did|\p{Ll}{3,}s|\p{Ll}{3,}ed)\s))/u;
const isModifier = (after: string): boolean => MODIFIES.test(after);

interface Owner<Subject> {
  readonly subject: Subject;
  readonly isDefinition: boolean;
  readonly isAbout: boolean;
  /** It does not name its subject. */
  readonly isOfSection: boolean;
  readonly isPlain: boolean;
  readonly isFirst: boolean;
  readonly isTelling: boolean;
  /** It stands in a section whose heading names its subject. */
  readonly isSection: boolean;
  readonly score: number;
}

function ownerOf<Subject extends StatementSubject>(
  sentence: Sentence,
  named: readonly NamedSubject<Subject>[],
  subjects: readonly Subject[],
  parsed: ParsedSource,
): Owner<Subject> | null {
  const address = addressLength(sentence.text);
  let best: Owner<Subject> | null = null;
  for (const { subject, start, end } of named) {
    if (end <= address && end > start) continue;
    if (subject.isCommonNoun && NAMED_NOUN.test(sentence.text.slice(0, start))) continue;
    const text = sentence.text.slice(address);
    const place = { start: Math.max(0, start - address), end: end - address };
    const owner = rateOwner(sentence, subject, place, text, isLong(parsed) && isModifier(sentence.text.slice(end)));
    if (best === null || owner.score > best.score) best = owner;
  }
  const other = partOwner(sentence, subjects, parsed);
  // "The tower" in the section about a lighthouse is that lighthouse's.
  if (best?.subject.isCommonNoun === true && other?.isSection === true && !other.subject.isCommonNoun) return other;
  if (other?.isSection === true && other.subject.isTopic && best?.isFirst !== true && best?.isDefinition !== true)
    return other;
  if (best?.isAbout === true) return best;
  if (other !== null && (best === null || other.score > best.score)) return other;
  if (best === null || !isSpecific(best.subject)) return null;
  const { names, definitions } = best.subject;
  return definitions.length > 0 || isSpoken(sentence) || tellsMore(sentence, names, parsed) ? best : null;
}

/** Whether a sentence tells something of its own: a figure, or a name besides these. */
function tellsMore({ words, text }: Sentence, names: readonly string[], parsed: ParsedSource): boolean {
  const own = new Set(names.flatMap((name) => name.toLowerCase().split(/[\s-]+/)));
  return words.some(
    ({ shape, key, start }, at) =>
      shape === 'number' ||
      (shape !== 'lower' &&
        shape !== 'plain' &&
        key.length > 1 &&
        !own.has(key) &&
        ((at > 0 && !/[.:;!?“"(]\s*$/.test(text.slice(0, start))) ||
          (parsed.countCapitalised(key) > 0 && parsed.countLowerCase(key) === 0))),
  );
}

const isSpoken = ({ speaker, isComment }: Sentence): boolean => speaker !== null && !isComment;
const hasFigure = ({ words }: Sentence): boolean => words.some(({ shape }) => shape === 'number');

/** Names of which a source speaks all the time say little about the sentences in which they occur. */
const MAX_PASSING_MENTIONS = 4;

/** Whether a sentence that only names a subject is of interest on its page. */
function isSpecific({ mentions, isCommonNoun }: StatementSubject): boolean {
  return !isCommonNoun && mentions.length <= MAX_PASSING_MENTIONS;
}

/** @param isOther whether the name only tells which thing is meant */
function rateOwner<Subject extends StatementSubject>(
  sentence: Sentence,
  subject: Subject,
  { start, end }: Pick<NamedSubject<Subject>, 'start' | 'end'>,
  text: string,
  isOther: boolean,
): Owner<Subject> {
  const isDefinition = subject.definitions.some(
    (definition) => definition.sentence === sentence.index && definition.start <= 16,
  );
  const isSpeaker = start === end;
  const heading = sentence.anchor.heading ?? '';
  const isUnder = subject.under === 'title' || subject.under?.has(heading) === true;
  const before = text.slice(0, start);
  // "The tower is …", "In 1912 the tower was …": what comes before the main verb is what the sentence is about.
  const isFirst = !isSpeaker && OPENS.test(before) && !isOther;
  const isEarly = !isSpeaker && start <= SUBJECT_PLACE && !VERB_BEFORE.test(before) && !/[:;]/.test(before) && !isOther;
  const isAbout = isDefinition || isFirst || isEarly || (isSpeaker && FIRST_PERSON.test(text));
  const score =
    (isDefinition ? 4 : 0) +
    (isFirst ? 2 : 0) +
    (isEarly ? 1 : 0) +
    (isAbout ? 0.5 : 0) +
    (subject.under !== null && subject.under !== 'title' && isUnder ? 0.8 : 0) +
    (isSpeaker ? -0.5 : Math.min(0.5, (end - start) / 60)) +
    (subject.isMain ? 0.2 : 0) -
    (subject.isCommonNoun && !isDefinition ? 0.6 : 0);
  const isPlain = isDefinition || isFirst || (isEarly && !ADVERBIAL.test(text)) || (isSpeaker && isAbout);
  const isTelling = isDefinition || (isFirst && tells(text.slice(end), sentence.isComment));
  return { subject, isDefinition, isAbout, isOfSection: false, isPlain, isFirst, isTelling, isSection: false, score };
}

/** What holds of a statement that does not name its subject. */
const OF_SECTION = {
  isDefinition: false,
  isAbout: true,
  isOfSection: true,
  isPlain: false,
  isFirst: false,
  isTelling: false,
};

/** "The tower is 31 metres tall" in a source or section about a lighthouse whose page speaks of the tower. */
function partOwner<Subject extends StatementSubject>(
  sentence: Sentence,
  subjects: readonly Subject[],
  parsed: ParsedSource,
): Owner<Subject> | null {
  const part = findPart(sentence.text);
  if (part === null) return sectionOwner(sentence, subjects, parsed);
  const heading = sentence.anchor.heading ?? '';
  const owners = subjects.filter(
    ({ under, parts }) => under !== null && (under === 'title' || under.has(heading)) && parts.has(part),
  );
  const [only] = owners;
  if (only !== undefined && owners.length === 1)
    return { subject: only, ...OF_SECTION, isSection: only.under !== 'title', score: 1.5 };
  return owners.length > 0 ? null : sectionOwner(sentence, subjects, parsed);
}

/** What stands in the section of a subject, or gives a figure in a source about it, and names no other subject. */
function sectionOwner<Subject extends StatementSubject>(
  sentence: Sentence,
  subjects: readonly Subject[],
  parsed: ParsedSource,
): Owner<Subject> | null {
  const heading = sentence.anchor.heading ?? '';
  const inSection = subjects.filter(({ under }) => under !== null && under !== 'title' && under.has(heading));
  const inSource = isLong(parsed) ? [] : subjects.filter(({ isMain }) => isMain);
  const topics = inSection.filter(({ isTopic }) => isTopic);
  const [only, other] = [topics, inSection, inSource].find(({ length }) => length > 0) ?? [];
  if (only === undefined || other !== undefined || isSpoken(sentence)) return null;
  const isSection = inSection.length > 0;
  // Elsewhere only figures are taken for the subject of the source, and in a thread what gives a name.
  const isNamed = isSection && only.mentions.some(({ sentence: at }) => at === sentence.index);
  // "Great Britain's contribution was the jig" in the section on the gavotte.
  if (isLong(parsed) && !isNamed && opensWithOther(sentence, only, parsed)) return null;
  // A thread with a name in its title is not about that name all the time.
  if (sentence.isComment && !isNamed && !only.names.some((name) => parsed.countLowerCase(name.toLowerCase()) > 0))
    return null;
  const isTelling = isSection || sentence.isComment ? tellsMore(sentence, [], parsed) : hasFigure(sentence);
  return isNamed || isTelling ? { subject: only, ...OF_SECTION, isSection, score: isSection ? 1 : 0.2 } : null;
}

const DEFINITE_PART =
  /^The ((?:\p{Ll}[\p{L}-]*\s){1,3}?)(?:is|are|was|were|has|had|stands?|stood|measures?|weighs?|rises?|holds?|dates?|reaches|covers?)\s/u;

/** The definite thing that a sentence is about: `tower` of `The tower is 31 metres tall`; `null` if there is none. */
export function findPart(sentence: string): string | null {
  return DEFINITE_PART.exec(sentence)?.[1]?.trim() ?? null;
}

/** The best statements with at most so many sentences, in the order of the source, definition included. */
export function bestStatements(statements: readonly Statement[], count: number): readonly Statement[] {
  const ranked = [...statements].sort((a, b) => b.score - a.score || a.sentence.index - b.sentence.index);
  const best: Statement[] = [];
  let free = count;
  for (const statement of ranked) {
    if (free <= 0) break;
    const follows = statement.follows.slice(0, free - 1);
    best.push({ ...statement, follows });
    free -= 1 + follows.length;
  }
  return best.sort((a, b) => a.sentence.index - b.sentence.index);
}

/** Whether the title of a source begins or ends with a name: "Skerry Point lighthouse: a survey", "A survey of Skerry Point lighthouse". */
export function isMainSubject(title: string | null, names: readonly string[]): boolean {
  const plain = ` ${(title ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `.replace(/^ (?:the|an?) /, ' ');
  return names.some((name) => {
    const key = ` ${name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
    return (
      key.trim().includes(' ') &&
      (plain.startsWith(key) || (plain.endsWith(key) && / (?:of|on|about)(?: the)?$/.test(plain.slice(0, -key.length))))
    );
  });
}
