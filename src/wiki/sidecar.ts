import { type MarkdownProblem } from '../markdown';
import { isSidecarName, isSignatureName } from './paths';
import { sourceStem, type SourceRecord } from './source';

/** What sidecars say, applied to the sources that they describe. */
interface DescribedSources {
  /** Without the sidecars, which are no sources themselves. */
  readonly records: readonly SourceRecord[];
  /** Sidecars without effect, by path. */
  readonly problems: ReadonlyMap<string, readonly MarkdownProblem[]>;
}

/**
 * Applies sidecars: `knowledge.source/v1` documents whose `path` names another source, such as a PDF, which cannot have
 * frontmatter. A Markdown document that names no source is taken for a source with a mistake in its `path`.
 * Source: AIP-10 JSON Schema, `source.path`: "Path to the raw bytes".
 *
 * @param found sorted by path; signatures are left out
 */
export function applySidecars(found: readonly SourceRecord[]): DescribedSources {
  const all = found.some(({ path }) => isSignatureName(path))
    ? found.filter(({ path }) => !isSignatureName(path))
    : found;
  const sidecars = all.filter(({ describes }) => describes !== null);
  if (sidecars.length === 0) return { records: all, problems: new Map() };
  const byPath = new Map(all.map((record) => [record.path, record]));
  const described = new Map<string, SourceRecord>();
  const removed = new Set<string>();
  const problems = new Map<string, readonly MarkdownProblem[]>();
  for (const sidecar of sidecars) {
    const { path, document } = sidecar;
    const target = byPath.get(sidecar.describes ?? '');
    const problem = problemOf(target, described);
    if (problem !== null && !isSidecarName(path)) continue;
    removed.add(path);
    const { line, column } = document?.problems.find(({ field }) => field === 'path') ?? { line: 1, column: 1 };
    if (problem !== null) problems.set(path, [{ path, line, column, message: problem }]);
    else if (target !== undefined) described.set(target.path, describe(target, sidecar));
  }
  const records = all.flatMap((record) => (removed.has(record.path) ? [] : [described.get(record.path) ?? record]));
  return { records, problems };
}

function problemOf(target: SourceRecord | undefined, described: ReadonlyMap<string, SourceRecord>): string | null {
  if (target?.describes !== null) {
    return '`path` of this document names no source, so the document has no effect. Correct it.';
  }
  return described.has(target.path) ? 'Another document describes the same source. Remove one of them.' : null;
}

/** Its own frontmatter gives way: the bytes of a source never change, while its sidecar may. */
function describe(target: SourceRecord, sidecar: SourceRecord): SourceRecord {
  const { declaredId, declaredAuthority, supersededBy, document, title, statedDate } = sidecar;
  return {
    ...target,
    title: title === sourceStem(sidecar.path) ? target.title : title,
    declaredId: declaredId ?? target.declaredId,
    declaredAuthority: declaredAuthority ?? target.declaredAuthority,
    supersededBy: supersededBy ?? target.supersededBy,
    capturedDate: statedDate,
    document: document && { ...document, problems: document.problems.filter(({ field }) => field !== 'path') },
  };
}
