import { type Frontmatter, readFrontmatter } from '../markdown';
import { baseName } from '../vault';
import { type Authority } from '../workspace';
import { withoutExtension } from './names';
import { isSidecarName } from './paths';
import { sourceIdFor } from './slug';
import { isAuthority, readSourceDocument, SOURCE_ID_PATTERN } from './source-document';
import { dateInFileName, readDate } from './time';
import { type PageSchema, type Provenance, type Source, type SourceDocument } from './types';

/** A source before it gets a unique id. */
export interface SourceRecord extends Omit<Source, 'id' | 'authority' | 'date' | 'dateFrom'> {
  /** ISO date or time in the frontmatter. */
  readonly statedDate: string | null;
  /** Frontmatter `id`, if valid. */
  readonly declaredId: string | null;
  /** Frontmatter `authority`, if valid. */
  readonly declaredAuthority: Authority | null;
  /** The other path that a `knowledge.source/v1` document names as the one of its content. */
  readonly describes: string | null;
  /** When the source entered the wiki, as its sidecar says; `null` without a sidecar. */
  readonly capturedDate: string | null;
}

/** Frontmatter fields that date a document, the most reliable first. */
export const DATE_FIELDS = [
  'date',
  'published',
  'published_at',
  'publish_date',
  'updated',
  'updated_at',
  'last_updated',
  'lastmod',
  'modified',
  'captured_at',
  'created',
  'created_at',
] as const;

/** Bytes of the largest file that is read as a source. A larger one is listed only. Recordings have no such limit. */
export const MAX_SOURCE_BYTES = 192 * 1024 * 1024;

/** Whether the file may have frontmatter, as Markdown does, or is a sidecar in YAML or JSON. */
export function canHaveFrontmatter(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path) || isSidecarName(path);
}

/**
 * Reads a source from its file and its `knowledge.source/v1` frontmatter. Any other frontmatter is content of the source, of
 * which only the date counts. Source: AIP-10 JSON Schema, `source`.
 *
 * @param text the text of the file if it {@link canHaveFrontmatter}, else `null`
 */
export function readSource(path: string, size: number, mtime: number, text: string | null): SourceRecord {
  const content = text === null || !isSidecarName(path) ? text : asFrontmatter(text);
  const frontmatter = content === null ? null : readFrontmatter(content);
  const data = frontmatter?.data ?? {};
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
    statedDate: (hasSchema ? ['captured_at'] : DATE_FIELDS).map((field) => readDate(own(field))).find(Boolean) ?? null,
    declaredAuthority: isAuthority(authority) ? authority : null,
    supersededBy: typeof supersededBy === 'string' && SOURCE_ID_PATTERN.test(supersededBy) ? supersededBy : null,
    declaredId: typeof id === 'string' && SOURCE_ID_PATTERN.test(id) ? id : null,
    describes: hasSchema && typeof content === 'string' ? otherPath(path, own('path')) : null,
    capturedDate: null,
    document: hasSchema && content !== null && frontmatter ? readDocument(path, content, frontmatter) : null,
  };
}

/** YAML, or JSON, which is YAML, as the frontmatter of a Markdown file. */
function asFrontmatter(text: string): string {
  return `---\n${text.replace(/^\uFEFF?(---[ \t]*(\r\n|\n|\r))?/, '')}\n---\n`;
}

function otherPath(path: string, stated: unknown): string | null {
  return typeof stated === 'string' && stated !== path ? stated : null;
}

function readDocument(path: string, content: string, frontmatter: Frontmatter): SourceDocument {
  const document = readSourceDocument(path, content, frontmatter);
  if (!isSidecarName(path)) return document;
  // The file lacks the line above the fields.
  const problems = document.problems.map((problem) => ({ ...problem, line: Math.max(1, problem.line - 1) }));
  return { ...document, problems };
}

/**
 * Assigns unique ids to the sources: declared ids first, then ids from file names, both in the order of the paths. An id that
 * is already taken gets the extension (`paper.md` and `paper.pdf` become `paper` and `paper-pdf`), then a number.
 *
 * @param records sorted by path
 * @param recorded what the provenance manifest says of them: the dates that their documents give
 * @param known the previous sources; an unchanged source stays the same object
 * @param touched paths whose content may have changed; these become new objects
 */
