import { type Run } from '../../base';
import { type Claim, isHistory, isPersonal, type Page, readLedger, type Snapshot } from '../../wiki';
import { rootOf } from '../contradictions/wording';
import { stopWords } from '../extractive/stop-words';
import { tokenize } from '../extractive/tokenizer';
import { type Unit } from '../units';
import { type Disagreement } from './conflict-candidates';
import { oneLine } from './prompt';
import { denies } from './topic-sentence';

/** Where a statement stands. */
export interface StandingPlace {
  readonly page: Page;
  /** The key of the claim. */
  readonly key: string;
  readonly text: string;
}

/** A statement of the wiki that a newer source may have overtaken: a plan settles whether it still holds. */
export interface StandingStatement {
  /** As a prompt names it, by its words, so that it keeps its name when others come before it: `s4k2`. */
  readonly id: string;
  readonly text: string;
  /** ISO day of the source that said it last; `''` if unknown. */
  readonly date: string;
  /** The number of the unit that speaks most of the same thing. */
  readonly unit: number;
  /** On every page that says it in these words. */
  readonly places: readonly StandingPlace[];
}

interface StandingInput {
  readonly units: readonly Unit[];
  /** The likeliest first. */
  readonly pages: readonly Page[];
  /** What code found to disagree: comes first. */
  readonly found: readonly Disagreement[];
  readonly snapshot: Snapshot;
  /** ISO day of the source; `null` if unknown: it may then be newer than every other. */
  readonly date: string | null;
  readonly dateOf: (sourceId: string) => string | null;
  readonly run: Run;
}

interface OlderClaim {
  readonly claim: Claim;
  readonly page: Page;
  readonly date: string;
  readonly words: ReadonlySet<string>;
  /** Words of the title and heading above it. */
  readonly context: ReadonlySet<string>;
  readonly dispute: Disagreement | null;
}

interface Candidate extends OlderClaim {
  readonly score: number;
  readonly unit: number;
}

/** Of a prompt. */
const MAX_STATEMENTS = 24;
const MAX_READ_PAGES = 80;
const MAX_SHOWN = 100;
/** What a statement shares with a unit, by weight: less is chance. */
const MIN_SCORE = 4;
/** Of fewer units or statements one that has a word makes it no common word. */
const MIN_COUNT = 20;
/** What tells of a finished event stays true; what tells how things are, or that something is open, may end. */
const FINISHED = /\b(?:was|were|had|did)\b|\b\p{L}{2,}(?:ed|ught|ilt)\b/iu;
const LASTING =
  /\b(?:is|are|has|have|can|cannot|must|may|will|shall|should|needs?|remains?|yet|now|still|never|no|not|nobody|none|only)\b/i;
const YEARS = /(?:^|[^\p{N}])(?:1\d{3}|20\d{2})(?!\p{N})/gu;
/** What is proposed, planned or discussed comes to something, also where a text tells of it as past: "had proposed", "was working on". */
const UNDECIDED =
  /\b(?:propos|discuss|consider|expect|draft|pending|ongoing|interim|provisional|undecided|unclear)|\bplan(?:s|ned|ning)?\b|\b(?:open|to be|under way|in progress|working on|work(?:s|ed)? on)\b/i;
/** How much more likely it is overtaken. */
const UNDECIDED_WORTH = 1.5;
/** How much more a name or figure that both have tells than a word. */
const NAME_WORTH = 1.6;
/** A unit with so many of the words of a statement, and each name and figure of it, says the same again: that is seldom overtaken. */
const SAID_AGAIN = 0.75;
const SAID_AGAIN_WORTH = 0.3;
/** Units that share so much of what the closest one shares are near a statement, too. */
const NEAR = 0.5;
const DATED = /\b(?:as of|as at|until)\b[^.;]{0,24}\b(?:1\d{3}|20\d{2})\b/i;

/**
 * The statements of the wiki that are older than a source and about the same things as its units, on whatever page they stand, the
 * likeliest first.
 */
