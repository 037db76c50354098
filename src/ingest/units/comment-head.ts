import { isFieldName } from '../extractive/speech';
import { type SourcePassage } from '../types';
import { passageFrom } from './passage-lines';

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
export function readCommentHead({ kind, text }: SourcePassage): CommentHead | null {
  if (kind !== 'heading' && kind !== 'paragraph') return null;
  if (text.length > 160 || text.includes('\n')) return null;
  const match = HEAD.exec(text.trim());
  if (match === null) return null;
  const [, speaker = '', role = null, verb, event, day] = match;
  const date = dayIn(text);
  // "Nobody commented on it." is a sentence: a head has a date, or says that it is a comment.
  if (date === null && !COMMENT_BY.test(text)) return null;
  if (verb === undefined && event === undefined && (day === undefined || isFieldName(speaker))) return null;
  return { speaker, role, date, isEvent: event !== undefined };
}

const EXPORT_HEAD =
  /^(?:--\s+)?author:\s+(\S{1,60})\s+association:\s+(\w+)\s+edited:\s+\w+\s+status:\s+\w+\s+--(?:\s+|$)/;
const EXPORT_TOP = /^title:\s[^]{0,2000}?\sauthor:\s+(\S{1,60})[^]{0,1000}?\snumber:\s+\d+\s+--(?:\s+|$)/;

/** Above the first post, where one that is empty ends a paragraph. */
const EXPORT_FIELD =
  /^(?:title|state|author|labels|comments|assignees|projects|milestone|number|url|additions|deletions|auto-merge|reviewers):/;
const MAX_FIELDS = 16;
const EXPORT_FIELDS = [/^--$/, /^author:\s+\S+$/, /^association:\s/, /^edited:\s/, /^status:\s/, /^--$/];

/**
 * Brings an exported thread into passages that begin with the fields of a comment: plain text has them as paragraphs of one line,
 * or joined with the paragraph before. Any other source stays as it is.
 */
export function joinExportedFields(passages: readonly SourcePassage[]): readonly SourcePassage[] {
  const top = passages.findIndex(({ text }, at) => text.trim() === '--' || !EXPORT_FIELD.test(text) || at > MAX_FIELDS);
  const hasTop = top > 1 && passages[top]?.text.trim() === '--';
  if (!hasTop && !passages.some(({ text }) => text.includes('association:'))) return passages;
  const joined: SourcePassage[] = [];
  const [first] = passages;
  if (hasTop && first !== undefined) {
    const { kind, anchor } = first;
    joined.push({
      kind,
      anchor,
      text: passages
        .slice(0, top + 1)
        .map(({ text }) => text.trim())
        .join('\n'),
    });
  }
  for (let at = joined.length * (top + 1); at < passages.length; at += 1) {
    const passage = passages[at];
    if (passage === undefined) break;
    const run = passages.slice(at, at + EXPORT_FIELDS.length);
    const isFields = EXPORT_FIELDS.every((field, index) => field.test(run[index]?.text.trim() ?? ''));
    if (isFields) {
      // Fields are on a line each.
      const { kind, anchor } = passage;
      joined.push({ kind, anchor, text: run.map(({ text }) => text.trim()).join('\n') });
      at += EXPORT_FIELDS.length - 1;
    } else for (const part of splitAtComments(passage)) joined.push(part);
  }
  return joined;
}

function splitAtComments(passage: SourcePassage): readonly SourcePassage[] {
  let at = 0;
  return passage.text.split(/(?=--\s+author:\s+\S+\s+association:)/).flatMap((part) => {
    const start = at;
    at += part.length;
    const kind = start === 0 ? passage.kind : 'paragraph';
    return part.trim() === '' ? [] : { ...passageFrom(passage, start), kind, text: part.trimEnd() };
  });
}

