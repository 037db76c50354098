import { clip } from '../base';
import { REFUSAL_PHRASES } from './refusal-phrases';
import { countScripts, usesScript, type Script } from './writing-scripts';

interface RefusalInput {
  /** What the model wrote. */
  readonly answer: string;
  /** The question to the model. */
  readonly question: string;
  /** The texts that the model was given. */
  readonly sources: readonly string[];
  /** Tool calls made and edits proposed. After work, an empty answer is not a refusal. */
  readonly workDone: number;
}

interface Refusal {
  readonly kind: 'empty' | 'phrase' | 'script';
  /** One sentence for people. */
  readonly reason: string;
}

/** Refusals are short, 60 words at most. Han and kana need a third of the characters. */
const MAX_REFUSAL_LENGTH = 320;
const MAX_EAST_ASIAN_REFUSAL_LENGTH = 120;
/** Fewer letters in a foreign script may be a name. */
const MIN_FOREIGN_LETTERS = 6;

/**
 * Detects a refusal that looks like an answer. It has one of three signs: the answer is empty and no work was done; a short
 * answer contains a refusal phrase and is not itself a quotation from the sources; most of the answer is in a script that
 * neither the question nor the sources use, because a service refuses in its own language.
 */
export function detectRefusal({ answer, question, sources, workDone }: RefusalInput): Refusal | null {
  const text = answer.trim();
  if (text === '') return workDone > 0 ? null : { kind: 'empty', reason: 'The model gave an empty answer.' };
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

/** Whether a source contains the whole answer, so that it is a quotation. */
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
  const known = [question, ...sources];
  if (known.every((each) => countScripts(each.slice(0, 100)).size === 0)) return null;
  if (known.some((each) => usesScript(each, main))) return null;
  return {
    kind: 'script',
    reason: `The model answered in a script that neither the question nor the sources use: "${clip(text, 120)}"`,
  };
}

/** Lower case, plain apostrophes, single spaces, no markup. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc\u0060\u00b4]/g, "'")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff*_"“”„«»]/g, '')
    .replace(/\s+/g, ' ');
}
