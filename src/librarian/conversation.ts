import { type Message } from '../model';
import { ReadRecord } from './read-record';
import { type PackContext } from './pack-context';
import { type Answer } from './types';

interface Turn {
  readonly answer: Answer;
  readonly messages: readonly Message[];
  readonly record: ReadRecord;
  readonly packs?: PackContext | null;
}

/** The questions, answers and pages read so far. A question that fails or is stopped adds nothing. */
export class Conversation {
  #turns: readonly Turn[];

  constructor(turns: readonly Turn[] = []) {
    this.#turns = turns;
  }

  get answers(): readonly Answer[] {
    return this.#turns.map(({ answer }) => answer);
  }

  /** All messages to and from the model, with tool results, without the system prompt. */
  get messages(): readonly Message[] {
    return this.#turns.at(-1)?.messages ?? [];
  }

  /** A copy, so that pages read for an answer that fails are not recorded. */
  readRecord(): ReadRecord {
    return new ReadRecord(this.#turns.at(-1)?.record);
  }

  /** The packs as they were for the last question; `null` before the first. */
  get packs(): PackContext | null {
    return this.#turns.at(-1)?.packs ?? null;
  }

  add(turn: Turn): void {
    this.#turns = [...this.#turns, turn];
  }

  /** The conversation before its last `count` answers, to edit or repeat a question. */
  withoutLast(count: number): Conversation {
    return new Conversation(this.#turns.slice(0, Math.max(0, this.#turns.length - count)));
  }
}
