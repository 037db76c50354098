import { type Random, type Run } from '../base';
import { type Anchor } from '../change';
import { type TextRange } from '../markdown';
import { type LanguageModel } from '../model';
import { type PageIndex, type SearchHit } from '../search';
import { type Snapshot, type Source } from '../wiki';
import { type Lens } from '../workspace';
import { type Conversation } from './conversation';

/** What the librarian reads from: pictures of a wiki and ways to look into it, and nothing that writes. */
export interface LibraryContext {
  readonly snapshot: Snapshot;
  /** Scopes and ranks what is found, and sets the tone. */
  readonly lens: Lens;
  /** The search index of `snapshot`. */
  index(run: Run): Promise<Pick<PageIndex, 'search'>>;
  /** The pages that a query finds, where they are ranked by more than the index knows. */
  find?(query: string, limit: number, run: Run): Promise<readonly SearchHit[]>;
  /** The text of a source in passages with their places. */
  sourceText(source: Source, run: Run): Promise<readonly { readonly text: string; readonly anchor: Anchor }[]>;
  /** The wiki as it is by now; asked once an answer is there. @param paths of pages that it cites */
  latest?(paths: readonly string[], run: Run): Promise<Snapshot>;
  /** Milliseconds since the epoch, for lenses that prefer what is recent. */
  readonly now: number;
}

/** How far an answer may go. What is absent has the librarian's own limit. */
export interface AskLimits {
  /** Rounds of tool calls. */
  readonly steps?: number;
  /** Tokens in and out of all calls. */
  readonly tokens?: number;
  /** Tokens of one prompt; older tool results are left out above it. */
  readonly context?: number;
  /** `true` once so much money is spent that the answer has to come now. */
  readonly isSpent?: () => boolean;
}

/** A text that is wanted instead of an answer. */
export type DraftKind = 'email' | 'summary' | 'outline';

export interface AskRequest {
  readonly question: string;
  readonly library: LibraryContext;
  /** `null`: the passages that fit best are the answer. */
  readonly model: LanguageModel | null;
  /** What was said and read before; it takes up this question with its answer once that is there. */
  readonly conversation: Conversation;
  readonly random: Random;
  readonly limits?: AskLimits;
  /** So many times the same was asked before; above 0 the model is asked to look anew. */
  readonly repeats?: number;
  /** Drafts a text; `pages` are read first. */
  readonly draft?: { readonly kind: DraftKind; readonly pages: readonly string[] };
  readonly onEvent?: (event: AskEvent) => void;
}

/** One look into the wiki, as people are told of it. */
export interface AskStep {
  /** `search`, `read_page`, `list`, `grep`, `links`, `read_source`, or whatever else the model asked for. */
  readonly tool: string;
  /** What was looked for or at. */
  readonly input: string;
  readonly ok: boolean;
  /** Slugs of the pages that it brought; of a source its path. */
  readonly found: readonly string[];
  /** What was wrong; `''` when nothing was. */
  readonly problem: string;
}

export type AskEvent =
  | { readonly kind: 'step'; readonly step: AskStep }
  /** More of the answer, not checked yet. */
  | { readonly kind: 'text'; readonly text: string }
  /** The text so far is void; `reason` may be empty. */
  | { readonly kind: 'restart'; readonly reason: string }
  | { readonly kind: 'done'; readonly answer: Answer };

/** A page as far as it was read. */
export interface ReadPage {
  readonly slug: string;
  /** Relative to the wiki's root, when it was read. */
  readonly path: string;
  readonly title: string;
  /** Headings of the sections that were read, in their order. */
  readonly sections: readonly string[];
}

/** A citation that holds: its page and section are there and were read. */
export interface AnswerCitation {
  readonly slug: string;
  readonly path: string;
  readonly title: string;
  /** `null` for the page as a whole. */
  readonly section: string | null;
  /** What stands in its wikilink: `fresnel-lens#History`. */
  readonly link: string;
  /** Of the heading or the page's beginning, counted from 1. */
  readonly line: number;
  /** What became of the page while the answer was made. */
  readonly state: 'same' | 'changed' | 'moved' | 'gone';
}

/** A citation that was taken out of the answer. */
export interface RemovedCitation {
  /** As the model wrote it. */
  readonly text: string;
  readonly reason: 'not-read' | 'no-page' | 'no-section' | 'out-of-scope';
}

/** One side of a contradiction. */
export interface ContradictionSide {
  readonly slug: string;
  readonly title: string;
  /** Of the newest source, else of the page; ISO; `null` where neither tells. */
  readonly date: string | null;
  /** Of the best source; `null` without one. */
  readonly authority: 'primary' | 'secondary' | 'rumour' | null;
  readonly sources: number;
}

/** Two pages of which one says that they contradict each other. */
export interface Contradiction {
  readonly sides: readonly [ContradictionSide, ContradictionSide];
  /** The lens's `conflictResolution`. */
  readonly policy: string;
  /** Slug of the side that stands by the policy; `null` where both do. */
  readonly stands: string | null;
  /** Why, in one plain sentence. */
  readonly reason: string;
}

/** What the plain-language pass changed. */
export interface PlainEdit {
  readonly was: string;
  /** `''` where it was left out. */
  readonly now: string;
}

export interface Answer {
  readonly question: string;
  /** `passages`: found by code, in the words of the pages. */
  readonly by: 'model' | 'passages';
  /** Whose answer it is; `null` without a model. */
  readonly model: string | null;
  readonly lens: string;
  /** Markdown; every wikilink in it is one of `citations`. No HTML, no embeds, nothing that loads or runs. */
  readonly text: string;
  readonly citations: readonly AnswerCitation[];
  /** Sentences of `text` that state something and cite nothing; offsets in UTF-16 units. */
  readonly uncited: readonly TextRange[];
  readonly removed: readonly RemovedCitation[];
  /** What the wiki does not hold. */
  readonly gaps: readonly string[];
  readonly contradictions: readonly Contradiction[];
  /** All that was read in the conversation so far. */
  readonly read: readonly ReadPage[];
  readonly steps: readonly AskStep[];
  /** The bound that ended the search; `null` when the model was done. */
  readonly stopped: 'steps' | 'tokens' | 'cost' | null;
  /** What should be known of this answer, one plain sentence each. */
  readonly notes: readonly string[];
  /** The text that was asked for instead of an answer, its citations as footnotes. */
  readonly draft: { readonly kind: DraftKind; readonly text: string; readonly edits: readonly PlainEdit[] } | null;
}
