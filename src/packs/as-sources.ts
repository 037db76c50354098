import { checkpoint, WikiError, type Run } from '../base';
import { joinPath } from '../vault';
import { GUIDE_NAME } from './discover';
import { listPack } from './pack-files';
import { EXCERPTS } from './publish/evidence';
import { type Pack } from './types';

/** A document of a pack, as the first source of a wiki. */
interface PackSource {
  /** A file name: `acme-product-brief--documents-brief.md`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const MAX_SOURCES = 2_000;
/** Bytes. */
const MAX_SIZE = 50_000_000;

/**
 * What a pack says, as files to ingest: its documents, wiki pages and sources. Views, indexes and runs only repeat those, and
 * excerpts repeat what the pages quote, so they are left out, unless the pack has nothing else.
 *
 * @throws WikiError `living-wiki:pack_empty`
 */
export async function packSources(pack: Pack, run: Run): Promise<readonly PackSource[]> {
  const { files } = await listPack(pack, run);
  const under = (...folders: readonly string[]): readonly string[] =>
    files
      .filter(({ path, size }) => size <= MAX_SIZE && folders.some((folder) => path.startsWith(`${folder}/`)))
      .map(({ path }) => path);
  const main = under('documents', 'wiki', 'sources').filter((path) => !path.startsWith(`${EXCERPTS}/`));
  const chosen = (main.length > 0 ? main : under('compiled', 'sources')).slice(0, MAX_SOURCES);
  const sources: PackSource[] = [];
  for (const path of chosen) {
    await checkpoint(run);
    const bytes = await pack.vault.readBytes(joinPath(pack.folder, path));
    sources.push({ name: `${pack.item.name}--${path.replace(/\//g, '-')}`, bytes });
  }
  if (sources.length > 0) return sources;
  throw new WikiError('living-wiki:pack_empty', `The pack "${pack.item.name}" has nothing to read.`, {
    path: pack.item.location,
    remedy: `Choose a pack with documents or wiki pages. ${GUIDE_NAME} alone is only a guide.`,
  });
}
