import { type Run } from '../base';
import { type Anchor, type ChangeSet } from '../change';
import { type PageIndex } from '../search';
import { type Hash } from '../vault';
import { type Snapshot, type Source } from '../wiki';
import { type Lens } from '../workspace';

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

/** What a reader of HTML or XML tells of a text, from its beginning to its end. */
export interface MarkupEvents {
  /**
   * @param name in lower case for HTML; as written, with its prefix, for XML
   * @param attributes by name, their character references resolved; names as those of elements
   */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /**
   * Characters between tags, their references resolved; one run of them may come in several pieces.
   * @param offset where the piece begins in the text, in UTF-16 units; as good as the host can tell it
   */
  text(characters: string, offset: number): void;
  /** Called once for each {@link open}, in the right order, also where the text does not close the element. */
  close(name: string): void;
}

/**
 * Reads HTML and XML, however broken; given by the host, since Obsidian brings a parser along. It runs no script, fetches
 * nothing, and expands no entity that a document defines.
 */
export interface MarkupReader {
  /**
   * @param kind `xhtml`: HTML in which `<title/>` closes itself
   * @throws what the events throw; WikiError `living-wiki:cancelled`
   */
  read(text: string, kind: 'html' | 'xhtml' | 'xml', events: MarkupEvents, run: Run): Promise<void>;
}

/**
 * Guesses the encoding of a text that says nothing of it and is not UTF-8.
 * @param sample those parts of the text that hold bytes beyond ASCII
 * @returns WHATWG labels, the likeliest first; may be empty
 */
export type EncodingGuesser = (sample: Uint8Array) => readonly string[];

/** What a host reads for us. */
export interface SourceReaders {
  /** Without one, PDF sources are reported as unsupported here. */
  readonly pdf?: PdfReader | undefined;
  /** Without one, the same holds for HTML, Word documents and EPUB books. */
  readonly markup?: MarkupReader | undefined;
  /** Without one, such a text is read as windows-1252. */
  readonly guessEncoding?: EncodingGuesser | undefined;
}

/** A question that the wiki could not answer, which a source may. */
export interface AskedQuestion {
  readonly id: string;
  /** One line. */
  readonly text: string;
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
  /** What the wiki could not answer so far, the first first; a curator looks at as many as {@link MAX_QUESTIONS}. */
  readonly questions?: readonly AskedQuestion[];
  /** For dates in what is written, milliseconds since the epoch. */
  readonly now: number;
  readonly run: Run;
}

/** Open questions that one source is read for. */
export const MAX_QUESTIONS = 20;

/** Turns one source into a change set. */
export interface Curator {
  readonly name: string;
  curate(request: CurateRequest): Promise<ChangeSet>;
}
