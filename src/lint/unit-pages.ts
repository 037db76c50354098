import { isMapping } from '../base';
import { type Page, type Snapshot } from '../wiki';

/** What lint reads of the unit that a page shows. A value of another kind counts as absent. */
interface ShownUnit {
  readonly page: Page;
  readonly id: string;
  readonly freshUntil: string;
  /** Whether it says itself that it no longer counts, as an archived unit does. */
  readonly isArchived: boolean;
  readonly supersedes: string | null;
  readonly parent: string | null;
  /** Ids of the units that it has a relation to. */
  readonly relations: readonly string[];
  readonly sources: readonly { readonly uri: string; readonly hash: string }[];
  readonly synthesis: string;
  /** Everything that the record states: claims, positions and reasons. */
  readonly record: string;
}

/** The Knowledge Unit of a page; `null` if it shows none. */
export function unitShownBy(page: Page): ShownUnit | null {
  const { metadata } = page.data;
  const unit = isMapping(metadata) ? metadata['knowledge-unit'] : undefined;
  if (!isMapping(unit)) return null;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const id = text(unit.id);
  if (id === '') return null;
  const items = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
    Array.isArray(value) ? value.filter(isMapping) : [];
  const named = (value: unknown): string | null => (text(value) === '' ? null : text(value));
  return {
    page,
    id,
    freshUntil: text(unit.fresh_until),
    isArchived: unit.status === 'superseded',
    supersedes: named(unit.supersedes),
    parent: named(unit.parent_ku_id),
    relations: items(unit.relations).flatMap(({ target_ku_id }) => named(target_ku_id) ?? []),
    sources: items(unit.sources).map(({ uri, content_hash }) => ({ uri: text(uri), hash: text(content_hash) })),
    synthesis: text(unit.synthesis),
    record: JSON.stringify([unit.canonical_question, unit.agreed, unit.disputed, unit.uncertain]),
  };
}

const unitsOfPages = new WeakMap<Snapshot['pages'], ReadonlyMap<string, ShownUnit>>();

/** Every unit that a page shows, by id. Several rules ask, and the pages of a snapshot are immutable. */
export function shownUnits({ pages }: Pick<Snapshot, 'pages'>): ReadonlyMap<string, ShownUnit> {
  const known = unitsOfPages.get(pages);
  if (known !== undefined) return known;
  const units = new Map<string, ShownUnit>();
  for (const page of pages.values()) {
    const unit = unitShownBy(page);
    if (unit !== null) units.set(unit.id, unit);
  }
  unitsOfPages.set(pages, units);
  return units;
}

/** Ids of the units that another one replaces, and of archived ones. They are kept as they are and need no care. */
export function replacedUnits(units: ReadonlyMap<string, ShownUnit>): ReadonlySet<string> {
  return new Set(
    [...units.values()].flatMap(({ id, isArchived, supersedes }) => [
      ...(supersedes === null ? [] : [supersedes]),
      ...(isArchived ? [id] : []),
    ]),
  );
}

/** The newest unit of a chain: what replaced `id`, or it was merged into, and so on. */
export function currentUnitOf(id: string, units: ReadonlyMap<string, ShownUnit>): string {
  const next = new Map<string, string>();
  for (const each of units.values()) {
    const [mergedInto] = each.relations;
    if (each.supersedes !== null) next.set(each.supersedes, each.id);
    if (each.isArchived && mergedInto !== undefined) next.set(each.id, mergedInto);
  }
  let current = id;
  // A chain is no longer than there are units: one that closes in itself ends, too.
  for (let left = units.size; left > 0; left -= 1) current = next.get(current) ?? current;
  return current;
}
