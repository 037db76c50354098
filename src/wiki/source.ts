import { readFrontmatter } from '../markdown';
import { baseName } from '../vault';
import { type Authority } from '../workspace';
import { sourceIdFor } from './slug';
import { dateInFileName, readTimestamp } from './time';
import { type PageSchema, type Source } from './types';

/** A source before it gets a unique id. */
export interface SourceRecord extends Omit<Source, 'id' | 'authority'> {
  /** Frontmatter `id`, if valid. */
  readonly declaredId: string | null;
  /** Frontmatter `authority`, if valid. */
  readonly declaredAuthority: Authority | null;
}

const ID_PATTERN = /^[a-z0-9][a-z0-9-]{1,95}$/;

/** Whether the file may have frontmatter, which only Markdown does. */
export function canHaveFrontmatter(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

/**
 * Reads a source from its file and its `knowledge.source/v1` frontmatter. Any other frontmatter is content of the source and
 * is ignored. Source: AIP-10 JSON Schema, `source`.
 *
 * @param text the text of the file if it {@link canHaveFrontmatter}, else `null`
 */
export function readSource(path: string, size: number, mtime: number, text: string | null): SourceRecord {
  const data = text === null ? {} : readFrontmatter(text).data;
  const own = (field: string): unknown => (Object.hasOwn(data, field) ? data[field] : undefined);
  const hasSchema = own('schema') === 'knowledge.source/v1';
  const read = (field: string): unknown => (hasSchema ? own(field) : undefined);
  const id = read('id');
  const title = read('title');
  const authority = read('authority');
  const supersededBy = read('superseded_by');
  const stem = sourceStem(path);
  return {
    path,
    size,
    mtime,
    title: typeof title === 'string' && title.trim() !== '' ? title : stem,
    capturedAt: readTimestamp(read('captured_at')) ?? dateInFileName(stem),
    declaredAuthority: isAuthority(authority) ? authority : null,
    supersededBy: typeof supersededBy === 'string' && ID_PATTERN.test(supersededBy) ? supersededBy : null,
    declaredId: typeof id === 'string' && ID_PATTERN.test(id) ? id : null,
  };
}

/**
 * Assigns unique ids to the sources: declared ids first, then ids from file names, both in the order of the paths. An id that
 * is already taken gets the extension (`paper.md` and `paper.pdf` become `paper` and `paper-pdf`), then a number.
 *
 * @param records sorted by path
 * @param known the previous sources; an unchanged source stays the same object
 * @param touched paths whose content may have changed; these become new objects
 */
export function assignSourceIds(
  records: readonly SourceRecord[],
  fallback: Authority,
  known: ReadonlyMap<string, Source> = new Map(),
  touched: ReadonlyMap<string, unknown> = new Map(),
): ReadonlyMap<string, Source> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  const claim = (record: SourceRecord, id: string): boolean => {
    if (taken.has(id)) return false;
    taken.add(id);
    ids.set(record.path, id);
    return true;
  };
  for (const record of records) if (record.declaredId !== null) claim(record, record.declaredId);
  for (const record of records) {
    if (ids.has(record.path)) continue;
    const stem = sourceStem(record.path);
    if (claim(record, sourceIdFor(stem))) continue;
    const long = sourceIdFor(`${stem}-${baseName(record.path).slice(stem.length + 1)}`);
    if (claim(record, long)) continue;
    for (let number = 2; !claim(record, `${long.slice(0, 88)}-${number}`); number += 1);
  }
  const toSource = (record: SourceRecord, id: string): Source => {
    const old = touched.has(record.path) ? undefined : known.get(record.path);
    const authority = record.declaredAuthority ?? fallback;
    if (old?.id === id && old.authority === authority) return old;
    const { path, title, size, mtime, capturedAt, supersededBy } = record;
    return { path, id, title, size, mtime, capturedAt, authority, supersededBy };
  };
  return new Map(records.map((record) => [record.path, toSource(record, ids.get(record.path) ?? '')]));
}

/**
 * The date of a source, as an ISO date or time: its own statement, else `fallback` (a date found in the document).
 */
export function sourceDate(source: Source, fallback: string | null = null): string | null {
  return source.capturedAt ?? fallback;
}

/** The reference to a source in the `sources` field of a page: its path in the page form, its id in the entry form. */
export function sourceReference(source: Source, schema: PageSchema): string {
  return schema === 'knowledge.entry/v1' ? source.id : source.path;
}

function sourceStem(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function isAuthority(value: unknown): value is Authority {
  return value === 'primary' || value === 'secondary' || value === 'rumour';
}
