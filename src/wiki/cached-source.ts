import { isText } from './field-values';
import { type CacheRow, decodeAll, isTextOrNull, isPosition } from './cache-rows';
import { type SourceRecord } from './source';
import { type SourceDocument } from './types';

const AUTHORITIES = [null, 'primary', 'secondary', 'rumour'] as const;

export function encodeSource(record: SourceRecord): CacheRow {
  const { title, statedDate, declaredAuthority, supersededBy, declaredId, describes, document } = record;
  const declared = [title, statedDate, AUTHORITIES.indexOf(declaredAuthority), supersededBy, declaredId, describes];
  return [...declared, document === null ? 0 : encodeDocument(document)];
}

function encodeDocument({ id, contentHash, problems }: SourceDocument): CacheRow {
  return [id, contentHash, problems.map(({ field, message, line, column }) => [field, message, line, column])];
}

export function decodeSource(path: string, row: CacheRow, size: number, mtime: number): SourceRecord | null {
  const [title, statedDate, authorityAt, supersededBy, declaredId, describes, documentCells] = row;
  const declaredAuthority = AUTHORITIES[authorityAt as number];
  if (row.length !== 7 || !isText(title) || declaredAuthority === undefined) return null;
  if (!isTextOrNull(statedDate) || !isTextOrNull(supersededBy) || !isTextOrNull(declaredId)) return null;
  const document = documentCells === 0 ? null : decodeDocument(path, documentCells);
  if (document === undefined || !isTextOrNull(describes)) return null;
  const declared = { title, statedDate, declaredAuthority, supersededBy, declaredId, describes, document };
  return { path, size, mtime, ...declared, capturedDate: null };
}

function decodeDocument(path: string, cells: unknown): SourceDocument | undefined {
  if (!Array.isArray(cells)) return undefined;
  const [id, contentHash, problemRows] = cells as CacheRow;
  const problems = decodeAll(problemRows, ([field, message, line, column]) =>
    isText(field) && isText(message) && isPosition(line) && isPosition(column)
      ? { field, message, line, column }
      : null,
  );
  if (problems === null || !isTextOrNull(id) || !isTextOrNull(contentHash)) return undefined;
  return { path, id, contentHash, problems };
}
