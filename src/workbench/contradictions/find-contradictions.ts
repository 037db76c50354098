import { checkpoint, compareText, type Run } from '../../base';
import { findOpposed, isSamePair, makesStatement, type OpposedSide } from '../../ingest';
import { hashText } from '../../vault';
import {
  findPage,
  isDisputesPage,
  LOG_FILE,
  readCallouts,
  readContradictionBullet,
  readLedger,
  readLog,
  statementKey,
  type OpposedPair,
  type Page,
  type Snapshot,
} from '../../wiki';
import { type ContradictionSide } from '../review/contradictions';

/** A contradiction that pages of the wiki declare in `contradicts`. */
export interface WikiContradiction {
  /** Stable as long as both statements stay. */
  readonly id: string;
  /** What they disagree about; `''` if only the pages are known. */
  readonly attribute: string;
  /** The earlier statement first; `null` if code cannot tell which statements of the pages are meant. */
  readonly sides: readonly [ContradictionSide, ContradictionSide] | null;
  /** Paths of the pages that make one of the statements; those that make both come first. */
  readonly pages: readonly string[];
  /** Paths of the two pages that declare it. */
  readonly declaredBy: readonly [string, string];
  /** When the log first tells of it. ISO 8601, UTC; `null` if it does not. */
  readonly since: string | null;
}

/** As {@link WikiContradiction}, with what settling it needs. */
export interface FoundContradiction extends WikiContradiction {
  readonly pair: OpposedPair | null;
}

/** Every contradiction that waits for a person, in the order of the pages that declare it. */
export async function findContradictions(snapshot: Snapshot, run: Run): Promise<readonly FoundContradiction[]> {
  const found: FoundContradiction[] = [];
  for (const [page, other] of declaredPairs(snapshot)) {
    await checkpoint(run);
    found.push(...(await contradictionsBetween(snapshot, page, other)));
  }
  return found;
}

/** Each two pages of which one names the other in `contradicts`, once. */
function declaredPairs(snapshot: Snapshot): readonly (readonly [Page, Page])[] {
  const pairs = new Map<string, readonly [Page, Page]>();
  for (const page of snapshot.pages.values()) {
    for (const name of page.contradicts) {
      const other = findPage(snapshot, name);
      if (other === null || other === page) continue;
      const pair = compareText(page.path, other.path) < 0 ? ([page, other] as const) : ([other, page] as const);
      pairs.set(pair.map(({ path }) => path).join('\n'), pair);
    }
  }
  return [...pairs].sort(([a], [b]) => compareText(a, b)).map(([, pair]) => pair);
}

async function contradictionsBetween(
  snapshot: Snapshot,
  page: Page,
  other: Page,
): Promise<readonly FoundContradiction[]> {
  const hints = await readHints(snapshot, [page, other]);
  const places = await placesOf(snapshot, page, other);
  const found = (isGuessing: boolean): readonly OpposedPair[] => {
    const pairs: OpposedPair[] = [];
    for (const { sides, about } of places) {
      // A guess is made where the log says that it was found, or else once: most pages that rest on both sources dispute nothing.
      if (isGuessing && (hints.size > 0 ? !about.some(({ path }) => hints.has(path)) : pairs.length > 0)) continue;
      const names = about.flatMap(({ title, aliases }) => [title, ...aliases]);
      const hint = isGuessing ? (about.flatMap(({ path }) => hints.get(path)?.what ?? [])[0] ?? '') : null;
      for (const pair of findOpposed(sides, names, snapshot, hint))
        if (!pairs.some((known) => isSamePair(known, pair))) pairs.push(pair);
    }
    return pairs;
  };
  // Where one page tells what is disputed, no likeness of sentences on another page is taken for it.
  const certain = found(false);
  const pairs = certain.length > 0 ? certain : found(true);
  const [first] = hints.values();
  if (pairs.length === 0) return [await toContradiction(snapshot, [page, other], null, hints, first?.what ?? '')];
  return Promise.all(pairs.map((pair) => toContradiction(snapshot, [page, other], pair, hints, pair.attribute)));
}

