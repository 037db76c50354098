import { type FootnoteText } from '../change';
import { cellRanges, eolOf, escapeMarkdown, findSection } from '../markdown';
import { labelVariant, wordKey, type Page } from '../wiki';

/** What a newer source says instead of a statement. */
export interface CurrentStatement {
  readonly now: string;
  /** A link to the page that says it. */
  readonly page: string;
  /** A link to the summary of the newer source. */
  readonly by: string;
}

/** A statement of a source that a newer source changed. */
export interface ChangedStatement extends CurrentStatement {
  readonly said: string;
  /** The footnote of the source that said it. */
  readonly note: FootnoteText;
}

/** The section of a summary that lists what newer sources changed. */
const HEADING = 'Changed since';
const TABLE_HEAD = ['| It said | What is said now | Page | Source |', '| --- | --- | --- | --- |'];
const COUNT = /^Later sources changed \d+ statements? of this one\./m;
const MAX_SHOWN = 220;

/** The cells of a row as they are written. */
interface Row {
  readonly said: string;
  readonly label: string;
  readonly now: string;
  readonly page: string;
  readonly by: string;
}

interface SectionEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly footnotes: readonly FootnoteText[];
}

/** How statements are known that a summary lists as said now. */
export const currentKey = (text: string): string => wordKey(shorten(text));

/** A statement as a row gives it. */
export const printedCurrent = (now: string): string => cell(escapeMarkdown(shorten(now)));

/**
 * The replacement that keeps the section of a summary true: new statements are added to it, and what a row gives as said now is replaced where
 * that changed again. What a person wrote into the section stays.
 *
 * @param sourceId of the source that is summarised
 * @param definitions of the footnotes of the summary: content by label in lower case
 * @param changedAgain what is said now, by the {@link currentKey} of what was
 * @returns `null` if nothing changes
 */
export function changedSection(
  page: Page,
  text: string,
  sourceId: string,
  statements: readonly ChangedStatement[],
  definitions: ReadonlyMap<string, string>,
  changedAgain: ReadonlyMap<string, CurrentStatement>,
): SectionEdit | null {
  const eol = eolOf(text);
  const section = findSection(text, page, HEADING);
  const first = page.headings.find(({ level }) => level === 2)?.start ?? text.trimEnd().length;
  const start = section?.start ?? first;
  const end = section === null ? first : text.slice(0, section.end).trimEnd().length;
  const before = text.slice(start, end);
  const lines = section === null ? [`## ${HEADING}`, '', countLine(sourceId, 0)] : before.split(eol);
  replaceChanged(lines, changedAgain);
  const footnotes: FootnoteText[] = [];
  for (const { said, note, ...current } of statements) {
    const label = labelFor(note, definitions, footnotes);
    addRow(lines, { said: printedCurrent(said), label, ...cellsOf(current) });
  }
  const count = lines.filter((line) => readRow(line) !== null).length;
  if (count === 0) return null;
  const printed = lines.join(eol).replace(COUNT, countLine(sourceId, count).replace(/ \[[^\]]*\]$/, ''));
  if (printed === before) return null;
  return { start, end, text: section === null ? `${printed}${eol}${eol}` : printed, footnotes };
}

const countLine = (sourceId: string, count: number): string =>
  `Later sources changed ${count} ${count === 1 ? 'statement' : 'statements'} of this one. [${sourceId}]`;

function replaceChanged(lines: string[], changedAgain: ReadonlyMap<string, CurrentStatement>): void {
  for (const [at, line] of lines.entries()) {
    const row = readRow(line);
    const again = row === null ? undefined : changedAgain.get(wordKey(row.now));
    if (row !== null && again !== undefined) lines[at] = printRow({ ...row, ...cellsOf(again) });
  }
}

/** A statement that is listed already gets what is said now. */
function addRow(lines: string[], row: Row): void {
  const known = lines.findIndex((line) => {
    const other = readRow(line);
    return other?.label === row.label && wordKey(other.said) === wordKey(row.said);
  });
  if (known >= 0) {
    lines[known] = printRow(row);
    return;
  }
  const last = lines.findLastIndex((line) => line.startsWith('|'));
  if (last < 0) lines.push('', ...TABLE_HEAD, printRow(row));
  else lines.splice(last + 1, 0, printRow(row));
}

const cellsOf = ({ now, page, by }: CurrentStatement): Pick<Row, 'now' | 'page' | 'by'> => {
  return { now: printedCurrent(now), page: cell(page), by: cell(by) };
};

const printRow = ({ said, label, now, page, by }: Row): string => `| ${said}[^${label}] | ${now} | ${page} | ${by} |`;

/** The bar of a link, or of a text, would end the cell. */
const cell = (text: string): string => text.replace(/\\?\|/g, '\\|');

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll(' | ', ', ').trim();
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, line.lastIndexOf(' ', MAX_SHOWN))} …`;
}

/** `null` for a line that is no row of the section, or that somebody wrote in another way. */
function readRow(line: string): Row | null {
  if (!line.startsWith('|')) return null;
  const [first = '', now = '', page = '', by = ''] = cellRanges(line).map(([start, end]) => line.slice(start, end));
  const [, said = '', label = ''] = /^(.+)\[\^([^\s[\]]+)\]$/.exec(first) ?? [];
  return said === '' || now === '' ? null : { said, label, now, page, by };
}

function labelFor(
  { label, content }: FootnoteText,
  definitions: ReadonlyMap<string, string>,
  added: FootnoteText[],
): string {
  let own = label;
  const known = (): string | undefined =>
    definitions.get(own.toLowerCase()) ?? added.find((each) => each.label === own)?.content;
  for (let nth = 1; (known() ?? content) !== content; nth += 1) own = labelVariant(label, nth);
  if (known() === undefined) added.push({ label: own, content });
  return own;
}
