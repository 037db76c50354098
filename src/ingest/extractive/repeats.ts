import { stem, tokenize } from './tokenizer';

/** Words that a sentence may have more than the one that it repeats. */
const MAX_MORE = 2;
const MIN_WORDS = 3;
/** Words that say nothing by themselves. "Before" and "after" do. */
const EMPTY =
  /^(?:the|an?|of|and|or|to|in|on|at|by|for|with|from|as|is|are|was|were|be|been|being|has|have|had|must|may|can|it|its|this|that|which|who|there|nobody|no|any|until|also|still)$/;

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(tokenize(text).flatMap(({ key }) => (EMPTY.test(key) ? [] : [stem(key)])));
}

const isWithin = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].every((word) => b.has(word));

/** Sentences of a page, to leave out those that say again what it says, in other words. */
export class SaidSentences {
  readonly #said: ReadonlySet<string>[] = [];

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.#said.push(wordsIn(text));
  }

  /** Whether a sentence adds nothing: all of its words stand in one that was said, or all but two are those of one. */
  repeats(text: string): boolean {
    const own = wordsIn(text);
    if (own.size < MIN_WORDS) return false;
    return this.#said.some(
      (said) =>
        isWithin(own, said) || (said.size >= MIN_WORDS && own.size - said.size <= MAX_MORE && isWithin(said, own)),
    );
  }

  add(text: string): void {
    this.#said.push(wordsIn(text));
  }
}
