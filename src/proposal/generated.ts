import { compareText, type Run } from '../base';
import { hashText, type FileChange } from '../vault';
import {
  appendLog,
  renderIndex,
  renderLogEntry,
  renderProvenance,
  type LogEntry,
  type Provenance,
  type Snapshot,
} from '../wiki';
import { type SourceRead } from '../change';

export const INDEX_FILE = '_index.md';
export const LOG_FILE = '_log.md';
export const PROVENANCE_FILE = '_manifest.json';

export interface GeneratedRequest {
  /** Before the change: what the generated files hold now. */
  readonly current: Snapshot;
  /** With the accepted page changes. */
  readonly next: Snapshot;
  readonly provenance: Provenance;
  /** Appended to the log; `null` for a change that is not logged. */
  readonly entry: LogEntry | null;
  readonly run: Run;
}

/**
 * The generated files as they follow from what was accepted: index, provenance manifest and log, as changes of what
 * they hold now. A file that would not change is not among them. Source: AIP-10, "Required generated files".
 */
export async function generatedChanges(request: GeneratedRequest): Promise<readonly FileChange[]> {
  const { current, next, provenance, entry, run } = request;
  const log: readonly FileRewrite[] = entry ? [[LOG_FILE, (old) => appendLog(old ?? '', renderLogEntry(entry))]] : [];
  return rewriteFiles(current, run, [
    [INDEX_FILE, () => renderIndex(next)],
    ...log,
    [PROVENANCE_FILE, () => renderProvenance(provenance)],
  ]);
}

/** A file, and what it is to hold by what it holds now; `null` for a file that is not there. */
export type FileRewrite = readonly [path: string, make: (old: string | null) => string | null];

/**
 * Files written anew, as changes of what they hold now; one that would not change is not among them. Rendering the index
 * of a large wiki takes long, and hashing it longer: others run in between.
 */
export async function rewriteFiles(
  current: Snapshot,
  run: Run,
  files: readonly FileRewrite[],
): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const [path, make] of files) {
    const old = await current.text(path);
    await run.yieldToHost();
    const text = make(old);
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
 * The provenance after a change: what was recorded, with the sources that the change has read, and for each source
 * the slugs of the pages that now name it. Source: specs README, 12.
 */
export function nextProvenance(recorded: Provenance, next: Snapshot, read: readonly SourceRead[]): Provenance {
  const hashes = new Map<string, string>();
  for (const [path, entry] of Object.entries(recorded.sources)) hashes.set(path, entry.contentHash);
  for (const source of read) hashes.set(source.path, source.hash);
  return buildProvenance(hashes, next);
}

/** Provenance from source paths with their hashes; the slugs are those of the pages that name each source. */
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
