import { type Message } from '../model';
import { type CheckedText } from './answer-text';
import { type Answer } from './types';

/** What a model came to, before its words are checked. */
export interface ModelOutcome {
  /** `null` where it gave no answer, so that the passages that were read are it. */
  readonly text: string | null;
  readonly model: string | null;
  readonly stopped: Answer['stopped'];
  readonly messages: readonly Message[];
  readonly notes: readonly string[];
}

const STOP_NOTES = {
  steps: 'The search was ended after as many steps as it may take; the answer rests on what was read until then.',
  tokens: 'The search was ended at the limit of tokens; the answer rests on what was read until then.',
  cost: 'The search was ended at the limit of cost; the answer rests on what was read until then.',
} as const;

/** What an answer came to once its words were checked. */
interface CheckOutcome {
  readonly checked: CheckedText;
  readonly gaps: readonly string[];
  /** Words of the question that no page has. */
  readonly unknownWords: readonly string[];
  /** How many pages were read. */
  readonly pagesRead: number;
}

/** What a person has to know about an answer before relying on it, each sentence once. */
export function answerNotes(
  said: ModelOutcome,
  { checked, gaps, unknownWords: lacking, pagesRead: read }: CheckOutcome,
): readonly string[] {
  const notes = new Set(said.notes);
  if (lacking.length > 0) notes.add(`No page has ${lacking.map((word) => `"${word}"`).join(', ')}.`);
  if (said.stopped !== null) notes.add(STOP_NOTES[said.stopped]);
  if (said.text === null && said.model !== null) {
    notes.add('The model gave no answer; these are passages that fit the question.');
  }
  const { length } = checked.removed;
  if (length > 0) {
    notes.add(
      length === 1
        ? '1 citation was removed: what it names was not read.'
        : `${length} citations were removed: what they name was not read.`,
    );
  }
  if (said.text !== null && read === 0) notes.add('The model read no page; nothing of this rests on the wiki.');
  else if (said.text !== null && checked.citations.length === 0 && gaps.length === 0) {
    notes.add('The answer cites nothing; nothing of it can be followed to the wiki.');
  }
  for (const { title, state, path } of checked.citations) {
    if (state === 'gone') notes.add(`"${title}" was deleted while this was answered.`);
    if (state === 'moved') notes.add(`"${title}" was moved to ${path} while this was answered.`);
    if (state === 'changed') notes.add(`"${title}" was changed since it was read.`);
  }
  return [...notes];
}
