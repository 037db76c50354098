import { mentionedNames, type Page } from '../wiki';
import { type DetectedFinding } from './findings';
import { type PageResult } from './page-result';
import { type Finding } from './types';

/** What the result of a page was kept with: enough to know what a change of the page can affect. */
export interface KeptPage {
  readonly path: string;
  /** The size and time of the file that was checked; see `Snapshot.stamp`. */
  readonly stamp: string;
  readonly slug: string;
  readonly isCurated: boolean;
  readonly title: string;
  readonly aliases: readonly string[];
  readonly declaredLinks: readonly string[];
  /** {@link nameNumber} of each name that its links mention. */
  readonly mentioned: readonly number[];
  readonly result: PageResult;
}

/** A short number for a name. Two names may share one: then a page is checked again that need not be. */
export function nameNumber(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The row of a page; `null` for a result that cannot be kept. */
export function encodeKept(page: Page, stamp: string, result: PageResult): readonly unknown[] | null {
  if (result.words !== null) return null;
  const { findings, keys, validFrom, validUntil } = result;
  return [
    ...[page.path, stamp, page.slug, page.schema === null ? 0 : 1, page.title, page.aliases, page.declaredLinks],
    mentionedNames(page).map(nameNumber),
    ...[keys, Number.isFinite(validFrom) ? validFrom : null, Number.isFinite(validUntil) ? validUntil : null],
    findings.map(({ finding }) => encodeFinding(finding, page.path)),
  ];
}

function encodeFinding(finding: Finding, page: string): readonly unknown[] {
  const { rule, check, code, severity, path, line, column, message, suggestions, fixable, key } = finding;
  const place = [path === page ? 0 : path, line, column];
  return [rule, check, code, severity, ...place, message, suggestions, fixable, key];
}

/** `null` for a row that is not as {@link encodeKept} makes it. */
export function decodeKept(row: unknown): KeptPage | null {
  if (!Array.isArray(row) || row.length !== 12) return null;
  const [path, stamp, slug, curated, title, aliases, declaredLinks, mentioned, keys, from, until, rows] =
    row as readonly unknown[];
  if (!isText(path) || !isText(stamp) || !isText(slug) || !isText(title)) return null;
  if (!isTexts(aliases) || !isTexts(declaredLinks) || !isTexts(keys)) return null;
  if (!Array.isArray(mentioned) || !mentioned.every((one) => typeof one === 'number')) return null;
  if (!isTime(from) || !isTime(until) || !Array.isArray(rows)) return null;
  const findings: DetectedFinding[] = [];
  for (const cells of rows as readonly unknown[]) {
    const finding = decodeFinding(cells, path);
    if (finding === null) return null;
    const { message, key, line, column } = finding;
    findings.push({ finding, report: { at: { line, column }, message, key } });
  }
  const times = { validFrom: from ?? -Infinity, validUntil: until ?? Infinity };
  const result: PageResult = { findings, keys, ...times, words: null, isKept: true };
  return { path, stamp, slug, isCurated: curated === 1, title, aliases, declaredLinks, mentioned, result };
}

const SEVERITIES: readonly unknown[] = ['error', 'warn', 'info'];

function decodeFinding(cells: unknown, page: string): Finding | null {
  if (!Array.isArray(cells) || cells.length !== 11) return null;
  const [rule, check, code, severity, path, line, column, message, suggestions, fixable, key] =
    cells as readonly unknown[];
  if (!isText(rule) || !isText(check) || !isText(code) || !isText(message) || !isText(key)) return null;
  if (!SEVERITIES.includes(severity) || !isTexts(suggestions) || typeof fixable !== 'boolean') return null;
  if (!isPlace(line) || !isPlace(column) || !(path === 0 || isText(path))) return null;
  // The seal of this device proves that the code and the severity are ours.
  const typed = { code, severity } as Pick<Finding, 'code' | 'severity'>;
  return { rule, check, ...typed, path: path === 0 ? page : path, line, column, message, suggestions, fixable, key };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isTime = (value: unknown): value is number | null => value === null || Number.isFinite(value);
const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;
