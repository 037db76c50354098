import { checkpoint } from '../../base';
import { PassageBuilder, type ExtractedContent, type ReaderInput } from './passage-builder';
import { endsSentence, joinAllLines, splitLines } from './text-utils';

/** Text with longer lines is mostly not hard-wrapped: each line is a paragraph. */
const MAX_WRAPPED_LENGTH = 120;

/** How far below its title the first section of a text begins. In lines. */
const MAX_TITLE_LINES = 16;

const CHAPTER =
  /^(?:(?:chapter|part|book|section|appendix|act|scene|volume|canto|letter|kapitel|teil|chapitre|partie|capítulo|capitolo|parte|hoofdstuk|rozdział|глава|часть)\s+(?:[ivxlcdm]{1,9}|\d{1,4}|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten)\b[.:\s—–-]*.{0,80}|第\s?[〇零一二三四五六七八九十百\d０-９]{1,8}\s?[章部節节回卷篇].{0,40}|(?:prologue|epilogue|preface|foreword|introduction|conclusion|contents|table of contents|bibliography|index)\.?)$/iu;

interface Line {
  readonly text: string;
  readonly number: number;
}

/**
 * Plain text: paragraphs between blank lines, with hard-wrapped lines joined. Only obvious headings are recognised: a chapter
 * line, an underlined line, a short line alone in capitals.
 */
export async function readPlainText(text: string, input: ReaderInput): Promise<ExtractedContent> {
  const builder = new PassageBuilder('text');
  const lines = splitLines(text);
  builder.offerTitle(exportedTitle(lines) ?? titleAbove(lines));
  let block: Line[] = [];
  for (let i = 0; i <= lines.length; i += 1) {
    if (i % 2_000 === 1_999) await checkpoint(input.run);
    const line = lines[i];
    if (line !== undefined && line.trim() !== '') {
      block.push({ text: line, number: i + 1 });
      continue;
    }
    if (block.length > 0) addBlock(builder, block, lines.slice(i, i + 12).find((next) => next.trim() !== '') ?? '');
    block = [];
  }
  return builder.build();
}

/** The title of an issue as GitHub's command line exports it: fields of one line each, then `--`. */
function exportedTitle(lines: readonly string[]): string | null {
  const end = lines.slice(0, MAX_TITLE_LINES).indexOf('--');
  const fields = new Map(
    lines.slice(0, Math.max(0, end)).map((line) => [line.split('\t')[0] ?? '', line.split('\t')[1] ?? '']),
  );
  const [title, number] = [fields.get('title:'), fields.get('number:')];
  return title === undefined || number === undefined ? null : `${title} (#${number})`;
}

/**
 * The title of a text whose first heading is only the name of its first section: the line at its top, above the heading
 * "1. Summary".
 */
function titleAbove(lines: readonly string[]): string | null {
  const start = lines.findIndex((line) => line.trim() !== '');
  const title = lines[start]?.trim() ?? '';
  const above = lines.slice(start, start + MAX_TITLE_LINES);
  const heading = above.findIndex(
    (line, at) => at > 0 && above[at - 1]?.trim() === '' && /^1\.? {1,3}\p{L}/u.test(line),
  );
  return heading > 0 && title.length <= 100 && /^\p{L}/u.test(title) && !endsSentence(title) ? title : null;
}

/** @param next the first line of the next block */
function addBlock(builder: PassageBuilder, block: readonly Line[], next: string): void {
  const rest = takeHeading(builder, block, next);
  const [first] = rest;
  if (first === undefined) return;
  if (rest.every((line) => /^[\s=*_~-]*$/u.test(line.text))) return;
  if (
    rest.some((line) => line.text.length > MAX_WRAPPED_LENGTH) &&
    !isWidelyWrapped(rest.map(({ text }) => text.trim()))
  ) {
    for (const line of rest) builder.add('paragraph', line.text, { line: line.number });
    return;
  }
  for (const group of itemGroups(rest)) addGroup(builder, group);
}

/** Adds the heading at the start of a block. @returns the rest of the block */
function takeHeading(builder: PassageBuilder, block: readonly Line[], next: string): readonly Line[] {
  const [first, second] = block;
  if (first === undefined) return block;
  const text = first.text.trim();
  if (second !== undefined && isUnderline(second.text, text)) {
    builder.addHeading(text, second.text.trim().startsWith('=') ? 1 : 2, { line: first.number });
    return block.slice(2);
  }
  if (block.length > 2) return block;
  if (text.length <= 120 && CHAPTER.test(text)) {
    const level = /^(?:part|book|volume|teil|partie|parte|часть)\b/iu.test(text) ? 1 : 2;
    // The name of a chapter is often on the line below its number.
    const name =
      second !== undefined && text.length < 30 && isShortTitle(second.text) ? `${text}: ${second.text.trim()}` : text;
    builder.addHeading(name, level, { line: first.number });
    return block.slice(name === text ? 1 : 2);
  }
  const marked = markedHeading(block.map((line) => line.text.trim()).join(' '));
  if (marked !== null) {
    builder.addHeading(marked.text, marked.level, { line: first.number });
    return [];
  }
  const numbered = block.length === 1 ? numberedLevel(text, next) : 0;
  if (numbered > 0 || (block.length === 1 && isCapitals(text))) {
    builder.addHeading(text, numbered > 0 ? numbered : 2, { line: first.number });
    return [];
  }
  return block;
}

