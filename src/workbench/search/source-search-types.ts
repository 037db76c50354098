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
  /** The sentences before and after it in its paragraph, which may be the answer; `null` where there is none, or it is shown already. */
  readonly before: string | null;
  readonly after: string | null;
  readonly anchor: Anchor;
  /** The place for a reader: `line 12`, `page 3`, `at 00:01:02`; `''` where the format has none. */
  readonly place: string;
  /** In `text`. */
  readonly matches: readonly Match[];
  /** Pages that rest on the source; none where it is not in the wiki yet. */
  readonly pages: readonly { readonly slug: string; readonly title: string }[];
  readonly score: number;
}

/** How many sources can be searched, and how many cannot. Copies count once. */
export interface SourceCounts {
  readonly searched: number;
  /** Not indexed yet. */
  readonly pending: number;
  /** Older than what `WorkbenchHost.sourceBudget` has room for. */
  readonly outside: number;
}

export interface SourceSearchResult extends SourceCounts {
  /** Best first. */
  readonly found: readonly FoundInSource[];
  /** Sources that answer and are not quoted, because the wiki asks for signed sources and their signature is not valid. */
  readonly unsigned: readonly string[];
}

/** Where the host searches no sources. */
export const NO_SOURCES: SourceSearchResult = { found: [], unsigned: [], searched: 0, pending: 0, outside: 0 };

export interface SourceSearchRequest {
  readonly query: string;
  readonly lens: Lens;
  readonly limit: number;
  /** Texts that are already shown: a statement that says the same is left out. */
  readonly shown?: readonly string[];
}

/** Search in the text of the sources, also of those that no page covers. */
export interface SourceSearchService {
  /** Brings the index to the sources as they are. Whoever asks meanwhile waits for the same work. */
  update(run: Run): Promise<void>;
  /**
   * The statements that answer best, of what is indexed.
   * @throws WikiError `living-wiki:cancelled`
   */
  search(request: SourceSearchRequest, run: Run): Promise<SourceSearchResult>;
  /** The sentences before and after a quoted one in its paragraph; `null` where the source does not have it so. @param path of the source */
  neighbours(path: string, quote: string, run: Run): Promise<Pick<FoundInSource, 'before' | 'after'> | null>;
  /** What a search would look through now. */
  counts(run: Run): Promise<SourceCounts>;
}
