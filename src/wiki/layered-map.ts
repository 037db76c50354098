import { compareText } from '../base';

/**
 * An immutable map with cheap updates: a small layer of changes over a shared base. Once the layer reaches an eighth of the
 * base, the next version merges both into a new base.
 */
export class LayeredMap<V> {
  readonly #readBase: () => ReadonlyMap<string, V>;
  readonly #layer: ReadonlyMap<string, V | undefined>;

  private constructor(readBase: () => ReadonlyMap<string, V>, layer: ReadonlyMap<string, V | undefined>) {
    this.#readBase = readBase;
    this.#layer = layer;
  }

  static of<V>(base: ReadonlyMap<string, V>): LayeredMap<V> {
    return new LayeredMap<V>(() => base, new Map());
  }

  /** @param make builds the base when something is first looked up in it */
  static lazy<V>(make: () => ReadonlyMap<string, V>): LayeredMap<V> {
    let base: ReadonlyMap<string, V> | null = null;
    return new LayeredMap<V>(() => (base ??= make()), new Map());
  }

  get(key: string): V | undefined {
    return this.#layer.size > 0 && this.#layer.has(key) ? this.#layer.get(key) : this.#readBase().get(key);
  }

  /** The next version; `undefined` removes a key. */
  with(changes: ReadonlyMap<string, V | undefined>): LayeredMap<V> {
    if (changes.size === 0) return this;
    const layer = new Map([...this.#layer, ...changes]);
    if (layer.size <= 64 || layer.size * 8 <= this.#readBase().size) return new LayeredMap(this.#readBase, layer);
    const base = new Map(this.#readBase());
    for (const [key, value] of layer) {
      if (value === undefined) base.delete(key);
      else base.set(key, value);
    }
    return LayeredMap.of(base);
  }
}

/** Collects items to add and remove under each name, then updates a multimap with sorted lists. */
export class MultimapEdits {
  readonly #edits = new Map<string, Map<string, boolean>>();

  add(name: string, item: string): void {
    this.#edit(name).set(item, true);
  }

  remove(name: string, item: string): void {
    this.#edit(name).set(item, false);
  }

  apply(table: LayeredMap<readonly string[]>): LayeredMap<readonly string[]> {
    const changes = new Map<string, readonly string[] | undefined>();
    for (const [name, items] of this.#edits) {
      const old = table.get(name) ?? [];
      const next = new Set(old);
      for (const [item, isAdded] of items) {
        if (isAdded) next.add(item);
        else next.delete(item);
      }
      changes.set(name, next.size === 0 ? undefined : [...next].sort(compareText));
    }
    return table.with(changes);
  }

  #edit(name: string): Map<string, boolean> {
    let items = this.#edits.get(name);
    if (items === undefined) this.#edits.set(name, (items = new Map<string, boolean>()));
    return items;
  }
}

/** Builds a multimap with sorted lists from items in their order. */
export class MultimapBuilder {
  readonly #lists = new Map<string, string[]>();

  add(name: string, item: string): void {
    const list = this.#lists.get(name);
    if (list === undefined) this.#lists.set(name, [item]);
    else if (list[list.length - 1] !== item) list.push(item);
  }

  get lists(): ReadonlyMap<string, readonly string[]> {
    return this.#lists;
  }

  build(): LayeredMap<readonly string[]> {
    return LayeredMap.of(this.#lists);
  }
}
