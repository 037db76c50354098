import { isMapping } from '../base';
import { type Citation, type Heading, type TextLink } from '../markdown';
import {
  type CacheRow,
  decodeAll,
  isJson,
  isTextOrNull,
  isTextList,
  isNumber,
  isCount,
  isPosition,
  isOffset,
} from './cache-rows';
import { isText } from './field-values';
import { isKind } from './paths';
import { type Page, type PageFootnotes, type PageProblem } from './types';

const LINK_FORMS = ['wikilink', 'markdown', 'reference'] as const;
const SCHEMAS = [null, 'knowledge/v1', 'knowledge.entry/v1'] as const;
const PROBLEM_CODES = ['schema_missing', 'entry_invalid'] as const;
const FOOTNOTE_PROBLEMS = ['undefined', 'duplicate', 'unused'] as const;
const CELLS_PER_LINK = 10;

/** A page in two rows: what it says of itself, and what its text holds, which not every command asks for. */
interface PageRows {
  readonly fields: CacheRow;
  readonly body: CacheRow;
}

/** `null` for a page that JSON cannot represent, for example with an infinite number. It is read from its file each time. */
export function encodePage(page: Page): PageRows | null {
  return isJson(page.data, 32) ? { fields: encodeFields(page), body: encodeBody(page) } : null;
}

function encodeFields(page: Page): CacheRow {
  return [
    page.slug,
    SCHEMAS.indexOf(page.schema),
    page.kind,
    page.title,
    page.sources,
    page.confidence,
    page.updatedAt,
    page.supersedes,
    page.contradicts,
    page.declaredLinks,
    page.tags,
    page.aliases,
    page.data,
  ];
}

function encodeBody(page: Page): CacheRow {
  return [
    page.bodyStart,
    page.links.flatMap(encodeLink),
    page.headings.map(({ level, text, start, end, line, raw }) => [
      level,
      text,
      start,
      end,
      line,
      ...(raw === undefined ? [] : [raw]),
    ]),
    page.blockIds,
    page.citations.map(({ id, start, end, line, column }) => [id, start, end, line, column]),
    page.summary,
    page.words,
    page.problems.map(({ code, message, line, column, field }) => [
      PROBLEM_CODES.indexOf(code),
      message,
      line,
      column,
      ...(field === undefined ? [] : [field]),
    ]),
    [
      page.footnotes.count,
      ...page.footnotes.problems.map(({ kind, label, line, column }) => [
        FOOTNOTE_PROBLEMS.indexOf(kind),
        label,
        line,
        column,
      ]),
    ],
  ];
}

/** Offsets are relative, so that most have one or two digits: links are most of the cache. */
function encodeLink(link: TextLink): CacheRow {
  const { form, embed, external, target, fragment, text, start, end, targetStart, targetEnd, line, column } = link;
  const flags = LINK_FORMS.indexOf(form) * 4 + (embed ? 2 : 0) + (external ? 1 : 0);
  const inside = [end - start, targetStart - start, targetEnd - targetStart];
  return [flags, target, fragment ?? 0, text ?? 0, start, ...inside, line, column];
}

export type PageBody = Pick<
  Page,
  'bodyStart' | 'links' | 'headings' | 'blockIds' | 'citations' | 'summary' | 'words' | 'problems' | 'footnotes'
>;
type PageFields = Omit<Page, 'path' | keyof PageBody>;

/** A page of which the text is decoded when something in it is first asked for. */
class LazyPage implements Page {
  readonly slug;
  readonly schema;
  readonly kind;
  readonly title;
  readonly sources;
  readonly confidence;
  readonly updatedAt;
  readonly supersedes;
  readonly contradicts;
  readonly declaredLinks;
  readonly tags;
  readonly aliases;
  readonly data;
  #body: PageBody | (() => PageBody);

