import { YieldBudget, type Run } from '../../base';
import { type Anchor } from '../../change';
import { splitSentences, wordsOf } from '../../markdown';
import { findSpeakers } from '../extractive/speech';
import { type ExtractedText, type SourcePassage } from '../types';
import {
  endsComment,
  isBot,
  isCommand,
  joinExportedFields,
  readCommentHead,
  readExportedComment,
  readImportedHead,
  type CommentHead,
  type ExportedComment,
} from './comment-head';
import { isThread } from './thread';
import { readOpening, type ThreadOpening } from './thread-opening';
import { createLineCounter, passageFrom } from './passage-lines';
import { type NumberedSource, type SkippedText, type Unit, type UnitMode } from './types';
import { asksForWish, isRequest, modeOf } from './unit-mode';

/** A lead-in before a colon with more words is a unit too. */
const MAX_LEAD_WORDS = 8;
/** A longer list item is numbered sentence by sentence. In UTF-16 units. */
const MAX_ITEM_LENGTH = 320;
const MAX_REPLY_LENGTH = 400;
const MAX_SIGNATURE_LENGTH = 200;
/** A longer text without a stop, or longer code, becomes several units. In UTF-16 units. */
const MAX_UNIT_LENGTH = 4000;
/** Says nothing by itself, wherever it stands. */
const ANSWER =
  /^(?:yes|no|ok|okay|agreed|done|exactly|right|sure|maybe|never mind|sorry|please|hello|hi|thanks|thank you)[.!, ]*$/i;
/**
 * Numbers the units of a source. Every word of the source is in a unit, in the lead of a unit, a heading, a quoted reply, the head of a table whose rows repeat it, or
 * in `skipped`. The same text always gives the same numbers.
 */
export async function numberUnits(text: Pick<ExtractedText, 'passages'>, run: Run): Promise<NumberedSource> {
  const passages = joinExportedFields(text.passages);
  const numbering = new UnitNumbering({ passages });
  const budget = new YieldBudget(run);
  for (const [at, passage] of passages.entries()) {
    if (budget.spend(passage.text.length)) await budget.checkpoint();
    if (!isRepeatedHead(passage, text.passages[at + 1])) numbering.read(passage, at);
  }
  return numbering.finish();
}

/** Splits a text that is too long at a line break, else at a space. */
function splitLong(text: string): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > MAX_UNIT_LENGTH) {
    const breaks = [rest.lastIndexOf('\n', MAX_UNIT_LENGTH), rest.lastIndexOf(' ', MAX_UNIT_LENGTH)];
    const at = breaks.find((offset) => offset > MAX_UNIT_LENGTH / 2) ?? MAX_UNIT_LENGTH;
    pieces.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).replace(/^\s+/, '');
  }
  return [...pieces, rest];
}

interface Fragment {
  readonly text: string;
  readonly anchor: Anchor;
  readonly speaker: string | null;
}

class UnitNumbering {
  readonly #units: Unit[] = [];
  readonly #skipped: SkippedText[] = [];
  readonly #isThread: boolean;
  readonly #opening: ThreadOpening | null;
  readonly #speakers: ReturnType<typeof findSpeakers>;
  #comment: CommentHead | null = null;
  #replyTo: string | null = null;
  /** Whether the comment is signed: what follows its signature is no part of it. */
  #isSigned = false;
  #isAtStart = false;
  /** How many units there were when the last words were quoted: an answer ends what it replies to. */
  #unitsAtReply = 0;
  /** Fragments for the next unit, with their place, in case none follows. */
  #pending: Fragment[] = [];
  /** The lead-in of the list that is being read. */
  #listLead: Fragment | null = null;
  #isLeadUsed = true;
  #isBelowRunIn = false;
  #passage = 0;

  constructor(text: Pick<ExtractedText, 'passages'>) {
    this.#isThread = isThread(text.passages);
    this.#opening = this.#isThread ? readOpening(text.passages) : null;
    this.#speakers = findSpeakers(text);
  }

