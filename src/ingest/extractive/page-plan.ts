import { type Page, type Source } from '../../wiki';
import { type Statement } from './assign-statements';
import { type PageComparison, type PageConflict } from './conflicts';
import { type CitedSource } from './context';
import { type Subject } from './subjects';
import { type Term } from './terms';

/** What one source says on a page. */
export interface SourcePart {
  readonly cited: CitedSource;
  /** ISO day; `null` if unknown. */
  readonly date: string | null;
  readonly source: Source;
  readonly statements: readonly Statement[];
}

/** An existing page to which the source adds statements. */
export interface PlannedUpdate {
  readonly subject: Subject;
  readonly text: string;
  readonly statements: readonly Statement[];
  readonly comparison: PageComparison;
  readonly why: readonly string[];
}

/** A name that gets a page. */
export interface PlannedPage {
  readonly term: Term;
  readonly title: string;
  readonly aliases: readonly string[];
  readonly slug: string;
  /** Earlier sources first; the last is the source being read. */
  readonly parts: readonly SourcePart[];
  readonly unread: readonly Source[];
  readonly comparison: PageComparison;
  /** Why the name gets a page, one sentence. */
  readonly reason: string;
  /** Whether a person wants it, or a page links to it: one statement is enough. */
  readonly isChosen: boolean;
}

export interface PagePlan {
  readonly updates: readonly PlannedUpdate[];
  readonly newPages: readonly PlannedPage[];
  /** Contradictions with earlier sources that are about the subject of no page. */
  readonly elsewhere: readonly PageConflict[];
  /** Named by the source, but not edited because of the limit. */
  readonly skipped: readonly Page[];
  /** Named by the source, and has so many quotes that it gets no further ones. */
  readonly full: readonly Page[];
  /** Not edited because their frontmatter cannot be read. */
  readonly unreadable: readonly Page[];
  /** Names without a page that could have one, heaviest first. */
  readonly unplaced: readonly Term[];
}
