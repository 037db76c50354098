interface Closeable {
  /** About what it keeps in memory. Bytes. */
  readonly bytes: number;
  close(): Promise<void>;
}

interface OpenWikisDeps<Host> {
  open(name: string): Promise<Host>;
  /** Hears of a wiki that could not be closed. */
  onCloseFailed(name: string, error: unknown): void;
  /** What stays open, unless more is in use. */
  readonly most: { readonly wikis: number; readonly bytes: number };
  /** How long a wiki stays open that nobody uses. Milliseconds. */
  readonly idle: number;
  readonly now: () => number;
}

/** Keeps the wikis open that were used last, so that memory grows neither with their number nor with what waits in them. */
export class OpenWikis<Host extends Closeable> {
  readonly #deps: OpenWikisDeps<Host>;
  /** The last used comes last. */
  readonly #hosts = new Map<string, Host>();
  readonly #used = new Set<string>();
  /** When each was used last. */
  readonly #usedAt = new Map<string, number>();
  /** A wiki is opened again only once its last host has let go of its files and locks. */
  readonly #closing = new Map<string, Promise<void>>();

  constructor(deps: OpenWikisDeps<Host>) {
    this.#deps = deps;
  }

  /** Does `work` with a wiki, which stays open meanwhile. One use of a wiki at a time. What fails closes it. */
  async use<T>(name: string, work: (host: Host) => Promise<T>): Promise<T> {
    this.#used.add(name);
    try {
      return await work(await this.#hostOf(name));
    } catch (error) {
      await this.#shut(name);
      throw error;
    } finally {
      this.#used.delete(name);
      this.#usedAt.set(name, this.#deps.now());
      // It may have grown.
      await this.#makeRoom(this.#deps.most.wikis);
    }
  }

  /** Closes what nobody has used for a while. */
  async closeIdle(): Promise<void> {
    const since = this.#deps.now() - this.#deps.idle;
    const idle = this.#idle().filter((name) => (this.#usedAt.get(name) ?? 0) <= since);
    await Promise.all(idle.map((name) => this.#shut(name)));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#hosts.keys()].map((name) => this.#shut(name)));
    await Promise.all(this.#closing.values());
  }

  async #hostOf(name: string): Promise<Host> {
    await this.#closing.get(name);
    const known = this.#hosts.get(name);
    if (known === undefined) await this.#makeRoom(this.#deps.most.wikis - 1);
    const host = known ?? (await this.#deps.open(name));
    this.#hosts.delete(name);
    this.#hosts.set(name, host);
    return host;
  }

  /** @param wikis so many may be left. The one that was used last may be larger than all others together, and stays. */
  async #makeRoom(wikis: number): Promise<void> {
    const sizes = new Map([...this.#hosts].map(([name, { bytes }]) => [name, bytes]));
    let [count, bytes] = [sizes.size, [...sizes.values()].reduce((sum, each) => sum + each, 0)];
    const last = [...sizes.keys()].at(-1);
    const closing: Promise<void>[] = [];
    for (const name of this.#idle()) {
      const isOver = bytes > this.#deps.most.bytes && name !== last;
      if (count <= wikis && !isOver) continue;
      closing.push(this.#shut(name));
      count -= 1;
      bytes -= sizes.get(name) ?? 0;
    }
    await Promise.all(closing);
  }

  /** Those that nobody uses now; the one that was used last comes last. */
  #idle(): string[] {
    return [...this.#hosts.keys()].filter((name) => !this.#used.has(name));
  }

  async #shut(name: string): Promise<void> {
    const host = this.#hosts.get(name);
    if (host === undefined) return;
    this.#hosts.delete(name);
    const closed = host
      .close()
      .catch((error: unknown) => this.#deps.onCloseFailed(name, error))
      .finally(() => this.#closing.delete(name));
    this.#closing.set(name, closed);
    await closed;
  }
}
