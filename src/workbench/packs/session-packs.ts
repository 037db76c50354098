import { type WikiSession } from '../wiki-session';
import { type PackLibrary } from './pack-library';
import { PUBLICATIONS_FILE } from './publications-file';
import { type WikiPublisher } from './publisher';

const publishers = new WeakMap<WikiSession, Promise<WikiPublisher>>();
const libraries = new WeakMap<WikiSession, Promise<PackLibrary>>();

/** What publishes the wiki as packs; `null` where the host has no place for packs. Loaded when it is first used. */
export async function publisherOf(session: WikiSession): Promise<WikiPublisher | null> {
  const { packs } = session.host;
  if (packs === undefined) return null;
  const publisher =
    publishers.get(session) ??
    import('./publisher').then(({ WikiPublisher: Publisher }) => new Publisher(session, packs));
  publishers.set(session, publisher);
  return publisher;
}

/** The knowledge packs that the wiki can use; `null` where the host has no place for them. Loaded when it is first used. */
export async function packLibraryOf(session: WikiSession): Promise<PackLibrary | null> {
  const { packs } = session.host;
  if (packs === undefined) return null;
  const library = libraries.get(session) ?? import('./wiki-library').then(({ libraryOf }) => libraryOf(session, packs));
  libraries.set(session, library);
  return library;
}

/** Publishes again what follows the wiki. Most wikis are not published, and need not load what does it. */
export function followWrites(session: WikiSession): void {
  session.addListener({
    written: async (run) => {
      if (await isPublished(session)) (await publisherOf(session))?.follow(run);
    },
    closing: async () => {
      await (await publishers.get(session))?.settled();
    },
  });
}

async function isPublished({ host, vault }: WikiSession): Promise<boolean> {
  if (host.packs?.target === undefined) return false;
  try {
    return (await vault.stat(PUBLICATIONS_FILE)) !== null;
  } catch {
    return false;
  }
}
