import { type Random, type Run } from '../base';
import { type Anchor } from '../change';
import { type LanguageModel } from '../model';
import { type PageIndex, type SearchHit } from '../search';
import { type Snapshot, type Source } from '../wiki';
import { type Lens } from '../workspace';
import { type Conversation } from './conversation';
import { type PackContext } from './pack-context';
import { type Answer, type AskStep, type DraftKind } from './types';

/** A passage of a source that answers a query. */
export interface FoundInSource {
  /** Its id, and its path relative to the wiki's root. */
  readonly source: string;
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** What introduces it; `null` when nothing does. */
  readonly lead: string | null;
  /** The sentences before and after it in its paragraph; `null` where there is none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly anchor: Anchor;
  /** Pages that rest on the source. */
  readonly pages: readonly { readonly title: string }[];
}

/** What the librarian reads from. Nothing in it can write. */
export interface LibraryContext {
  readonly snapshot: Snapshot;
  /** Scopes and ranks search results, and sets the tone of answers. */
  readonly lens: Lens;
  /** The search index of `snapshot`. */
  index(run: Run): Promise<Pick<PageIndex, 'search'>>;
  /** Search with a better ranking than the index alone, where the host has one. */
  find?(query: string, limit: number, run: Run): Promise<readonly SearchHit[]>;
  /** Passages of the sources, where they may be searched. @param shown texts that are left out */
  findInSources?(query: string, limit: number, shown: readonly string[], run: Run): Promise<readonly FoundInSource[]>;
  /** The sentences before and after a quoted one in its paragraph. @param path of the source */
  neighbours?(path: string, quote: string, run: Run): Promise<Pick<FoundInSource, 'before' | 'after'> | null>;
  /** The text of a source in passages with their places. */
  sourceText(source: Source, run: Run): Promise<readonly { readonly text: string; readonly anchor: Anchor }[]>;
  /** The wiki as it is now, to check an answer that took a while. @param paths the pages that it cites */
  latest?(paths: readonly string[], run: Run): Promise<Snapshot>;
  /** Milliseconds since the epoch, for lenses that prefer recent pages. */
  readonly now: number;
}

/** Each limit has a default. */
interface AskLimits {
  /** Rounds of tool calls. */
  readonly steps?: number;
  /** Tokens in and out of all calls. */
  readonly tokens?: number;
  /** Tokens of one prompt. Older tool results are left out to stay below it. */
  readonly context?: number;
  /** Whether so much money is spent that the model has to answer now. */
  readonly isSpent?: () => boolean;
}

export interface AskRequest {
  readonly question: string;
  readonly library: LibraryContext;
  /** `null`: answer with the best matching passages. */
  readonly model: LanguageModel | null;
  /** Earlier questions. The answer is added to it. */
  readonly conversation: Conversation;
  readonly random: Random;
  readonly limits?: AskLimits;
  /** How often this question was asked before. Above 0, the model is asked to search again. */
  readonly repeats?: number;
  /** Write a text instead of an answer, after reading these pages. */
  readonly draft?: { readonly kind: DraftKind; readonly pages: readonly string[] };
  /** Knowledge packs, where the host has some. */
  readonly packs?: PackContext | null;
  readonly onEvent?: (event: AskEvent) => void;
}

export type AskEvent =
  | { readonly kind: 'step'; readonly step: AskStep }
  /** More of the answer, not checked yet. */
  | { readonly kind: 'text'; readonly text: string }
  /** Discard the text so far. `reason` may be empty. */
  | { readonly kind: 'restart'; readonly reason: string }
  | { readonly kind: 'done'; readonly answer: Answer };
