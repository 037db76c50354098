import { checkpoint, compareText, type Run } from '../../base';
import { type Finding } from '../../lint';
import { isInScope } from '../../search';
import { type Page, type Snapshot } from '../../wiki';
import { BUILTIN_KINDS, entityType, kindName, typeOf, type Lens } from '../../workspace';
import { summariseLens, usableLens } from './lenses';
import { type WikiSession } from '../wiki-session';
import { type LensSummary } from '../types';

/** `contradicted`: it contradicts another page, or the other way round; `stale`: it is older than the lens allows. */
type PageMark = 'contradicted' | 'stale';

/** A page as a lens shows it. */
export interface LensPage {
  /** Relative to the wiki's root. */
  readonly path: string;
  readonly slug: string;
  readonly title: string;
  readonly kind: string;
  /** Of its entity type; `null` when that has none. */
  readonly icon: string | null;
  /** First sentence of the body; `''` when it has none. */
  readonly summary: string;
  /** ISO 8601, UTC; `null` when the page has no date. */
  readonly updatedAt: string | null;
  /** Whole days since then; `null` when the page has no date. */
  readonly age: number | null;
  readonly marks: readonly PageMark[];
}

/** Pages under one heading. A page with several tags or sources is in several groups. */
export interface LensGroup {
  /** Kind, tag or path of the source; `''` for the pages that have none. */
  readonly key: string;
  /** For people; `''` for the pages without a tag or source, whose heading the host chooses. */
  readonly label: string;
  readonly icon: string | null;
  readonly description: string | null;
  /** Sorted by title. */
  readonly pages: readonly LensPage[];
}

/** The wiki through a lens. */
export interface LensPages {
  readonly lens: LensSummary;
  readonly description: string;
  /** `display.homePage`; `null` when it is not set, or names no page. */
  readonly home: LensPage | null;
  readonly grouping: 'kind' | 'tag' | 'source';
  /** Kinds in the manifest's order; tags and sources sorted by label. */
  readonly groups: readonly LensGroup[];
  /** Number of pages in scope. */
  readonly total: number;
  /** Pages that the lens leaves out, by kind, the most frequent first. */
  readonly outOfScope: readonly { readonly kind: string; readonly label: string; readonly count: number }[];
}

const DAY = 86_400_000;

/** By the check of a lint finding. */
const MARKS: Readonly<Partial<Record<string, PageMark>>> = { contradiction: 'contradicted', 'max-age': 'stale' };

/** The pages in the scope of a lens, grouped as its manifest says. */
export async function lensPages(session: WikiSession, name: string | undefined, run: Run): Promise<LensPages> {
  const lens = await usableLens(session, name, run);
  const { snapshot, engine, host } = session;
  const manifest = lens.effective;
  const { findings } = await engine.lint(snapshot, lens, { clock: host.clock, run });
  const marks = marksOf(findings);
  const now = host.clock.now();
  const toLensPage = ({ path, slug, title, kind, summary, updatedAt }: Page): LensPage => {
    const icon = entityType(typeOf(kind, manifest), manifest)?.icon ?? null;
    const age = updatedAt === null ? null : Math.max(0, Math.floor((now - Date.parse(updatedAt)) / DAY));
    return { path, slug, title, kind, icon, summary, updatedAt, age, marks: marks.get(path) ?? [] };
  };
  const { homePage, defaultGrouping: grouping = 'kind' } = manifest.display;
  const home = homePage === undefined ? undefined : snapshot.pageBySlug(homePage);
  const groups = new PageGroups(grouping, lens, snapshot);
  const outside = new Map<string, number>();
  let total = 0;
  let seen = 0;
  for (const page of snapshot.pages.values()) {
    if (isInScope(page, manifest)) {
      total += 1;
      groups.put(page, toLensPage(page));
    } else outside.set(page.kind, (outside.get(page.kind) ?? 0) + 1);
    if ((seen += 1) % 500 === 0) {
      await checkpoint(run);
    }
  }
  const outOfScope = [...outside].map(([kind, count]) => ({ kind, label: kindLabel(kind, manifest), count }));
  return {
    lens: summariseLens(lens),
    description: manifest.description,
    home: home ? toLensPage(home) : null,
    grouping,
    groups: await groups.sorted(run),
    total,
    outOfScope: outOfScope.sort((a, b) => b.count - a.count || compareText(a.label, b.label)),
  };
}

