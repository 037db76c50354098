import { type Snapshot } from '../../wiki';

/** Decides which page a name means, and remembers the names that fit several. */
export class NameResolver {
  readonly #snapshot: Snapshot;
  readonly #ambiguous = new Map<string, readonly string[]>();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /** The pages that are meant: none when the name fits several equally well. Summaries do not count. */
  resolve(name: string, paths: readonly string[]): readonly string[] {
    const pages = paths.filter((path) => this.#snapshot.pages.get(path)?.kind !== 'summary');
    if (pages.length <= 1) return paths;
    this.#ambiguous.set(name, pages);
    return [];
  }

  /** One sentence for each name that fits several pages. */
  notes(): readonly string[] {
    return [...this.#ambiguous].map(
      ([name, paths]) => `“${name}” matches several pages, so none was changed: ${paths.join(', ')}.`,
    );
  }
}
