import { type Random } from '../../base';
import { type Anchor, type Evidence } from '../../change';
import { type LanguageModel } from '../../model';

/** Why a person rejected an earlier proposal for the same source or page, or a part of it. */
export interface SteeringNote {
  /** Id of the proposal. */
  readonly proposal: string;
  /** The page meant; `null` for the proposal as a whole. */
  readonly path: string | null;
  /** The part meant; `null` for all of the page. */
  readonly hunkTitle: string | null;
  /** In the person's words. */
  readonly reason: string;
}

export interface ModelCuratorOptions {
  readonly model: LanguageModel;
  /**
   * Asked for the survey once more when that of `model` has no content. Give the same one as to `withFallback`, which sees to
   * refusals and to answers of the wrong form.
   */
  readonly fallback?: LanguageModel;
  /** For the delimiters of fences. */
  readonly random: Random;
  /** Existing pages that one source may edit; 12 when absent. */
  readonly maxPages?: number;
  /** What new pages are written in, such as `English`; that of the source when absent. */
  readonly language?: string;
  readonly steering?: readonly SteeringNote[];
}

/** What an ingest by a model will take, about, before anything is sent. */
export interface IngestEstimate {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly calls: number;
}

/** Something that the source claims, as the model tells it, with the verdict of code on its quote. */
export interface SurveyClaim {
  /** `c1`, `c2`, … */
  readonly id: string;
  /** In the model's words, one line. */
  readonly text: string;
  /** Exact characters of the source where the quote was found, else what the model gave. */
  readonly quote: string;
  readonly anchor: Anchor;
  readonly verdict: Evidence['verdict'];
  readonly about: readonly string[];
  /** Slugs. */
  readonly pages: readonly string[];
  /** Belongs into the summary. */
  readonly key: boolean;
  /** Numbers of the open questions that it answers, as the prompt has them: `q1`. */
  readonly answers?: readonly string[];
}

/** Something that the source names. */
export interface SurveyName {
  readonly name: string;
  readonly type: string;
  /** The sentence that says what it is, found in the source; `null` where there is none. */
  readonly definition: string | null;
}

/** One thing that took the place of another, by names, as the model says that the source says it. */
export interface Replacement {
  readonly old: string;
  readonly by: string;
  /** The quote that says so. */
  readonly claim: SurveyClaim;
}

export interface Survey {
  readonly claims: readonly SurveyClaim[];
  readonly names: readonly SurveyName[];
  readonly replaces: readonly Replacement[];
  /** What the model read in a picture; `null` for a text. */
  readonly transcription: string | null;
  readonly notes: readonly string[];
}
