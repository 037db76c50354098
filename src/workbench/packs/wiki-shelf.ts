import { type WikiSession } from '../wiki-session';
import { type PackHost } from './pack-host';
import { PackShelf } from './pack-shelf';

/** The packs of an open wiki. */
export function shelfOf(session: WikiSession, packs: PackHost): PackShelf {
  const { host, vault } = session;
  const { clock, device } = host;
  return new PackShelf(packs, { clock, vault, ...(device && { device }) });
}