export async function findStanding(input: StandingInput): Promise<readonly StandingStatement[]> {
  const { units, pages, found, snapshot, run } = input;
  const older: OlderClaim[] = [];
  for (const page of pages.slice(0, MAX_READ_PAGES)) {
    await run.yieldToHost();
    const text = page.kind === 'summary' ? null : await snapshot.text(page.path);
    if (text === null) continue;
    const disputed = found.filter((each) => each.page === page);
    older.push(...olderClaimsOn(page, text, disputed, input));
  }
  const index = indexUnits(units, older);
  const candidates = older.flatMap((each) => candidateFor(each, index));
  const groups = grouped(candidates.sort((a, b) => b.score - a.score));
  const taken = new Set<string>();
  return groups.slice(0, MAX_STATEMENTS).flatMap((group): readonly StandingStatement[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { claim, unit } = first;
    const places = group.map(({ page, claim: { key, text } }) => ({ page, key, text }));
    return [{ id: freeId(claim.key, taken), text: claim.text, date: first.date, unit, places }];
  });
}

/** As a plan is shown them. */
export function standingLines(statements: readonly StandingStatement[]): readonly string[] {
  return statements.map(({ id, text, date, unit, places }) => {
    const slugs = [...new Set(places.map(({ page }) => page.slug))].join(', ');
    return `${id} ${slugs}${date === '' ? '' : ` ${date.slice(0, 4)}`}: ${oneLine(text, MAX_SHOWN)} (${unit}?)`;
  });
}

interface ToldUnit {
  readonly words: ReadonlySet<string>;
  readonly isUndecided: boolean;
}

interface UnitIndex {
  readonly unitsWith: ReadonlyMap<string, readonly number[]>;
  /** The words of each unit itself, and whether it tells of what is undecided. */
  readonly told: ReadonlyMap<number, ToldUnit>;
  /** How much a word tells: what many units or statements have tells little. */
  readonly weight: (word: string) => number;
}

function indexUnits(units: readonly Unit[], older: readonly OlderClaim[]): UnitIndex {
  const unitsWith = new Map<string, number[]>();
  const told = new Map<number, ToldUnit>();
  const names = new Set<string>();
  for (const { number, text, lead, anchor, mode } of units) {
    if (mode === 'question') continue;
    told.set(number, { words: subjectWords(text), isUndecided: UNDECIDED.test(text) });
    for (const name of namesIn(text)) names.add(name);
    for (const word of subjectWords([text, lead, anchor.heading].join(' ')))
      unitsWith.set(word, [...(unitsWith.get(word) ?? []), number]);
  }
  const claimsWith = new Map<string, number>();
  for (const { words, context } of older)
    for (const word of new Set([...words, ...context])) claimsWith.set(word, (claimsWith.get(word) ?? 0) + 1);
  const manyUnits = Math.max(units.length, MIN_COUNT);
  const manyClaims = Math.max(older.length, MIN_COUNT);
  const part = (word: string): number =>
    Math.max((unitsWith.get(word)?.length ?? 0) / manyUnits, (claimsWith.get(word) ?? 0) / manyClaims);
  const rarity = (word: string): number => Math.log(Math.max(part(word), 1 / manyUnits)) ** 2;
  return { unitsWith, told, weight: (word) => rarity(word) * (names.has(word) ? NAME_WORTH : 1) };
}

/** Names and figures: what is written with a capital letter within a sentence. */
function namesIn(text: string): readonly string[] {
  return tokenize(text)
    .filter(
      ({ shape }, at) =>
        shape === 'number' || shape === 'upper' || shape === 'mixed' || (shape === 'capital' && at > 0),
    )
    .map(({ key }) => rootOf(key));
}

function subjectWords(text: string): ReadonlySet<string> {
  const stops = stopWords('en');
  const words = tokenize(text).filter(({ key, shape }) => shape === 'number' || (key.length > 2 && !stops.has(key)));
  return new Set(words.map(({ key }) => rootOf(key)));
}

