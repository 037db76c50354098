import { checkpoint, compareText, type Run } from '../base';
import { hashText, type FileChange } from '../vault';
import {
  INDEX_FILE,
  LOG_FILE,
  PROVENANCE_FILE,
  appendLog,
  renderIndex,
  renderLogEntry,
  renderProvenance,
  type LogEntry,
  type Provenance,
  type RecordedSource,
  type Snapshot,
} from '../wiki';
import { type SourceRead } from '../change';

interface GeneratedRequest {
  /** Before the change. */
  readonly current: Snapshot;
  /** After the accepted page changes. */
  readonly next: Snapshot;
  readonly provenance: Provenance;
  /** Appended to the log. */
  readonly entry: LogEntry;
  readonly run: Run;
}

/** The changes of generated files, and the wiki after them. */
interface GeneratedFiles {
  readonly changes: readonly FileChange[];
  readonly next: Snapshot;
}

/**
 * The changes of the generated files after accepted page changes: index, log and provenance manifest. A file that stays
 * the same is left out. Source: AIP-10, "Required generated files".
 */
export async function generatedChanges(request: GeneratedRequest): Promise<GeneratedFiles> {
  const { current, next, provenance, entry, run } = request;
  const pinned = await rewriteFiles(current, run, [[PROVENANCE_FILE, () => renderProvenance(provenance)]]);
  // The index shows the dates that the provenance manifest records.
  const dated = next.with(pinned);
  const others = await rewriteFiles(current, run, [
    [INDEX_FILE, () => renderIndex(dated)],
    [LOG_FILE, (old) => appendLog(old ?? '', renderLogEntry(entry))],
  ]);
  return { changes: [...others, ...pinned], next: dated.with(others) };
}

/** A file and the function from its old to its new text; `null` when the file does not exist. */
export type FileRewrite = readonly [path: string, rewrite: (old: string | null) => string | null];

/**
 * The changes that rewrite these files; a file that stays the same is left out. Yields to the host between the steps, since
 * rendering and hashing the index of a large wiki takes long.
 */
export async function rewriteFiles(
  current: Snapshot,
  run: Run,
  files: readonly FileRewrite[],
): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const [path, rewrite] of files) {
    const old = await current.text(path);
    await run.yieldToHost();
    const text = rewrite(old);
    await run.yieldToHost();
    if (text === old) continue;
    if (old === null) changes.push({ op: 'create', path, text: text ?? '' });
    else {
      const expected = hashText(old);
      changes.push(text === null ? { op: 'delete', path, expected } : { op: 'update', path, expected, text });
    }
    await run.yieldToHost();
  }
  return changes;
}

/**
 * The provenance after a change: the recorded sources, those that the change has read, and for each source the slugs of
 * the pages that name it.
 */
export async function nextProvenance(
  recorded: Provenance,
  next: Snapshot,
  read: readonly SourceRead[],
  run: Run,
): Promise<Provenance> {
  const pinned = new Map<string, PinnedSource>(Object.entries(recorded.sources));
  for (const { path, hash, date } of read) pinned.set(path, { contentHash: hash, ...(date !== undefined && { date }) });
  return buildProvenance(await withDigests(pinned, next, run), next);
}

/** Adds the digest that `sources.hashAlgo` asks for to every source that still has the content that is pinned. */
async function withDigests(
  pinned: ReadonlyMap<string, PinnedSource>,
  next: Snapshot,
  run: Run,
): Promise<ReadonlyMap<string, PinnedSource>> {
  const { hashAlgo = 'sha256' } = next.manifest.sources;
  if (hashAlgo === 'sha256') return pinned;
  const result = new Map(pinned);
  for (const [path, source] of pinned) {
    if (source[hashAlgo] !== undefined || !next.sources.has(path)) continue;
    await checkpoint(run);
    if ((await next.sourceHash(path)) !== source.contentHash) continue;
    result.set(path, { ...source, [hashAlgo]: await next.sourceDigest(path, hashAlgo) });
  }
  return result;
}

/** What the provenance manifest records of a source; the pages that name it are found again. */
export type PinnedSource = Omit<RecordedSource, 'slugs'> & Partial<Pick<RecordedSource, 'slugs'>>;

/** Builds the provenance from the ingested sources by path, and the slugs of the pages that name each. */
export function buildProvenance(pinned: ReadonlyMap<string, PinnedSource>, next: Snapshot): Provenance {
  const slugs = new Map<string, Set<string>>();
  const add = (path: string, slug: string): void => {
    if (!pinned.has(path)) return;
    const named = slugs.get(path);
    if (named === undefined) slugs.set(path, new Set([slug]));
    else named.add(slug);
  };
  const { linksCite } = next.layout;
  for (const page of next.pages.values()) {
    for (const ref of page.sources) add(next.source(ref)?.path ?? ref, page.slug);
    if (linksCite) for (const { path } of next.sourcesOf(page)) add(path, page.slug);
  }
  const entries = [...pinned]
    .sort(([a], [b]) => compareText(a, b))
    .map(([path, source]) => [path, withSlugs(source, slugs.get(path))]);
  return { version: 1, hashAlgo: 'sha256', sources: Object.fromEntries(entries) as Provenance['sources'] };
}

/** An entry that stays the same stays the same object, which need not be rendered again. */
function withSlugs(source: PinnedSource, named: ReadonlySet<string> = new Set()): RecordedSource {
  const slugs = [...named].sort(compareText);
  const { slugs: known } = source;
  const isSame = known?.length === slugs.length && slugs.every((slug, at) => known[at] === slug);
  return isSame ? (source as RecordedSource) : { ...source, slugs };
}
