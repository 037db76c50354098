import { readFrontmatter } from '../markdown';
import { baseName } from '../vault';
import { type Authority } from '../workspace';
import { sourceIdFor } from './slug';
import { dateInFileName, readTimestamp } from './time';
import { type PageSchema, type Source } from './types';

/** A source before its id is made unique among the others. */
export interface SourceRecord extends Omit<Source, 'id' | 'authority'> {
  /** Frontmatter `id`, when it has a valid one. */
  readonly declaredId: string | null;
  /** Frontmatter `authority`; `null` when it says none. */
  readonly declaredAuthority: Authority | null;
}

const ID_PATTERN = /^[a-z0-9][a-z0-9-]{1,95}$/;

/** Whether a source's own text may describe it: only Markdown carries a frontmatter. */
export function canHaveFrontmatter(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

/**
 * A source from its file, and from its frontmatter where it is a `knowledge.source/v1`; another frontmatter belongs to the
 * source's content and says nothing. Source: AIP-10 JSON Schema, `source`.
 *
 * @param text the file's text where {@link canHaveFrontmatter}, else `null`
 */
export function readSource(path: string, size: number, mtime: number, text: string | null): SourceRecord {
  const data = text === null ? {} : readFrontmatter(text).data;
  const own = (field: string): unknown => (Object.hasOwn(data, field) ? data[field] : undefined);
  const described = own('schema') === 'knowledge.source/v1';
  const say = (field: string): unknown => (described ? own(field) : undefined);
  const id = say('id');
  const title = say('title');
  const authority = say('authority');
  const supersededBy = say('superseded_by');
  const stem = sourceStem(path);
  return {
    path,
    size,
    mtime,
    title: typeof title === 'string' && title.trim() !== '' ? title : stem,
    capturedAt: readTimestamp(say('captured_at')) ?? dateInFileName(stem),
    declaredAuthority: isAuthority(authority) ? authority : null,
    supersededBy: typeof supersededBy === 'string' && ID_PATTERN.test(supersededBy) ? supersededBy : null,
    declaredId: typeof id === 'string' && ID_PATTERN.test(id) ? id : null,
  };
}

/**
 * The sources of a wiki with their ids: declared ids first, then one from each file name, both in the order of the paths. An id that
 * is taken gets the extension (`paper.md` and `paper.pdf` are `paper` and `paper-pdf`), then a number.
 *
 * @param records in the order of their paths
 * @param known the sources so far; one that did not change stays the same object
 * @param touched paths whose content may be new though nothing else tells: these become new objects
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
 * When a source's content dates from: what it says itself, else `fallback` (a date found in the document), else `null`.
 * An ISO date or time.
 */
export function sourceDate(source: Source, fallback: string | null = null): string | null {
  return source.capturedAt ?? fallback;
}

/** How a page of that form names a source: by path in the text's form, by id in the entry form. Source: specs README, 1. */
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
