import { type FileEdit } from '../change';
import { type Proposal } from './types';

type Hunks = readonly FileEdit['hunks'][];

/** UTF-16 units of proposal files whose hunks are held: those of one are asked for several times in a row. */
const MAX_HELD = 300_000;
/** Unpacking a longer file takes too long for one turn. */
const MAX_LENGTH = 60_000;

interface Held {
  readonly hunks: Hunks;
  readonly length: number;
}

/**
 * Keeps the hunks of waiting proposals as their packed files, and those that were asked for last as they are: nearly all that a proposal takes
 * in memory are its hunks, and of a backlog, next to none are looked at while the next source is read.
 */
export class PackedHunks {
  /** By the proposal file; those that were asked for last come last. */
  readonly #held = new Map<object, Held>();
  #length = 0;

  /**
   * @param length of the text of its file
   * @param read gives its hunks, edit by edit, from the packed file
   */
  pack(proposal: Proposal, length: number, read: () => Hunks): Proposal {
    if (length > MAX_LENGTH) return proposal;
    const files = proposal.changeSet.files.map((edit, at): FileEdit => {
      // A base that is looked up when it is asked for stays so.
      const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(edit)) as FileEdit;
      const get = (): FileEdit['hunks'] => this.#hunksOf(read, length)[at] ?? [];
      return Object.defineProperty(copy, 'hunks', { enumerable: true, get });
    });
    return { ...proposal, changeSet: { ...proposal.changeSet, files } };
  }

  #hunksOf(read: () => Hunks, length: number): Hunks {
    const known = this.#held.get(read);
    this.#held.delete(read);
    const held = known ?? { hunks: read(), length };
    if (known === undefined) this.#length += length;
    this.#held.set(read, held);
    for (const [key, { length: freed }] of this.#held) {
      if (this.#length <= MAX_HELD || key === read) break;
      this.#held.delete(key);
      this.#length -= freed;
    }
    return held.hunks;
  }
}
