import { diffArrays } from 'diff';

/** A part of a line, and whether it differs from the other line. */
export interface DiffPiece {
  readonly text: string;
  readonly marked: boolean;
}

export interface MarkedPair {
  readonly before: readonly DiffPiece[];
  readonly after: readonly DiffPiece[];
}

/** A token: a link, a run of letters, a run of spaces, a CJK character, or any other single character. */
const TOKEN =
  /!?\[\[[^\]\n]{1,400}\]\]|!?\[[^\]\n]{0,400}\]\([^()\s]{0,400}\)|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|[\p{L}\p{N}\p{M}_]+|\s+|[\s\S]/gu;
const LINK = /^!?\[/;

/** Of longer lines, only the part between their common ends is compared. */
const MAX_LENGTH = 10_000;
const MAX_TOKENS = 4000;
/** With more edits than this, marks do not help. */
const MAX_EDITS = 400;
/** Lines that share a smaller part than this carry no marks. */
const MIN_SHARED = 0.2;
/** How much of a long unchanged piece is shown at each end. Characters. */
const SHOWN_LENGTH = 300;

export function tokensOf(line: string): readonly string[] {
  return line.match(TOKEN) ?? [];
}

/**
 * Marks the words that differ between two lines. Lines that share too little carry no marks. The pieces of a side always add
 * up to its line.
 */
export function markWords(before: string, after: string): MarkedPair {
  const plain = { before: whole(before), after: whole(after) };
  if (before.length > MAX_LENGTH || after.length > MAX_LENGTH) return markMiddle(before, after) ?? plain;
  const [left, right] = [tokensOf(before), tokensOf(after)];
  if (left.length > MAX_TOKENS || right.length > MAX_TOKENS) return plain;
  const parts: { removed: boolean; added: boolean; value: string[] }[] | undefined = diffArrays([...left], [...right], {
    maxEditLength: MAX_EDITS,
  });
  if (!parts) return plain;
  let shared = 0;
  const pair: { before: DiffPiece[]; after: DiffPiece[] } = { before: [], after: [] };
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    const next = parts[index + 1];
    if (!part) continue;
    const text = part.value.join('');
    if (!part.removed && !part.added) {
      shared += text.trim().length;
      pushPiece(pair.before, text, false);
      pushPiece(pair.after, text, false);
    } else if (next && part.removed !== next.removed && part.added !== next.added && isLink(part) && isLink(next)) {
      const [removed, added] = part.removed ? [part, next] : [next, part];
      const [from, to] = [removed.value.join(''), added.value.join('')];
      shared += pushLinkPair(from, to, pair);
      index++;
    } else pushPiece(part.removed ? pair.before : pair.after, text, true);
  }
  if (shared < MIN_SHARED * Math.max(before.trim().length, after.trim().length)) return plain;
  return { before: mergePieces(pair.before), after: mergePieces(pair.after) };
}

/** For long lines: marks what lies between their common ends. `null` if they share too little. */
function markMiddle(before: string, after: string): MarkedPair | null {
  const [alikeHead, alikeTail] = commonEnds(before, after);
  const head = before.slice(0, alikeHead).lastIndexOf(' ') + 1;
  const blank = before.slice(before.length - alikeTail).indexOf(' ');
  const tail = blank < 0 ? 0 : alikeTail - blank;
  if (head + tail < MIN_SHARED * Math.max(before.length, after.length)) return null;
  const [from, to] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const isShort = from.length <= MAX_LENGTH && to.length <= MAX_LENGTH;
  const inner = isShort ? markWords(from, to) : null;
  const isMarked = inner !== null && [...inner.before, ...inner.after].some(({ marked }) => marked);
  const side = (line: string, text: string, pieces: readonly DiffPiece[] | undefined): readonly DiffPiece[] =>
    mergePieces(
      [
        { text: line.slice(0, head), marked: false },
        ...(isMarked && pieces ? pieces : [{ text, marked: true }]),
        { text: line.slice(line.length - tail), marked: false },
      ].filter((piece) => piece.text !== ''),
    );
  return { before: side(before, from, inner?.before), after: side(after, to, inner?.after) };
}

/**
 * The two ends of an unchanged piece that is too long to show; `null` for a piece that is shown completely.
 */
export function collapsedEnds({ text, marked }: DiffPiece): readonly [string, string] | null {
  return marked || text.length < 4 * SHOWN_LENGTH ? null : [text.slice(0, SHOWN_LENGTH), text.slice(-SHOWN_LENGTH)];
}

function whole(text: string): readonly DiffPiece[] {
  return text === '' ? [] : [{ text, marked: false }];
}

/** Lengths of the common prefix and suffix, which do not overlap. */
function commonEnds(from: string, to: string): readonly [head: number, tail: number] {
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && from[head] === to[head]) head++;
  let tail = 0;
  while (tail < shorter - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail++;
  return [head, tail];
}

function isLink({ value }: { readonly value: readonly string[] }): boolean {
  return value.length === 1 && LINK.test(value[0] ?? '');
}

/** Marks only what differs within two links. @returns how many characters they share */
function pushLinkPair(from: string, to: string, pair: { before: DiffPiece[]; after: DiffPiece[] }): number {
  const [head, tail] = commonEnds(from, to);
  for (const [side, text] of [
    [pair.before, from],
    [pair.after, to],
  ] as const) {
    pushPiece(side, text.slice(0, head), false);
    pushPiece(side, text.slice(head, text.length - tail), true);
    pushPiece(side, text.slice(text.length - tail), false);
  }
  return head + tail;
}

function pushPiece(side: DiffPiece[], text: string, marked: boolean): void {
  if (text !== '') side.push({ text, marked });
}

/** Merges marked pieces that only spaces separate, so that a changed phrase is one mark. */
function mergePieces(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  const out: { text: string; marked: boolean }[] = [];
  pieces.forEach((piece, index) => {
    const bridge = piece.text.trim() === '' && out.at(-1)?.marked === true && pieces[index + 1]?.marked === true;
    const marked = piece.marked || bridge;
    const last = out.at(-1);
    if (last?.marked === marked) last.text += piece.text;
    else out.push({ text: piece.text, marked });
  });
  return out.flatMap(trimmedMark);
}

/** Spaces at the ends are not part of a mark. */
function trimmedMark(piece: DiffPiece): readonly DiffPiece[] {
  const core = piece.text.trim();
  if (!piece.marked || core === '' || core === piece.text) return [piece];
  const at = piece.text.indexOf(core);
  return [
    { text: piece.text.slice(0, at), marked: false },
    { text: core, marked: true },
    { text: piece.text.slice(at + core.length), marked: false },
  ].filter(({ text }) => text !== '');
}
