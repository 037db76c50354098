import { type Passage } from '../types';

/** The head of a comment or an event in a thread: who, as what, when. */
export interface CommentHead {
  readonly speaker: string;
  readonly role: string | null;
  /** ISO day; `null` if the head gives none. */
  readonly date: string | null;
  /** The thread was closed, reopened or renamed: the line itself is a statement. */
  readonly isEvent: boolean;
}

const VERBS = 'commented|wrote|replied|answered|opened|said';
const EVENTS = 'closed|reopened|renamed|merged|locked|changed the title';
const HEAD = new RegExp(
  `^(?:comment(?: #?\\d+)? (?:by|from) )?@?([\\p{L}\\p{N}][\\p{L}\\p{N}_.-]{0,38}(?:\\[bot\\])?)(?: \\(([\\p{L} ,-]{2,40})\\))?` +
    `(?: (?:(${VERBS})|(${EVENTS}))(?![\\p{L}])[^\\n]{0,120}|,? (?:on )?\\(?(\\d{4}-\\d{2}-\\d{2})[^\\n]{0,30})$`,
  'iu',
);
const COMMENT_BY = /^comment(?: #?\d+)? (?:by|from) /i;
const ISO_DAY = /\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/;
const WRITTEN_DAY = /(\d{1,2})\.? ([A-Z][a-z]{2,8}),? (\d{4})|([A-Z][a-z]{2,8}) (\d{1,2}),? (\d{4})/;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Reads the head of a comment: a short line such as "alice (member) commented on 2026-03-02". */
export function readCommentHead({ kind, text }: Passage): CommentHead | null {
  if (kind !== 'heading' && kind !== 'paragraph') return null;
  if (text.length > 160 || text.includes('\n')) return null;
  const match = HEAD.exec(text.trim());
  if (match === null) return null;
  const [, speaker = '', role = null, verb, event, day] = match;
  const date = dayIn(text);
  // "Nobody commented on it." is a sentence: a head has a date, or says that it is a comment.
  if (date === null && !COMMENT_BY.test(text)) return null;
  if (verb === undefined && event === undefined && day === undefined) return null;
  return { speaker, role, date, isEvent: event !== undefined };
}

/** Whether a source is a thread: at least two comments have heads. */
export function isThread(passages: readonly Passage[]): boolean {
  let heads = 0;
  for (const passage of passages) if (readCommentHead(passage) !== null && ++heads === 2) return true;
  return false;
}

export function isBot(speaker: string): boolean {
  return /(?:\[bot\]|[-_]bot|[a-z]Bot)$/.test(speaker) || /^bot$/i.test(speaker);
}

/** A line that commands a bot: `/assign @alice`. */
export function isCommand(text: string): boolean {
  return /^\/[a-z][a-z-]*(?: [^\n]{0,120})?$/.test(text.trim());
}

function dayIn(text: string): string | null {
  const iso = ISO_DAY.exec(text)?.[0];
  if (iso !== undefined) return iso;
  const match = WRITTEN_DAY.exec(text);
  if (match === null) return null;
  const [, dayFirst, monthAfter, yearAfter, monthFirst, dayAfter, year] = match;
  const month = MONTHS.indexOf((monthAfter ?? monthFirst ?? '').slice(0, 3).toLowerCase()) + 1;
  const day = Number(dayFirst ?? dayAfter);
  if (month === 0 || day < 1 || day > 31) return null;
  return `${yearAfter ?? year ?? ''}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
