import { clip } from '../base';
import { REFUSAL_PHRASES } from './refusal-phrases';
import { countScripts, usesScript, type Script } from './writing-scripts';

export interface RefusalInput {
  /** What the model wrote. */
  readonly answer: string;
  /** What it was asked, in the asker's words. */
  readonly question: string;
  /** The texts that it was given to work on. */
  readonly sources: readonly string[];
  /** Tool calls made and edits proposed: an empty answer after work is no refusal. */
  readonly workDone: number;
}

export interface Refusal {
  readonly kind: 'empty' | 'phrase' | 'script';
  /** One plain sentence. */
  readonly reason: string;
}

/** A refusal is short: the longest polite ones have about 60 words. Han and kana say the same in a third of the characters. */
const MAX_REFUSAL_LENGTH = 320;
const MAX_EAST_ASIAN_REFUSAL_LENGTH = 120;
/** A foreign script must carry the answer, and not just name something. */
const MIN_FOREIGN_LETTERS = 6;

/**
 * Recognises a refusal that looks like an answer. Pure: the same texts, the same verdict.
 *
 * Three signs: nothing at all, and no work done; a refusal phrase of a major language in a short answer, unless the sources
 * hold that sentence themselves; an answer mostly in a script that neither the question nor the sources use (a service's own
 * refusal in its house language). Whoever asks or reads in that script is never suspected of it, and names in another
 * script within an answer do not count.
 *
 * Source: the design, promise 9; the account of a wiki in production, decision 4.
 */
export function detectRefusal({ answer, question, sources, workDone }: RefusalInput): Refusal | null {
  const text = answer.trim();
  if (text === '') return workDone > 0 ? null : { kind: 'empty', reason: 'The model answered nothing.' };
  if (isShort(text)) {
    const plain = normalise(text);
    const phrase = REFUSAL_PHRASES.find((pattern) => pattern.test(plain));
    const words = phrase?.exec(plain)?.[0];
    if (words !== undefined && !isQuoted(plain, sources)) {
      return { kind: 'phrase', reason: `The model refused: "${clip(text, 120)}"` };
    }
  }
  return detectForeignScript(text, question, sources);
}

/** The phrase counts only where the answer is about it: a short answer that is wholly in a source quotes that source. */
function isQuoted(plain: string, sources: readonly string[]): boolean {
  return plain.length > 0 && sources.some((source) => normalise(source).includes(plain));
}

function isShort(text: string): boolean {
  if (text.length > MAX_REFUSAL_LENGTH) return false;
  const eastAsian = countScripts(text).get('eastAsian') ?? 0;
  return eastAsian * 2 < text.length || text.length <= MAX_EAST_ASIAN_REFUSAL_LENGTH;
}

function detectForeignScript(text: string, question: string, sources: readonly string[]): Refusal | null {
  const counts = countScripts(text);
  let total = 0;
  let main: Script = 'latin';
  let most = 0;
  for (const [script, count] of counts) {
    total += count;
    if (count > most) [main, most] = [script, count];
  }
  if (main === 'other' || most < MIN_FOREIGN_LETTERS || most * 2 <= total) return null;
  // Latin letters are everywhere (names, units, addresses), so that an answer in them is foreign only where there is none.
  const atLeast = 1;
  const known = [question, ...sources];
  if (known.every((each) => countScripts(each.slice(0, 100)).size === 0)) return null;
  if (known.some((each) => usesScript(each, main, atLeast))) return null;
  return { kind: 'script', reason: `The model answered in a script that nobody used: "${clip(text, 120)}"` };
}

/** Lower case, plain apostrophes, single spaces. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc\u0060\u00b4]/g, "'")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff*_"“”„«»]/g, '')
    .replace(/\s+/g, ' ');
}
