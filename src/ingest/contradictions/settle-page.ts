import { applySplices, eolOf, escapeMarkdown, type Splice } from '../../markdown';
import {
  HISTORY_HEADING,
  isPast,
  labelVariant,
  pastPrefix,
  readCallouts,
  readLedger,
  SETTLED_TITLES,
  type Claim,
  type ConflictCallout,
  type OpposedPair,
  type OpposedStatement,
} from '../../wiki';
import { blockEnd, readLayout } from '../extractive/insertion-point';
import { isSamePair, makesStatement } from './opposed';

/** What a person decided: the first statement holds, the second, or both. */
export type Settled = 'current' | 'proposed' | 'both';

/** A statement as a page has it, with the definitions of its footnotes, to be said on another page. */
interface SaidStatement {
  readonly markdown: string;
  readonly footnotes: readonly { readonly label: string; readonly content: string }[];
}

interface SettleContext {
  /** ISO day of a source; `null` if unknown. */
  dateOf(sourceId: string): string | null;
  /** What takes the place of the statement that moves, on a page that does not say what holds. */
  readonly holding: SaidStatement | null;
}

/**
 * A page after a contradiction was settled. What holds stays, or takes the place of what does not; that moves to "History" with the
 * date of its source. If both hold, a callout says so. A row of a table and code are left as they are.
 */
export function settlePage(text: string, pair: OpposedPair, settled: Settled, context: SettleContext): string {
  const callouts = readCallouts(text).filter(
    (callout) =>
      callout.state !== 'policy' &&
      (callout.pair === null
        ? callout.attribute === pair.attribute || isBelow(text, callout, pair)
        : isSamePair(callout.pair, pair)),
  );
  if (settled === 'both') return markBoth(text, pair, callouts);
  const [holds, moves] = settled === 'current' ? pair.sides : [pair.sides[1], pair.sides[0]];
  return new PageSettler(text, callouts, holds, moves, context).settle();
}

/** Whether an open callout without statements stands below a paragraph that makes one of these. */
function isBelow(text: string, { state, start }: ConflictCallout, { sides }: OpposedPair): boolean {
  if (state !== 'open') return false;
  const above = readLedger(text).claims.filter(
    ({ end }) => end <= start && !/\n[ \t]*\r?\n\s*\S/.test(text.slice(end, start)),
  );
  return above.some((claim) => sides.some((side) => makesStatement(claim, side)));
}

/** A statement as a page says it other than as what was; `null` if it does not. */
export function findSaid(text: string, statement: OpposedStatement): SaidStatement | null {
  const { claims, notes } = readLedger(text);
  const claim = claims.find((each) => isProse(each) && !isPast(each) && makesStatement(each, statement));
  if (claim === undefined) return null;
  const footnotes = claim.footnotes.flatMap((label) => {
    const note = notes.get(label);
    return note === undefined ? [] : [{ label, content: definitionOf(text, note) }];
  });
  return { markdown: text.slice(claim.start, claim.end), footnotes };
}

function definitionOf(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  return text.slice(start, end).replace(/^\[\^[^\]]*\]:[ \t]*/, '');
}

/** The date of a source before what it says, as callouts have it: "18 January 2022: ". */
const CALLOUT_DATE = /^(?:(?:\d{1,2} )?\p{Lu}\p{L}+ )?\d{4}: /u;

function isProse({ kind }: Claim): boolean {
  return kind === 'sentence' || kind === 'quote';
}

function markBoth(text: string, { attribute, sides }: OpposedPair, callouts: readonly ConflictCallout[]): string {
  const title = `> [!info] Sources disagree: ${attribute === '' ? 'see above' : attribute}. ${SETTLED_TITLES.both}`;
  if (callouts.length > 0)
    return applySplices(
      text,
      callouts.map(({ start, titleEnd }) => ({ start, end: titleEnd, text: title })),
    );
  const said = readLedger(text).claims.filter(
    (claim) => !isPast(claim) && sides.some((side) => makesStatement(claim, side)),
  );
  const last = said.at(-1);
  if (last === undefined || !sides.every((side) => said.some((claim) => makesStatement(claim, side)))) return text;
  const at = blockEnd(text, last.end);
  const eol = eolOf(text);
  return applySplices(text, [{ start: at, end: at, text: `${eol}${eol}${title}` }]);
}

