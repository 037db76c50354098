import { plural, throwIfCancelled, WikiError, type Run } from '../base';
import { hashText } from '../vault';
import {
  type Claim,
  isDisputesPage,
  LOG_FILE,
  type Page,
  readLedger,
  readLog,
  type Snapshot,
  type Source,
} from '../wiki';
import { MANIFEST_NAME } from '../workspace';
import { type Notice } from './types';
import { type WikiSession } from './wiki-session';

/** A source that is older than the retention of the wiki. */
export interface ExpiredSource {
  readonly path: string;
  readonly title: string;
  /** The date that counts: an ISO time, day, month or year. */
  readonly date: string;
  /** Where the date was found; `ingest` is the first ingest in the log. */
  readonly dateFrom: NonNullable<Source['dateFrom']> | 'ingest';
}

/** A statement of a page, all sources of which have expired. */
interface EndangeredClaim {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** Paths of the sources on which it rests. */
  readonly sources: readonly string[];
}

/** What the retention of a wiki asks for, and what pages would lose by it. */
export interface RetentionReport {
  /** `null` when sources are kept forever. */
  readonly days: number | null;
  /** Oldest first. */
  readonly expired: readonly ExpiredSource[];
  /** Sources without any date, which never expire. */
  readonly undated: readonly string[];
  /** Pages that would have no source left. */
  readonly pages: readonly { readonly path: string; readonly title: string }[];
  /** Statements that would have no source left. */
  readonly claims: readonly EndangeredClaim[];
  /** Identifies all of this: what a person confirms is what they saw. */
  readonly mark: string;
}

const DAY = 86_400_000;

/**
 * The sources that have expired, and what would lose its last source without them. Writes nothing.
 * @param chosen paths of some of them; all when absent
 * @throws WikiError `living-wiki:source_not_expired`
 */
export async function retentionReport(
  session: WikiSession,
  chosen: readonly string[] | undefined,
  run: Run,
): Promise<RetentionReport> {
  const { snapshot } = session;
  const { days, expired: all, undated } = await expiredSources(session);
  for (const path of chosen ?? []) if (!all.some((one) => one.path === path)) throw notExpired(path);
  const expired = all.filter(({ path }) => chosen?.includes(path) !== false);
  const gone = new Set(expired.map(({ path }) => path));
  const pages: { path: string; title: string }[] = [];
  const claims: EndangeredClaim[] = [];
  for (const page of gone.size === 0 ? [] : snapshot.pages.values()) {
    throwIfCancelled(run);
    const cited = isDisputesPage(page) ? [] : sourcesCitedBy(page, snapshot);
    if (!cited.some((path) => gone.has(path))) continue;
    if (cited.every((path) => gone.has(path))) pages.push({ path: page.path, title: page.title });
    for (const claim of readLedger((await snapshot.text(page.path)) ?? '').claims) {
      const sources = sourcesBehind(claim, snapshot);
      if (sources.length === 0 || !sources.every((path) => gone.has(path))) continue;
      claims.push({ path: page.path, line: claim.line, text: claim.text, sources });
    }
    await run.yieldToHost();
  }
  const hashes = await Promise.all(expired.map(({ path }) => snapshot.sourceHash(path)));
  const mark = hashText(JSON.stringify([hashes, expired, pages, claims])).slice(0, 16);
  return { days, expired, undated, pages, claims, mark };
}

function notExpired(path: string): WikiError {
  return new WikiError('living-wiki:source_not_expired', `${path} is no source that has expired.`, {
    path,
    remedy: 'List the expired sources: living-wiki retention.',
  });
}

/** What a person should know of sources that have expired; empty when there are none. */
export async function retentionNotices(session: WikiSession): Promise<readonly Notice[]> {
  const { days, expired } = await expiredSources(session);
  if (days === null || expired.length === 0) return [];
  const are = expired.length === 1 ? 'is' : 'are';
  const message = `${plural(expired.length, 'source')} ${are} older than the ${plural(days, 'day')} for which KNOWLEDGE.md keeps sources. Nothing is removed by itself. To see what would lose its last source: living-wiki retention, or “Review expired sources” in the app.`;
  return [{ code: 'living-wiki:source_expired', message, at: `${MANIFEST_NAME}#sources.retention` }];
}

