import { type VaultEvent } from './types';

/** Who listens to a vault. A listener is called after the operation is over, and cannot make it fail. */
export class VaultListeners {
  readonly #listeners = new Set<(event: VaultEvent) => void>();

  add(listener: (event: VaultEvent) => void): () => void {
    // Wrapped, so that one function may listen twice and stop once.
    const own = (event: VaultEvent): void => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  emit(event: VaultEvent): void {
    for (const listener of this.#listeners) {
      void Promise.resolve().then(() => {
        if (this.#listeners.has(listener)) listener(event);
      });
    }
  }
}
