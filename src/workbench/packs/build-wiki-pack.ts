import { isWikiError, type Run } from '../../base';
import { buildPack, PRODUCER, type BuiltPack, type PublishedSource, type PublishedWiki } from '../../packs';
import { type Vault } from '../../vault';
import { type Snapshot } from '../../wiki';
import { usableLens } from '../lens/lenses';
import { openQuestions } from '../questions';
import { type WikiSession } from '../wiki-session';
import { packName } from './pack-name';
import { DEFAULT_BRIEFING_TOKENS, type PublishRequest } from './publish-request';
import { PACK_TEXT_TOOLS } from './text-tools';
import { publishedPages } from './published-pages';
import { publishedState } from './published-state';

/** The wiki through a lens, as a pack. Writes nothing. @throws WikiError `living-wiki:lens_missing` */
export async function buildWikiPack(session: WikiSession, request: PublishRequest, run: Run): Promise<BuiltPack> {
  const lens = await usableLens(session, request.lens, run);
  const { snapshot, engine, host } = session;
  const { findings } = await engine.lint(snapshot, lens, { clock: host.clock, run });
  const { version: productVersion } = await import('living-wiki-docs');
  const pages = await publishedPages(session, { snapshot, lens, findings }, run);
  const { title, description, version } = lens.effective;
  const wiki: PublishedWiki = {
    ...{ title, description, version },
    ...(await publishedState(session, { snapshot, pages, findings }, run)),
    lens: lens.isRoot ? null : lens.name,
    pages,
    sources: await sourcesOf(snapshot, session.vault, pages),
    openQuestions: lens.isRoot ? (await openQuestions(session, run)).map(({ text }) => text) : [],
    tool: { name: PRODUCER, version: productVersion },
  };
  const options = {
    name: request.name ?? packName(lens.name),
    withSources: request.withSources === true,
    briefingTokens: request.briefingTokens ?? DEFAULT_BRIEFING_TOKENS,
  };
  return buildPack(wiki, options, PACK_TEXT_TOOLS, run);
}

/** The sources that the pages list or quote. */
async function sourcesOf(
  snapshot: Snapshot,
  vault: Vault,
  pages: PublishedWiki['pages'],
): Promise<readonly PublishedSource[]> {
  const ids = new Set(pages.flatMap(({ sources, claims }) => [...sources, ...claims.map(({ source }) => source)]));
  const found: PublishedSource[] = [];
  for (const id of ids) {
    const source = snapshot.source(id);
    if (source === undefined) continue;
    const { path, title, date } = source;
    const hash = await snapshot.sourceHash(path);
    const bytes = async (): Promise<Uint8Array | null> => {
      try {
        return await vault.readBytes(path);
      } catch (error) {
        if (isWikiError(error)) return null;
        throw error;
      }
    };
    found.push({ id: source.id, path, title, date, hash, bytes });
  }
  return found;
}
