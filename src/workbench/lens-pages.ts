import type { LensSummary } from './types';

/** `contradicted` names, or is named by, a page that says otherwise; `stale`: older than the lens allows. */
export type PageMark = 'contradicted' | 'stale';

/** A page as a lens shows it. */
export interface LensPage {
  /** Relative to the wiki's root. */
  readonly path: string;
  readonly slug: string;
  readonly title: string;
  readonly kind: string;
  /** Of its entity type; `null` where that has none. */
  readonly icon: string | null;
  /** First sentence of the body; `''` when it has none. */
  readonly summary: string;
  /** ISO 8601, UTC; `null` where the page does not tell. */
  readonly updatedAt: string | null;
  /** Whole days since then; `null` where the page does not tell. */
  readonly age: number | null;
  readonly marks: readonly PageMark[];
}

/** Pages under one heading. A page with several tags or sources stands in several groups. */
export interface LensGroup {
  /** Kind, tag or path of the source; `''` for the pages that have none. */
  readonly key: string;
  /** For people; `''` for the pages without a tag or source, which the host names. */
  readonly label: string;
  readonly icon: string | null;
  readonly description: string | null;
  /** By title. */
  readonly pages: readonly LensPage[];
}

/** The wiki through a lens. */
export interface LensPages {
  readonly lens: LensSummary;
  readonly description: string;
  /** `display.homePage`; `null` where it names none, or none that is there. */
  readonly home: LensPage | null;
  readonly grouping: 'kind' | 'tag' | 'source';
  /** Kinds in the manifest's order; tags and sources by label. */
  readonly groups: readonly LensGroup[];
  /** How many pages are in scope. */
  readonly total: number;
  /** What the lens leaves out, by kind, most pages first. */
  readonly outOfScope: readonly { readonly kind: string; readonly label: string; readonly count: number }[];
}
