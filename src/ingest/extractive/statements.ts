import { type YieldBudget } from '../../base';
import { type Definition } from './definition';
import { type Mention } from './names';
import { type ParsedSource, type Sentence } from './parse-source';
import { findDates } from './dates';
import { UNSPACED_SCRIPT } from './tokenizer';

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
  readonly score: number;
}

/** What may stand before the name of what a sentence is about: "The", "In 1912 the", "Dr". */
const OPENS =
  /^["“‘'(]*(?:(?:in|on|by|from|since|after|before|at|during|until|under|with)\s[^,]{0,40},\s)?(?:(?:the|an?|our|dr|mr|mrs|ms|prof|sir|lady|captain|professor)\.?\s)?["“‘']?$/i;
/** Longer sentences are no statements for a page. In UTF-16 units. */
const MAX_LENGTH = 600;
const MIN_WORDS = 5;
const MAX_WORDS = 70;
/** Where a sentence names what it is about. In UTF-16 units. */
const SUBJECT_PLACE = 48;
/** A name of several words is what a sentence is about a little longer. In UTF-16 units. */
const NEAR_START = 30;
const MAX_FOLLOWS = 2;

/** Starts of sentences that cannot be understood without the one before. */
const DEPENDENT_START =
  /^["“'(]*(?:because|well|yes|no|ok(?:ay)?|right|sure|exactly|this|that|these|those|there|here|it|its|they|their|them|he|his|him|she|her|we|our|you|your|i|my|and|but|or|so|yet|however|therefore|thus|hence|moreover|furthermore|besides|also|such|then|otherwise|too|for example|for instance|e\.g|i\.e|in addition|in this|in that|in these|to this|to such|of these|of this|of them|as such|as a result|nor|none|some|both|others?|another|instead|still|meanwhile|finally|similarly|likewise|conversely|nevertheless|nonetheless|rather|either|neither|one of (?:these|them)|each of|er|sie|es|dies\p{L}*|aber|und|doch|il|elle|ils|elles|ce|cela|mais|et|ello|esto|pero|он|она|они|это|но|и)(?![\p{L}-])/iu;
/** Starts that continue the sentence before and name its subject by a pronoun. */
const CONTINUED_START = /^(?:it|its|he|his|she|her|they|their)(?![\p{L}-])/iu;
const POINTS_ELSEWHERE =
  /\b(?:as follows|the following|(?:mentioned|described|discussed|shown|see) (?:above|below)|the (?:former|latter)|above-mentioned|previous(?:ly)? (?:section|chapter|mentioned)|(?:figure|fig\.|table|section|chapter|algorithm|equation|appendix|annex) \d)|^(?:for (?:more|further|detailed) |see |click |read more|note that|learn more|please |siehe |voir )/iu;
/** "I was born here", "we found": somebody speaks. */
export const FIRST_PERSON = /(?:^|[^\p{L}])(?:I|we|you|your|my|our|us|me|mine|ours|let['’]s|imo|imho)(?![\p{L}])/iu;
const VERB =
  /\b(?:is|are|was|were|be|been|being|has|have|had|can|could|will|would|must|shall|should|may|might|does|do|did|\p{L}{3,}ed|\p{L}{3,}s)\b/iu;
const FINITE =
  /\b(?:is|are|was|were|has|have|had|can|could|will|would|must|did|does|do|said|told|took|went|came|gave|made|saw|found|kept|left|paid|ran|began|became|got|put|stood|built|\p{L}{3,}ed|\p{L}{3,}s (?:the|an?|it|them|him|her|his|its|no|up|down|in|on|at|for|to|from|with))\b/iu;
/** What a maintainer reports, which is more than an opinion. */
const FIRSTHAND =
  /^(?:we|I)\b(?![^.]*\b(?:think|guess|hope|wonder|would|could|should|suppose|believe|feel|you|your)\b)/iu;
/** "Printed for the trust, March 1998." */
const NO_STATEMENT =
  /^\p{Lu}\p{Ll}+ed (?:by|for|at|on|in|to|from|under)\b|^(?:Report|Minutes|Letter|Notes?|Version|Copyright|Page|Tel|Fax) (?:to|of|by|from|on)\b|^\p{L}+:\s*$/u;
const ENDS = /[.!?。！？…]["”'»」』)\]]*$/u;

/** Whether a sentence states something that a page can say. */
export function isStatement(sentence: Sentence): boolean {
  const { unit, text, words, form, isComment } = sentence;
  if (unit.mode !== 'fact' || form !== 'whole' || sentence.isAllCaps || !sentence.isProse) return false;
  if (text.length > MAX_LENGTH) return false;
  const length = UNSPACED_SCRIPT.test(text) ? text.length / 2 : words.length;
  if (length < MIN_WORDS || length > MAX_WORDS || !isBalanced(text) || POINTS_ELSEWHERE.test(text)) return false;
  if (isComment && FIRST_PERSON.test(text) && !(FIRSTHAND.test(text) && words.some(({ shape }) => shape === 'number')))
    return false;
  if (NO_STATEMENT.test(text) || text.split(';').length > 3) return false;
  if (sentence.speaker !== null && !isComment && !FINITE.test(text)) return false;
  if (unit.lead !== null && unit.kind === 'item') return false;
  if (unit.kind === 'item' ? !VERB.test(text) && !UNSPACED_SCRIPT.test(text) : !ENDS.test(text)) return false;
  return unit.kind === 'item' || /^["“”„«»'‘’(¿¡]*[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(text);
}

/** Whether it can stand without the sentence before. */
export function isIndependent({ text, speaker, isComment }: Sentence): boolean {
  if (speaker !== null && !isComment)
    return !/^["“'(]*(?:and|but|or|so|because|yes|no|well|it|that|this|they|he|she)(?![\p{L}-])/iu.test(text);
  return !DEPENDENT_START.test(text);
}

function isBalanced(text: string): boolean {
  const count = (sign: string): number => text.split(sign).length - 1;
  return count('"') % 2 === 0 && count('“') === count('”') && count('(') === count(')') && count('[') === count(']');
}

/**
 * Decides which subject each statement of a source is about: the one that it defines or names first. No statement is about two.
 *
 * @returns for each subject, in the order of the source
 */
export async function assignStatements<Subject extends StatementSubject>(
  parsed: ParsedSource,
  subjects: readonly Subject[],
  budget: YieldBudget,
): Promise<ReadonlyMap<Subject, readonly Statement[]>> {
  const named = new Map<number, { subject: Subject; start: number; end: number }[]>();
  for (const subject of subjects) {
    const seen = new Set<number>();
    for (const { sentence, start, end } of subject.mentions) {
      if (seen.has(sentence)) continue;
      seen.add(sentence);
      named.set(sentence, [...(named.get(sentence) ?? []), { subject, start, end }]);
    }
  }
  const found = new Map<Subject, Statement[]>(subjects.map((subject) => [subject, []]));
  for (const sentence of parsed.sentences) {
    if (budget.spend(sentence.text.length * 2)) await budget.checkpoint();
    if (!isStatement(sentence) || !isIndependent(sentence)) continue;
    const owner = ownerOf(sentence, named.get(sentence.index) ?? [], subjects);
    if (owner === null) continue;
    const follows = followsOf(parsed, sentence, owner.isAbout, named);
    found.get(owner.subject)?.push({ parsed, sentence, follows, ...owner, score: owner.score + valueOf(sentence) });
  }
  return found;
}

interface Owner<Subject> {
  readonly subject: Subject;
  readonly isDefinition: boolean;
  readonly isAbout: boolean;
  readonly score: number;
}

function ownerOf<Subject extends StatementSubject>(
  sentence: Sentence,
  named: readonly { readonly subject: Subject; readonly start: number; readonly end: number }[],
  subjects: readonly Subject[],
): Owner<Subject> | null {
  let best: Owner<Subject> | null = null;
  for (const { subject, start, end } of named) {
    const owner = rateOwner(sentence, subject, start, end);
    if (best === null || owner.score > best.score) best = owner;
  }
  return best ?? partOwner(sentence, subjects);
}

function rateOwner<Subject extends StatementSubject>(
  sentence: Sentence,
  subject: Subject,
  start: number,
  end: number,
): Owner<Subject> {
  const isDefinition = subject.definitions.some(
    (definition) =>
      definition.sentence === sentence.index && definition.form !== 'apposition' && definition.start <= 16,
  );
  const isSpeaker = start === end;
  const heading = sentence.anchor.heading ?? '';
  const isUnder = subject.under === 'title' || subject.under?.has(heading) === true;
  // "The tower is …", "In 1912 the tower was …": what comes before the main verb is what the sentence is about.
  const isFirst = OPENS.test(sentence.text.slice(0, start));
  const isAbout =
    isDefinition ||
    (!isSpeaker &&
      (isFirst || (isUnder && start <= SUBJECT_PLACE) || (start <= NEAR_START && isLongName(sentence, start, end)))) ||
    (isSpeaker && FIRST_PERSON.test(sentence.text));
  const score =
    (isDefinition ? 4 : 0) +
    (isFirst && !isSpeaker ? 2 : 0) +
    (start <= SUBJECT_PLACE && !isSpeaker ? 0.6 : 0) +
    (isAbout ? 0.5 : 0) +
    (subject.under !== null && subject.under !== 'title' && isUnder ? 0.8 : 0) +
    (isSpeaker ? -0.5 : Math.min(0.5, (end - start) / 60)) -
    (subject.isCommonNoun && !isDefinition ? 3 : 0);
  return { subject, isDefinition, isAbout, score };
}

const isLongName = ({ text }: Sentence, start: number, end: number): boolean => /\s/.test(text.slice(start, end));

/** "The tower is 31 metres tall" in a source or section about a lighthouse whose page speaks of the tower. */
function partOwner<Subject extends StatementSubject>(
  sentence: Sentence,
  subjects: readonly Subject[],
): Owner<Subject> | null {
  const part = findPart(sentence.text);
  if (part === null) return sectionOwner(sentence, subjects);
  const heading = sentence.anchor.heading ?? '';
  const owners = subjects.filter(
    ({ under, parts }) => under !== null && (under === 'title' || under.has(heading)) && parts.has(part),
  );
  const [only] = owners;
  if (only !== undefined && owners.length === 1)
    return { subject: only, isDefinition: false, isAbout: true, score: 1.5 };
  return owners.length > 0 ? null : sectionOwner(sentence, subjects);
}

/** What stands in the section of a subject, or gives a figure in a source about it, and names no other subject. */
function sectionOwner<Subject extends StatementSubject>(
  sentence: Sentence,
  subjects: readonly Subject[],
): Owner<Subject> | null {
  const heading = sentence.anchor.heading ?? '';
  const inSection = subjects.filter(({ under }) => under !== null && under !== 'title' && under.has(heading));
  const inSource = subjects.filter(({ isMain }) => isMain);
  const [only, other] = inSection.length > 0 ? inSection : inSource;
  if (only === undefined || other !== undefined || sentence.speaker !== null) return null;
  const hasFigure = sentence.words.some(({ shape }) => shape === 'number');
  if (inSection.length > 0) return { subject: only, isDefinition: false, isAbout: true, score: 1 };
  return hasFigure ? { subject: only, isDefinition: false, isAbout: false, score: 0.2 } : null;
}

const DEFINITE_PART =
  /^The ((?:\p{Ll}[\p{L}-]*\s){1,3}?)(?:is|are|was|were|has|had|stands?|stood|measures?|weighs?|rises?|holds?|dates?|reaches|covers?)\s/u;

/** The definite thing that a sentence is about: `tower` of `The tower is 31 metres tall`; `null` if there is none. */
export function findPart(sentence: string): string | null {
  return DEFINITE_PART.exec(sentence)?.[1]?.trim() ?? null;
}

function followsOf(
  parsed: ParsedSource,
  sentence: Sentence,
  isAbout: boolean,
  named: ReadonlyMap<number, readonly unknown[]>,
): readonly Sentence[] {
  const follows: Sentence[] = [];
  for (let at = sentence.index + 1; isAbout && follows.length < MAX_FOLLOWS; at += 1) {
    const next = parsed.sentences[at];
    if (next?.passage !== sentence.passage || next.speaker !== sentence.speaker) break;
    if (!CONTINUED_START.test(next.text) || !isStatement(next) || named.has(at)) break;
    follows.push(next);
  }
  return follows;
}

/** Numbers and dates are worth more, long and enumerating sentences less. */
function valueOf({ text, words, unit }: Sentence): number {
  const commas = text.split(/[,;、，]/).length - 1;
  return (
    (words.some(({ shape }) => shape === 'number') ? 0.5 : 0) +
    (findDates(text).length > 0 ? 0.3 : 0) -
    (words.length > 40 ? 0.5 : 0) -
    (commas > 5 ? 0.4 : 0) -
    (unit.kind === 'item' && !ENDS.test(text) ? 0.4 : 0) -
    (/[:;]$/.test(text) ? 1 : 0)
  );
}

/** The best statements, in the order of the source, definition included. */
export function bestStatements(statements: readonly Statement[], count: number): readonly Statement[] {
  const best = [...statements].sort((a, b) => b.score - a.score || a.sentence.index - b.sentence.index).slice(0, count);
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
