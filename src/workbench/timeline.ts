import { checkpoint, compareText, isoTime, type Run } from '../base';
import { readHistory, type HistoryEntry } from '../proposal';
import { LOG_FILE, readLog, type ParsedLogEntry, type Snapshot } from '../wiki';
import { sourceTitles } from './sources/source-titles';
import { type WikiSession } from './wiki-session';

/** How far apart the log and the journal may date one change. Milliseconds. */
const SLACK = 30_000;

/** A source, at the time at which the wiki first took it in. */
export interface TimelineSource {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly path: string;
  readonly title: string;
  /** Whether it is one that no change took in yet; `at` is then the date of its file. */
  readonly isWaiting: boolean;
}

/** A change of the wiki. */
export interface TimelineChange {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly title: string;
  /** `ingest`, `lint`, `query`, `manual`, `undo`, or another program's word. */
  readonly event: string;
  /** Of the transaction, for a change that the journal still has. */
  readonly id: string | null;
  readonly canUndo: boolean;
  readonly isUndone: boolean;
  /** Paths of the pages of today that it wrote. */
  readonly pages: readonly string[];
  /** How many pages it wrote, those included that are gone. */
  readonly count: number;
}

/** When the wiki got what. Everything is in the order of time. */
export interface WikiTimeline {
  readonly sources: readonly TimelineSource[];
  readonly changes: readonly TimelineChange[];
  /** How many of the pages of today there were at a time, at each time when it grew. */
  readonly growth: readonly { readonly at: string; readonly pages: number }[];
}

/** The log tells of every change, also of those whose undo has expired; the journal tells which can be undone. */
export async function wikiTimeline({ snapshot, journal }: WikiSession, run: Run): Promise<WikiTimeline> {
  const log = readLog((await snapshot.text(LOG_FILE)) ?? '').filter(isDated);
  await checkpoint(run);
  return timelineOf(snapshot, log, await readHistory(journal));
}

/** As times: one may give milliseconds, the other none. */
function byTime(a: { readonly at: string }, b: { readonly at: string }): number {
  return Date.parse(a.at) - Date.parse(b.at);
}

type DatedEntry = ParsedLogEntry & { readonly at: string };

function isDated(entry: ParsedLogEntry): entry is DatedEntry {
  return entry.at !== null;
}

function timelineOf(snapshot: Snapshot, log: readonly DatedEntry[], history: readonly HistoryEntry[]): WikiTimeline {
  const entries = [...log].sort(byTime);
  const matched = matchHistory(entries, history);
  const titles = sourceTitles(snapshot);
  const changes = entries.flatMap((entry): TimelineChange[] => {
    const known = matched.get(entry);
    const names = entry.bullets.flatMap((bullet) => /^(?:wrote|created|updated) (\S+)$/.exec(bullet)?.[1] ?? []);
    const pages = [...new Set(names.flatMap((name) => pathOf(snapshot, name) ?? []))];
    if (known === undefined && pages.length === 0 && entry.event === 'lint') return [];
    return [{ ...describe(titles, entry, known), pages, count: Math.max(names.length, pages.length) }];
  });
  const inLog = new Set(matched.values());
  const others = history
    .filter((entry) => !inLog.has(entry) && !entry.logOnly)
    .map((entry): TimelineChange => ({ ...describe(titles, null, entry), pages: [], count: 0 }));
  const all = [...changes, ...others].sort(byTime);
  return { changes: all, sources: arrivals(snapshot, titles, entries), growth: growthOf(snapshot, all) };
}

/** The transaction of each entry of the log: the nearest in time that no other entry has. */
function matchHistory(
  entries: readonly DatedEntry[],
  history: readonly HistoryEntry[],
): ReadonlyMap<DatedEntry, HistoryEntry> {
  const matched = new Map<DatedEntry, HistoryEntry>();
  const oldestFirst = [...history].reverse();
  let from = 0;
  for (const entry of entries) {
    const time = Date.parse(entry.at);
    while (from < oldestFirst.length && Date.parse(oldestFirst[from]?.at ?? '') < time - SLACK) from += 1;
    const next = oldestFirst[from];
    if (next === undefined || Date.parse(next.at) > time + SLACK) continue;
    matched.set(entry, next);
    from += 1;
  }
  return matched;
}

function describe(
  titles: ReadonlyMap<string, string>,
  entry: DatedEntry | null,
  known: HistoryEntry | undefined,
): Omit<TimelineChange, 'pages' | 'count'> {
  const isUndo = typeof known?.undoes === 'string';
  return {
    at: known?.at ?? entry?.at ?? isoTime(0),
    title: known?.title ?? titles.get(entry?.subject ?? '') ?? entry?.subject ?? '',
    event: isUndo ? 'undo' : (known?.event ?? entry?.event ?? ''),
    id: known?.id ?? null,
    canUndo: known?.undoneBy === null && !known.logOnly && !isUndo,
    isUndone: typeof known?.undoneBy === 'string',
  };
}

/** The log names pages by path or slug. */
function pathOf(snapshot: Snapshot, name: string): string | null {
  return (snapshot.pages.get(name) ?? snapshot.pageBySlug(name))?.path ?? null;
}

function arrivals(
  snapshot: Snapshot,
  titles: ReadonlyMap<string, string>,
  entries: readonly DatedEntry[],
): readonly TimelineSource[] {
  const first = new Map<string, string>();
  for (const { event, subject, at } of entries) if (event === 'ingest' && !first.has(subject)) first.set(subject, at);
  return [...snapshot.sources.values()]
    .map(({ path, title, mtime }): TimelineSource => {
      const at = first.get(path);
      return { at: at ?? isoTime(mtime), path, title: titles.get(path) ?? title, isWaiting: at === undefined };
    })
    .sort((a, b) => byTime(a, b) || compareText(a.path, b.path));
}

/** A page of which no change tells was there from the first one. */
function growthOf(snapshot: Snapshot, changes: readonly TimelineChange[]): WikiTimeline['growth'] {
  const born = new Map<string, string>();
  for (const { at, pages } of changes) for (const path of pages) if (!born.has(path)) born.set(path, at);
  const start = changes[0]?.at;
  if (start === undefined) return [];
  const times = [...snapshot.pages.keys()].map((path) => ({ at: born.get(path) ?? start })).sort(byTime);
  const growth: { at: string; pages: number }[] = [];
  for (const [index, { at }] of times.entries()) {
    const last = growth.at(-1);
    if (last?.at === at) last.pages = index + 1;
    else growth.push({ at, pages: index + 1 });
  }
  return growth;
}
