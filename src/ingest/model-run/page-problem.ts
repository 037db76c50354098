/** What a program finds wrong with the text of a page. Code compares these, and never the words of a problem, which may change. */
export type ProblemCode =
  // Of marks.
  | 'unknown_unit'
  | 'unknown_own_sentence'
  | 'too_many_marks'
  | 'no_mark'
  // Of an answer.
  | 'unread_line'
  | 'no_text'
  | 'text_and_edits'
  | 'unknown_block'
  | 'other_block'
  | 'block_edited_twice'
  // Of what a page said before.
  | 'dropped_unnamed'
  | 'dropped_for_no_reason'
  | 'own_sentence_missing'
  // Of the plan.
  | 'planned_uncited'
  | 'none_cited'
  // Of a repair.
  | 'edit_refused'
  // Of what it says.
  | 'invented'
  | 'missing_detail'
  | 'stale'
  | 'repeated'
  | 'too_long'
  | 'date_style'
  | 'no_first_paragraph'
  | 'says_too_little';

/** A problem that the model can correct. */
export interface PageProblem {
  readonly code: ProblemCode;
  /** One sentence for the model, and for the reviewer if it stays. */
  readonly text: string;
  readonly place?: ProblemPlace;
}

/** What a correction has to see. */
export interface ProblemPlace {
  /** Statements of the answer, as it has them or in plain words. */
  readonly statements?: readonly string[];
  /** Keys of statements of the page as it was. */
  readonly keys?: readonly string[];
  /** Numbers of units. */
  readonly units?: readonly number[];
}

export function problemOf(code: ProblemCode, text: string, place?: ProblemPlace): PageProblem {
  return { code, text, ...(place !== undefined && { place }) };
}

/** What can be corrected from what was written and its units alone, without the page as it is. */
const OF_TEXT: ReadonlySet<ProblemCode> = new Set(['no_mark', 'too_many_marks']);

export function isProblemOfText({ code }: PageProblem): boolean {
  return OF_TEXT.has(code);
}
