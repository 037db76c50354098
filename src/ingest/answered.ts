import * as z from 'zod/mini';
import type { JsonObject } from '../base';
import { allHunks, type ChangeSet } from '../change';
import type { AskedQuestion } from './types';

/** A question with the quotes of a source that answer it. */
export interface AnsweredQuestion extends AskedQuestion {
  /** As they stand in the evidence of hunks. */
  readonly quotes: readonly string[];
}

const shape = z.array(z.object({ id: z.string(), text: z.string(), quotes: z.array(z.string()) }));

/** The open questions that a change answers, as they were put among its facts. */
export function answersIn({ answers }: JsonObject): readonly AnsweredQuestion[] {
  const read = shape.safeParse(answers);
  return read.success ? read.data : [];
}

/**
 * The questions that part of a change answers: those of which a quote, found in its source, is evidence of one of its hunks.
 * @param accepted ids of the hunks that count; all when absent
 */
export function answeredBy(
  answers: readonly AnsweredQuestion[],
  changeSet: Pick<ChangeSet, 'files'>,
  accepted?: ReadonlySet<string>,
): readonly AnsweredQuestion[] {
  if (answers.length === 0) return [];
  const held = new Set(
    allHunks(changeSet)
      .filter(({ hunk }) => accepted?.has(hunk.id) !== false)
      .flatMap(({ hunk }) => hunk.evidence.flatMap(({ quote, verdict }) => (verdict === 'found' ? [quote] : []))),
  );
  return answers.flatMap((each) => {
    const quotes = each.quotes.filter((quote) => held.has(quote));
    return quotes.length === 0 ? [] : [{ ...each, quotes }];
  });
}

/** A change with the questions that it answers among its facts, and told to who reviews it. @param tell what it is told in */
export function withAnswers(
  changeSet: ChangeSet,
  answers: readonly AnsweredQuestion[],
  tell: (question: string) => string,
): ChangeSet {
  const found = answeredBy(answers, changeSet);
  if (found.length === 0) return changeSet;
  return {
    ...changeSet,
    notes: [...found.map(({ text }) => tell(text)), ...changeSet.notes],
    facts: { ...changeSet.facts, answers: found.map(({ id, text, quotes }) => ({ id, text, quotes })) },
  };
}
