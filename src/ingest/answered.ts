import * as z from 'zod/mini';
import type { JsonObject } from '../base';
import { allHunks, type ChangeSet } from '../change';
import type { AskedQuestion } from './types';

/** A question with the quotes of a source that answer it. */
export interface AnsweredQuestion extends AskedQuestion {
  /** As they stand in the evidence of hunks. */
  readonly quotes: readonly string[];
}

const shape = z.lazy(() => z.array(z.object({ id: z.string(), text: z.string(), quotes: z.array(z.string()) })));

/** The open questions that a change answers, as they were put among its facts. */
export function answersIn({ answers }: JsonObject): readonly AnsweredQuestion[] {
  const read = shape.safeParse(answers);
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
  const held = new Set<string>();
  for (const { hunk } of allHunks(changeSet)) {
    if (accepted?.has(hunk.id) === false) continue;
    for (const { quote, verdict } of hunk.evidence) if (verdict === 'found') held.add(quote);
  }
  const found = answers.filter(({ quotes }) => quotes.some((quote) => held.has(quote)));
  return { ...changeSet, facts: { ...changeSet.facts, answers: found.map((each) => ({ ...each })) } };
}

/** The same, told to who reviews the change. @param tell what it is told in */
export function tellAnswers(
  changeSet: ChangeSet,
  answers: readonly AnsweredQuestion[],
  tell: (question: string) => string,
): ChangeSet {
  const made = withAnswers(changeSet, answers);
  return { ...made, notes: [...answersIn(made.facts).map(({ text }) => tell(text)), ...made.notes] };
}
