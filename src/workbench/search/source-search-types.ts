import { type Run } from '../../base';
import { type Match } from '../../search';
import { type Anchor } from '../../wiki';
import { type Lens } from '../../workspace';

/** A statement of a source that answers a query. */
export interface FoundInSource {
  /** Of the source, relative to the wiki's root. */
  readonly path: string;
  /** Its id. */
  readonly source: string;
  readonly title: string;
  /** A whole sentence, list item or row, on one line. */
  readonly text: string;
  /** What introduces it, such as the speaker or the line above a list; `null` when nothing does. */
  readonly lead: string | null;
  readonly anchor: Anchor;
  /** The place for a reader: `line 12`, `page 3`, `at 00:01:02`; `''` where the format has none. */
  readonly place: string;
  /** In `text`. */
  readonly matches: readonly Match[];
  /** Pages that rest on the source; none where it is not in the wiki yet. */
  readonly pages: readonly { readonly slug: string; readonly title: string }[];
  readonly score: number;
}

export interface SourceSearchResult {
  /** Best first. */
  readonly found: readonly FoundInSource[];
  /** How many sources could not be searched, because the budget is spent or they are not indexed yet. */
  readonly outside: number;
  readonly pending: number;
}

export interface SourceSearchRequest {
  readonly query: string;
  readonly lens: Lens;
  readonly limit: number;
  /** Texts that are already shown: a statement that says the same is left out. */
  readonly shown?: readonly string[];
}

/** Search in the text of the sources, also of those that no page covers. */
export interface SourceSearch {
  /** Brings the index to the sources as they are. Whoever asks meanwhile waits for the same work. */
  update(run: Run): Promise<void>;
  /**
   * The statements that answer best, of what is indexed.
   * @throws WikiError `living-wiki:cancelled`
   */
  search(request: SourceSearchRequest, run: Run): Promise<SourceSearchResult>;
}
