import { type Page } from '../../wiki';

/** A page that an ingest makes or changes. */
export interface PlannedPage {
  readonly slug: string;
  readonly title: string;
  readonly kind: string;
  /** `create` for a new page; `compose` writes an existing one anew; `edit` changes some of it. */
  readonly op: 'create' | 'compose' | 'edit';
  /** The existing page; `null` for a new one. */
  readonly page: Page | null;
  /** Numbers of units. */
  readonly units: readonly number[];
  /** Sections of other pages that the writer sees: `slug#section`. */
  readonly from: readonly string[];
  readonly aliases: readonly string[];
  /** Why, in the model's words. */
  readonly why: string;
}

/** Units that no page uses, and why. */
export interface LeftUnits {
  readonly units: readonly number[];
  readonly reason: 'boilerplate' | 'off-scope' | 'already-said' | 'navigational' | 'unplaced';
  readonly note: string;
}

/** What an ingest will do with every unit of a source. */
export interface IngestPlan {
  /** What the source is, in one sentence of the model. */
  readonly what: string;
  /** ISO day that the model read in the source; `null` if it found none. */
  readonly date: string | null;
  /** What the source says, in sentences with marks. */
  readonly points: readonly string[];
  readonly pages: readonly PlannedPage[];
  readonly left: readonly LeftUnits[];
  readonly replaces: readonly { readonly old: string; readonly by: string; readonly units: readonly number[] }[];
  readonly answers: readonly { readonly question: number; readonly units: readonly number[] }[];
}

/** What a plan is told of the wiki. */
export interface KnownPages {
  /** Pages that the source may concern. */
  readonly listed: readonly Page[];
  /** Of these, the ones to which sources were only added, and how many. */
  readonly patchy?: ReadonlyMap<Page, number>;
  /** What they say that units may end or correct, one line each. */
  readonly outdated: readonly string[];
  /** Names that several sources give and no page has, one line each. */
  readonly named?: readonly string[];
}