  constructor(
    readonly path: string,
    fields: PageFields,
    readBody: () => PageBody,
  ) {
    this.slug = fields.slug;
    this.schema = fields.schema;
    this.kind = fields.kind;
    this.title = fields.title;
    this.sources = fields.sources;
    this.confidence = fields.confidence;
    this.updatedAt = fields.updatedAt;
    this.supersedes = fields.supersedes;
    this.contradicts = fields.contradicts;
    this.declaredLinks = fields.declaredLinks;
    this.tags = fields.tags;
    this.aliases = fields.aliases;
    this.data = fields.data;
    this.#body = readBody;
  }

  get bodyStart(): number {
    return this.#known.bodyStart;
  }

  get links(): Page['links'] {
    return this.#known.links;
  }

  get headings(): Page['headings'] {
    return this.#known.headings;
  }

  get blockIds(): Page['blockIds'] {
    return this.#known.blockIds;
  }

  get citations(): Page['citations'] {
    return this.#known.citations;
  }

  get summary(): string {
    return this.#known.summary;
  }

  get words(): number {
    return this.#known.words;
  }

  get footnotes(): PageFootnotes {
    return this.#known.footnotes;
  }

  get problems(): Page['problems'] {
    return this.#known.problems;
  }

  get #known(): PageBody {
    if (typeof this.#body !== 'function') return this.#body;
    // The text of its line in the cache is kept no longer than it is needed.
    this.#body = this.#body();
    return this.#body;
  }
}

/** Most pages of a vault of notes have no lists: one for all of them leaves less to be collected. */
const NONE: readonly string[] = [];
const NO_DATA: PageFields['data'] = {};

const orNone = (list: readonly string[]): readonly string[] => (list.length === 0 ? NONE : list);

const FIELD_CELLS = 13;
const BODY_CELLS = 9;

/** @param size of the file in bytes, the limit for offsets */
export function decodePage(path: string, row: CacheRow, body: unknown, size: number): Page | null {
  const fields = decodeFields(row);
  const text = decodeBody(body, size);
  return fields === null || text === null ? null : { path, ...fields, ...text };
}

/** @param readBody gives what the text of the page holds, when it is first asked for */
export function decodeLazily(path: string, row: CacheRow, readBody: () => PageBody): Page | null {
  const fields = decodeFields(row);
  return fields === null ? null : new LazyPage(path, fields, readBody);
}

function decodeFields(row: CacheRow): PageFields | null {
  if (row.length !== FIELD_CELLS) return null;
  const [slug, schemaAt, kind, title, sources, confidence, updatedAt, supersedes, contradicts] = row;
  const [declaredLinks, tags, aliases, data] = row.slice(9);
  const schema = typeof schemaAt === 'number' ? SCHEMAS[schemaAt] : undefined;
  if (schema === undefined || !isText(slug) || !isText(kind) || !isKind(kind) || !isText(title)) return null;
  if (!isNumber(confidence) || confidence > 1 || !isTextOrNull(updatedAt) || !isMapping(data)) return null;
  if (!isTextList(sources) || !isTextList(supersedes) || !isTextList(contradicts)) return null;
  if (!isTextList(declaredLinks) || !isTextList(tags) || !isTextList(aliases)) return null;
  return {
    slug,
    schema,
    kind,
    title,
    sources: orNone(sources),
    confidence,
    updatedAt,
    supersedes: orNone(supersedes),
    contradicts: orNone(contradicts),
    declaredLinks: orNone(declaredLinks),
    tags: orNone(tags),
    aliases: orNone(aliases),
    data: Object.keys(data).length === 0 ? NO_DATA : data,
  };
}

export function decodeBody(row: unknown, size: number): PageBody | null {
  if (!Array.isArray(row) || row.length !== BODY_CELLS) return null;
  const [bodyStart, linkCells, headingRows, blockIds, citationRows, summary, words, problemRows, notes] =
    row as CacheRow;
  const footnotes = decodeFootnotes(notes);
  const links = decodeLinks(linkCells, size);
  const headings = decodeAll(headingRows, (cells) => decodeHeading(cells, size));
  const citations = decodeAll(citationRows, (cells) => decodeCitation(cells, size));
  const problems = decodeAll(problemRows, decodeProblem);
  if (footnotes === null || links === null || headings === null || citations === null || problems === null) return null;
  if (!isOffset(bodyStart, size) || !isTextList(blockIds) || !isText(summary) || !isCount(words)) return null;
  return { bodyStart, links, headings, blockIds, citations, summary, words, problems, footnotes };
}

