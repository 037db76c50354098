interface Closeable {
  close(): Promise<void>;
}

interface OpenWikisDeps<Host> {
  open(name: string): Promise<Host>;
  /** Hears of a wiki that could not be closed. */
  onCloseFailed(name: string, error: unknown): void;
  /** Wikis that stay open, unless more are in use. */
  readonly most: number;
}

/** Keeps the wikis open that were used last, so that memory does not grow with their number. */
export class OpenWikis<Host extends Closeable> {
  readonly #deps: OpenWikisDeps<Host>;
  /** The last used comes last. */
  readonly #hosts = new Map<string, Host>();
  readonly #used = new Set<string>();
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
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#hosts.keys()].map((name) => this.#shut(name)));
    await Promise.all(this.#closing.values());
  }

  async #hostOf(name: string): Promise<Host> {
    await this.#closing.get(name);
    const known = this.#hosts.get(name);
    if (known === undefined) await this.#makeRoom();
    const host = known ?? (await this.#deps.open(name));
    this.#hosts.delete(name);
    this.#hosts.set(name, host);
    return host;
  }

  async #makeRoom(): Promise<void> {
    const surplus = Math.max(0, this.#hosts.size + 1 - this.#deps.most);
    const idle = [...this.#hosts.keys()].filter((name) => !this.#used.has(name));
    await Promise.all(idle.slice(0, surplus).map((name) => this.#shut(name)));
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
