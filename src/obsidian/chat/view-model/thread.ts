import {
  Conversation,
  type AskEvent,
  type AskResult,
  type AskStep,
  type DraftKind,
  type ModelCost,
  type WikiError,
} from '../../../workbench';

/** A text to write instead of an answer, and the pages to write it from. */
export interface DraftRequest {
  readonly kind: DraftKind;
  readonly pages: readonly string[];
}

/** A question and what has come of it so far. */
export interface ChatTurn {
  readonly question: string;
  readonly draft: DraftRequest | null;
  /** How many times it was answered before and asked again. */
  readonly again: number;
  readonly state: 'asking' | 'stopped' | 'failed' | 'done';
  readonly steps: readonly AskStep[];
  /** The answer so far, not checked. */
  readonly text: string;
  readonly answer: AskResult | null;
  /** Cost of a turn without an answer; `null` if nothing was used. */
  readonly spent: ModelCost | null;
  readonly problem: Pick<WikiError, 'message' | 'remedy'> | null;
}

/** The turn after an event. */
export function withEvent(turn: ChatTurn, event: AskEvent): ChatTurn {
  switch (event.kind) {
    case 'step':
      return { ...turn, steps: [...turn.steps, event.step] };
    case 'text':
      return { ...turn, text: turn.text + event.text };
    case 'restart':
      return { ...turn, text: '' };
    case 'done':
      return turn;
  }
}

interface ThreadSnapshot {
  readonly turns: readonly ChatTurn[];
  readonly conversation: Conversation;
}

/** The turns of one conversation. A repeated question can be discarded if it fails. */
export class ChatThread {
  #turns: readonly ChatTurn[] = [];
  #conversation = new Conversation();
  readonly #costs: ModelCost[] = [];
  /** The thread before an answered question was asked again. */
  #before: ThreadSnapshot | null = null;

  get turns(): readonly ChatTurn[] {
    return this.#turns;
  }

  /** What was said and read. The librarian adds to it. */
  get conversation(): Conversation {
    return this.#conversation;
  }

  /** Cost of all questions, including those that failed or were asked again. */
  get costs(): readonly ModelCost[] {
    return this.#costs;
  }

  get isAsking(): boolean {
    return this.#turns.at(-1)?.state === 'asking';
  }

  /** Whether the last turn replaced an answer and failed. */
  get canGoBack(): boolean {
    const state = this.#turns.at(-1)?.state;
    return this.#before !== null && (state === 'stopped' || state === 'failed');
  }

  goBack(): void {
    if (this.#before === null) return;
    this.#turns = this.#before.turns;
    this.#conversation = this.#before.conversation;
    this.#before = null;
  }

  /** @param at index of the turn to replace, with all turns after it */
  begin(question: string, { draft = null, at }: { draft?: DraftRequest | null; at?: number } = {}): ChatTurn {
    const again = at === undefined ? 0 : this.#cut(question, at);
    if (at === undefined) this.#before = null;
    const turn: ChatTurn = {
      question,
      draft,
      again,
      state: 'asking',
      steps: [],
      text: '',
      answer: null,
      spent: null,
      problem: null,
    };
    this.#turns = [...this.#turns, turn];
    return turn;
  }

  /** Replaces the last turn. */
  update(turn: ChatTurn): void {
    const cost = turn.answer?.cost ?? turn.spent;
    if (cost !== null) this.#costs.push(cost);
    this.#turns = [...this.#turns.slice(0, -1), turn];
    if (turn.state === 'done') this.#before = null;
  }

  /** Removes the turns from `at` on. @returns how many times the question was answered before */
  #cut(question: string, at: number): number {
    const removed = this.#turns.slice(at);
    const [first] = removed;
    const answered = removed.filter(({ state }) => state === 'done').length;
    if (answered > 0) this.#before = { turns: this.#turns, conversation: this.#conversation };
    this.#conversation = this.#conversation.withoutLast(answered);
    this.#turns = this.#turns.slice(0, at);
    if (first?.question !== question) return 0;
    // A question that was stopped may reuse the cached answer; one that was answered needs a new one.
    return answered > 0 ? first.again + 1 : first.again;
  }
}
