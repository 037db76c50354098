import { findDates } from '../../base';
import { type ExtractedText, type SourcePassage } from '../types';
import { parseIsoDate } from './text-utils';

/** What a document puts before its own date, in the languages that the built-in curator reads best. */
const DATE_LABELS = 'date|datum|stand|fecha|data|дата';
const EVENT_LABELS = [
  '(?:last |date )?(?:created|updated|modified|revised|published|issued|posted|released)(?: date| on| at)?',
  '(?:zuletzt )?(?:erstellt|aktualisiert|geändert|veröffentlicht)(?: am)?',
  '(?:publié|créé|modifié|mis à jour)(?: le)?',
  '(?:publicado|creado|criado|actualizado|atualizado|pubblicato|creato|aggiornato)(?: el| em| il)?',
  '(?:laatst )?(?:gepubliceerd|aangemaakt|bijgewerkt|gewijzigd)(?: op)?',
  'опубликовано|создано|обновлено',
].join('|');

/** A label with a colon, which may follow other words, as where lines of a page became one paragraph. */
const LABELLED = new RegExp(`(?:^|[\\s([|·•])(${DATE_LABELS}|${EVENT_LABELS})\\s*[:：]\\s*`, 'giu');
/** `Published 12 March 2026`, alone on its line. */
const UNPUNCTUATED = new RegExp(`^(?:${EVENT_LABELS})\\s+`, 'iu');
/** `Date | 12 March 2026`, a row of two cells. */
const CELLS = new RegExp(`^(?:${DATE_LABELS}|${EVENT_LABELS})\\s*[|:：]\\s*`, 'iu');

/** `Last modified: `, `Access Date: `, and not the date of publication. */
const OF_CHANGE =
  /(?:updated|modified|revised|aktualisiert|geändert|modifié|mis à jour|actualizado|atualizado|aggiornato|bijgewerkt|gewijzigd|обновлено|(?:access|retriev|captur|download)\p{L}*)(?: date| on| at| am| le| el| em| il| op)?\s*[|:：]?\s*$/iu;

/** Documents give their date at their head or at their end. In passages. */
const HEAD_PASSAGES = 40;
const END_PASSAGES = 8;
/** UTF-16 units of a passage in which a label is looked for. */
const MAX_LENGTH = 2_000;
/** UTF-16 units of a line that is nothing but a date with its label. */
const MAX_LINE_LENGTH = 70;
/** `Monday, `, `on the `, before the date itself. */
const LEAD_IN = /^(?:\p{L}{2,12}[.,]?\s+){0,2}$/u;

/** Values that programs write where they know no date. */
const PLACEHOLDER = /^(?:0|1601-01-01|1899-12-3|1904-01-01|1970-01-01)/u;

/**
 * A date as an ISO time, day, month (`2026-04`) or year, as precise as it is written: ISO, with the month in words, or in
 * numbers whose order is certain (`15.04.2026`, `4/15/2026`). `null` for anything else, and for the placeholders of programs.
 */
export function parseDate(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const date = parseIsoDate(value) ?? dateAtStart(value.trim().slice(0, 60));
  return date === null || PLACEHOLDER.test(date) ? null : date;
}

type DatedPassage = Pick<SourcePassage, 'kind' | 'text'>;

/** The dates that a document gives of itself; `null` where it gives none. */
interface LabelledDates {
  /** When it was written or published. */
  readonly published: string | null;
  /** When it was changed last, or when somebody looked it up. */
  readonly changed: string | null;
}

interface LabelledDate {
  readonly date: string;
  readonly isOfChange: boolean;
}

/**
 * The dates that a document gives in lines of its own text (`Date: 15 April 2026`, `Last updated 2026-04-15`), the latest of each sort. Rows
 * of a table and quotations are about something else.
 */
export function labelledDates(passages: readonly DatedPassage[]): LabelledDates {
  const ends = passages.length > HEAD_PASSAGES ? passages.slice(HEAD_PASSAGES).slice(-END_PASSAGES) : [];
  const found = [...passages.slice(0, HEAD_PASSAGES), ...ends].flatMap(datesInPassage);
  const latest = (isOfChange: boolean): string | null =>
    found
      .flatMap((each) => (each.isOfChange === isOfChange ? [each.date] : []))
      .sort()
      .at(-1) ?? null;
  return { published: latest(false), changed: latest(true) };
}

/** The date of a document by its own text. A page whose typing error was corrected years later still tells how things were when it was published. */
export function labelledDate(passages: readonly DatedPassage[]): string | null {
  const { published, changed } = labelledDates(passages);
  return published ?? changed;
}

/** Whether the date of a document is only the one of its last change, as its text says. */
export function isChangeDate({ date, passages }: Pick<ExtractedText, 'date' | 'passages'>): boolean {
  const { published, changed } = labelledDates(passages);
  return date !== null && published === null && date === changed;
}

function datesInPassage({ kind, text }: DatedPassage): readonly LabelledDate[] {
  if (kind === 'table') return /[;|].*[;|]|;/u.test(text) ? [] : parseAfter(CELLS, text);
  if (kind !== 'paragraph' && kind !== 'heading' && kind !== 'list') return [];
  const start = text.slice(0, MAX_LENGTH);
  const labelled = [...start.matchAll(LABELLED)].flatMap((match) => {
    // Within a line, only a label with a capital begins a statement of its own.
    const isWord = match.index > 0 && start[match.index] !== '\n' && !/\p{Lu}/u.test(match[1]?.[0] ?? '');
    const end = match.index + match[0].length;
    return isWord ? [] : withLabel(start.slice(0, end), parseDate(start.slice(end)));
  });
  const short = start.split('\n').filter((line) => line.length <= MAX_LINE_LENGTH);
  return [...labelled, ...short.flatMap((line) => parseAfter(UNPUNCTUATED, line.trim()))];
}

function parseAfter(label: RegExp, line: string): readonly LabelledDate[] {
  const [found] = label.exec(line) ?? [];
  return found === undefined ? [] : withLabel(found, parseDate(line.slice(found.length)));
}

/** `Last updated: `, before the `<time>` of a web page. */
export function isOfChange(line: string): boolean {
  return [UNPUNCTUATED, CELLS].some((label) => OF_CHANGE.test(label.exec(line)?.[0] ?? ''));
}

/** @param label ends with the label, which may follow other words */
const withLabel = (label: string, date: string | null): readonly LabelledDate[] =>
  date === null ? [] : [{ date, isOfChange: OF_CHANGE.test(label) }];

function dateAtStart(text: string): string | null {
  const numeric = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})(?!\d)/u.exec(text);
  if (numeric !== null) return numericDate(numeric);
  const [date] = findDates(text);
  if (date === undefined || !LEAD_IN.test(text.slice(0, date.start))) return null;
  const { year, month, day } = date;
  const parts = [year, ...(month === 0 ? [] : [month]), ...(month === 0 || day === 0 ? [] : [day])];
  const iso = parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-');
  return parts.length < 3 ? iso : parseIsoDate(iso);
}

/** Points mean day, month, year. With slashes, a number above 12 must tell which is the day. */
function numericDate([, first = '', mark, second = '', year = '']: RegExpExecArray): string | null {
  const dayFirst = parseIsoDate(`${year}-${second}-${first}`);
  const monthFirst = parseIsoDate(`${year}-${first}-${second}`);
  if (mark === '.' || dayFirst === monthFirst) return dayFirst;
  return dayFirst !== null && monthFirst !== null ? null : (dayFirst ?? monthFirst);
}
