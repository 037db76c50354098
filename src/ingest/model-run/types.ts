import { type Random } from '../../base';
import { type HandEdits } from '../../change';
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
   * Asked for a second plan if that of `model` has no content. Pass the same model to `withFallback`, which handles refusals
   * and malformed answers.
   */
  readonly fallback?: LanguageModel;
  /**
   * Whether new text is checked by a further call: all of it, or what code has doubts about, such as a number that the units of a
   * sentence do not have. Not by default.
   */
  readonly verify?: 'all' | 'doubtful' | 'off';
  /** The model that checks; by default the one that writes. */
  readonly verifier?: LanguageModel;
  /**
   * Whether the model is asked in small steps: plans of few units, one page and few units a call, and text that is added to pages and
   * replaces nothing. For weak models and short contexts. By default a model whose answers are unusable is.
   */
  readonly smallSteps?: 'on' | 'off';
  /** For the delimiters of fences. */
  readonly random: Random;
  /** Pages that one source may make or change. What goes beyond is named in the change set. No limit by default. */
  readonly maxPages?: number;
  /** The language of new pages, such as `English`; by default that of the source. */
  readonly language?: string;
  readonly steering?: readonly SteeringNote[];
  /** Finds which statements with a source a person edited by hand in pages. They are kept to the letter, like uncited ones. */
  readonly handEdits?: (paths: readonly string[]) => Promise<HandEdits>;
}

/** The estimated cost of an ingest by a model, before anything is sent. */
export interface CallEstimate {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly calls: number;
}
