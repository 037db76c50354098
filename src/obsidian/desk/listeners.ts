import type { DeskEvent } from './types';

/** Who wants to hear of what. */
export class Listeners {
  readonly #all = new Map<DeskEvent, Set<() => void>>();

  /** @returns stops listening */
  on(event: DeskEvent, listener: () => void): () => void {
    const own = (): void => listener();
    const listeners = this.#all.get(event) ?? new Set();
    this.#all.set(event, listeners.add(own));
    return () => void listeners.delete(own);
  }

  say(event: DeskEvent): void {
    for (const listener of [...(this.#all.get(event) ?? [])]) {
      try {
        listener();
      } catch (error) {
        // One view that cannot draw must not keep the others from drawing.
        console.error(error);
      }
    }
  }

  clear(): void {
    this.#all.clear();
  }
}
