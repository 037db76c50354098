import { compareText, type Run } from '../base';
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

/**
 * The changes of the generated files after accepted page changes: index, log and provenance manifest. A file that stays
 * the same is left out. Source: AIP-10, "Required generated files".
 */
export async function generatedChanges(request: GeneratedRequest): Promise<readonly FileChange[]> {
  const { current, next, provenance, entry, run } = request;
  return rewriteFiles(current, run, [
    [INDEX_FILE, () => renderIndex(next)],
    [LOG_FILE, (old) => appendLog(old ?? '', renderLogEntry(entry))],
    [PROVENANCE_FILE, () => renderProvenance(provenance)],
  ]);
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
export function nextProvenance(recorded: Provenance, next: Snapshot, read: readonly SourceRead[]): Provenance {
  const hashes = new Map<string, string>();
  for (const [path, entry] of Object.entries(recorded.sources)) hashes.set(path, entry.contentHash);
  for (const source of read) hashes.set(source.path, source.hash);
  return buildProvenance(hashes, next);
}

/** Builds the provenance from hashes by source path, and the slugs of the pages that name each source. */
export function buildProvenance(hashes: ReadonlyMap<string, string>, next: Snapshot): Provenance {
  const slugs = new Map<string, Set<string>>();
  for (const page of next.pages.values()) {
    for (const ref of page.sources) {
      const path = next.source(ref)?.path ?? ref;
      if (!hashes.has(path)) continue;
      const named = slugs.get(path) ?? new Set();
      slugs.set(path, named.add(page.slug));
    }
  }
  const entries = [...hashes]
    .sort(([a], [b]) => compareText(a, b))
    .map(([path, contentHash]) => [path, { contentHash, slugs: [...(slugs.get(path) ?? [])].sort(compareText) }]);
  return { version: 1, hashAlgo: 'sha256', sources: Object.fromEntries(entries) as Provenance['sources'] };
}