/** The marks of each page, from the lint findings of the lens. */
function marksOf(findings: readonly Finding[]): ReadonlyMap<string, readonly PageMark[]> {
  const marks = new Map<string, PageMark[]>();
  for (const { check, path } of findings) {
    const mark = MARKS[check] ?? null;
    const known = marks.get(path) ?? [];
    if (mark !== null && !known.includes(mark)) marks.set(path, [...known, mark]);
  }
  return marks;
}

/** Collects pages under their headings. */
class PageGroups {
  readonly #grouping: LensPages['grouping'];
  readonly #manifest: Lens['effective'];
  readonly #snapshot: Snapshot;
  readonly #pages = new Map<string, LensPage[]>();

  constructor(grouping: LensPages['grouping'], lens: Lens, snapshot: Snapshot) {
    this.#grouping = grouping;
    this.#manifest = lens.effective;
    this.#snapshot = snapshot;
  }

  put(page: Page, shown: LensPage): void {
    const keys = this.#keysOf(page);
    for (const key of keys.size === 0 ? [''] : keys) {
      const group = this.#pages.get(key);
      if (group) group.push(shown);
      else this.#pages.set(key, [shown]);
    }
  }

  #keysOf(page: Page): ReadonlySet<string> {
    if (this.#grouping === 'kind') return new Set([page.kind]);
    if (this.#grouping === 'tag') return new Set(page.tags);
    const unknown = page.sources.filter((ref) => this.#snapshot.source(ref) === undefined);
    return new Set([...this.#snapshot.sourcesOf(page).map(({ path }) => path), ...unknown]);
  }

  async sorted(run: Run): Promise<readonly LensGroup[]> {
    const groups: LensGroup[] = [];
    for (const [key, pages] of this.#pages) {
      const byTitle = pages.map((page) => ({ page, title: page.title.toLowerCase() }));
      byTitle.sort((a, b) => compareText(a.title, b.title) || compareText(a.page.path, b.page.path));
      groups.push({ key, ...this.#headingOf(key), pages: byTitle.map(({ page }) => page) });
      await run.yieldToHost();
    }
    const order = kindOrder(this.#manifest);
    const rank = ({ key }: LensGroup): number => (this.#grouping === 'kind' ? (order.get(key) ?? order.size) : 0);
    // Pages without a tag or source come last.
    const last = ({ key }: LensGroup): number => Number(key === '');
    return groups.sort((a, b) => last(a) - last(b) || rank(a) - rank(b) || compareText(a.label, b.label));
  }

  #headingOf(key: string): Pick<LensGroup, 'label' | 'icon' | 'description'> {
    if (this.#grouping === 'kind') {
      const type = entityType(typeOf(key, this.#manifest), this.#manifest);
      return {
        label: kindLabel(key, this.#manifest),
        icon: type?.icon ?? null,
        description: type?.description ?? null,
      };
    }
    const label = this.#grouping === 'source' ? (this.#snapshot.source(key)?.title ?? key) : key;
    return { label, icon: null, description: null };
  }
}

/** Kinds in the order in which the manifest declares their types, then the built-in kinds. */
function kindOrder({ entityTypes }: Pick<Lens['effective'], 'entityTypes'>): ReadonlyMap<string, number> {
  const kinds = [...new Set([...entityTypes.map(({ name }) => kindName(name)), ...BUILTIN_KINDS])];
  return new Map(kinds.map((kind, at) => [kind, at]));
}

/** A kind for people: `market-signal` is "Market signal". */
export function kindLabel(kind: string, manifest: Pick<Lens['effective'], 'entityTypes'>): string {
  const words = kindName(typeOf(kind, manifest)).replace(/-/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
