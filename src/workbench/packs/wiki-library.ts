import { type Run } from '../../base';
import { discoverPacks, type Pack } from '../../packs';
import { MemoryVault } from '../../vault';
import { type Snapshot } from '../../wiki';
import { type WikiSession } from '../wiki-session';
import { type PackHost } from './pack-host';
import { packName } from './pack-name';
import { PackLibrary } from './pack-library';

/** The packs of an open wiki. */
export function libraryOf(session: WikiSession, packs: PackHost): PackLibrary {
  const { host, vault } = session;
  const { clock, device } = host;
  return new PackLibrary(packs, {
    clock,
    vault,
    ...(device && { device }),
    published: () => Promise.resolve(packName(session.lens.name)),
    ownPack: ownPackOf(session),
  });
}

/** The wiki as a pack in memory, built once for each state of the wiki. */
function ownPackOf(session: WikiSession): (run: Run) => Promise<Pack> {
  let built: { readonly snapshot: Snapshot; readonly pack: Pack } | null = null;
  return async (run) => {
    const { snapshot } = session;
    if (built?.snapshot === snapshot) return built.pack;
    const { buildWikiPack } = await import('./build-wiki-pack');
    const { name, files } = await buildWikiPack(session, {}, run);
    const vault = new MemoryVault(Object.fromEntries(files.map(({ path, content }) => [`${name}/${path}`, content])));
    const { packs, leftOut } = await discoverPacks([{ kind: 'project', place: session.host.root, vault }], run);
    const [pack] = packs;
    if (pack === undefined) throw new Error(`The wiki is no pack: ${leftOut.map(({ message }) => message).join(' ')}`);
    built = { snapshot, pack };
    return pack;
  };
}
