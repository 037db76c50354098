import { type Message } from '../model';
import { ReadRecord } from './read-record';
import { type Answer } from './types';

interface Turn {
  readonly answer: Answer;
  readonly messages: readonly Message[];
  readonly record: ReadRecord;
}

/** What was asked, answered and read so far. A question that fails or is stopped leaves it as it was. */
export class Conversation {
  readonly #turns: readonly Turn[];
  #later: readonly Turn[] = [];

  constructor(turns: readonly Turn[] = []) {
    this.#turns = turns;
  }

  get #all(): readonly Turn[] {
    return [...this.#turns, ...this.#later];
  }

  get answers(): readonly Answer[] {
    return this.#all.map(({ answer }) => answer);
  }

  /** All that was said to and by the model, tool results included, its rules left out. */
  get messages(): readonly Message[] {
    return this.#all.at(-1)?.messages ?? [];
  }

  /** A copy of the record, so that what is read for an answer that never comes is not kept. */
  readRecord(): ReadRecord {
    return new ReadRecord(this.#all.at(-1)?.record);
  }

  add(turn: Turn): void {
    this.#later = [...this.#later, turn];
  }

  /** The conversation as it was before its last so many answers, for a question that is edited or asked again. */
  withoutLast(last: number): Conversation {
    const all = this.#all;
    return new Conversation(all.slice(0, Math.max(0, all.length - last)));
  }
}