  read(passage: SourcePassage, at: number): void {
    this.#passage = at;
    if (this.#isThread) {
      if (at === this.#opening?.at) this.#readOpening(this.#opening);
      const comment = readExportedComment(passage);
      if (comment !== null) {
        this.#readExported(passage, comment, at);
        return;
      }
      if (this.#readHead(passage) || passage.text.trim() === '--' || this.#readImported(passage, at)) return;
    }
    const { kind, text, anchor } = passage;
    if (kind === 'heading') {
      this.#flushPending();
      return;
    }
    const reason = this.#skipReason(text);
    if (reason !== null) {
      this.#skipped.push({ text, anchor, reason });
      return;
    }
    if (this.#isThread && (kind === 'quote' || (kind === 'paragraph' && text.startsWith('>')))) {
      this.#readReply(text.replace(/^[> \t]+/gm, ''));
      return;
    }
    if (kind !== 'list' && kind !== 'code') this.#setLead(null);
    if (passage.isRunIn === true && wordsOf(text).length <= MAX_LEAD_WORDS) {
      this.#pending.push({ text, anchor, speaker: null });
      this.#isBelowRunIn = true;
      return;
    }
    if (kind === 'code') this.#add('code', text, anchor, null, undefined, passage.language);
    else if (kind === 'table' || kind === 'row')
      this.#add('row', text, anchor, this.#speakers.get(at)?.speaker ?? null);
    else if (kind === 'list' && text.length <= MAX_ITEM_LENGTH) this.#readItem(text, anchor, passage.ordinal);
    else this.#readSentences(passage, at);
  }

  finish(): NumberedSource {
    this.#flushPending();
    return { units: this.#units, skipped: this.#skipped };
  }

  #readOpening({ speaker, date }: ThreadOpening): void {
    this.#flushPending();
    if (speaker !== null) this.#begin({ speaker, role: 'author', date, isEvent: false });
  }

  /** The fields above an exported comment, then its text. */
  #readExported(passage: SourcePassage, comment: ExportedComment, at: number): void {
    const { anchor } = passage;
    const { speaker, role, state, length } = comment;
    this.#flushPending();
    this.#begin({ speaker, role, date: null, isEvent: false });
    if (state !== null) this.#add('row', state, anchor, null);
    const remaining = passageFrom(passage, length);
    const rest = remaining.text;
    if (rest.trim() !== '') this.read(remaining, at);
  }

  /** A comment that was brought from elsewhere begins with who wrote it there. */
  #readImported(passage: SourcePassage, at: number): boolean {
    const isFirst = this.#isAtStart;
    this.#isAtStart = false;
    const head = isFirst && this.#comment !== null ? readImportedHead(passage) : null;
    if (head === null) return false;
    this.#comment = {
      speaker: head.speaker,
      role: null,
      date: head.date ?? this.#comment?.date ?? null,
      isEvent: false,
    };
    const remaining = passageFrom(passage, head.length);
    if (remaining.text.trim() !== '') this.read(remaining, at);
    return true;
  }

  #readReply(text: string): void {
    const before = this.#units.length > this.#unitsAtReply ? null : this.#replyTo;
    this.#replyTo = [before, text].filter(Boolean).join(' ').slice(0, MAX_REPLY_LENGTH);
    this.#unitsAtReply = this.#units.length;
  }

  #begin(comment: CommentHead): void {
    this.#comment = comment;
    this.#replyTo = null;
    this.#isSigned = false;
    this.#isAtStart = true;
  }

  #readHead(passage: SourcePassage): boolean {
    const head = readCommentHead(passage);
    if (head === null) return false;
    this.#flushPending();
    this.#begin(head);
    if (head.isEvent) this.#add('sentence', passage.text, passage.anchor, head.speaker, 'event');
    return true;
  }

  #skipReason(text: string): SkippedText['reason'] | null {
    if (!this.#isThread) return null;
    if (/^--[ \t]*\n/.test(text) && text.length <= MAX_SIGNATURE_LENGTH) return 'signature';
    if (this.#comment !== null && endsComment(text.trim())) this.#isSigned = true;
    if (this.#isSigned) return 'signature';
    if (this.#comment !== null && isBot(this.#comment.speaker)) return 'bot';
    return isCommand(text) ? 'command' : null;
  }

  /** An item that only introduces its own list is context of the items below. */
  #readItem(text: string, anchor: Anchor, ordinal?: string): void {
    if (isShortLead(text) && splitSentences(text).length === 1) this.#setLead({ text, anchor, speaker: null });
    else {
      this.#add('item', text, anchor, null);
      const item = this.#units.at(-1);
      if (ordinal !== undefined && item?.text === text) this.#units.splice(-1, 1, { ...item, ordinal });
    }
  }

  #readSentences(passage: SourcePassage, at: number): void {
    const { kind, anchor } = passage;
    const { speaker = null, length: from = 0 } = this.#speakers.get(at) ?? {};
    const body = passage.text.slice(from);
    const lineOf = createLineCounter(passage);
    // Below a run-in heading such as "What is open." a fragment is a statement: "Other stores."
    const opening = this.#isBelowRunIn ? -1 : (/\S/.exec(body)?.index ?? -1);
    this.#isBelowRunIn = false;
    for (const { start, end } of splitSentences(body)) {
      const sentence = body.slice(start, end);
      const line = lineOf(from + start);
      const place = line === undefined ? anchor : { ...anchor, line };
      if (isShortLead(sentence) || (isFragment(sentence) && (start === opening || ANSWER.test(sentence)))) {
        this.#pending.push({ text: sentence, anchor: place, speaker });
      } else this.#add(kind === 'list' ? 'item' : 'sentence', sentence, place, speaker);
    }
    const last = this.#pending.at(-1);
    if (last?.text.endsWith(':') === true) {
      this.#pending = this.#pending.slice(0, -1);
      this.#setLead(last);
      return;
    }
    const unit = this.#units.at(-1);
    if (!/[:：]$/.test(body.trim()) || unit === undefined) return;
    this.#setLead(unit);
    // A longer lead-in is a unit already.
    this.#isLeadUsed = true;
  }

  /** Begins or ends a list. A lead-in that nothing follows is a unit. */
  #setLead(lead: Fragment | null): void {
    const unused = this.#isLeadUsed ? null : this.#listLead;
    this.#listLead = null;
    this.#isLeadUsed = true;
    if (unused !== null) this.#add('sentence', unused.text, unused.anchor, unused.speaker);
    this.#listLead = lead;
    this.#isLeadUsed = lead === null;
  }

  #add(
    kind: Unit['kind'],
    text: string,
    anchor: Anchor,
    speaker: string | null,
    mode?: UnitMode,
    language?: string,
  ): void {
    const leads = [...this.#pending, ...(this.#listLead === null ? [] : [this.#listLead])];
    this.#pending = [];
    this.#isLeadUsed = true;
    const [piece = '', ...rest] = splitLong(text);
    const who = speaker ?? this.#comment?.speaker ?? null;
    // "I propose:" makes wishes of the items below it.
    const isWished =
      (kind === 'item' && isRequest(this.#listLead?.text ?? '')) ||
      (kind !== 'code' && leads.some(({ text: lead }) => asksForWish(lead)));
    this.#units.push({
      number: this.#units.length + 1,
      kind,
      text: piece,
      anchor,
      lead: leads.length === 0 ? null : leads.map((lead) => leadText(lead, who)).join(' '),
      speaker: who,
      role: this.#comment?.role ?? null,
      date: this.#comment?.date ?? null,
      replyTo: this.#replyTo,
      mode: mode ?? (isWished ? 'wish' : modeOf(kind, text)),
      passage: this.#passage,
      ...(language !== undefined && { language }),
    });
    for (const further of rest) this.#add(kind, further, anchor, speaker, mode, language);
  }

  /** Fragments that no unit follows are units: nothing of a source is lost. */
  #flushPending(): void {
    const fragments = this.#pending;
    this.#pending = [];
    this.#setLead(null);
    for (const { text, anchor, speaker } of fragments) this.#add('sentence', text, anchor, speaker);
  }
}

