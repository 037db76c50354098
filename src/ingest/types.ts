import { type Run } from '../base';
import { type Anchor, type ChangeSet } from '../change';
import { type PageIndex } from '../search';
import { type Hash } from '../vault';
import { type Snapshot, type Source } from '../wiki';
import { type Lens } from '../workspace';
import { type PlanWishes } from './plan-wishes';

/** What a passage is in its source. Curators treat the kinds differently. */
export type PassageKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'quote' | 'cue' | 'row';

/** A piece of a source's text and where it is. Passages are in reading order and do not overlap. */
export interface SourcePassage {
  readonly kind: PassageKind;
  readonly text: string;
  readonly anchor: Anchor;
  /** 1 to 6 for a heading. */
  readonly level?: number;
  /** Of an item of a numbered list: its number as written. */
  readonly ordinal?: string;
  /** Of code, where the source names one that no plugin runs. */
  readonly language?: string;
  /** A paragraph that is bold from end to end, such as "What happened?" in a form: a heading for what follows it. */
  readonly isRunIn?: boolean;
  /** Where the second line of the source and those after it begin in `text`, if its lines were joined. Rising offsets, in UTF-16 units. */
  readonly lineStarts?: readonly number[];
}

export type SourceFormat = 'markdown' | 'text' | 'html' | 'csv' | 'json' | 'pdf' | 'docx' | 'epub' | 'srt' | 'vtt';

/** A source as text. */
export interface ExtractedText {
  readonly path: string;
  readonly hash: Hash;
  readonly format: SourceFormat;
  /** From the document itself: its title element, property or first heading; `null` when it has none. */
  readonly title: string | null;
  /** ISO date that the document states (PDF or DOCX properties, a frontmatter date); `null` when none. */
  readonly date: string | null;
  /** Who wrote it, as its frontmatter says. */
  readonly authors?: string;
  /** BCP-47 language, if the document declares one. */
  readonly language: string | null;
  readonly passages: readonly SourcePassage[];
  /** Texts of links and inline code: further evidence of what the document is about. */
  readonly linkTexts: readonly string[];
  /** What was left out and why (pictures, an unreadable page), one sentence each. */
  readonly notes: readonly string[];
}

/** Reads the text of a PDF page by page. The host provides it: Obsidian and Node each have their own. */
export interface PdfReader {
  /**
   * @param bytes the whole file
   * @returns the text of each page with its line breaks, and the document's own title and date if it has them
   * @throws WikiError `living-wiki:source_encrypted`, `living-wiki:source_broken`
   */
  read(bytes: Uint8Array, run: Run): Promise<{ pages: readonly string[]; title: string | null; date: string | null }>;
}

/** The events of a reader of HTML or XML, in the order of the text. */
export interface MarkupEvents {
  /**
   * @param name in lower case for HTML; as written, with its prefix, for XML
   * @param attributes by name, with character references resolved; names are written as those of elements
   */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /**
   * Characters between tags, with references resolved; one text may arrive in several pieces.
   * @param offset where the piece begins in the text, in UTF-16 units, as precisely as the host knows it
   */
  text(characters: string, offset: number): void;
  /** Called once for each {@link open}, in the right order, even if the text does not close the element. */
  close(name: string): void;
}

/**
 * Reads HTML and XML, however broken. The host provides it, because Obsidian already has a parser. It runs no script, fetches
 * nothing, and expands no entity that a document defines.
 */
export interface MarkupReader {
  /**
   * @param kind `xhtml`: HTML in which `<title/>` closes itself
   * @throws whatever the events throw; WikiError `living-wiki:cancelled`
   */
  read(text: string, kind: 'html' | 'xhtml' | 'xml', events: MarkupEvents, run: Run): Promise<void>;
}

/**
 * Guesses the encoding of a text that declares none and is not UTF-8.
 * @param sample the parts of the text with bytes beyond ASCII
 * @returns WHATWG labels, most likely first; may be empty
 */
export type EncodingGuesser = (sample: Uint8Array) => readonly string[];

/** The readers that a host provides. */
export interface SourceReaders {
  /** Without it, PDF sources are unsupported. */
  readonly pdf?: PdfReader | undefined;
  /** Without it, HTML, Word documents and EPUB books are unsupported. */
  readonly markup?: MarkupReader | undefined;
  /** Without it, text of unknown encoding is read as windows-1252. */
  readonly guessEncoding?: EncodingGuesser | undefined;
}

/** A question that the wiki could not answer. A new source may answer it. */
export interface AskedQuestion {
  readonly id: string;
  /** One line. */
  readonly text: string;
}

/** Everything a curator may read. Nothing in it can write. */
export interface CurateRequest {
  readonly snapshot: Snapshot;
  readonly lens: Lens;
  /** The search index of `snapshot`. */
  readonly index: PageIndex;
  readonly source: Source;
  readonly text: ExtractedText;
  /**
   * Set if the source is a picture. `text` then has no passages, and only a model can read it.
   * `image/png`, `image/jpeg`, `image/webp` or `image/gif`.
   */
  readonly picture?: { readonly mediaType: string; readonly bytes: Uint8Array };
  /** Open questions, oldest first. A curator considers the first {@link MAX_QUESTIONS}. */
  readonly questions?: readonly AskedQuestion[];
  /**
   * Reads another source of the wiki, for what it says of a name that only now gets a page; `null` for one that cannot be read. Without
   * it, pages say what the new source says.
   */
  readonly readSource?: (source: Source) => Promise<ExtractedText | null>;
  /**
   * Takes up what an earlier ingest of the same content left: `left` are the units that it left with a reason, as ranges such as
   * `3, 5-8`. `units` are the ones to take up, whatever was decided about them; all that no page uses when absent. Only a curator that
   * numbers units can.
   */
  readonly resume?: { readonly left: string; readonly units?: string };
  /** What a person wants of the plan of this source. */
  readonly wishes?: PlanWishes;
  /** For the dates that a page states; milliseconds since the epoch. */
  readonly now: number;
  readonly run: Run;
}

/** Open questions that one source may answer. */
export const MAX_QUESTIONS = 20;

/** Turns one source into a change set. */
export interface Curator {
  readonly name: string;
  curate(request: CurateRequest): Promise<ChangeSet>;
}
