import { Lexer } from 'yaml';

/** Levels of lists and mappings. Notes have three or four. */
const MAX_LEVELS = 100;

/** What the lexer puts before the text of a scalar. */
const SCALAR = '\x1f';
const OPENING = new Set(['[', '{']);
const CLOSING = new Set([']', '}']);
const BLOCK_INDICATORS = new Set(['-', '?', ':']);

/**
 * Whether YAML nests lists or mappings more than {@link MAX_LEVELS} deep, told from its tokens in linear time. It has to be asked
 * before the text is parsed: the parser calls itself for each level, takes time quadratic in their number, and where its stack
 * ends inside a regular expression the engine ends the whole process instead of throwing.
 */
export function isNestedTooDeeply(yaml: string): boolean {
  const levels = new LevelCounter();
  let isScalar = false;
  for (const token of new Lexer().lex(yaml)) {
    if (!isScalar && levels.read(token) > MAX_LEVELS) return true;
    isScalar = token === SCALAR;
  }
  return false;
}

class LevelCounter {
  /** The lines that the current one is inside, each with its indentation and the levels that it opens. */
  readonly #lines: { readonly indent: number; levels: number }[] = [{ indent: 0, levels: 0 }];
  #outer = 0;
  #brackets = 0;
  /** The indentation of a line of which nothing else was read yet. */
  #indent: number | null = 0;

  /** @returns how deep the text is nested after this token */
  read(token: string): number {
    if (token.endsWith('\n')) this.#indent = 0;
    else if (this.#indent !== null && token.trim() === '') this.#indent = token.length;
    else if (this.#indent !== null && !token.startsWith('#')) {
      this.#startLine(this.#indent);
      this.#indent = null;
    }
    if (OPENING.has(token)) this.#brackets++;
    else if (CLOSING.has(token)) this.#brackets = Math.max(0, this.#brackets - 1);
    else if (this.#brackets === 0 && BLOCK_INDICATORS.has(token)) {
      const line = this.#lines.at(-1);
      if (line !== undefined) line.levels++;
    }
    return this.#outer + (this.#lines.at(-1)?.levels ?? 0) + this.#brackets;
  }

  #startLine(indent: number): void {
    if (this.#brackets > 0) return;
    const last = this.#lines.at(-1);
    if (last !== undefined) this.#outer += last.levels;
    for (let line = this.#lines.at(-1); line !== undefined && line.indent >= indent; line = this.#lines.at(-1)) {
      this.#lines.pop();
      this.#outer -= line.levels;
    }
    this.#lines.push({ indent, levels: 0 });
  }
}
