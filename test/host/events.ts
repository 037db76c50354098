import { strict } from './strict';

type Callback = (...data: never[]) => unknown;

/** d.ts `EventRef`: opaque to plugins. */
export interface HostEventRef {
  readonly source: Events;
  readonly name: string;
  readonly callback: Callback;
  readonly ctx: unknown;
}

/** Errors of listeners: the app goes on without them, a test must be able to see them. */
export const uncaught: unknown[] = [];

/** Guess: the app lets an error of a listener surface as an uncaught one, and goes on with the next listener. */
export function reportUncaught(error: unknown): void {
  uncaught.push(error);
  console.error(error);
}

/** d.ts `Events`. */
export class Events {
  readonly #hostListeners = new Map<string, HostEventRef[]>();

  on(name: string, callback: Callback, ctx?: unknown): HostEventRef {
    const ref = { source: this, name, callback, ctx };
    this.#hostListeners.set(name, [...(this.#hostListeners.get(name) ?? []), ref]);
    return ref;
  }

  off(name: string, callback: Callback): void {
    this.#hostKeep(name, (ref) => ref.callback !== callback);
  }

  offref(ref: HostEventRef): void {
    this.#hostKeep(ref.name, (other) => other !== ref);
  }

  trigger(name: string, ...data: unknown[]): void {
    for (const ref of this.#hostListeners.get(name) ?? []) this.tryTrigger(ref, data);
  }

  tryTrigger(ref: HostEventRef, args: unknown[]): void {
    try {
      const result: unknown = Reflect.apply(ref.callback, ref.ctx, args);
      if (result instanceof Promise) result.catch(reportUncaught);
    } catch (error) {
      reportUncaught(error);
    }
  }

  /** How many listeners there are, so that a test sees what an unloaded plugin left behind. */
  hostCount(): number {
    return [...this.#hostListeners.values()].reduce((sum, refs) => sum + refs.length, 0);
  }

  #hostKeep(name: string, isKept: (ref: HostEventRef) => boolean): void {
    this.#hostListeners.set(name, (this.#hostListeners.get(name) ?? []).filter(isKept));
  }
}
strict(Events);
