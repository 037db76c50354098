import { compareText } from '../base';

/** UTF-16 units of an ISO day. */
const DAY_LENGTH = 10;

const ISO_PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: ?([Zz]|[+-]\d{2}:?\d{2}))?)?$/;

/**
 * A timestamp from frontmatter as an ISO 8601 time in UTC, to the second; `null` if it is not one. YAML turns an unquoted
 * timestamp into a date, so dates and strings are both accepted. A time without a zone is UTC; a day means its start.
 */
export function readTimestamp(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : toIso(value.getTime());
  if (typeof value !== 'string') return null;
  const match = ISO_PATTERN.exec(value.trim());
  if (match === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone = 'Z'] = match;
  if (!isValidDate(Number(year), Number(month), Number(day))) return null;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second));
  return toIso(date.getTime() - zoneOffset(zone));
}

/** A day or timestamp from frontmatter, as precise as it is written: an ISO day, or a time in UTC; `null` if it is neither. */
export function readDate(value: unknown): string | null {
  const time = readTimestamp(value);
  const isDay =
    value instanceof Date ? time?.endsWith('T00:00:00Z') : typeof value === 'string' && value.trim().length <= 10;
  return isDay === true ? (time?.slice(0, 10) ?? null) : time;
}

/**
 * Compares two ISO dates with the precision of the less precise one: `2026` and `2026-04-15` are equal.
 * @returns below 0 when `a` is earlier; 0 when equal
 */
export function compareDates(a: string, b: string): number {
  const length = Math.min(a.length, b.length, DAY_LENGTH);
  return compareText(a.slice(0, length), b.slice(0, length));
}

/** The ISO date in a file name (`2026-04-15-paper`, `20260415 minutes`, `report_2026.04.15`), if any. */
export function dateInFileName(name: string): string | null {
  const pattern = /(\d+)(?:([-_.])(\d{2})\2(\d{2})(?!\d))?/g;
  for (const match of name.matchAll(pattern)) {
    const digits = match[1] ?? '';
    const compact = match[2] === undefined;
    if (compact ? digits.length !== 8 : digits.length !== 4) continue;
    const year = digits.slice(0, 4);
    const month = compact ? digits.slice(4, 6) : (match[3] ?? '');
    const day = compact ? digits.slice(6) : (match[4] ?? '');
    if (Number(year) < 1000 || (compact && (Number(year) < 1800 || Number(year) > 2199))) continue;
    if (isValidDate(Number(year), Number(month), Number(day))) return `${year}-${month}-${day}`;
  }
  return null;
}

function isValidDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] ?? 0);
}

/** The offset of a time zone from UTC, in milliseconds. */
function zoneOffset(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

function toIso(time: number): string | null {
  const year = new Date(time).getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) return null;
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
