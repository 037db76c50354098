/**
 * MiniSearch keeps its terms in a tree, and goes through all branches of a node to find one. Where a text has very many different characters,
 * as Chinese or a hostile page may, a node has tens of thousands of them, and every term would look at each. So the branches of such a
 * node are found by how they begin, of which the tree has one each. The tree itself is the one that MiniSearch would have made, and
 * its own code searches it.
 */
export function findBranchesFast(terms: { readonly _tree: unknown }): void {
  const tree = new WideTree(terms._tree as Node);
  // Otherwise the number of terms would stay what it was when it was last asked for.
  const forgetSize = (): void => void Object.assign(terms, { _size: undefined });
  const set = (term: string, value: unknown): typeof terms => {
    forgetSize();
    tree.create(term).set(LEAF, value);
    return terms;
  };
  Object.assign(terms, {
    set,
    get: (term: string) => tree.find(term)?.get(LEAF),
    has: (term: string) => tree.find(term)?.has(LEAF) === true,
    fetch: (term: string, initial: () => unknown) => {
      forgetSize();
      const node = tree.create(term);
      if (!node.has(LEAF)) node.set(LEAF, initial());
      return node.get(LEAF);
    },
    update: (term: string, change: (value: unknown) => unknown) => set(term, change(tree.find(term)?.get(LEAF))),
    delete: (term: string) => {
      forgetSize();
      tree.remove(term);
    },
  });
}

/** The branches of a node by their labels; no two begin alike. The value of a term is at {@link LEAF}. */
type Node = Map<string, unknown>;
const LEAF = '';

/** Nodes with fewer branches are gone through, which is faster. */
const MANY = 48;

class WideTree {
  readonly #root: Node;
  /** The labels of the branches of large nodes, by their first characters. */
  readonly #labels = new WeakMap<Node, Map<string, string>>();

  constructor(root: Node) {
    this.#root = root;
  }

  find(term: string): Node | undefined {
    let node = this.#root;
    for (let at = 0; at < term.length;) {
      const label = this.#label(node, term.charAt(at));
      if (label === undefined || !term.startsWith(label, at)) return undefined;
      node = node.get(label) as Node;
      at += label.length;
    }
    return node;
  }

  create(term: string): Node {
    let node = this.#root;
    for (let at = 0; at < term.length;) {
      const label = this.#label(node, term.charAt(at));
      if (label === undefined) {
        const leaf: Node = new Map();
        this.#set(node, term.slice(at), leaf);
        return leaf;
      }
      let common = 1;
      while (common < label.length && term.charCodeAt(at + common) === label.charCodeAt(common)) common += 1;
      const child = node.get(label) as Node;
      if (common === label.length) node = child;
      else {
        const between: Node = new Map([[label.slice(common), child]]);
        this.#delete(node, label);
        this.#set(node, label.slice(0, common), between);
        node = between;
      }
      at += common;
    }
    return node;
  }

  remove(term: string): void {
    const path: [node: Node, label: string][] = [];
    let node = this.#root;
    for (let at = 0; at < term.length;) {
      const label = this.#label(node, term.charAt(at));
      if (label === undefined || !term.startsWith(label, at)) return;
      path.push([node, label]);
      node = node.get(label) as Node;
      at += label.length;
    }
    node.delete(LEAF);
    for (let step = path.pop(); step !== undefined; step = path.pop()) {
      const [parent, label] = step;
      const [only] = node;
      if (node.size > 1 || only?.[0] === LEAF) return;
      this.#delete(parent, label);
      // A node with one branch and no value is joined with it.
      if (only !== undefined) this.#set(parent, label + only[0], only[1]);
      node = parent;
    }
  }

  #label(node: Node, first: string): string | undefined {
    const known = this.#labels.get(node);
    if (known !== undefined) return known.get(first);
    if (node.size >= MANY) {
      const labels = new Map([...node.keys()].map((label) => [label.charAt(0), label]));
      labels.delete(LEAF);
      this.#labels.set(node, labels);
      return labels.get(first);
    }
    for (const label of node.keys()) if (label !== LEAF && label.startsWith(first)) return label;
    return undefined;
  }

  #set(node: Node, label: string, child: unknown): void {
    node.set(label, child);
    this.#labels.get(node)?.set(label.charAt(0), label);
  }

  #delete(node: Node, label: string): void {
    node.delete(label);
    this.#labels.get(node)?.delete(label.charAt(0));
  }
}
