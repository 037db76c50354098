import * as z from 'zod/mini';
import { parseUnit } from '../../base';
import { type Anchor, type ChangeSet, type Hunk } from '../../change';
import { type HunkDecision } from '../../proposal';
import { readLedger, SETTLED_TITLES, type Claim } from '../../wiki';
import { type ReviewFile, type ReviewHunk } from './types';

/** What is said on one side of a contradiction. */
export interface ContradictionSide {
  /** In the words of the source, else of the page. */
  readonly text: string;
  /** Path of the source; `null` for a statement of the page without one. */
  readonly source: string | null;
  readonly anchor: Anchor;
}

/** How a person settles a contradiction: what the page says already, what the new source says, both, or neither yet. */
export type Settlement = 'current' | 'proposed' | 'both' | 'open';

/** Two statements about one attribute that cannot both be true, in a change under review. */
export interface ReviewContradiction {
  readonly attribute: string;
  readonly current: ContradictionSide;
  readonly proposed: ContradictionSide;
  readonly settlement: Settlement;
}

/** A number, with the word or the sign behind it. */
const NUMBER = /(\d[\d.,:-]*\d|\d)( ?(?:°[A-Z]?|[%‰℃℉]|[A-Za-zµ²³/]{1,16}(?![\p{L}])))?/gu;
/** Words that continue the sentence, and measure nothing. */
const NO_UNIT =
  /^(?:a|after|and|as|at|because|before|but|by|for|from|has|in|is|it|of|on|or|that|the|to|was|when|which|while|with)$/i;

/**
 * What tells two sides apart in a word: the number in which they differ, with its unit as it is written (`96 °C`), if it is one on each
 * side; else `null`.
 */
export function sideNames(sides: readonly [ContradictionSide, ContradictionSide]): readonly [string, string] | null {
  const [own = [], others = []] = sides.map(({ text }) =>
    [...text.matchAll(NUMBER)].map(([, number = '', tail = '']) => ({ number, tail })),
  );
  const [first, ...more] = own.filter(({ number }) => !others.some((other) => other.number === number));
  const [second, ...further] = others.filter(({ number }) => !own.some((other) => other.number === number));
  if (first === undefined || second === undefined || more.length + further.length > 0) return null;
  const [unit, otherUnit] = [first, second].map(({ tail }) => unitAfter(tail));
  // "31 metres" and "29.4 metres" measure the same; of "1983 after" and "1986 near", only the numbers are told.
  const isUnit = unit !== '' && unit === otherUnit && !NO_UNIT.test(unit ?? '');
  return isUnit ? [first.number + first.tail, second.number + second.tail] : [first.number, second.number];
}

/** `m` for " metres", and any other word as it is. */
const unitAfter = (tail: string): string => parseUnit(tail, undefined, undefined).unit || tail.trim();

/** The first line of the callout that marks it on the page. */
const TITLE = /^> \[!(?:warning|info)\] (?:Contradiction|Sources disagree): (.+)$/m;
const SETTLEMENTS = ['current', 'proposed', 'both'] as const;

const SIDE = () => z.object({ source: z.string(), text: z.string(), anchor: z.record(z.string(), z.any()) });
const DISPUTES = z.lazy(() =>
  z.object({ disputes: z.array(z.object({ page: z.string(), what: z.string(), sides: z.array(SIDE()) })) }),
);

/** A contradiction that a model found, of whose statements its text tells. */
export interface FlaggedContradiction {
  /** Slug of the page that tells of it. */
  readonly page: string;
  readonly what: string;
  /** The older statement first. */
  readonly sides: readonly [ContradictionSide, ContradictionSide];
}

/** The contradictions that a model named in a proposal. */
export function readFlaggedContradictions({ facts }: Pick<ChangeSet, 'facts'>): readonly FlaggedContradiction[] {
  const read = DISPUTES.safeParse(facts);
  return (read.data?.disputes ?? []).flatMap(({ sides: [older, newer, ...more], ...dispute }) =>
    older && newer && more.length === 0 ? [{ ...dispute, sides: [older, newer] as const }] : [],
  );
}

/**
 * The contradiction that a hunk marks on its page; `null` if it marks none, or one that the manifest's policy decided.
 * @param disputes of the proposal, see {@link readFlaggedContradictions}
 */
export function readContradiction(
  file: ReviewFile,
  item: ReviewHunk,
  disputes: readonly FlaggedContradiction[],
): ReviewContradiction | null {
  const { hunk } = item;
  const dispute = disputeIn(file, item, disputes);
  if (dispute !== null) {
    const [current, proposed] = dispute.sides;
    const settlement = SETTLEMENTS.find((each) => hunk.text.includes(titleOf(dispute.what, each))) ?? 'open';
    return { attribute: dispute.what, current, proposed, settlement };
  }
  const isMarked = file.kind === 'created' || hunk.title.startsWith('Contradiction: ');
  const title = isMarked ? TITLE.exec(hunk.text)?.[1] : undefined;
  if (title === undefined) return null;
  const settlement = SETTLEMENTS.find((each) => title.endsWith(`. ${SETTLED_TITLES[each]}`)) ?? 'open';
  if (settlement === 'open' && !hunk.text.includes('[!warning]')) return null;
  const attribute = settlement === 'open' ? title : title.slice(0, -SETTLED_TITLES[settlement].length - 2);
  if (file.kind === 'created') {
    const sides = sidesInPart(hunk);
    return sides && { attribute, current: sides[0], proposed: sides[1], settlement };
  }
  // The curator names what is new first.
  const [incoming] = hunk.evidence;
  const earlier = hunk.evidence.find(({ source }) => source !== incoming?.source);
  const above = readLedger(file.edit.base).claims.findLast(({ end }) => end <= hunk.start);
  const text = earlier?.quote ?? above?.text;
  if (incoming === undefined || text === undefined) return null;
  const note = above?.notes.find(({ quote }) => quote !== null);
  return {
    attribute,
    current: { text, source: earlier?.source ?? null, anchor: note?.anchor ?? earlier?.anchor ?? {} },
    proposed: { text: incoming.quote, source: incoming.source, anchor: incoming.anchor },
    settlement,
  };
}