/** The statements of a page that are older than the source and may end. */
function olderClaimsOn(
  page: Page,
  text: string,
  disputed: readonly Disagreement[],
  { date, dateOf }: StandingInput,
): readonly OlderClaim[] {
  const title = subjectWords(page.title);
  return readLedger(text).claims.flatMap((claim): readonly OlderClaim[] => {
    const days = claim.notes.map(({ sourceId }) => dateOf(sourceId));
    const day =
      days
        .map((each) => each ?? '')
        .sort()
        .at(-1) ?? '';
    if (claim.kind === 'code' || isPersonal(claim)) return [];
    const dispute = disputed.find((each) => claim.text.includes(each.text) || each.text.includes(claim.text)) ?? null;
    const isOlder = day !== '' && !days.includes(null) && (date === null || day < date);
    if (dispute === null && !(isOlder && !isHistory(claim) && mayEnd(claim, day))) return [];
    const context = new Set([...title, ...subjectWords(claim.heading ?? '')]);
    return [{ claim, page, date: day, words: subjectWords(claim.text), context, dispute }];
  });
}

function candidateFor(older: OlderClaim, index: UnitIndex): readonly Candidate[] {
  const best = closestUnit(older, index);
  const { dispute } = older;
  const unit = dispute?.unit.number ?? best.unit;
  const isUndecided = UNDECIDED.test(older.claim.text);
  const likely = best.score * (isUndecided ? UNDECIDED_WORTH : 1) + (dispute === null ? 0 : 100);
  if (unit === 0 || likely < MIN_SCORE) return [];
  const isSaidAgain = best.near.some((number) => saysAgain(index.told.get(number), older, isUndecided));
  return [{ ...older, score: likely * (isSaidAgain ? SAID_AGAIN_WORTH : 1), unit }];
}

/** "Work began in 1794", "1880 | 19,000 tons": an event has its year, what lasts or is to come is told in the present. */
function mayEnd({ kind, text }: Claim, day: string): boolean {
  if (DATED.test(text) || (kind === 'row' && isPast(text.split('|')[0] ?? '', day))) return false;
  return LASTING.test(text) || UNDECIDED.test(text) || !(FINISHED.test(text) || isPast(text, day));
}

const isPast = (text: string, day: string): boolean =>
  (text.match(YEARS) ?? []).some((year) => year.slice(-4) < day.slice(0, 4));

/** The unit that shares most with a statement: words of its own, and, for half as much, of the title and heading above it. */
function closestUnit(
  { words, context }: OlderClaim,
  { unitsWith, weight }: UnitIndex,
): { readonly unit: number; readonly score: number; readonly near: readonly number[] } {
  const scores = new Map<number, number>();
  for (const word of new Set([...words, ...context])) {
    const own = words.has(word) ? weight(word) : weight(word) / 2;
    for (const unit of unitsWith.get(word) ?? []) scores.set(unit, (scores.get(unit) ?? 0) + own);
  }
  let best = { unit: 0, score: 0 };
  for (const [unit, score] of scores) if (score > best.score) best = { unit, score };
  const near = [...scores].filter(([, score]) => score >= best.score * NEAR).map(([unit]) => unit);
  return { unit: best.unit, score: best.score / Math.sqrt(words.size + 1), near };
}

/** Whether a unit has most words of a statement, and every name and figure, and settles nothing that it leaves open. */
function saysAgain(told: ToldUnit | undefined, { words, context, claim }: OlderClaim, isUndecided: boolean): boolean {
  if (told === undefined || words.size === 0 || told.isUndecided !== isUndecided) return false;
  const shared = [...words].filter((word) => told.words.has(word)).length;
  if (shared / words.size < SAID_AGAIN) return false;
  return namesIn(claim.text).every((name) => told.words.has(name) || context.has(name) || !words.has(name));
}

/**
 * Statements of the same words in any order, in the order of the first of each group. What says only some of the same on another page may stay true there
 * when this one ends.
 */
function grouped(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const groups = new Map<string, Candidate[]>();
  for (const each of candidates) {
    const words = [...each.words, denies(each.claim.text)].sort().join(' ');
    const group = groups.get(words);
    if (group === undefined) groups.set(words, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

const IDS = 36 ** 3;

function freeId(key: string, taken: Set<string>): string {
  let number = Array.from(key).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % IDS, 7);
  const name = (): string => `s${number.toString(36).padStart(3, '0')}`;
  while (taken.has(name())) number = (number + 1) % IDS;
  taken.add(name());
  return name();
}
