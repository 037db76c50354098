import { requireSignature } from '../sources/signature';
import { type Run } from '../../base';
import { type LibraryContext } from '../../librarian';
import { type Lens } from '../../workspace';
import { type SourceSearchResult } from '../search/source-search-types';
import { readSourceText } from '../sources/source-text';
import { type WikiSession } from '../wiki-session';

interface LibraryOptions {
  /** Searches no sources. */
  readonly pagesOnly?: boolean;
  /** Called after each search in sources with what was searched and what was not quoted. */
  readonly onSearched?: (searched: Omit<SourceSearchResult, 'found'>) => void;
}

/** The wiki through a lens, as the librarian reads it. */
export function libraryContext(
  session: WikiSession,
  lens: Lens,
  { pagesOnly, onSearched }: LibraryOptions = {},
): LibraryContext {
  const { snapshot, host, sourceSearch: sources } = session;
  return {
    snapshot,
    lens,
    now: host.clock.now(),
    index: (run) => session.indexFor(snapshot, run),
    async sourceText({ path }, run) {
      await requireSignature(session, path);
      return (await readSourceText(session, path, await snapshot.sourceHash(path), run)).passages;
    },
    ...(pagesOnly !== true &&
      sources !== null && {
        async findInSources(query: string, limit: number, shown: readonly string[], run: Run) {
          if (host.indexesSources !== true) await sources.update(run);
          const { found, ...searched } = await sources.search({ query, lens, limit, shown }, run);
          onSearched?.(searched);
          return found;
        },
        neighbours: (path, quote, run) => sources.neighbours(path, quote, run),
      }),
    async latest(paths, run) {
      await session.refresh(paths, run);
      // A page that is gone may have been moved.
      if (paths.some((path) => !session.snapshot.pages.has(path))) await session.refresh([''], run);
      return session.snapshot;
    },
  };
}
