import { stopWords } from './stop-words';
import { stem, tokenize } from './tokenizer';

/** Words that a sentence may have more than the one that it repeats. */
const MAX_MORE = 2;
const MIN_WORDS = 3;

function wordsIn(text: string): ReadonlySet<string> {
  const stops = stopWords('en');
  return new Set(tokenize(text).flatMap(({ key }) => (stops.has(key) ? [] : [stem(key)])));
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
