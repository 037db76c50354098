import { type PackScope } from '../../packs';
import { type Vault } from '../../vault';

/** Where a wiki is published when nothing else is chosen, in the vault. */
export const DEFAULT_PACK_FOLDER = '.agents/knowledge';

/** What a host provides so that packs are found. */
export interface PackHost {
  /** The places to look in. Asked at each use, so that a new folder is found. */
  readonly scopes: () => Promise<readonly PackScope[]>;
  /** Types of packs that are accepted besides the standard ones. */
  readonly types?: readonly string[];
  /** The folder in which packs are published. Without it, none can be. */
  readonly target?: (folder: string) => Vault;
}