/** A heading as transcribers of printed books mark it: a line in italics by itself, and a note in the margin. */
function markedHeading(text: string): { readonly text: string; readonly level: number } | null {
  const margin = /^\[Side-?note: _?(.+?)[.:]?_?\]$/iu.exec(text)?.[1];
  if (margin !== undefined) return { text: margin, level: 3 };
  const italic = /^_([^_]{3,80})_$/u.exec(text)?.[1];
  return italic !== undefined && isShortTitle(italic) ? { text: italic, level: 2 } : null;
}

function isUnderline(line: string, above: string): boolean {
  const mark = line.trim();
  return /^(?:={3,}|-{3,}|~{3,}|\*{3,})$/u.test(mark) && above.length <= 100 && mark.length >= above.length * 0.5;
}

function isShortTitle(line: string): boolean {
  const text = line.trim();
  return text.length <= 60 && !endsSentence(text) && /^[\p{Lu}\p{Lo}\d"“]/u.test(text);
}

/**
 * The level of a short numbered line alone above text (`2.1 Parts`), else 0. If another number follows, the line is an item
 * of a list.
 */
function numberedLevel(text: string, next: string): number {
  const number = /^\d{1,2}((?:\.\d{1,2}){0,3})\.?\s+\p{Lu}/u.exec(text);
  if (number === null || text.length > 60 || /[.!?:;,]$/u.test(text) || next === '') return 0;
  const parts = number[1]?.match(/\./gu)?.length ?? 0;
  if (parts === 0 && /^\s*\d{1,2}[.)]?\s/u.test(next)) return 0;
  return 2 + parts;
}

/** Whether a short line is a heading in capitals: at least four capitals, no lower-case letter, no end of a sentence. */
function isCapitals(text: string): boolean {
  const letters = text.match(/\p{Lu}/gu)?.length ?? 0;
  return (
    text.length <= 60 &&
    letters >= 4 &&
    !/\p{Ll}/u.test(text) &&
    !/[!?;,]$|\.{2,}/u.test(text) &&
    /^[\p{L}\p{N}]/u.test(text)
  );
}

const LIST_ITEM = /^\s*(?:[-*•‣◦–]|\d{1,3}[.)]|\([a-z0-9]{1,3}\))\s+\S/u;

/** Splits a list into its items; any other block stays whole. */
function itemGroups(block: readonly Line[]): Line[][] {
  const items = block.filter((line) => LIST_ITEM.test(line.text)).length;
  const isList = LIST_ITEM.test(block[0]?.text ?? '') ? items >= 1 && (items >= 2 || block.length <= 6) : items >= 2;
  if (!isList) return [[...block]];
  const groups: Line[][] = [];
  for (const line of block) {
    const last = groups.at(-1);
    if (last === undefined || LIST_ITEM.test(line.text)) groups.push([line]);
    else last.push(line);
  }
  return groups;
}

function addGroup(builder: PassageBuilder, group: readonly Line[]): void {
  const [first] = group;
  if (first === undefined) return;
  const isItem = LIST_ITEM.test(first.text) && !/^\s*[–-]\s*[–-]/u.test(first.text);
  const anchor = { line: first.number };
  if (isItem) {
    const lines = group.map((line, index) =>
      index === 0 ? line.text.replace(/^\s*(?:[-*•‣◦–]|\d{1,3}[.)]|\([a-z0-9]{1,3}\))\s+/u, '') : line.text,
    );
    builder.addJoined('list', joinAllLines(lines.map((line) => line.trim())), lines, anchor);
    return;
  }
  if (group.every((line) => /^\s*>/u.test(line.text))) {
    const lines = group.map((line) => line.text.replace(/^[\s>]+/u, '').trim());
    builder.addJoined('quote', joinAllLines(lines), lines, anchor);
    return;
  }
  const texts = group.map((line) => line.text.trim());
  if (isWrapped(texts)) builder.addJoined('paragraph', joinHyphenated(texts), texts, anchor);
  else builder.add('paragraph', texts.join('\n'), anchor, true);
}

/** Whether all lines but the last have about the same width, as in wrapped prose but not in verse or an address. */
function isWrapped(lines: readonly string[]): boolean {
  const body = lines.slice(0, -1);
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  // Lines of verse are short and begin with a capital.
  if (lines.length > 2 && longest < 60 && lines.every((line) => /^["'“‘(]?\p{Lu}/u.test(line))) return false;
  if (longest < 40 && lines.length > 1) return body.every((line) => !endsSentence(line)) && longest > 24;
  const short = body.filter((line) => line.length < longest * 0.6).length;
  return short * 4 <= body.length;
}

/** The longest line of wrapped text. */
const MAX_WIDE_LENGTH = 240;

/** Whether long lines are wrapped all the same: nearly equal widths, and most lines end within a sentence. */
function isWidelyWrapped(lines: readonly string[]): boolean {
  const body = lines.slice(0, -1);
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const open = body.filter((line) => !endsSentence(line)).length;
  return longest <= MAX_WIDE_LENGTH && body.every((line) => line.length >= longest * 0.85) && open * 2 > body.length;
}

/** Keeps the hyphen of a word at the end of a line: plain text does not say whether it belongs to the word. */
function joinHyphenated(lines: readonly string[]): string {
  let text = '';
  let rest: string[] = [];
  for (const line of lines) {
    rest.push(line);
    if (/\p{L}-$/u.test(line)) {
      text += `${text === '' || text.endsWith('-') ? '' : ' '}${joinAllLines(rest)}`;
      rest = [];
    }
  }
  const tail = joinAllLines(rest);
  return text === '' || tail === '' || text.endsWith('-') ? text + tail : `${text} ${tail}`;
}
