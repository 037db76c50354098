import { assertionHolds, charKindOf, type CharKind, type Instruction } from './program';

/** Everything the automaton may be in, between two characters. */
interface DfaState {
  /** Steps that wait for what comes next, sorted. */
  readonly steps: readonly number[];
  readonly before: CharKind;
  readonly after: Map<number, DfaState | 'accept'>;
}

/** Remembered transitions; beyond that all are forgotten and built anew. */
const MAX_CACHED_TRANSITIONS = 20_000;

/**
 * Runs an automaton on one line. {@link matches} builds a deterministic automaton as it goes, so that most characters
 * cost one look-up; {@link locate} is asked only where something was found. Both take time in proportion to the line.
 */
export class LineMatcher {
  #states = new Map<string, DfaState>();
  #transitions = 0;

  readonly #steps: readonly Instruction[];
  readonly #first: number;

  constructor(steps: readonly Instruction[], first: number) {
    this.#steps = steps;
    this.#first = first;
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
    return this.#closure([...state.steps, this.#first], state.before, 'edge').accepts;
  }

  /**
   * The leftmost, then longest match of the line `[begin, end)` that starts at `from` or later; `null` when there is
   * none. Threads carry where they began, and of two at one step only the earlier matters.
   */
  locate(text: string, begin: number, from: number, end: number): { start: number; end: number } | null {
    let best: { start: number; end: number } | null = null;
    let threads = new Map<number, number>();
    let before: CharKind = from === begin ? 'edge' : charKindBefore(text, from);
    for (let at = from; at <= end;) {
      const codePoint = at < end ? (text.codePointAt(at) ?? 0) : -1;
      const after = codePoint === -1 ? 'edge' : charKindOf(codePoint);
      if (best === null && !threads.has(this.#first)) threads.set(this.#first, at);
      const next = new Map<number, number>();
      const seen = new Set<number>();
      // In the order of their starts: they are put in so, and a new one comes last.
      for (const [step, start] of threads) {
        if (best !== null && start > best.start) break;
        const { waiting, accepts } = this.#closure([step], before, after, seen);
        if (accepts && (best === null || start < best.start || at > best.end)) best = { start, end: at };
        for (const index of waiting) {
          const char = this.#steps[index];
          if (char?.op === 'char' && codePoint !== -1 && char.test(codePoint) && !next.has(char.next)) {
            next.set(char.next, start);
          }
        }
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
    const { waiting, accepts } = this.#closure([...state.steps, this.#first], state.before, side);
    const next = accepts ? 'accept' : this.#state(this.#consume(waiting, codePoint), side);
    if (++this.#transitions > MAX_CACHED_TRANSITIONS) {
      this.#states = new Map();
      this.#transitions = 0;
      state.after.clear();
    } else {
      state.after.set(codePoint, next);
    }
    return next;
  }

  #consume(waiting: readonly number[], codePoint: number): readonly number[] {
    const next = new Set<number>();
    for (const index of waiting) {
      const step = this.#steps[index];
      if (step?.op === 'char' && step.test(codePoint)) next.add(step.next);
    }
    return [...next].sort((a, b) => a - b);
  }

  #state(steps: readonly number[], before: CharKind): DfaState {
    const key = `${before} ${steps.join(' ')}`;
    let state = this.#states.get(key);
    if (state === undefined) this.#states.set(key, (state = { steps, before, after: new Map() }));
    return state;
  }

  /** The steps that wait for a character, from these on, and whether the end is reached without one. */
  #closure(
    from: readonly number[],
    before: CharKind,
    after: CharKind,
    seen = new Set<number>(),
  ): { readonly waiting: readonly number[]; readonly accepts: boolean } {
    const open = [...from];
    const waiting: number[] = [];
    let accepts = false;
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (seen.has(index)) continue;
      seen.add(index);
      const step = this.#steps[index];
      if (step === undefined) continue;
      if (step.op === 'accept') accepts = true;
      else if (step.op === 'char') waiting.push(index);
      else if (step.op === 'split') open.push(step.next, step.other);
      else if (assertionHolds(step.what, before, after)) open.push(step.next);
    }
    return { waiting, accepts };
  }
}

function charKindBefore(text: string, at: number): CharKind {
  return charKindOf(text.charCodeAt(at - 1));
}
