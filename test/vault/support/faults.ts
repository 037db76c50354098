import { type FileStat, type Vault, type VaultEntry, type VaultEvent, type WriteOptions } from '../../../src/vault';

/** When a fault strikes, and what comes after it. */
export interface Fault {
  /** The operation that is struck, counted from 0 over all operations, reads included. */
  readonly at: number;
  /** Before the operation was done, or after. */
  readonly when: 'before' | 'after';
  /** `crash`: nothing works any more, as if the process were dead. `once`: everything works again. */
  readonly then: 'crash' | 'once';
}

export class InjectedFault extends Error {}

/** A vault that fails at one chosen operation. */
export class FaultyVault implements Vault {
  /** Operations so far. */
  count = 0;
  readonly #vault: Vault;
  readonly #fault: Fault | null;
  readonly #error: () => Error;
  #isDead = false;

  /** @param error what the fault throws */
  constructor(vault: Vault, fault: Fault | null, error: () => Error = () => new InjectedFault('struck')) {
    this.#vault = vault;
    this.#fault = fault;
    this.#error = error;
  }

  list(folder: string): Promise<readonly VaultEntry[]> {
    return this.#strike(() => this.#vault.list(folder));
  }

  stat(path: string): Promise<FileStat | null> {
    return this.#strike(() => this.#vault.stat(path));
  }

  readText(path: string): Promise<string> {
    return this.#strike(() => this.#vault.readText(path));
  }

  readBytes(path: string): Promise<Uint8Array> {
    return this.#strike(() => this.#vault.readBytes(path));
  }

  write(path: string, content: string | Uint8Array, options?: WriteOptions): Promise<void> {
    return this.#strike(() => this.#vault.write(path, content, options));
  }

  rename(from: string, to: string, options?: WriteOptions): Promise<void> {
    return this.#strike(() => this.#vault.rename(from, to, options));
  }

  remove(path: string, options?: WriteOptions): Promise<void> {
    return this.#strike(() => this.#vault.remove(path, options));
  }

  watch(listener: (event: VaultEvent) => void): () => void {
    return this.#vault.watch(listener);
  }

  async #strike<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#isDead) throw this.#error();
    const fault = this.#fault;
    if (this.count++ !== fault?.at) return operation();
    this.#isDead = fault.then === 'crash';
    if (fault.when === 'after') await operation();
    throw this.#error();
  }
}
