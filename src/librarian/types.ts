import { type TextRange } from '../markdown';
import { type Anchor } from '../wiki';
import { type LoadedPackFile } from './pack-context';

/** A text to write instead of an answer. */
export type DraftKind = 'email' | 'summary' | 'outline';

/** One look-up in the wiki. */
export interface AskStep {
  /** `search`, `read_page`, `list`, `grep`, `links`, `read_source`, or whatever else the model called. */
  readonly tool: string;
  readonly input: string;
  readonly ok: boolean;
  /** Slugs of the pages found; for a source its path. */
  readonly found: readonly string[];
  /** The error, or `''`. */
  readonly problem: string;
}

/** The part of a page that was read. */
export interface ReadPage {
  readonly slug: string;
  /** Relative to the wiki's root, when it was read. */
  readonly path: string;
  readonly title: string;
  /** Headings of the sections that were read, in page order. */
  readonly sections: readonly string[];
}

/** A valid citation: its page and section exist and were read. */
export interface AnswerCitation {
  readonly slug: string;
  readonly path: string;
  readonly title: string;
  /** `null` for the page as a whole. */
  readonly section: string | null;
  /** The target of its wikilink: `fresnel-lens#History`. */
  readonly link: string;
  /** Of the heading or the start of the page, counted from 1. */
  readonly line: number;
  /** What happened to the page while the answer was written. */
  readonly state: 'same' | 'changed' | 'moved' | 'gone';
  /** The statement there that the answer rests on; `null` where none has its words. */
  readonly quote: string | null;
}

/** A valid citation of a source: this place of it was shown. */
export interface SourceCitation {
  /** Id of the source. */
  readonly source: string;
  /** Relative to the wiki's root. */
  readonly path: string;
  readonly title: string;
  /** As the citation names it: `line 12`. */
  readonly place: string;
  readonly anchor: Anchor;
  /** What was shown there; of several statements, the one that the answer rests on. */
  readonly quote: string;
}

/** A valid citation of a knowledge pack: this section of it was shown. */
export interface PackCitation {
  readonly pack: string;
  readonly version: string;
  readonly status: string;
  readonly trust: string;
  /** Relative to the pack. */
  readonly path: string;
  readonly section: string | null;
  /** The target of its wikilink: `pack:acme/documents/brief.md#Load ratings`. */
  readonly link: string;
  /** Of the file as it was read. */
  readonly hash: string;
  /** The statement there that the answer rests on; `null` where none has its words. */
  readonly quote: string | null;
}

/** A citation that was removed from the answer. */
export interface RemovedCitation {
  /** As the model wrote it. */
  readonly text: string;
  readonly reason: 'not-read' | 'no-page' | 'no-section' | 'out-of-scope';
}

export interface ContradictionSide {
  readonly slug: string;
  readonly title: string;
  /** ISO date of the newest source, else of the page. */
  readonly date: string | null;
  /** Of the source with the most authority. */
  readonly authority: 'primary' | 'secondary' | 'rumour' | null;
  readonly sources: number;
}

/** Two pages of which one says that it contradicts the other. */
export interface Contradiction {
  readonly sides: readonly [ContradictionSide, ContradictionSide];
  /** The lens's `conflictResolution`. */
  readonly policy: string;
  /** Slug of the side that the policy prefers, if it prefers one. */
  readonly stands: string | null;
  /** Why, in one plain sentence. */
  readonly reason: string;
}

/** A replacement by the plain-language rules. */
export interface PlainEdit {
  readonly was: string;
  /** `''` for words that were removed. */
  readonly now: string;
}

export interface Answer {
  readonly question: string;
  /** `passages`: found by code, in the words of the pages. */
  readonly by: 'model' | 'passages';
  /** The model that answered. */
  readonly model: string | null;
  readonly lens: string;
  /** Markdown. Every wikilink in it is one of `citations` or `packCitations`, every citation of a source one of `sourceCitations`. No HTML, no embeds, nothing that loads or runs. */
  readonly text: string;
  readonly citations: readonly AnswerCitation[];
  /** Each is in the text as `[source, place]`. */
  readonly sourceCitations: readonly SourceCitation[];
  readonly packCitations: readonly PackCitation[];
  /** Files of knowledge packs that were shown in the conversation so far, with their hashes. */
  readonly packFiles: readonly LoadedPackFile[];
  /** Sentences of `text` that claim something and cite nothing. Offsets in UTF-16 units. */
  readonly uncited: readonly TextRange[];
  readonly removed: readonly RemovedCitation[];
  /** What the wiki does not say, as far as the lens shows it. */
  readonly gaps: readonly string[];
  /** Titles of pages that may fill a gap, but are hidden by the lens. */
  readonly hiddenByLens: readonly string[];
  readonly contradictions: readonly Contradiction[];
  /** All that was read in the conversation so far. */
  readonly read: readonly ReadPage[];
  readonly steps: readonly AskStep[];
  /** The limit that ended the search; `null` when the model was done. */
  readonly stopped: 'steps' | 'tokens' | 'cost' | null;
  /** What to know before relying on this answer, one plain sentence each. */
  readonly notes: readonly string[];
  /** The requested text, with its citations as footnotes. */
  readonly draft: { readonly kind: DraftKind; readonly text: string; readonly edits: readonly PlainEdit[] } | null;
}