/** A comment of an exported thread: fields, a line of dashes, and the text behind it. */
export interface ExportedComment {
  readonly speaker: string;
  readonly role: string | null;
  /** State, labels and the like of the thread itself; `null` for a comment. */
  readonly state: string | null;
  /** Length of what precedes the text, in UTF-16 units. */
  readonly length: number;
}

/** Reads the fields above a comment as GitHub's command line exports them. */
export function readExportedComment({ kind, text }: SourcePassage): ExportedComment | null {
  if (kind !== 'paragraph') return null;
  const top = EXPORT_TOP.exec(text);
  if (top !== null) {
    const state = top[0].replace(/\s+--\s*$/, '');
    return { speaker: top[1] ?? '', role: 'author', state, length: top[0].length };
  }
  const head = EXPORT_HEAD.exec(text);
  if (head === null) return null;
  const [whole, speaker = '', role = ''] = head;
  return { speaker, role: role === 'none' ? null : role, state: null, length: whole.length };
}

const IMPORTED_HEAD = new RegExp(
  '^(?:original(?:ly)? )?(?:comment|issue|author|reporter|(?:report|post|open|creat|submitt|comment)ed|written)(?: (?:issue|comment|author|reported|posted))?(?: on [\\w.]{3,40})?(?: by:?|:) ' +
    '@?([\\p{L}\\p{N}][\\p{L}\\p{N}_.@-]{0,60}(?: \\p{Lu}[\\p{L}.-]{1,30}){0,2})' +
    '(?: \\([^()\\n]{1,60}\\))?(?:,? (?:on|at|in) [^\\n]{1,120})?[:.]?[ \\t]*(?:\\n|$)',
  'iu',
);

/** The true author of a comment that a program brought from elsewhere, as its first line says. */
interface ImportedHead {
  readonly speaker: string;
  /** ISO day; `null` if it is not given. */
  readonly date: string | null;
  /** Length of what precedes the text, in UTF-16 units. */
  readonly length: number;
}

/** Reads the line "Original comment by alice on 2012-03-05", with the lines below that say when and where that was. */
export function readImportedHead({ kind, text, lineStarts }: SourcePassage): ImportedHead | null {
  if (kind !== 'paragraph' && kind !== 'quote') return null;
  const lines = withLineBreaks(text, lineStarts ?? []);
  const match = IMPORTED_HEAD.exec(lines);
  if (match === null) return null;
  const speaker = match[1] ?? '';
  let [head, date] = [match[0], dayIn(match[0])];
  for (const line of lines.slice(head.length).split(/^/m).slice(0, 2)) {
    if (!/^(?:originally|imported|migrated)\b/i.test(line) && (line.length > 50 || dayIn(line) === null)) break;
    head += line;
    date ??= dayIn(line);
  }
  return { speaker, date, length: head.length };
}

/** A text with the line breaks of its source: a paragraph joins its lines with spaces. */
export function withLineBreaks(text: string, lineStarts: readonly number[]): string {
  const signs = text.split('');
  for (const start of lineStarts) if (signs[start - 1] === ' ') signs[start - 1] = '\n';
  return signs.join('');
}

/** Whether what follows in a comment is no longer written for the thread: a signature, or the message that was answered by email. */
export function endsComment(text: string): boolean {
  return /^--[ \t]+\S[^\n]{0,40}$/.test(text) || /^On [^\n]{6,120}\n?[^\n]{0,60}wrote:$/.test(text);
}

export function isBot(speaker: string): boolean {
  return /(?:\[bot\]|[-_](?:bot|robot|digest)|[a-z]Bot)$|^(?:app\/.+|bot|github-actions)$/.test(speaker);
}

/** A line that commands a bot: `/assign @alice`. */
export function isCommand(text: string): boolean {
  return /^\/[a-z][a-z-]*(?: [^\n]{0,120})?$/.test(text.trim());
}

/** The first day that a text names, ISO or with the month in words; `null` if there is none. */
export function dayIn(text: string): string | null {
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
