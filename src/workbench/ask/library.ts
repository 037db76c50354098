import { type LibraryContext } from '../../librarian';
import { type Lens } from '../../workspace';
import { readSourceText } from '../sources/source-text';
import { type WikiSession } from '../wiki-session';

/** The wiki through a lens, as the librarian reads it. */
export function libraryContext(session: WikiSession, lens: Lens): LibraryContext {
  const { snapshot, host } = session;
  return {
    snapshot,
    lens,
    now: host.clock.now(),
    index: (run) => session.indexFor(snapshot, run),
    async sourceText({ path }, run) {
      return (await readSourceText(session, path, await snapshot.sourceHash(path), run)).passages;
    },
    async latest(paths, run) {
      await session.refresh(paths, run);
      // A page that is gone may have been moved.
      if (paths.some((path) => !session.snapshot.pages.has(path))) await session.refresh([''], run);
      return session.snapshot;
    },
  };
}
