import { type Run } from '../../base';
import { type LibraryContext } from '../../librarian';
import { type Lens } from '../../workspace';
import { readSourceText } from '../sources/source-text';
import { type WikiSession } from '../wiki-session';

/** The wiki through a lens, as the librarian reads it. @param pagesOnly searches no sources */
export function libraryContext(session: WikiSession, lens: Lens, pagesOnly?: boolean): LibraryContext {
  const { snapshot, host, sourceSearch: sources } = session;
  return {
    snapshot,
    lens,
    now: host.clock.now(),
    index: (run) => session.indexFor(snapshot, run),
    async sourceText({ path }, run) {
      return (await readSourceText(session, path, await snapshot.sourceHash(path), run)).passages;
    },
    ...(pagesOnly !== true &&
      sources !== null && {
        async findInSources(query: string, limit: number, shown: readonly string[], run: Run) {
          await sources.update(run);
          return (await sources.search({ query, lens, limit, shown }, run)).found;
        },
      }),
    async latest(paths, run) {
      await session.refresh(paths, run);
      // A page that is gone may have been moved.
      if (paths.some((path) => !session.snapshot.pages.has(path))) await session.refresh([''], run);
      return session.snapshot;
    },
  };
}