/** Where the two sides are told: on the pages themselves, and on pages that rest on the sources of both. */
async function placesOf(
  snapshot: Snapshot,
  page: Page,
  other: Page,
): Promise<readonly { readonly sides: readonly [OpposedSide, OpposedSide]; readonly about: readonly Page[] }[]> {
  const [ids, otherIds] = [sourceIds(snapshot, page), sourceIds(snapshot, other)];
  const isSubject = ({ kind }: Page): boolean => kind !== 'summary';
  if (isSubject(page) && isSubject(other)) {
    const [text, otherText] = [await textOf(snapshot, page), await textOf(snapshot, other)];
    return [{ sides: [{ text }, { text: otherText }], about: [page, other] }];
  }
  const [first, second] = isSubject(page) ? [without(ids, otherIds), otherIds] : [ids, without(otherIds, ids)];
  const places = [];
  for (const each of pagesCiting(snapshot, ids, otherIds).filter(isSubject)) {
    const isOwn = each === page || each === other;
    if (!isOwn && !(cites(snapshot, each, ids) && cites(snapshot, each, otherIds))) continue;
    const text = await textOf(snapshot, each);
    const withOwn = (side: ReadonlySet<string>, declares: Page): ReadonlySet<string | null> =>
      each === declares ? new Set([...side, null]) : side;
    const sides = [
      { text, ids: withOwn(first, page) },
      { text, ids: withOwn(second, other) },
    ] as const;
    places.push({ sides, about: [each] });
  }
  // What is about the subject of no page is told on the summary of the later source.
  for (const each of [page, other].filter((side) => !isSubject(side))) {
    const text = await textOf(snapshot, each);
    if (readCallouts(text).some(({ state }) => state === 'open'))
      places.push({
        sides: [
          { text, ids: first },
          { text, ids: second },
        ] as const,
        about: [each],
      });
  }
  return places;
}

function without(ids: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !others.has(id)));
}

function sourceIds(snapshot: Snapshot, { sources }: Page): ReadonlySet<string> {
  return new Set(sources.flatMap((name) => snapshot.source(name)?.id ?? []));
}

function cites(snapshot: Snapshot, page: Page, ids: ReadonlySet<string>): boolean {
  return page.sources.some((name) => ids.has(snapshot.source(name)?.id ?? ''));
}

function pagesCiting(snapshot: Snapshot, ...ids: readonly ReadonlySet<string>[]): readonly Page[] {
  return [...snapshot.pages.values()]
    .filter((page) => !isDisputesPage(page) && ids.some((each) => cites(snapshot, page, each)))
    .sort((a, b) => compareText(a.path, b.path));
}

async function textOf(snapshot: Snapshot, { path }: Page): Promise<string> {
  return (await snapshot.text(path)) ?? '';
}

/** What the log first says about a contradiction, and when. */
interface LogHint {
  readonly what: string;
  readonly at: string | null;
}

type LogHints = ReadonlyMap<string, LogHint>;

/** What the log says about contradictions of the sources of two pages, by the path of the page that it names. */
async function readHints(snapshot: Snapshot, pages: readonly Page[]): Promise<LogHints> {
  const sources = new Set(pages.flatMap((page) => page.sources.flatMap((name) => snapshot.source(name)?.path ?? [])));
  const hints = new Map<string, LogHint>();
  for (const { at, subject, bullets } of readLog((await snapshot.text(LOG_FILE)) ?? '')) {
    if (!sources.has(subject)) continue;
    for (const bullet of bullets) {
      const told = readContradictionBullet(bullet);
      const path = told === null ? undefined : findPage(snapshot, told.name)?.path;
      if (told !== null && path !== undefined) hints.set(path, { what: told.what, at: hints.get(path)?.at ?? at });
    }
  }
  return hints;
}

async function toContradiction(
  snapshot: Snapshot,
  [page, other]: readonly [Page, Page],
  pair: OpposedPair | null,
  hints: LogHints,
  attribute: string,
): Promise<FoundContradiction> {
  const declaredBy = [page.path, other.path] as const;
  const keys = pair === null ? [] : pair.sides.map(statementKey);
  const id = hashText(JSON.stringify([declaredBy, keys])).slice(0, 8);
  const times = [...hints.values()].flatMap(({ at }) => at ?? []);
  const [since = null] = times.sort(compareText);
  if (pair === null) return { id, attribute, sides: null, pages: [], declaredBy, since, pair };
  const ids = new Set(pair.sides.flatMap(({ sourceId }) => sourceId ?? []));
  const saying: { readonly path: string; readonly sides: number }[] = [];
  const candidates = new Set([page, other, ...pagesCiting(snapshot, ids)]);
  for (const each of candidates) {
    const { claims } = readLedger(await textOf(snapshot, each));
    const sides = pair.sides.filter((side) => claims.some((claim) => makesStatement(claim, side))).length;
    // A summary says what its own source says, and tells of a contradiction only where both sides are on it.
    if (sides > (each.kind === 'summary' ? 1 : 0)) saying.push({ path: each.path, sides });
  }
  const pages = saying.sort((a, b) => b.sides - a.sides || compareText(a.path, b.path)).map(({ path }) => path);
  const [first, second] = pair.sides;
  const toSide = ({ text, sourceId, anchor }: typeof first): ContradictionSide => ({
    text,
    anchor,
    source: sourceId === null ? null : (snapshot.source(sourceId)?.path ?? null),
  });
  const ownTime = pages.flatMap((path) => hints.get(path)?.at ?? [])[0] ?? since;
  return { id, attribute, sides: [toSide(first), toSide(second)], pages, declaredBy, since: ownTime, pair };
}
