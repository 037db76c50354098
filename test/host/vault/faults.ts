/** What a program asks of a disk. */
export type DiskAction = 'read' | 'write' | 'remove' | 'rename' | 'mkdir' | 'list';

export interface FaultWhen {
  /** Any of them when absent. */
  readonly action?: DiskAction;
  /** The vault-relative path, or a pattern for it; any path when absent. */
  readonly path?: string | RegExp;
  /** Which of the matching calls it strikes, counted from 1. 1 when absent. */
  readonly nth?: number;
  /** It goes on striking once it struck. */
  readonly forever?: boolean;
}

type Strike = 'fail' | 'crash' | 'act';

interface Rule {
  readonly when: FaultWhen;
  readonly kind: Strike;
  readonly act: () => unknown;
  seen: number;
}

/** What Node reports for a fault of the disk: the code comes first in the message. */
export function diskError(code: string, text: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${text}, '${path}'`), { code });
}

/** Things that go wrong, at a moment that a test chooses. */
export class Faults {
  #rules: Rule[] = [];
  #stopped = false;
  /** Every call so far, in order: what a test counts to find its moments. */
  readonly calls: { readonly action: DiskAction; readonly path: string }[] = [];

  /** The matching call fails. */
  fail(when: FaultWhen, error?: Error): void {
    this.#add(when, 'fail', () => {
      throw error ?? diskError('EIO', 'i/o error', 'injected');
    });
  }

  /** The matching call fails as it does when another program holds the file. */
  lock(when: FaultWhen): void {
    this.#add({ forever: true, ...when }, 'fail', () => {
      throw diskError('EBUSY', 'resource busy or locked', String(when.path ?? ''));
    });
  }

  /** The matching call fails as it does when the storage is full. */
  full(when: FaultWhen = {}): void {
    this.#add({ action: 'write', forever: true, ...when }, 'fail', () => {
      throw diskError('ENOSPC', 'no space left on device', String(when.path ?? ''));
    });
  }

  /** Something happens right before the matching call: a sync program changes a file, for instance. */
  before(when: FaultWhen, act: () => unknown): void {
    this.#add(when, 'act', act);
  }

  /** The app stops at the matching call: it does not happen, and nothing after it does. */
  crash(when: FaultWhen): void {
    this.#add(when, 'crash', () => {
      this.#stopped = true;
    });
  }

  /** The app stops now. */
  stop(): void {
    this.#stopped = true;
  }

  /** Whether the app has stopped; `restart` of the host starts it again. */
  get crashed(): boolean {
    return this.#stopped;
  }

  clear(): void {
    this.#rules = [];
    this.#stopped = false;
  }

  /** Called before the disk does something. Never comes back once the app has stopped. */
  async pass(action: DiskAction, path: string): Promise<void> {
    if (!this.#stopped) {
      this.calls.push({ action, path });
      for (const rule of [...this.#rules]) {
        if (!matches(rule.when, action, path)) continue;
        rule.seen += 1;
        const nth = rule.when.nth ?? 1;
        if (rule.seen !== nth && !(rule.when.forever === true && rule.seen > nth)) continue;
        await rule.act();
      }
    }
    if (this.#stopped) await new Promise<never>(() => undefined);
  }

  #add(when: FaultWhen, kind: Strike, act: () => unknown): void {
    this.#rules.push({ when, kind, act, seen: 0 });
  }
}

function matches(when: FaultWhen, action: DiskAction, path: string): boolean {
  if (when.action !== undefined && when.action !== action) return false;
  if (when.path === undefined) return true;
  return typeof when.path === 'string' ? when.path === path : when.path.test(path);
}
