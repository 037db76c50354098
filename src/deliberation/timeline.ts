import { type KnowledgeUnit } from './types';

/** Something that happened to a unit, or will. Times are milliseconds since the epoch. */
export interface UnitEvent {
  /** `before`: a unit that this one replaces, at once or by others. `after`: one that replaces it. */
  readonly kind: 'before' | 'made' | 'changed' | 'after' | 'today' | 'fresh-until';
  readonly at: number;
  /** The unit or the source. */
  readonly name: string;
}

/** The same times come in this order. */
const ORDER = ['before', 'made', 'changed', 'after', 'today', 'fresh-until'] as const;

/**
 * The life of a unit: what it replaced, when it was made, when a source changed, what replaced it, and until when it is fresh.
 * @param changed when each source that differs was changed; `null` if nobody knows
 */
export function timelineOf(
  unit: KnowledgeUnit,
  units: ReadonlyMap<string, KnowledgeUnit>,
  changed: ReadonlyMap<string, number | null>,
  now: number,
): readonly UnitEvent[] {
  const events: UnitEvent[] = [];
  const add = (kind: UnitEvent['kind'], at: number | null, name: string): void => {
    if (at !== null && !Number.isNaN(at)) events.push({ kind, at, name });
  };
  const timeOf = ({ published_at = '' }: KnowledgeUnit): number => Date.parse(published_at);
  const seen = new Set([unit.id]);
  for (let older = units.get(unit.supersedes ?? ''); older !== undefined && !seen.has(older.id);) {
    seen.add(older.id);
    add('before', timeOf(older), older.id);
    older = units.get(older.supersedes ?? '');
  }
  const next = (id: string): KnowledgeUnit | undefined =>
    [...units.values()].find(({ supersedes, id: own }) => supersedes === id && !seen.has(own));
  for (let newer = next(unit.id); newer !== undefined; newer = next(newer.id)) {
    seen.add(newer.id);
    add('after', timeOf(newer), newer.id);
  }
  add('made', timeOf(unit), unit.id);
  for (const [uri, at] of changed) add('changed', at, uri);
  add('today', now, '');
  add('fresh-until', Date.parse(unit.fresh_until), '');
  return events.sort((a, b) => a.at - b.at || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
