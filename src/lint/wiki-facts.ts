import { type Run } from '../base';
import { relativePath } from '../vault';
import { type WikiFacts } from './rule';

interface Memo {
  readonly inputs: readonly unknown[];
  readonly value: Promise<unknown>;
}

/** Results of rules about the whole wiki, valid while their inputs are the same objects. */
export class MemoCache {
  #kept = new Map<string, Memo>();
  #used = new Map<string, Memo>();

  get<T>(key: string, inputs: readonly unknown[], compute: () => T | Promise<T>): Promise<T> {
    const old = this.#kept.get(key);
    const same = old?.inputs.length === inputs.length && inputs.every((input, at) => Object.is(input, old.inputs[at]));
    const memo = same ? old : { inputs, value: Promise.resolve(compute()) };
    this.#kept.set(key, memo);
    this.#used.set(key, memo);
    // Each key belongs to one rule, so the type is the one that the rule computed before.
    return memo.value as Promise<T>;
  }

  forget(key: string): void {
    this.#kept.delete(key);
  }

  /** Call after each pass: drops what it did not use. */
  dropUnused(): void {
    this.#kept = this.#used;
    this.#used = new Map();
  }
}

export function createWikiFacts(
  { snapshot, lens, surroundings, now }: Pick<WikiFacts, 'snapshot' | 'lens' | 'surroundings' | 'now'>,
  versions: WikiFacts['versions'],
  memos: MemoCache,
  run: Run,
): WikiFacts {
  return {
    snapshot,
    lens,
    surroundings,
    versions,
    now,
    run,
    relative: (path) => relativePath(snapshot.lens.path, path),
    async memo(key, inputs, compute) {
      try {
        return await memos.get(key, inputs, compute);
      } catch (error) {
        memos.forget(key);
        throw error;
      }
    },
  };
}
