import { type Random } from '../../base';
import { type Anchor, type Evidence } from '../../change';
import { type LanguageModel } from '../../model';

/** Why a reviewer rejected an earlier proposal for the same source or page, or a part of it. */
export interface SteeringNote {
  /** Id of the proposal. */
  readonly proposal: string;
  /** The page; `null` for the whole proposal. */
  readonly path: string | null;
  /** The part; `null` for the whole page. */
  readonly hunkTitle: string | null;
  /** In the reviewer's words. */
  readonly reason: string;
}

export interface ModelCuratorOptions {
  readonly model: LanguageModel;
  /**
   * Asked for a second survey if that of `model` has no content. Pass the same model to `withFallback`, which handles refusals
   * and malformed answers.
   */
  readonly fallback?: LanguageModel;
  /** For the delimiters of fences. */
  readonly random: Random;
  /** Existing pages that one source may edit; 12 by default. */
  readonly maxPages?: number;
  /** The language of new pages, such as `English`; by default that of the source. */
  readonly language?: string;
  readonly steering?: readonly SteeringNote[];
}

/** The estimated cost of an ingest by a model, before anything is sent. */
export interface IngestEstimate {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly calls: number;
}

/** A claim of the source as the model words it, with the verdict on its quote. */
export interface SurveyClaim {
  /** `c1`, `c2`, … */
  readonly id: string;
  /** In the model's words, one line. */
  readonly text: string;
  /** The exact text of the source if the quote was found, else what the model gave. */
  readonly quote: string;
  readonly anchor: Anchor;
  readonly verdict: Evidence['verdict'];
  readonly about: readonly string[];
  /** Slugs. */
  readonly pages: readonly string[];
  /** Belongs in the summary. */
  readonly key: boolean;
  /** Numbers of the open questions that it answers, as in the prompt: `q1`. */
  readonly answers?: readonly string[];
}

/** Something that the source names. */
export interface SurveyName {
  readonly name: string;
  readonly type: string;
  /** The sentence of the source that says what it is; `null` if there is none. */
  readonly definition: string | null;
}

/** The names of a thing and of its successor, as the model reports from the source. */
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
  /** The text that the model read in a picture; `null` for any other source. */
  readonly transcription: string | null;
  readonly notes: readonly string[];
}
