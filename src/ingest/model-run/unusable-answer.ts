import { isModelError } from '../../model';
import { type Curation } from './curation';

/** The model answered, but not in a way that can be used; or the question was too long for it. */
const UNUSABLE: ReadonlySet<string> = new Set([
  'living-wiki:model_invalid_answer',
  'living-wiki:model_cut_off',
  'living-wiki:model_empty_answer',
  'living-wiki:model_context_too_long',
]);

/** Whether an error says something of the server or a limit, so that asking for less would not help. */
export function isFinal(error: unknown): boolean {
  return !isModelError(error) || !UNUSABLE.has(error.code);
}

/** Whether a model that failed is asked in small steps from now on. If so, a note says it. */
export function goesToSmallSteps({ steps, options, notes }: Curation, error: unknown): boolean {
  if (steps.isSmall || options.smallSteps === 'off' || isFinal(error)) return false;
  steps.isSmall = true;
  notes.push(`${options.model.name} gave no usable answer to a long question and was asked in small steps.`);
  return true;
}