function decodeLinks(cells: unknown, size: number): readonly TextLink[] | null {
  if (!Array.isArray(cells) || cells.length % CELLS_PER_LINK !== 0) return null;
  const links: TextLink[] = [];
  for (let at = 0; at < cells.length; at += CELLS_PER_LINK) {
    const link = decodeLink(cells as CacheRow, at, size);
    if (link === null) return null;
    links.push(link);
  }
  return links;
}

function decodeLink(cells: CacheRow, at: number, size: number): TextLink | null {
  const flags = cells[at];
  const target = cells[at + 1];
  const fragment = cells[at + 2];
  const text = cells[at + 3];
  const start = cells[at + 4];
  const length = cells[at + 5];
  const skip = cells[at + 6];
  const targetLength = cells[at + 7];
  const line = cells[at + 8];
  const column = cells[at + 9];
  if (!isCount(flags) || !isText(target) || !isPosition(line) || !isPosition(column)) return null;
  if (!(fragment === 0 || isText(fragment)) || !(text === 0 || isText(text))) return null;
  // `skip` is negative if the definition of a reference precedes its use.
  if (!isCount(start) || !isCount(length) || !Number.isSafeInteger(skip) || !isCount(targetLength)) return null;
  const form = LINK_FORMS[flags >> 2];
  const targetStart = start + (skip as number);
  if (form === undefined || start + length > size || targetStart < 0 || targetStart + targetLength > size) return null;
  return {
    form,
    embed: (flags & 2) !== 0,
    target,
    fragment: fragment === 0 ? null : fragment,
    text: text === 0 ? null : text,
    external: (flags & 1) !== 0,
    start,
    end: start + length,
    targetStart,
    targetEnd: targetStart + targetLength,
    line,
    column,
  };
}

function decodeHeading(cells: CacheRow, size: number): Heading | null {
  const [level, text, start, end, line, raw] = cells;
  if (
    !isPosition(level) ||
    level > 6 ||
    !isText(text) ||
    !isOffset(end, size) ||
    !isOffset(start, end) ||
    !isPosition(line)
  )
    return null;
  if (cells.length > 5 && !isText(raw)) return null;
  const heading = { level, text, start, end, line };
  return isText(raw) ? { ...heading, raw } : heading;
}

function decodeCitation(cells: CacheRow, size: number): Citation | null {
  const [id, start, end, line, column] = cells;
  if (!isText(id) || !isOffset(end, size) || !isOffset(start, end) || !isPosition(line) || !isPosition(column))
    return null;
  return { id, start, end, line, column };
}

function decodeProblem(cells: CacheRow): PageProblem | null {
  const [codeAt, message, line, column, field] = cells;
  const code = PROBLEM_CODES[codeAt as number];
  if (code === undefined || !isText(message) || !isPosition(line) || !isPosition(column)) return null;
  if (cells.length > 4 && !isText(field)) return null;
  const problem = { code, message, line, column };
  return isText(field) ? { ...problem, field } : problem;
}

function decodeFootnotes(cells: unknown): PageFootnotes | null {
  const [count, ...rows] = Array.isArray(cells) ? (cells as CacheRow) : [];
  const problems = decodeAll(rows, (row) => {
    const [kindAt, label, line, column] = row;
    const kind = FOOTNOTE_PROBLEMS[kindAt as number];
    if (kind === undefined || !isText(label) || !isPosition(line) || !isPosition(column)) return null;
    return { kind, label, line, column };
  });
  return isCount(count) && problems !== null ? { count, problems } : null;
}
