import { assertionHolds, charKindOf, type CharKind, type Program } from './program';

/** A state of the deterministic automaton: all states that the program can be in between two characters. */
interface DfaState {
  /** Indexes of instructions, sorted. */
  readonly instructions: readonly number[];
  readonly before: CharKind;
  readonly after: Map<number, DfaState | 'accept'>;
}

/** When the cache is full, it is cleared. */
const MAX_CACHED_TRANSITIONS = 20_000;

/**
 * Runs a program on one line. `matches` builds a deterministic automaton on the way, so most characters cost one look-up;
 * `locate` is for lines that match. Both take time proportional to the line.
 */
export class LineMatcher {
  #states = new Map<string, DfaState>();
  #transitions = 0;

  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  /** Whether the line `[begin, end)` of `text` has a match. */
  matches(text: string, begin: number, end: number): boolean {
    let state = this.#state([], 'edge');
    for (let at = begin; at < end;) {
      const codePoint = text.codePointAt(at) ?? 0;
      const next = state.after.get(codePoint) ?? this.#advance(state, codePoint);
      if (next === 'accept') return true;
      state = next;
      at += codePoint > 0xffff ? 2 : 1;
    }
    return this.#closure([...state.instructions, this.#program.start], state.before, 'edge').accepts;
  }

  /**
   * The leftmost, then longest match of the line `[begin, end)` that starts at `from` or later. Each thread knows where
   * it started; of two at the same instruction only the earlier one matters.
   */
  locate(text: string, begin: number, from: number, end: number): { start: number; end: number } | null {
    let best: { start: number; end: number } | null = null;
    let threads = new Map<number, number>();
    let before: CharKind = from === begin ? 'edge' : charKindBefore(text, from);
    for (let at = from; at <= end;) {
      const codePoint = at < end ? (text.codePointAt(at) ?? 0) : -1;
      const after = codePoint === -1 ? 'edge' : charKindOf(codePoint);
      if (best === null && !threads.has(this.#program.start)) threads.set(this.#program.start, at);
      const next = new Map<number, number>();
      const seen = new Set<number>();
      // The map is sorted by start, because a new thread is added last.
      for (const [index, start] of threads) {
        if (best !== null && start > best.start) break;
        const { pending, accepts } = this.#closure([index], before, after, seen);
        if (accepts && (best === null || start < best.start || at > best.end)) best = { start, end: at };
        if (codePoint === -1) continue;
        for (const target of this.#consume(pending, codePoint)) if (!next.has(target)) next.set(target, start);
      }
      if (best !== null && next.size === 0) break;
      threads = next;
      before = after;
      at += codePoint > 0xffff ? 2 : 1;
    }
    return best;
  }

  #advance(state: DfaState, codePoint: number): DfaState | 'accept' {
    const side = charKindOf(codePoint);
    const { pending, accepts } = this.#closure([...state.instructions, this.#program.start], state.before, side);
    const next = accepts ? 'accept' : this.#state(this.#consume(pending, codePoint), side);
    if (++this.#transitions > MAX_CACHED_TRANSITIONS) {
      this.#states = new Map();
      this.#transitions = 0;
      state.after.clear();
    } else {
      state.after.set(codePoint, next);
    }
    return next;
  }

  #consume(pending: readonly number[], codePoint: number): readonly number[] {
    const next = new Set<number>();
    for (const index of pending) {
      const instruction = this.#program.instructions[index];
      if (instruction?.op === 'char' && instruction.test(codePoint)) next.add(instruction.next);
    }
    return [...next].sort((a, b) => a - b);
  }

  #state(instructions: readonly number[], before: CharKind): DfaState {
    const key = `${before} ${instructions.join(' ')}`;
    let state = this.#states.get(key);
    if (state === undefined) this.#states.set(key, (state = { instructions, before, after: new Map() }));
    return state;
  }

  /** The instructions that need a character next, starting from these, and whether the program can accept without one. */
  #closure(
    from: readonly number[],
    before: CharKind,
    after: CharKind,
    seen = new Set<number>(),
  ): { readonly pending: readonly number[]; readonly accepts: boolean } {
    const open = [...from];
    const pending: number[] = [];
    let accepts = false;
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (seen.has(index)) continue;
      seen.add(index);
      const instruction = this.#program.instructions[index];
      if (instruction === undefined) continue;
      if (instruction.op === 'accept') accepts = true;
      else if (instruction.op === 'char') pending.push(index);
      else if (instruction.op === 'split') open.push(instruction.next, instruction.other);
      else if (assertionHolds(instruction.assertion, before, after)) open.push(instruction.next);
    }
    return { pending, accepts };
  }
}

function charKindBefore(text: string, at: number): CharKind {
  return charKindOf(text.charCodeAt(at - 1));
}
