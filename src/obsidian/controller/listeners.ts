import { type ControllerEvent } from './types';

/** Listeners by event. */
export class Listeners {
  readonly #byEvent = new Map<ControllerEvent, Set<() => void>>();

  /** @returns a function that unsubscribes */
  on(event: ControllerEvent, listener: () => void): () => void {
    const own = (): void => listener();
    const listeners = this.#byEvent.get(event) ?? new Set();
    this.#byEvent.set(event, listeners.add(own));
    return () => void listeners.delete(own);
  }

  emit(event: ControllerEvent): void {
    for (const listener of [...(this.#byEvent.get(event) ?? [])]) {
      try {
        listener();
      } catch (error) {
        // An error in one view must not stop the others from drawing.
        console.error(error);
      }
    }
  }

  clear(): void {
    this.#byEvent.clear();
  }
}