/** In a part of a new page: the statement above the callout, and the one in it. */
function sidesInPart({ text, footnotes = [], evidence }: Hunk): readonly [ContradictionSide, ContradictionSide] | null {
  const definitions = footnotes.map(({ label, content }) => `[^${label}]: ${content}`);
  const { claims } = readLedger([text, ...definitions].join('\n\n'));
  const at = TITLE.exec(text)?.index ?? 0;
  const [above, inside] = [claims.findLast(({ end }) => end <= at), claims.find(({ start }) => start > at)];
  if (above === undefined || inside === undefined) return null;
  const toSide = ({ text: words, notes: [note] }: Claim): ContradictionSide => ({
    text: note?.quote ?? words,
    source: evidence.find(({ quote }) => quote === note?.quote)?.source ?? null,
    anchor: note?.anchor ?? {},
  });
  return [toSide(above), toSide(inside)];
}

/** The first hunk of the page that cites the new statement is where the contradiction is settled. */
function disputeIn(
  { path, hunks }: ReviewFile,
  item: ReviewHunk,
  disputes: readonly FlaggedContradiction[],
): FlaggedContradiction | null {
  const cites = ({ hunk }: ReviewHunk, { source, text }: ContradictionSide): boolean =>
    (hunk.footnotes ?? []).length > 0 && hunk.evidence.some((each) => each.source === source && each.quote === text);
  const own = disputes.filter(({ page }) => path.endsWith(`/${page}.md`));
  return own.find(({ sides }) => hunks.find((each) => cites(each, sides[1]))?.hunk.id === item.hunk.id) ?? null;
}

function titleOf(attribute: string, settlement: Settlement): string {
  return settlement === 'open'
    ? `> [!warning] Contradiction: ${attribute}`
    : `> [!info] Sources disagree: ${attribute}. ${SETTLED_TITLES[settlement]}`;
}

/**
 * The decisions with which a contradiction is settled, for `ReviewSession.decide`: the callout says who holds, and once no
 * contradiction of the proposal is open, the summaries of its sources no longer contradict each other.
 * @param files of the review
 * @param disputes of the proposal, see {@link readFlaggedContradictions}
 */
export function settleContradiction(
  files: readonly ReviewFile[],
  id: string,
  settlement: Settlement,
  disputes: readonly FlaggedContradiction[],
): Readonly<Record<string, HunkDecision | null>> {
  const changes: Record<string, HunkDecision | null> = {};
  let open = 0;
  for (const file of files) {
    for (const item of file.hunks) {
      const found = readContradiction(file, item, disputes);
      if (found === null) continue;
      const { attribute } = found;
      const write = disputeIn(file, item, disputes) === null ? withTitle : withNote;
      if (item.hunk.id !== id) open += found.settlement === 'open' ? 1 : 0;
      else changes[id] = { verdict: 'accepted', text: write(item.hunk.text, attribute, settlement) };
    }
  }
  if (settlement === 'open') open += 1;
  for (const file of files)
    for (const item of file.hunks) Object.assign(changes, marksDecision(file, item, open === 0));
  return changes;
}

function withTitle(text: string, attribute: string, settlement: Settlement): string {
  return text.replace(TITLE, () => titleOf(attribute, settlement));
}

/** What a model wrote, with the callout below it that says what was decided, or that nothing is. */
function withNote(text: string, what: string, settlement: Settlement): string {
  const title = titleOf(what, settlement);
  const known = [...SETTLEMENTS, 'open' as const]
    .map((each) => titleOf(what, each))
    .find((each) => text.includes(each));
  if (known !== undefined) return text.replace(known, () => title);
  if (settlement === 'open') return text;
  const end = text.trimEnd().length;
  return `${text.slice(0, end)}\n\n${title}${text.slice(end) || '\n'}`;
}

const MARKS = /^contradicts:[ \t]*\r?\n(?:[ \t]+-[^\n]*\n?)+/m;

/** What becomes of `contradicts` in the frontmatter that a hunk writes. */
function marksDecision(
  { kind }: ReviewFile,
  { hunk, decision }: ReviewHunk,
  isSettled: boolean,
): Readonly<Record<string, HunkDecision | null>> {
  if (kind === 'created') {
    if (decision?.verdict === 'rejected') return {};
    if (isSettled && MARKS.test(hunk.text))
      return { [hunk.id]: { verdict: 'accepted', text: hunk.text.replace(MARKS, '') } };
    return !isSettled && decision?.text !== undefined && !MARKS.test(hunk.text) && hunk.text.startsWith('---')
      ? { [hunk.id]: { verdict: 'accepted' } }
      : {};
  }
  const rest = hunk.text.replace(MARKS, '').trim();
  if (!MARKS.test(hunk.text) || rest !== '') return {};
  return { [hunk.id]: isSettled ? { verdict: 'rejected', reason: 'You settled the contradiction.' } : null };
}
