import * as z from 'zod/mini';
import { type JsonObject } from '../base';
import { allHunks, type ChangeSet } from '../change';
import { type AskedQuestion } from './types';

/** A question with the quotes of a source that answer it. */
export interface AnsweredQuestion extends AskedQuestion {
  /** Worded as in the evidence of hunks. */
  readonly quotes: readonly string[];
}

const answersShape = z.lazy(() => z.array(z.object({ id: z.string(), text: z.string(), quotes: z.array(z.string()) })));

/** The open questions that a change set answers, read from its facts. */
export function answersIn({ answers }: JsonObject): readonly AnsweredQuestion[] {
  const read = answersShape.safeParse(answers);
  return read.success ? read.data : [];
}

/**
 * Lists in the facts of a change set the questions that it answers: a hunk rests on one of their quotes, and the quote was
 * found in the source.
 * @param accepted ids of the hunks that count; all when absent
 */
export function withAnswers(
  changeSet: ChangeSet,
  answers: readonly AnsweredQuestion[],
  accepted?: ReadonlySet<string>,
): ChangeSet {
  if (answers.length === 0) return changeSet;
  const foundQuotes = new Set<string>();
  for (const { hunk } of allHunks(changeSet)) {
    if (accepted?.has(hunk.id) === false) continue;
    for (const { quote, verdict } of hunk.evidence) if (verdict === 'found') foundQuotes.add(quote);
  }
  const found = answers.filter(({ quotes }) => quotes.some((quote) => foundQuotes.has(quote)));
  return { ...changeSet, facts: { ...changeSet.facts, answers: found.map((each) => ({ ...each })) } };
}

/** {@link withAnswers}, with a note for the reviewer about each question. */
export function withAnswerNotes(
  changeSet: ChangeSet,
  answers: readonly AnsweredQuestion[],
  noteFor: (question: string) => string,
): ChangeSet {
  const answered = withAnswers(changeSet, answers);
  return { ...answered, notes: [...answersIn(answered.facts).map(({ text }) => noteFor(text)), ...answered.notes] };
}
