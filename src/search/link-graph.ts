import { type Page, type Snapshot } from '../wiki';
import { tokenise } from './tokenise';

/** How much names and links move a page. `docs/search.md` tells how the numbers were chosen. */
export interface RerankWeights {
  /** The query is a name of the page, as a share of the best score. */
  readonly isName: number;
  /** A name of several words stands in the query, all of it and in order. */
  readonly hasName: number;
  /** The query is what a link to the page says. */
  readonly isLinkText: number;
  /** Of what the pages that link to it give. */
  readonly link: number;
  /** Where a whole sentence is asked: how much of the best score a page needs to be lifted half way to it. */
  readonly lift: number;
}

/** Links of or to one page that are looked at: an index page tells little by each of its links. */
const MAX_LINKS = 100;

/** Words: no link says more. A whole source that asks for pages does, and then all links of the best pages need not be looked at. */
const LONGEST_LINK_TEXT = 16;

/** So many of the best pages have their links followed. */
const LINKING_PAGES = 20;

interface Scored {
  readonly path: string;
  readonly score: number;
}

/** What the best pages give to one that they link to. */
export interface LinkShare {
  /** The best of them. */
  readonly from: string;
  readonly share: number;
}

/** What is asked, as names and links are compared with it. */
interface Asked {
  /** Words of the query, in order. */
  readonly terms: readonly string[];
  readonly isSentence: boolean;
}

/** The names of pages and the links between them, remembered as long as the snapshot is the same. */
export class LinkGraph {
  readonly #snapshot: Snapshot;
  readonly #targets = new Map<string, ReadonlySet<string>>();
  readonly #linkTexts = new Map<string, ReadonlySet<string>>();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /**
   * What the best pages link to. Each gives of its score, less the farther it is below the best and the more links it has.
   *
   * @param hits the best first
   */
  linkedFrom(hits: readonly Scored[]): ReadonlyMap<string, LinkShare> {
    const most = hits[0]?.score ?? 0;
    const linked = new Map<string, LinkShare>();
    for (const { path, score } of hits.slice(0, LINKING_PAGES)) {
      const targets = this.#targetsOf(path);
      const given = (score * score) / most / Math.sqrt(targets.size);
      for (const target of targets) {
        const { from, share } = linked.get(target) ?? { from: path, share: 0 };
        linked.set(target, { from, share: share + given });
      }
    }
    return linked;
  }

  /**
   * These pages, with what moves each up: its names, and the best pages that link to it, which count less the more links it
   * has already. What a sentence asks for often says little of it itself: there, links alone lift a page towards the best,
   * and never above.
   *
   * @param hits the best first
   */
  rerank<Hit extends Scored>(
    hits: readonly Hit[],
    linked: ReadonlyMap<string, LinkShare>,
    { terms, isSentence }: Asked,
    weights: RerankWeights,
  ): Hit[] {
    const most = hits[0]?.score ?? 0;
    const asked = { query: terms.join(' '), isShort: terms.length <= LONGEST_LINK_TEXT };
    return hits.map((hit) => {
      const page = this.#snapshot.pages.get(hit.path);
      if (!page) return hit;
      const share = linked.get(hit.path)?.share ?? 0;
      const given = share === 0 ? 0 : share / Math.sqrt(1 + this.#snapshot.backlinks(hit.path).length);
      const score = hit.score + most * this.#nameBonus(page, asked, weights) + weights.link * given;
      const near = share === 0 || !isSentence ? 0 : hit.score + share;
      const lifted = near === 0 ? 0 : (most * near) / (near + weights.lift * most);
      return { ...hit, score: Math.fround(Math.max(score, lifted)) };
    });
  }

  #targetsOf(path: string): ReadonlySet<string> {
    const known = this.#targets.get(path);
    if (known) return known;
    const targets = new Set<string>();
    for (const link of this.#snapshot.pages.get(path)?.links.slice(0, MAX_LINKS) ?? []) {
      const found = this.#snapshot.resolve(link, path);
      if (found.kind === 'page' && found.page.path !== path) targets.add(found.page.path);
    }
    this.#targets.set(path, targets);
    return targets;
  }

  #nameBonus(
    page: Page,
    { query, isShort }: { readonly query: string; readonly isShort: boolean },
    { isName, hasName, isLinkText }: RerankWeights,
  ): number {
    const own = once(page, () => [page.title, ...page.aliases].map(normalise));
    if (own.includes(query)) return isName;
    if (isShort && this.#linkTextsOf(page).has(query)) return isLinkText;
    return own.some((name) => name.includes(' ') && ` ${query} `.includes(` ${name} `)) ? hasName : 0;
  }

  #linkTextsOf(page: Page): ReadonlySet<string> {
    const known = this.#linkTexts.get(page.path);
    if (known) return known;
    const links = this.#snapshot.backlinks(page.path).slice(0, MAX_LINKS);
    const texts = new Set(links.flatMap(({ link }) => once(link, () => [normalise(link.text ?? '')])));
    this.#linkTexts.set(page.path, texts);
    return texts;
  }
}

const normalise = (name: string): string => tokenise(name).join(' ');

/** Pages and links are immutable, and most outlive the snapshot that they are in. */
const normalised = new WeakMap<object, readonly string[]>();

function once(of: object, names: () => readonly string[]): readonly string[] {
  const known = normalised.get(of) ?? names();
  normalised.set(of, known);
  return known;
}
