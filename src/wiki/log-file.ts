import { inertLine } from '../markdown';
import { readTimestamp } from './time';
import { type LogEntry, type ParsedLogEntry } from './types';

const EMPTY_LOG = '# Log\n\n';

/**
 * One entry of `_log.md`. Line breaks within the subject or a bullet become spaces, so that neither can forge a heading or
 * another bullet. Source: AIP-10, required generated files.
 */
export function renderLogEntry(entry: LogEntry): string {
  // A stored proposal names its event, and may be forged: marks in it could pair with those of the subject.
  const at = entry.at.replace(/[^\w:.+-]/g, '');
  const event = entry.event.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, ' ').trim();
  const heading = `## [${at}] ${event} | ${oneLine(entry.subject)}\n`;
  if (entry.bullets.length === 0) return heading;
  return `${heading}\n${entry.bullets.map((bullet) => `- ${oneLine(bullet)}\n`).join('')}`;
}

/**
 * Appends an entry to the log, in its line endings. Every byte of `text` is kept; a missing final newline is added.
 *
 * @param entry from {@link renderLogEntry}
 */
export function appendLog(text: string, entry: string): string {
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const start = text === '' || text === '\ufeff' ? text + EMPTY_LOG : text;
  let gap = '\n\n';
  if (start.endsWith('\n')) gap = /\n\r?\n$/.test(start) ? '' : '\n';
  return start + (gap + entry).replace(/\n/g, lineBreak);
}

/** The bullet that tells of a contradiction which a proposal flags. @param name slug or title of a page that says it */
export function contradictionBullet(name: string, what: string): string {
  return `Contradiction on ${name}: ${what}`;
}

/** `null` for a bullet that tells of something else. */
export function readContradictionBullet(bullet: string): { readonly name: string; readonly what: string } | null {
  const [, name, what] = /^Contradiction on (.+?): (.+)$/.exec(bullet) ?? [];
  return name === undefined || what === undefined ? null : { name, what };
}

const ENTRY_HEADING = /^## {1,4}\[([^\]]*)\]([^]*)$/;
const DATE_HEADING = /^## {1,4}(\d{4}-\d{2}-\d{2}\S*) *$/;
const SINGLE_LINE_ENTRY = /^[-*] (\d{4}-\d{2}-\d{2}\S*) +(\S+)(?: +([^]*))?$/;

/**
 * The entries of a log, in order. Other tools write logs too, so a heading may be only a date, and an entry may be one line,
 * `- <iso>  <kind>  by <actor>  payload=<json>`. Other lines are ignored.
 */
export function readLog(text: string): readonly ParsedLogEntry[] {
  const entries: (ParsedLogEntry & { bullets: string[] })[] = [];
  let current: (ParsedLogEntry & { bullets: string[] }) | null = null;
  const open = (at: string | null, event: string, subject: string, line: number): void => {
    current = { at: at === null ? null : readTimestamp(at), event, subject, bullets: [], line };
    entries.push(current);
  };
  text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .forEach((line, index) => {
      const heading = ENTRY_HEADING.exec(line);
      const date = DATE_HEADING.exec(line);
      const single = SINGLE_LINE_ENTRY.exec(line);
      if (heading !== null) open(heading[1] ?? null, ...splitAtBar(heading[2] ?? ''), index + 1);
      else if (date !== null) open(date[1] ?? null, '', '', index + 1);
      else if (/^##? /.test(line)) current = null;
      else if (single !== null) {
        open(single[1] ?? null, single[2] ?? '', single[3]?.trim() ?? '', index + 1);
        current = null;
      } else if (/^[-*] /.test(line)) current?.bullets.push(line.slice(2).trim());
    });
  return entries;
}

/** What a heading says before and after its first bar. */
function splitAtBar(text: string): [event: string, subject: string] {
  const bar = text.indexOf('|');
  return bar === -1 ? [text.trim(), ''] : [text.slice(0, bar).trim(), text.slice(bar + 1).trim()];
}

/** A text as one line in which only links to pages, code and emphasis are live. */
function oneLine(text: string): string {
  return inertLine(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
}
