import type { Finding } from '../lint';

export interface FixRequest {
  /** All that can be mended safely, or these. */
  readonly findings: readonly Finding[] | 'safe';
  /** Name of the lens that found them; the wiki's own when absent. */
  readonly lens?: string;
}

export interface IgnoreRequest {
  readonly finding: Finding;
  /** For people; kept with the entry. */
  readonly reason: string;
  /** Where the rule is to keep quiet: on this page, in its folder, or in the whole wiki. */
  readonly scope: 'page' | 'folder' | 'wiki';
}
