import { type Message } from '../model';
import { type CheckedText } from './answer-text';
import { type Answer } from './types';

/** What the model answered, before it is checked. */
export interface ModelOutcome {
  /** `null` without an answer: then passages of the pages that were read take its place. */
  readonly text: string | null;
  readonly model: string | null;
  readonly stopped: Answer['stopped'];
  readonly messages: readonly Message[];
  readonly notes: readonly string[];
}

interface CheckOutcome {
  readonly checked: CheckedText;
  readonly gaps: readonly string[];
  readonly hiddenByLens: readonly string[];
  /** Words of the question that are on no page. */
  readonly unknownWords: readonly string[];
  readonly pagesRead: number;
  /** Whether the lens shows only some pages. */
  readonly isScoped: boolean;
}

const STOP_NOTES = {
  steps: 'The search reached its limit of steps. The answer uses only what was read until then.',
  tokens: 'The search reached its token limit. The answer uses only what was read until then.',
  cost: 'The search reached its cost limit. The answer uses only what was read until then.',
} as const;

const PACK_STATES: Readonly<Partial<Record<string, string>>> = {
  draft: 'is a draft',
  'needs-review': 'needs a review',
  stale: 'is out of date, its makers say',
  disputed: 'is disputed',
};

/** What to know about an answer before relying on it, each sentence once. */
export function answerNotes(
  outcome: ModelOutcome,
  { checked, gaps, hiddenByLens, unknownWords, pagesRead, isScoped }: CheckOutcome,
): readonly string[] {
  const notes = new Set(outcome.notes);
  const quoted = (all: readonly string[]): string => all.map((one) => `"${one}"`).join(', ');
  const isHidden = hiddenByLens.length > 0;
  if (unknownWords.length > 0) {
    notes.add(
      isScoped
        ? `Not in this lens: ${quoted(unknownWords)}. Ask without the lens to look everywhere.`
        : `No page contains ${quoted(unknownWords)}.`,
    );
  }
  if (isHidden) notes.add(`This lens hides pages that may say more: ${quoted(hiddenByLens)}.`);
  if (outcome.stopped !== null) notes.add(STOP_NOTES[outcome.stopped]);
  if (outcome.text === null && outcome.model !== null) {
    notes.add('The model gave no answer. These passages match the question.');
  }
  const { length } = checked.removed;
  if (length === 1) notes.add('1 citation was removed: what it names was not read.');
  else if (length > 1) notes.add(`${length} citations were removed: what they name was not read.`);
  if (outcome.text !== null && pagesRead === 0) {
    notes.add('The model read no page, so this answer does not come from the wiki.');
  } else if (
    outcome.text !== null &&
    checked.citations.length + checked.sourceCitations.length + checked.packCitations.length === 0 &&
    gaps.length === 0
  ) {
    notes.add('The answer cites no page, so it cannot be checked against the wiki.');
  }
  for (const { pack, status, trust } of checked.packCitations) {
    const state = PACK_STATES[status];
    if (state !== undefined) notes.add(`The pack ${pack} ${state}.`);
    else if (trust === 'unreviewed') notes.add(`Nobody has reviewed the pack ${pack}.`);
  }
  for (const { title, state, path } of checked.citations) {
    if (state === 'gone') notes.add(`"${title}" was deleted while the answer was written.`);
    if (state === 'moved') notes.add(`"${title}" was moved to ${path} while the answer was written.`);
    if (state === 'changed') notes.add(`"${title}" has changed since it was read.`);
  }
  return [...notes];
}
