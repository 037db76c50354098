import { type Run } from '../base';
import { type Snapshot } from '../wiki';
import { type Lens } from '../workspace';
import { type WikiFacts } from './rule';

interface Memo {
  readonly inputs: readonly unknown[];
  readonly value: Promise<unknown>;
}

/** Results of the rules about the wiki as a whole, kept while their inputs stay the same. */
export class MemoCache {
  #kept = new Map<string, Memo>();
  #used = new Map<string, Memo>();

  get<T>(key: string, inputs: readonly unknown[], compute: () => Promise<T>): Promise<T> {
    const old = this.#kept.get(key);
    const same = old?.inputs.length === inputs.length && inputs.every((input, at) => Object.is(input, old.inputs[at]));
    const memo = same ? old : { inputs, value: compute() };
    this.#kept.set(key, memo);
    this.#used.set(key, memo);
    // Keyed by rule and subject, so the value is of the type that the same rule computed before.
    return memo.value as Promise<T>;
  }

  forget(key: string): void {
    this.#kept.delete(key);
  }

  /** Lets go of what the pass that ends here did not ask for. */
  dropUnused(): void {
    this.#kept = this.#used;
    this.#used = new Map();
  }
}

/** The facts about the wiki as a whole, for one pass. */
export function createWikiFacts(
  snapshot: Snapshot,
  lens: Lens,
  versions: WikiFacts['versions'],
  memos: MemoCache,
  run: Run,
): WikiFacts {
  const rootFolder = folderOf(snapshot.lens.path);
  return {
    snapshot,
    lens,
    versions,
    run,
    relative: (path) => relativePath(rootFolder, path),
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

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** A vault path as seen from a folder of the vault: `../operators/x/KNOWLEDGE.md`. */
function relativePath(folder: string, path: string): string {
  const from = folder === '' ? [] : folder.split('/');
  const to = path.split('/');
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}