export function assignSourceIds(
  records: readonly SourceRecord[],
  fallback: Authority,
  recorded: Provenance['sources'] = {},
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
    if (claim(record, factsOfName(record).id)) continue;
    const stem = sourceStem(record.path);
    const long = sourceIdFor(`${stem}-${baseName(record.path).slice(stem.length + 1)}`);
    if (claim(record, long)) continue;
    for (let number = 2; !claim(record, `${long.slice(0, 88)}-${number}`); number += 1);
  }
  const toSource = (record: SourceRecord, id: string): Source => {
    const old = touched.has(record.path) ? undefined : known.get(record.path);
    const authority = record.declaredAuthority ?? fallback;
    const { path, title, size, mtime, supersededBy, document, statedDate, capturedDate } = record;
    const documentDate = Object.hasOwn(recorded, path) ? recorded[path]?.date : undefined;
    const dated = dateSource(statedDate, documentDate ?? null, factsOfName(record).date, capturedDate);
    const isSame = old?.id === id && old.authority === authority && old.date === dated.date;
    if (isSame && old.title === title && old.supersededBy === supersededBy && isSameDocument(old, record)) return old;
    return { path, id, title, size, mtime, ...dated, authority, supersededBy, document };
  };
  return new Map(records.map((record) => [record.path, toSource(record, ids.get(record.path) ?? '')]));
}

/** What the name of a file says: the id that it would have if no other source had it, and a date. */
interface FactsOfName {
  readonly id: string;
  readonly date: string | null;
}

/** Ids are assigned again with each change of the manifest, and the names of all other sources are still the same then. */
const factsOfNames = new WeakMap<SourceRecord, FactsOfName>();

function factsOfName(record: SourceRecord): FactsOfName {
  let facts = factsOfNames.get(record);
  if (facts === undefined) {
    const stem = sourceStem(record.path);
    facts = { id: sourceIdFor(stem), date: dateInFileName(stem) };
    factsOfNames.set(record, facts);
  }
  return facts;
}

/** A sidecar that changed makes another document, whose problems are others. */
function isSameDocument({ document }: Source, record: SourceRecord): boolean {
  return document === record.document || JSON.stringify(document) === JSON.stringify(record.document);
}

/**
 * The date of a source and where it was found: its frontmatter, else the document itself, else the file name, else the time
 * when it entered the wiki.
 *
 * @param stated in the frontmatter
 * @param inDocument found when its text was read
 * @param inName in the name of its file
 * @param captured in the sidecar
 */
function dateSource(
  stated: string | null,
  inDocument: string | null,
  inName: string | null,
  captured: string | null,
): Pick<Source, 'date' | 'dateFrom'> {
  if (stated !== null) return { date: stated, dateFrom: 'frontmatter' };
  if (inDocument !== null) return { date: inDocument, dateFrom: 'document' };
  if (inName !== null) return { date: inName, dateFrom: 'file name' };
  return { date: captured, dateFrom: captured === null ? null : 'sidecar' };
}

/**
 * The date of a source whose text is at hand, which may be newer than the recorded one.
 *
 * @param inDocument the date that the document gives; `null` when none
 * @returns an ISO time, day, month or year
 */
export function sourceDate({ path, date, dateFrom }: Source, inDocument: string | null): string | null {
  const [stated, captured] = [dateFrom === 'frontmatter', dateFrom === 'sidecar'].map((holds) => (holds ? date : null));
  return dateSource(stated ?? null, inDocument, dateInFileName(sourceStem(path)), captured ?? null).date;
}

/** The reference to a source in the `sources` field of a page: its path in the page form, its id in the entry form. */
export function sourceReference(source: Source, schema: PageSchema): string {
  return schema === 'knowledge.entry/v1' ? source.id : source.path;
}

export function sourceStem(path: string): string {
  return withoutExtension(baseName(path));
}

/** More would be a mistake. */
const MAX_SUCCESSORS = 100;

/**
 * Whether another source of the wiki replaces this one (`superseded_by`). A successor that does not exist, and a circle, do not
 * count. Source: AIP-10 JSON Schema, `superseded_by` ("tombstones the source for contradiction-policy purposes").
 *
 * @param find a source by its id
 */
export function isSuperseded(source: Source, find: (id: string) => Source | undefined): boolean {
  const successorOf = ({ supersededBy }: Source): Source | undefined =>
    supersededBy === null ? undefined : find(supersededBy);
  let next = successorOf(source);
  if (next === undefined) return false;
  for (let steps = 0; next !== undefined && steps < MAX_SUCCESSORS; steps += 1) {
    if (next.path === source.path) return false;
    next = successorOf(next);
  }
  return next === undefined;
}
