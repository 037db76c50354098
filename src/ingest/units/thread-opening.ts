import { type SourcePassage } from '../types';
import { dayIn, readCommentHead, readExportedComment, withLineBreaks } from './comment-head';

/** The first post of a thread that has no head of its own: fields below the title say who wrote it and when. */
export interface ThreadOpening {
  /** Position of the passage with which its text begins. */
  readonly at: number;
  /** `null` if no field tells. */
  readonly speaker: string | null;
  /** ISO day; `null` if no field tells. */
  readonly date: string | null;
  /** Whether a field gives the state of the thread. */
  readonly hasState: boolean;
  /** Whether a field gives its number. */
  readonly hasNumber: boolean;
}

/** Passages that may stand above the first post: a title, and its fields. */
const MAX_ABOVE = 30;
const FIELD = /^[*_]*([\p{L}][\p{L} _-]{1,23}?)[*_]*\s*[:|][*_]*\s*(\S.{0,200})$/u;
const AUTHOR = /^(?:author|opened by|created by|reported by|reporter|submitter|submitted by|user|from)$/i;
const OPENED = /^(?:opened|created|reported|submitted|date|(?:opened|created|reported|submitted)[ _-](?:at|on))$/i;
const STATE = /^(?:state|status)$/i;
const NUMBER = /^(?:number|iid|id)$/i;
/** "State: closed. Labels: bug. Opened by alice on 2024-03-04, closed on 2024-03-29." */
const ONE_LINE = /^(?:state|status): \w+\b/i;
const OPENED_BY = /\bopened by @?(\S{1,60}?)(?: on (\d{4}-\d{2}-\d{2}))?[.,;]?(?:\s|$)/i;
const NAME = /^@?([\p{L}\p{N}][\p{L}\p{N}_.@-]{0,60}(?: \p{Lu}[\p{L}.-]{1,30}){0,2})/u;

interface Fields {
  speaker: string | null;
  date: string | null;
  hasState: boolean;
  hasNumber: boolean;
}

/** Reads the fields above the first post; `null` where the first post has a head, or where there is no text before the first head. */
export function readOpening(passages: readonly SourcePassage[]): ThreadOpening | null {
  const fields: Fields = { speaker: null, date: null, hasState: false, hasNumber: false };
  for (const [at, passage] of passages.slice(0, MAX_ABOVE).entries()) {
    if (readCommentHead(passage) !== null || readExportedComment(passage) !== null) return null;
    if (passage.kind === 'heading' && at === 0) continue;
    if (!readFields(passage, fields)) return { at: passage.kind === 'heading' ? at + 1 : at, ...fields };
  }
  return null;
}

/** @returns whether the passage is nothing but fields */
function readFields({ kind, text, lineStarts = [] }: SourcePassage, fields: Fields): boolean {
  if (kind === 'code' || kind === 'quote' || kind === 'heading') return false;
  const written = withLineBreaks(text, lineStarts).split(/\n|; (?=[\p{L} ]{2,24}:)/u);
  if (written.length === 1 && ONE_LINE.test(text) && text.length <= 400) {
    const [, speaker, date] = OPENED_BY.exec(text) ?? [];
    fields.hasState = true;
    fields.speaker ??= speaker ?? null;
    fields.date ??= date ?? null;
    return true;
  }
  const lines = written.map((line) => FIELD.exec(line.trim()));
  for (const line of lines) {
    const [, label = '', value = ''] = line ?? [];
    // A sentence with a colon is no field.
    if (line === null || /[.!?]$/.test(value) || value.split(' ').length > 12) return false;
    if (AUTHOR.test(label)) fields.speaker ??= NAME.exec(value)?.[1] ?? null;
    else if (OPENED.test(label)) fields.date ??= dayIn(value);
    else if (STATE.test(label)) fields.hasState = true;
    else if (NUMBER.test(label)) fields.hasNumber = true;
  }
  return true;
}
