import type { Run } from '../base';
import type { Anchor, ChangeSet } from '../change';
import type { PageIndex } from '../search';
import type { Hash } from '../vault';
import type { Snapshot, Source } from '../wiki';
import type { Lens } from '../workspace';

/** What a passage is in its source; a curator treats them differently. */
export type PassageKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'quote' | 'cue' | 'row';

/** A run of a source's text with its place. Passages are in reading order and do not overlap. */
export interface Passage {
  readonly kind: PassageKind;
  readonly text: string;
  readonly anchor: Anchor;
  /** 1 to 6 for a heading. */
  readonly level?: number;
}

/** A source as text. */
export interface ExtractedText {
  readonly path: string;
  readonly hash: Hash;
  readonly format: 'markdown' | 'text' | 'html' | 'csv' | 'json' | 'pdf' | 'docx' | 'epub' | 'srt' | 'vtt';
  /** From the document itself: its title element, property, first heading; `null` when it names none. */
  readonly title: string | null;
  /** ISO date that the document states of itself (PDF or DOCX properties, a frontmatter date); `null` when none. */
  readonly date: string | null;
  /** BCP-47 language where the document declares one. */
  readonly language: string | null;
  readonly passages: readonly Passage[];
  /** Names that the document links or marks as code, as further evidence of what it is about. */
  readonly linkTexts: readonly string[];
  /** What was left out and why (pictures, an unreadable page), one plain sentence each. */
  readonly notes: readonly string[];
}

/** Reads PDF text, page by page; given by the host, since Obsidian and Node each have their own. */
export interface PdfReader {
  /**
   * @param bytes the whole file
   * @returns the text of each page with its line breaks, and the document's own title and date where it has them
   * @throws WikiError `living-wiki:source_encrypted`, `living-wiki:source_broken`
   */
  read(bytes: Uint8Array, run: Run): Promise<{ pages: readonly string[]; title: string | null; date: string | null }>;
}

/** Everything a curator may look at. It holds nothing that writes. */
export interface CurateRequest {
  readonly snapshot: Snapshot;
  readonly lens: Lens;
  /** Stands for `snapshot`. */
  readonly index: PageIndex;
  readonly source: Source;
  readonly text: ExtractedText;
  /**
   * The source where it is a picture; `text` then has no passages, and only a model can read it.
   * `image/png`, `image/jpeg`, `image/webp` or `image/gif`.
   */
  readonly picture?: { readonly mediaType: string; readonly bytes: Uint8Array };
  /** For dates in what is written, milliseconds since the epoch. */
  readonly now: number;
  readonly run: Run;
}

/** Turns one source into a change set. */
export interface Curator {
  readonly name: string;
  curate(request: CurateRequest): Promise<ChangeSet>;
}
