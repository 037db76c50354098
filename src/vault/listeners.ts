import { type VaultEvent } from './types';

/** The listeners of a vault. Each is called after the operation is over, so that it cannot make it fail. */
export class VaultListeners {
  readonly #listeners = new Set<(event: VaultEvent) => void>();

  add(listener: (event: VaultEvent) => void): () => void {
    // Wrapped, so that one function may be added twice and removed once.
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
