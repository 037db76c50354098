import * as z from 'zod/mini';
import { type JsonObject } from '../base';
import { allHunks, type ChangeSet } from '../change';
import { type AskedQuestion } from './types';

/** A question with the quotes of a source that answer it. */
export interface AnsweredQuestion extends AskedQuestion {
  /** As they stand in the evidence of hunks. */
  readonly quotes: readonly string[];
}

const answersShape = z.lazy(() => z.array(z.object({ id: z.string(), text: z.string(), quotes: z.array(z.string()) })));

/** The open questions that a change answers, as they were put among its facts. */
export function answersIn({ answers }: JsonObject): readonly AnsweredQuestion[] {
  const read = answersShape.safeParse(answers);
  return read.success ? read.data : [];
}

/**
 * A change whose facts name the questions that it answers: those of which a quote, found in its source, is evidence of one
 * of its hunks.
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

/** The same, told to who reviews the change. @param noteFor what it is told in */
export function withAnswerNotes(
  changeSet: ChangeSet,
  answers: readonly AnsweredQuestion[],
  noteFor: (question: string) => string,
): ChangeSet {
  const answered = withAnswers(changeSet, answers);
  return { ...answered, notes: [...answersIn(answered.facts).map(({ text }) => noteFor(text)), ...answered.notes] };
}
