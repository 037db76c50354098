import { scanInvisible } from './invisible';

/** A piece of a line: words as they are, or what an editor does not show, described. */
type LinePart = { readonly text: string } | { readonly hidden: string };

interface HiddenLine {
  /** Counted from 1. */
  readonly line: number;
  readonly parts: readonly LinePart[];
}

export interface HiddenText {
  /** How many characters are hidden. */
  readonly count: number;
  /** The first lines that hold some. */
  readonly lines: readonly HiddenLine[];
}

const MAX_LINES = 20;
/** UTF-16 units of the words around hidden characters. */
const MAX_AROUND = 120;

/** Stands for hidden characters while a text is taken apart. It cannot occur in a text that was read as UTF-8. */
const MARK = '\ud800';

/** What a text hides from a person and not from a model; `null` if nothing. A byte-order mark at its start hides nothing. */
export function revealHidden(text: string): HiddenText | null {
  const found: string[] = [];
  const marked: string[] = [];
  let taken = 0;
  const visible = scanInvisible(text.replace(/^\ufeff/, ''), (_, char, before) => {
    marked.push(before.slice(taken).join(''), MARK);
    taken = before.length;
    found.push(char);
  });
  if (found.length === 0) return null;
  const rest = Array.from(visible).slice(taken).join('');
  const lines: HiddenLine[] = [];
  let at = 0;
  for (const [index, line] of [...marked, rest].join('').split('\n').entries()) {
    const words = line.split(MARK);
    const hidden = found.slice(at, at + words.length - 1);
    at += hidden.length;
    if (hidden.length > 0 && lines.length < MAX_LINES) lines.push({ line: index + 1, parts: partsOf(words, hidden) });
  }
  return { count: found.length, lines };
}

/** Words and runs of hidden characters in turn. */
function partsOf(words: readonly string[], hidden: readonly string[]): readonly LinePart[] {
  const parts: LinePart[] = [];
  let run: string[] = [];
  for (const [at, word] of words.entries()) {
    if (word !== '') {
      parts.push(...describeRun(run), { text: clipAround(word, at === 0) });
      run = [];
    }
    const next = hidden[at];
    if (next !== undefined) run.push(next);
  }
  return [...parts, ...describeRun(run)];
}

function clipAround(word: string, isStart: boolean): string {
  if (word.length <= MAX_AROUND) return word;
  return isStart ? `…${word.slice(-MAX_AROUND)}` : `${word.slice(0, MAX_AROUND)}…`;
}

/** One description for each kind of character that follows one another. */
function describeRun(chars: readonly string[]): readonly LinePart[] {
  const parts: LinePart[] = [];
  for (let at = 0; at < chars.length;) {
    const isTagRun = isTag(chars[at] ?? '');
    let end = at + 1;
    while (end < chars.length && (isTagRun ? isTag(chars[end] ?? '') : chars[end] === chars[at])) end += 1;
    const run = chars.slice(at, end);
    parts.push({ hidden: isTagRun ? describeTags(run) : describeSame(run) });
    at = end;
  }
  return parts;
}

const isTag = (char: string): boolean => {
  const code = char.codePointAt(0) ?? 0;
  return code >= 0xe0000 && code <= 0xe007f;
};

/** Tag characters spell a text in ASCII. */
function describeTags(chars: readonly string[]): string {
  const spelt = chars.map((char) => String.fromCodePoint((char.codePointAt(0) ?? 0xe0000) - 0xe0000)).join('');
  const words = spelt.replace(/[^ -~]/g, '').slice(0, MAX_AROUND);
  const what = `${chars.length} tag character${chars.length === 1 ? '' : 's'}`;
  return words === '' ? what : `${what}: “${words}”`;
}

function describeSame([char = '', ...others]: readonly string[]): string {
  const name = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return others.length === 0 ? name : `${name} × ${others.length + 1}`;
}
