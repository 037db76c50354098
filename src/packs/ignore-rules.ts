import ignore, { type Ignore } from 'ignore';

/** Longer files are no lists of patterns. UTF-16 units. */
const MAX_RULES = 200_000;

/** The `.gitignore` files that hold for a folder, from the outermost to its own. */
export class IgnoreRules {
  readonly #rules: readonly { readonly base: string; readonly rules: Ignore }[];

  private constructor(rules: readonly { readonly base: string; readonly rules: Ignore }[]) {
    this.#rules = rules;
  }

  /** @param path of the scanned place from the folder of the rules */
  static of(outer?: { readonly rules: string; readonly path: string }): IgnoreRules {
    const none = new IgnoreRules([]);
    return outer === undefined ? none : none.#and(outer.path, outer.rules, true);
  }

  /** With the rules of a file in a folder. */
  and(folder: string, rules: string): IgnoreRules {
    return this.#and(folder, rules, false);
  }

  #and(base: string, text: string, isOuter: boolean): IgnoreRules {
    const rules = ignore().add(text.slice(0, MAX_RULES));
    return new IgnoreRules([...this.#rules, { base: isOuter ? `>${base}` : base, rules }]);
  }

  /** @param path of a folder, from the scanned place */
  hides(path: string): boolean {
    let hidden = false;
    for (const { base, rules } of this.#rules) {
      const within = base.startsWith('>') ? `${base.slice(1)}/${path}` : below(base, path);
      if (within === null) continue;
      const { ignored, unignored } = rules.test(`${within}/`);
      if (ignored) hidden = true;
      else if (unignored) hidden = false;
    }
    return hidden;
  }
}

function below(base: string, path: string): string | null {
  if (base === '') return path;
  return path.startsWith(`${base}/`) ? path.slice(base.length + 1) : null;
}