class PageSettler {
  readonly #text: string;
  readonly #callouts: readonly ConflictCallout[];
  readonly #holds: OpposedStatement;
  readonly #moves: OpposedStatement;
  readonly #context: SettleContext;
  readonly #splices: Splice[] = [];
  readonly #history: string[] = [];
  /** What is put in place of the first sentence that moves; `''` if the page says it already. */
  #standIn = '';
  #definitions: readonly string[] = [];

  constructor(
    text: string,
    callouts: readonly ConflictCallout[],
    holds: OpposedStatement,
    moves: OpposedStatement,
    context: SettleContext,
  ) {
    this.#text = text;
    this.#callouts = callouts;
    this.#holds = holds;
    this.#moves = moves;
    this.#context = context;
  }

  settle(): string {
    const { claims } = readLedger(this.#text);
    const prose = claims.filter((claim) => isProse(claim) && !isPast(claim));
    const losing = this.#disputed(prose.filter((claim) => makesStatement(claim, this.#moves)));
    if (losing.length === 0 && this.#callouts.length === 0) return this.#text;
    this.#chooseStandIn(prose.filter((claim) => makesStatement(claim, this.#holds)));
    for (const claim of losing) this.#move(claim);
    for (const { start, end } of this.#callouts) {
      this.#splices.push(
        this.#standIn === '' ? blockRemoval(this.#text, start, end) : { start, end, text: this.#standIn },
      );
      this.#standIn = '';
    }
    const settled = applySplices(
      this.#text,
      this.#splices.sort((a, b) => a.start - b.start || a.end - b.end),
    );
    return this.#withHistory(this.#withDefinitions(settled));
  }

  /** Several sentences may rest on one passage: those that share with it what the other passage does not say. */
  #disputed(claims: readonly Claim[]): readonly Claim[] {
    const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const other = new Set(wordsIn(this.#holds.text));
    const own = new Set(wordsIn(this.#moves.text).filter((word) => !other.has(word)));
    const numbers = [...own].filter((word) => /\d/.test(word));
    const telling = new Set(numbers.length > 0 ? numbers : own);
    const found = claims.filter(({ text }) => wordsIn(text).some((word) => telling.has(word)));
    return found.length > 0 ? found : claims;
  }

  #isInCallout({ start, end }: Claim): boolean {
    return this.#callouts.some((callout) => start >= callout.start && end <= callout.end);
  }

  #chooseStandIn(holding: readonly Claim[]): void {
    if (holding.some((claim) => !this.#isInCallout(claim))) return;
    const [inCallout] = holding;
    if (inCallout !== undefined) this.#standIn = this.#sliceOf(inCallout);
    else if (this.#context.holding !== null) this.#standIn = this.#adopt(this.#context.holding);
  }

  #sliceOf(claim: Claim): string {
    const slice = this.#text.slice(claim.start, claim.end).replace(/\r?\n[ \t]*(?:>[ \t]?)*/g, ' ');
    return this.#isInCallout(claim) ? slice.replace(CALLOUT_DATE, '') : slice;
  }

  /** A statement of another page, with labels that are free here. */
  #adopt({ markdown, footnotes }: SaidStatement): string {
    const { notes } = readLedger(this.#text);
    const added: string[] = [];
    let adopted = markdown;
    for (const { label, content } of footnotes) {
      let own = label;
      const isTaken = (name: string): boolean => {
        const note = notes.get(name);
        return note === undefined ? this.#text.includes(`[^${name}]`) : definitionOf(this.#text, note) !== content;
      };
      for (let nth = 1; isTaken(own); nth += 1) own = labelVariant(label, nth);
      if (!notes.has(own)) added.push(`[^${own}]: ${content}`);
      adopted = adopted.replaceAll(`[^${label}]`, `[^${own}]`);
    }
    this.#definitions = added;
    return adopted;
  }

  #move(claim: Claim): void {
    const isJoined = makesStatement(claim, this.#holds);
    this.#history.push(isJoined ? this.#ownSentence(claim, this.#moves) : this.#sliceOf(claim));
    if (this.#isInCallout(claim)) return;
    const { start, end } = claim;
    if (isJoined) this.#splices.push({ start, end, text: this.#ownSentence(claim, this.#holds) });
    else if (this.#standIn === '') this.#splices.push(sentenceRemoval(this.#text, claim));
    else this.#splices.push({ start, end, text: this.#standIn });
    this.#standIn = '';
  }

  /** Of a sentence that says both, the words of one source, with its footnotes. */
  #ownSentence({ notes }: Claim, { text, sourceId }: OpposedStatement): string {
    const labels = notes.flatMap((note) => (note.sourceId === sourceId ? [`[^${note.label}]`] : []));
    const words = escapeMarkdown(text);
    return `${/[.!?]["”’)]?$/.test(words) ? words : `${words}.`}${labels.join('')}`;
  }

  #withDefinitions(text: string): string {
    if (this.#definitions.length === 0) return text;
    const end = text.trimEnd().length;
    const eol = eolOf(text);
    const isAfterText = !/(?:^|\n)\[\^[^\]\n]+\]:[^\n]*$/.test(text.slice(0, end));
    return `${text.slice(0, end)}${isAfterText ? eol : ''}${this.#definitions.map((line) => eol + line).join('')}${text.slice(end)}`;
  }

  #withHistory(text: string): string {
    if (this.#history.length === 0) return text;
    const eol = eolOf(text);
    const { sourceId } = this.#moves;
    const prefix = sourceId === null ? '' : pastPrefix(this.#context.dateOf(sourceId));
    const items = this.#history.map((each) => `${eol}- ${prefix}${each}`).join('');
    const layout = readLayout(text);
    const end = layout.endOf(HISTORY_HEADING);
    const at = end ?? layout.contentEnd;
    const heading = end === null ? `${eol}${eol}${'#'.repeat(layout.level)} ${HISTORY_HEADING}${eol}` : '';
    // A list that follows a paragraph directly would be a part of it for some readers.
    const isAfterList = end === null || /^[ \t]*[-*+] /.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));
    return `${text.slice(0, at)}${heading}${isAfterList ? '' : eol}${items}${text.slice(at)}`;
  }
}

/** Without the sentence; without its line if nothing else is on it. */
function sentenceRemoval(text: string, { start, end }: Claim): Splice {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const lineEnd = next === -1 ? text.length : next;
  const isFirst = /^[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*$/.test(text.slice(lineStart, start));
  const isLast = text.slice(end, lineEnd).trim() === '';
  if (isFirst && isLast) return blockRemoval(text, lineStart, lineEnd);
  if (isLast) return { start: start - (/[ \t]+$/.exec(text.slice(lineStart, start))?.[0].length ?? 0), end, text: '' };
  return { start, end: end + (/^[ \t]+/.exec(text.slice(end))?.[0].length ?? 0), text: '' };
}

/** Removes whole lines, with the blank line that would be left double. */
function blockRemoval(text: string, start: number, end: number): Splice {
  const isAfterBlank = start === 0 || /\n[ \t]*\r?\n$/.test(text.slice(0, start));
  const blank = isAfterBlank ? /^(?:[ \t]*\r?\n)+/ : /^[ \t]*\r?\n/;
  return { start, end: end + (blank.exec(text.slice(end))?.[0].length ?? 0), text: '' };
}
