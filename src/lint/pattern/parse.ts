export type Assertion = 'start' | 'end' | 'boundary' | 'no-boundary';

/**
 * A regular expression of a manifest as a small tree. Manifests can come from strangers, so a pattern must not be able to
 * freeze the app: what cannot be matched in linear time (back references, look-around) is rejected here, and the rest
 * runs on {@link LineMatcher}.
 */
export type PatternNode =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly item: PatternNode; readonly min: number; readonly max: number };

/** Whether one code point matches. */
export type CharTest = (codePoint: number) => boolean;

/** UTF-16 units. */
const MAX_PATTERN_LENGTH = 500;
const MAX_GROUP_DEPTH = 30;
const MAX_REPETITIONS = 1000;

export class PatternError extends Error {}

/** @throws PatternError that says what is wrong with the pattern */
export function parsePattern(source: string, ignoreCase: boolean): PatternNode {
  if (source.length > MAX_PATTERN_LENGTH) {
    throw new PatternError(`The pattern has ${source.length} characters; the maximum is ${MAX_PATTERN_LENGTH}.`);
  }
  try {
    // Only checks the syntax; it never runs.
    new RegExp(source, 'u');
  } catch {
    throw new PatternError('`params.pattern` is not a valid regular expression.');
  }
  return new Parser(source, ignoreCase).parse();
}

/** An escape for one code point or a class of them. */
const ESCAPE =
  /\\(?:[dDwWsStnrfv0]|[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[\^$\\.*+?()[\]{}|/])/y;
const REPETITION_COUNT = /\{(\d+)(,(\d*))?\}/y;

class Parser {
  #at = 0;
  #depth = 0;

  readonly #source: string;
  readonly #ignoreCase: boolean;

  constructor(source: string, ignoreCase: boolean) {
    this.#source = source;
    this.#ignoreCase = ignoreCase;
  }

  parse(): PatternNode {
    return this.#choice();
  }

  #choice(): PatternNode {
    const items = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at++;
      items.push(this.#sequence());
    }
    return items.length === 1 && items[0] ? items[0] : { kind: 'choice', items };
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) items.push(this.#repeated());
    return { kind: 'sequence', items };
  }

  #repeated(): PatternNode {
    const item = this.#atom();
    const range = this.#quantifier();
    if (range === null) return item;
    if (this.#source[this.#at] === '?') this.#at++;
    return { kind: 'repeat', item, ...range };
  }

  #quantifier(): { min: number; max: number } | null {
    const sign = this.#source[this.#at] ?? '';
    const known = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] }[sign];
    if (known) {
      this.#at++;
      return { min: known[0] ?? 0, max: known[1] ?? 0 };
    }
    if (sign !== '{') return null;
    const match = this.#match(REPETITION_COUNT);
    if (match === null) return null;
    const min = Number(match[1]);
    // `{2}`, `{2,}` or `{2,5}`
    const limit = match[3] === '' ? Infinity : Number(match[3]);
    const max = match[2] === undefined ? min : limit;
    if (min > MAX_REPETITIONS || (max !== Infinity && max > MAX_REPETITIONS)) {
      throw new PatternError(`${match[0]} repeats too often; the maximum is ${MAX_REPETITIONS}.`);
    }
    return { min, max };
  }

  #atom(): PatternNode {
    const char = this.#source[this.#at] ?? '';
    switch (char) {
      case '(':
        return this.#group();
      case '[':
        return { kind: 'char', test: this.#charTest(this.#class()) };
      case '.':
        this.#at++;
        return { kind: 'char', test: () => true };
      case '^':
        this.#at++;
        return { kind: 'assert', assertion: 'start' };
      case '$':
        this.#at++;
        return { kind: 'assert', assertion: 'end' };
      case '\\':
        return this.#escaped();
      default: {
        const literal = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
        this.#at += literal.length;
        return { kind: 'char', test: this.#charTest(literal.replace(/[/\]{}]/, '\\$&')) };
      }
    }
  }

  #group(): PatternNode {
    this.#at++;
    if (++this.#depth > MAX_GROUP_DEPTH) {
      throw new PatternError(`Groups are nested more than ${MAX_GROUP_DEPTH} deep. Simplify the pattern.`);
    }
    const name = this.#match(/\?<[^=!>]*>/y);
    if (name === null && this.#source[this.#at] === '?') {
      if (this.#source[this.#at + 1] !== ':') {
        throw new PatternError('Look-around is not supported. Rewrite the pattern without it.');
      }
      this.#at += 2;
    }
    const inner = this.#choice();
    this.#at++;
    this.#depth--;
    return inner;
  }

  #escaped(): PatternNode {
    const next = this.#source[this.#at + 1];
    if (next === 'b' || next === 'B') {
      this.#at += 2;
      return { kind: 'assert', assertion: next === 'b' ? 'boundary' : 'no-boundary' };
    }
    const match = this.#match(ESCAPE);
    if (match === null) {
      throw new PatternError('Back references are not supported. Rewrite the pattern without them.');
    }
    return { kind: 'char', test: this.#charTest(match[0]) };
  }

  /** A character class as written, brackets included. */
  #class(): string {
    const from = this.#at++;
    while (this.#at < this.#source.length && this.#source[this.#at] !== ']') {
      this.#at += this.#source[this.#at] === '\\' ? 2 : 1;
    }
    this.#at++;
    return this.#source.slice(from, this.#at);
  }

  /** Tests a class or escape with the host's RegExp, one code point at a time, which takes constant time. */
  #charTest(atom: string): CharTest {
    const expression = new RegExp(`^${atom}$`, this.#ignoreCase ? 'iu' : 'u');
    const known = new Map<number, boolean>();
    return (codePoint) => {
      let matches = known.get(codePoint);
      if (matches === undefined) {
        matches = expression.test(String.fromCodePoint(codePoint));
        if (known.size < 4096) known.set(codePoint, matches);
      }
      return matches;
    };
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#source);
    if (match !== null) this.#at += match[0].length;
    return match;
  }
}
