import { type CitedSource } from './context';
import { type SourceFacts } from './fact-conflicts';

/** What a source says, as it is kept for the sources that come after it. */
export interface KeptFacts extends Pick<CitedSource, 'hash' | 'format'> {
  readonly facts: SourceFacts;
  /** Of the document itself. */
  readonly date: string | null;
  /** Of the text, in characters. */
  readonly length: number;
}

/** What the latest sources say, by the hash of their content, so that a backlog seldom reads one twice. */
export class FactStore {
  readonly #most: number;
  readonly #kept = new Map<string, KeptFacts>();
  #length = 0;

  /** @param most characters of all texts together */
  constructor(most: number) {
    this.#most = most;
  }

  get(hash: string): KeptFacts | undefined {
    const found = this.#kept.get(hash);
    if (found !== undefined) {
      // The one that was needed longest ago goes first.
      this.#kept.delete(hash);
      this.#kept.set(hash, found);
    }
    return found;
  }

  put(facts: KeptFacts): void {
    if (this.#kept.has(facts.hash)) return;
    this.#kept.set(facts.hash, facts);
    this.#length += facts.length;
    for (const [hash, { length }] of this.#kept) {
      if (this.#length <= this.#most) break;
      this.#kept.delete(hash);
      this.#length -= length;
    }
  }
}
