/** Runs tasks one at a time, in the order in which they were added. A task that fails does not keep the next from running. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs `task` once every earlier task is over.
   *
   * @returns what the task returns, or rejects with what it throws
   */
  add<T>(task: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when every task that was added before this call is over; never rejects. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
