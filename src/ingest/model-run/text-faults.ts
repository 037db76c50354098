import { bodyStartOf, isQuotedLine, wordsOf } from '../../markdown';
import { isHistory, isPast, readLedger, type Claim } from '../../wiki';
import { clipped } from './account';
import { otherDateStyles } from './date-style';
import { leadsOn } from './draft-lines';
import { missingDetails, type KnownDetails } from './missing-details';
import { type PageProblem, type ProblemCode, type ProblemPlace } from './page-problem';
import { repeatedClaims, type RepeatedClaim } from './repeated-claims';
import { staleClaims, type StaleClaim } from './stale-claims';

/** What a program can see that reads badly in a text, or that its sources do not carry. */
export interface TextFault extends PageProblem {
  /** Not worth a call by itself. */
  readonly isMinor: boolean;
  /** The key of a statement that the page had before, so that it cannot be mended in the answer alone; `null` for a new one. */
  readonly onPage: string | null;
}

export interface TextFaultContext extends Omit<KnownDetails, 'linked'> {
  /** Numbers of the units of the new source that have a detail. */
  readonly unitsWith?: (detail: string) => readonly number[];
  /** Statements of other pages, by slug. */
  readonly elsewhere: ReadonlyMap<string, readonly Claim[]>;
  /** Keys of statements that are a person's, which no model may change. */
  readonly own: ReadonlySet<string>;
}

const MAX_FILLER_WORDS = 4;
/** A heading, a table, a list, a quotation or code. */
const NO_PARAGRAPH = /^(?:#{1,6} |\||[-*+] |\d+[.)] |>|`{3}|~{3})/;

/**
 * What reads badly in the new statements of a page: figures and names that no passage has, what a newer source of the page has
 * overtaken, what it or another page says already, a page without a first paragraph, and sentences that say too little.
 *
 * @param before statements of the page as it was; none for a new page
 * @param after the whole page with its footnotes
 * @param isWhole whether all of it was written now
 */
export function textFaults(
  before: readonly Claim[],
  after: string,
  isWhole: boolean,
  context: TextFaultContext,
): readonly TextFault[] {
  const all = readLedger(after).claims;
  const told = all.filter(({ start, key }) => !context.own.has(key) && !isQuotedLine(after, start));
  const known = new Set(before.map(({ key, support }) => `${key}\n${support.join('\n')}`));
  const isNew = ({ key, support }: Claim): boolean => support.length > 0 && !known.has(`${key}\n${support.join('\n')}`);
  const added = told.filter(isNew);
  const lead = leadOf(after);
  const isLead = ({ start }: Claim): boolean => start >= lead.start && start < lead.end;
  const details = { ...context, linked: ({ start, end }: Claim) => linksIn(after.slice(start, end)) };
  return [
    ...(isWhole && NO_PARAGRAPH.test(after.slice(lead.start, lead.end))
      ? [fault('no_first_paragraph', 'The page does not begin with a paragraph that says what its subject is.')]
      : []),
    ...missingDetails(added, told, before, details).map((each) => {
      const units = each.details.flatMap((detail) => context.unitsWith?.(detail) ?? []);
      return fault('missing_detail', describeMissing(each), { statements: [each.claim.text], units });
    }),
    ...staleClaims(told, isLead, context.dateOf, context.title).map((each) =>
      fault('stale', describeStale(each), placeOf([each.claim], isNew), isNew(each.claim) ? null : each.claim.key),
    ),
    ...repeatedClaims(told, isNew, context.elsewhere, context.title).map((each) => {
      const claims = each.slug === null ? [each.claim, each.other] : [each.claim];
      return fault('repeated', describeRepeat(each), placeOf(claims, isNew));
    }),
    ...added
      .filter((claim) => isFiller(claim) && !isItem(after, claim.start))
      .map((claim) => ({
        ...fault(
          'says_too_little',
          `This says too little for a sentence of its own: "${clipped(claim)}". Join it to the one before.`,
          { statements: [claim.text] },
        ),
        isMinor: true,
      })),
    // "As stated on 30 June 2025" is written by code.
    ...added
      .filter((claim) => !isHistory(claim) && !isPast(claim))
      .flatMap((claim) =>
        otherDateStyles(claim.text).map((date) => ({
          ...fault('date_style', `Write "${date}" as "16 August 1993" is written: "${clipped(claim)}".`, {
            statements: [claim.text],
          }),
          isMinor: true,
        })),
      ),
  ];
}

/** What is not new stands on the page and not in the answer. */
function placeOf(claims: readonly Claim[], isNew: (claim: Claim) => boolean): ProblemPlace {
  const keys = claims.filter((claim) => !isNew(claim)).map(({ key }) => key);
  return { statements: claims.map(({ text }) => text), ...(keys.length > 0 && { keys }) };
}

const fault = (code: ProblemCode, text: string, place?: ProblemPlace, onPage: string | null = null): TextFault => ({
  code,
  text,
  ...(place !== undefined && { place }),
  isMinor: false,
  onPage,
});

function describeMissing({ claim, details }: ReturnType<typeof missingDetails>[number]): string {
  const named = details.map((each) => `"${each}"`).join(', ');
  return `No unit of this sentence has ${named}: "${clipped(claim)}". Add the mark of the unit that has it, or leave it out.`;
}

function describeStale({ claim, kind, newest }: StaleClaim): string {
  return kind === 'lead'
    ? `The first paragraph tells what held at an earlier date, and the page has sources up to ${newest}: "${clipped(claim)}". Say what holds now, or move the sentence below.`
    : `This tells as to come what is past by ${newest}: "${clipped(claim)}". Say what came of it, or that it was planned.`;
}

function describeRepeat({ claim, other, slug }: RepeatedClaim): string {
  return slug === null
    ? `The page says this twice: "${clipped(other)}" and "${clipped(claim)}". Keep one.`
    : `"${slug}" says this in the same words: "${clipped(claim)}". Say it on one of the two pages, or say here only what matters here.`;
}

/** What a sentence links to is known: "[[corrupt-uploads-of-1-4-0|damage files]]" names 1.4.0. */
function linksIn(sentence: string): readonly string[] {
  return [...sentence.matchAll(/\[\[([^\]|\n]+)/g)].map(([, target = '']) => target);
}

/** "It followed #212.", "Each upload has one." */
function isFiller({ kind, text }: Claim): boolean {
  return kind === 'sentence' && wordsOf(text).length <= MAX_FILLER_WORDS && !leadsOn(text);
}

const lineTo = (text: string, at: number): string => text.slice(text.lastIndexOf('\n', at - 1) + 1, at + 1);
const isItem = (text: string, at: number): boolean => /^\s*(?:[-*+]|\d+[.)])\s/.test(`${lineTo(text, at)} `);

/** The first block below the title. */
function leadOf(text: string): { readonly start: number; readonly end: number } {
  const body = text.slice(bodyStartOf(text));
  const [head = ''] = /^\s*(?:# [^\n]*\n\s*)?/.exec(body) ?? [];
  const start = bodyStartOf(text) + head.length;
  const end = text.slice(start).search(/\r?\n[ \t]*\r?\n|$(?![^])/);
  return { start, end: end < 0 ? text.length : start + end };
}