/** The head of a table whose rows repeat its names: "Year | Members" above "Year: 2005; Members: 1,410". */
function isRepeatedHead({ kind, text }: SourcePassage, next: SourcePassage | undefined): boolean {
  if (kind !== 'table' || next?.kind !== 'table' || !text.includes(' | ')) return false;
  const names = text.split(' | ').filter((name) => name.trim() !== '');
  return names.every((name, at) => (at === 0 ? next.text.startsWith(`${name}: `) : next.text.includes(`; ${name}: `)));
}

function leadText({ text, speaker }: Fragment, current: string | null): string {
  return speaker === null || speaker === current ? text : `${speaker}: ${text}`;
}

function isShortLead(text: string): boolean {
  return /[:：]$/.test(text.trim()) && wordsOf(text).length <= MAX_LEAD_WORDS;
}

/** "Yes.", "Agreed!": says nothing without what is around it. */
function isFragment(text: string): boolean {
  const words = wordsOf(text);
  return (
    words.length <= 2 && !/\p{N}/u.test(text) && text.length < 30 && /^[\p{L}\s.,!'’-]+$/u.test(text) && isAscii(text)
  );
}

/** Scripts without spaces count each character as a word. */
function isAscii(text: string): boolean {
  return !/[^\u0020-\u024f\u2010-\u2027]/.test(text);
}
