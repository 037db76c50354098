import { type YieldBudget } from '../../base';
import { MAX_LINES, MAX_SENTENCES, MAX_WORDS } from './limits';

/** A text that is short enough to be read, and what was left out of it. */
interface CutText {
  readonly text: string;
  readonly note: string | null;
}

/** Code units between two looks at whether the run was cancelled. */
const STEP = 1_000_000;

/**
 * Leaves out what follows the first {@link MAX_WORDS} words, {@link MAX_SENTENCES} sentences or {@link MAX_LINES} lines,
 * whichever comes first. What makes a text expensive is how many pieces it has, not how many bytes.
 */
export async function cutText(text: string, budget: YieldBudget): Promise<CutText> {
  let [words, sentences, lines] = [0, 0, 0];
  let isInWord = false;
  let isAfterStop = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isSpace = code <= 32;
    if (isSpace && isInWord) words += 1;
    if (isSpace && isAfterStop) sentences += 1;
    if (isLineEnd(text, at, code)) lines += 1;
    isInWord = !isSpace;
    isAfterStop = isStop(code);
    // Scripts without spaces: each character is counted as half a word, and its stop ends a sentence.
    if (code >= 0x2e80) words += 0.5;
    if (code === 0x3002 || code === 0xff01 || code === 0xff1f) sentences += 1;
    const note = tooMany(words, sentences, lines);
    if (note !== null) return { text: text.slice(0, at), note };
    if (at % STEP === STEP - 1 && budget.spend(STEP / 10)) await budget.checkpoint();
  }
  return { text, note: null };
}

function tooMany(words: number, sentences: number, lines: number): string | null {
  if (words >= MAX_WORDS) return `Only the first ${MAX_WORDS} words were read.`;
  if (sentences >= MAX_SENTENCES) return `Only the first ${MAX_SENTENCES} sentences were read.`;
  return lines >= MAX_LINES ? `Only the first ${MAX_LINES} lines were read.` : null;
}

/** `.`, `!` or `?`. */
const isStop = (code: number): boolean => code === 46 || code === 33 || code === 63;

/** LF, or CR without LF. */
const isLineEnd = (text: string, at: number, code: number): boolean =>
  code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10);
