import MiniSearch from 'minisearch';
import * as z from 'zod/mini';

/** How often a term occurs, by field number, then by page number. */
export type ByField = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** A term with its places as JSON holds them: the field, then page and frequency in turn, for each field. */
export type TermRow = readonly [term: string, ...fields: readonly (readonly number[])[]];

const counts = z.array(z.number());
const headShape = z.object({
  documentCount: z.number(),
  nextId: z.number(),
  fieldIds: z.record(z.string(), z.number()),
  averageFieldLength: counts,
  dirtCount: z.number(),
});

/** A page as an index knows it. */
export interface Indexed {
  readonly number: number;
  readonly path: string;
  /** How many terms each field has. */
  readonly lengths: readonly number[];
}

/** All of an index but its pages and terms. */
export type TreeHead = z.infer<typeof headShape>;

export function readHead(value: unknown): TreeHead | null {
  const read = headShape.safeParse(value);
  return read.success ? read.data : null;
}

/**
 * MiniSearch, written out and read back piece by piece: the library does either in one go, which takes longer than a
 * screen may stand still. Holds for the version that is pinned: it reaches into what the library calls protected.
 */
export class Tree<Document> extends MiniSearch<Document> {
  head(): TreeHead {
    const { _documentCount, _nextId, _fieldIds, _avgFieldLength, _dirtCount } = this;
    return {
      documentCount: _documentCount,
      nextId: _nextId,
      fieldIds: _fieldIds,
      averageFieldLength: _avgFieldLength,
      dirtCount: _dirtCount,
    };
  }

  *documents(): Iterable<Indexed> {
    for (const [number, path] of this._documentIds) {
      yield { number, path: String(path), lengths: this._fieldLength.get(number) ?? [] };
    }
  }

  *rows(): Iterable<TermRow> {
    for (const [term, byField] of this._index) {
      yield [term, ...[...byField].map(([field, byPage]) => [field, ...[...byPage].flat()])];
    }
  }

  /** Becomes the index that had this head, without its pages and terms. */
  adopt({ documentCount, nextId, fieldIds, averageFieldLength, dirtCount }: TreeHead): void {
    this._documentCount = documentCount;
    this._nextId = nextId;
    this._fieldIds = fieldIds;
    this._avgFieldLength = averageFieldLength;
    this._dirtCount = dirtCount;
  }

  putDocument({ number, path, lengths }: Indexed): void {
    this._documentIds.set(number, path);
    this._idToShortId.set(path, number);
    this._fieldLength.set(number, [...lengths]);
    this._storedFields.set(number, {});
  }

  put(term: string, byField: ByField): void {
    this._index.set(term, byField as Map<number, Map<number, number>>);
  }
}

/** @returns `null` for what is no row */
export function readRow(value: unknown): readonly [term: string, byField: ByField] | null {
  if (!Array.isArray(value)) return null;
  const [term, ...fields] = value as readonly unknown[];
  if (typeof term !== 'string') return null;
  const byField = new Map<number, Map<number, number>>();
  for (const cells of fields) {
    if (!Array.isArray(cells) || cells.length % 2 !== 1) return null;
    const byPage = new Map<number, number>();
    for (let at = 1; at < cells.length; at += 2) byPage.set(Number(cells[at]), Number(cells[at + 1]));
    byField.set(Number(cells[0]), byPage);
  }
  return [term, byField];
}