/** What lint says of each source that has expired. Its cost follows the sources, not the pages, because lint runs often. */
export async function expiredFindings(
  session: WikiSession,
): Promise<readonly { readonly path: string; readonly message: string }[]> {
  const { days, expired } = await expiredSources(session);
  if (days === null) return [];
  const recorded = session.snapshot.provenance.sources;
  return expired.map(({ path, date }) => {
    const count = Object.hasOwn(recorded, path) ? (recorded[path]?.slugs.length ?? 0) : 0;
    const cited = count === 0 ? 'No page cites it' : `${plural(count, 'page')} ${count === 1 ? 'cites' : 'cite'} it`;
    return {
      path,
      message: `This source is from ${date.slice(0, 10)}, and KNOWLEDGE.md keeps sources for ${plural(days, 'day')}. ${cited}. Nothing is removed by itself. To see what would lose its last source: living-wiki retention, or “Review expired sources” in the app.`,
    };
  });
}

async function expiredSources({
  snapshot,
  lens,
  host,
}: WikiSession): Promise<Pick<RetentionReport, 'days' | 'expired' | 'undated'>> {
  const days = daysOf(lens.effective.sources.retention);
  if (days === null) return { days, expired: [], undated: [] };
  const ingested = await firstIngests(snapshot);
  const before = host.clock.now() - days * DAY;
  const expired: ExpiredSource[] = [];
  const undated: string[] = [];
  for (const { path, title, date, dateFrom } of snapshot.sources.values()) {
    const entered = ingested.get(path);
    if (date !== null && dateFrom !== null) {
      if (endOf(date) < before) expired.push({ path, title, date, dateFrom });
    } else if (entered === undefined) undated.push(path);
    else if (Date.parse(entered) < before) expired.push({ path, title, date: entered, dateFrom: 'ingest' });
  }
  expired.sort((a, b) => endOf(a.date) - endOf(b.date));
  return { days, expired, undated };
}

function daysOf(retention: string | undefined): number | null {
  const days = /^days:(\d+)$/.exec(retention ?? '')?.[1];
  return days === undefined ? null : Number(days);
}

/** When each source was ingested for the first time, by its path. The provenance manifest keeps no times; the log does. */
async function firstIngests(snapshot: Snapshot): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>();
  for (const { at, event, subject } of readLog((await snapshot.text(LOG_FILE)) ?? '')) {
    if (event === 'ingest' && at !== null && !times.has(subject)) times.set(subject, at);
  }
  return times;
}

/** The last moment of an ISO time, day, month or year, so that nothing expires too early. */
function endOf(date: string): number {
  const start = Date.parse(date);
  if (date.length > 'YYYY-MM-DD'.length) return start;
  if (date.length === 'YYYY-MM-DD'.length) return start + DAY;
  const next = new Date(start);
  if (date.length === 'YYYY'.length) next.setUTCFullYear(next.getUTCFullYear() + 1);
  else next.setUTCMonth(next.getUTCMonth() + 1);
  return next.getTime();
}

function sourcesCitedBy(page: Page, snapshot: Snapshot): readonly string[] {
  const cited = page.citations.map(({ id }) => snapshot.source(id));
  return pathsOf([...snapshot.sourcesOf(page), ...cited]);
}

function sourcesBehind({ notes, citations }: Claim, snapshot: Snapshot): readonly string[] {
  const ids = [...notes.map(({ sourceId }) => sourceId), ...citations];
  return pathsOf(ids.map((id) => snapshot.source(id)));
}

function pathsOf(sources: readonly (Source | undefined)[]): readonly string[] {
  return [...new Set(sources.flatMap((source) => (source === undefined ? [] : [source.path])))];
}
