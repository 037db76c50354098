import { type Page } from '../../wiki';
import { type StandingStatement } from './standing-statements';

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
  /** What the page says and the source ends or changes. */
  readonly ended: readonly EndedStatement[];
}

/** A statement of a page that units end, change or correct. */
export interface EndedStatement {
  /** The key of the claim. */
  readonly key: string;
  readonly text: string;
  /** ISO day of the source that said it last; `''` if unknown. */
  readonly date: string;
  /** Numbers of units. */
  readonly units: readonly number[];
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
  /** What each part of the source says, in sentences with marks. */
  readonly points: readonly (readonly string[])[];
  readonly pages: readonly PlannedPage[];
  readonly left: readonly LeftUnits[];
  readonly replaces: readonly { readonly old: string; readonly by: string; readonly units: readonly number[] }[];
  readonly answers: readonly { readonly question: number; readonly units: readonly number[] }[];
  /** Statements of which the plan does not say whether they still hold. */
  readonly unsettled: readonly StandingStatement[];
  /** Names that get no page, with the reason. */
  readonly unnamed: readonly { readonly name: string; readonly why: string }[];
}

/** What a plan is told of the wiki. */
export interface KnownPages {
  /** Pages that the source may concern. */
  readonly listed: readonly Page[];
  /** Of these, the ones to which sources were only added, and how many. */
  readonly patchy?: ReadonlyMap<Page, number>;
  /** What pages say, listed or not, that units may end or correct. */
  readonly standing: readonly StandingStatement[];
  /** Names that several sources give and no page has, one line each. */
  readonly named?: readonly string[];
}
