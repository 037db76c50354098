import { type PackScope } from '../../packs';

/** What a host provides so that packs are found. */
export interface PackHost {
  /** The places to look in. Asked at each use, so that a new folder is found. */
  readonly scopes: () => Promise<readonly PackScope[]>;
  /** Types of packs that are accepted besides the standard ones. */
  readonly types?: readonly string[];
}
