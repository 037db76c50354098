import { distance, lettersOf, bitsOf } from './near';

/** The words of a wiki, each by a number that it keeps; what begins as or looks like another is found among them. */
export class Vocabulary {
  readonly words: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** By their first character, so that few are looked at for those that begin alike. */
  readonly #byFirst = new Map<number, number[]>();
  /** Which letters each word has; made when first asked for. */
  readonly #letters: number[] = [];

  get(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  add(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.words.push(word) - 1;
    this.#numbers.set(word, number);
    const first = word.charCodeAt(0);
    const siblings = this.#byFirst.get(first);
    if (siblings) siblings.push(number);
    else this.#byFirst.set(first, [number]);
    return number;
  }

  /** The longer words that begin so. */
  beginning(start: string): number[] {
    const siblings = this.#byFirst.get(start.charCodeAt(0)) ?? [];
    return siblings.filter((number) => {
      const word = this.words[number] ?? '';
      return word.length > start.length && word.startsWith(start);
    });
  }

  /** Words that differ in at most so many letters, with how many. */
  near(word: string, most: number): [number: number, letters: number][] {
    for (let at = this.#letters.length; at < this.words.length; at += 1) {
      this.#letters.push(lettersOf(this.words[at] ?? ''));
    }
    const found: [number, number][] = [];
    const letters = lettersOf(word);
    for (let number = 0; number < this.words.length; number += 1) {
      const other = this.words[number] ?? '';
      if (Math.abs(other.length - word.length) > most) continue;
      // One letter put for another changes two bits at most.
      if (bitsOf((this.#letters[number] ?? 0) ^ letters) > 2 * most) continue;
      const apart = distance(word, other, most);
      if (apart > 0 && apart <= most) found.push([number, apart]);
    }
    return found;
  }
}
