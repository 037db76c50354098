import { type Run } from '../base';
import { isModelError } from './errors';
import { addUsage } from './tokens';
import { type LanguageModel, type ModelAnswer, type ModelErrorCode, type ModelRequest } from './types';

/** Errors that another model may avoid. A wrong key, an unreachable server or a spent budget are for the person to fix. */
const FALLBACK_CODES: ReadonlySet<string> = new Set<ModelErrorCode>([
  'living-wiki:model_refused',
  'living-wiki:model_empty_answer',
  'living-wiki:model_cut_off',
  'living-wiki:model_invalid_answer',
  'living-wiki:model_context_too_long',
]);

/**
 * Asks another model once if the first one refuses, gives an empty, cut-off or unusable answer, or has too short a context.
 * `calls` of the answer, or of the error if both fail, lists the calls to both models.
 */
export function withFallback(primary: LanguageModel, fallback: LanguageModel): LanguageModel {
  return {
    name: primary.name,
    identity: `${primary.identity} | ${fallback.identity}`,
    async ask<T>(request: ModelRequest<T>, run: Run): Promise<ModelAnswer<T>> {
      try {
        return await primary.ask(request, run);
      } catch (error) {
        if (!isModelError(error) || !FALLBACK_CODES.has(error.code)) throw error;
        request.listener?.restart(`${error.message} Trying ${fallback.name}.`);
        run.progress({ stage: `Trying ${fallback.name}`, done: 0, total: 0, detail: error.message });
        try {
          const answer = await fallback.ask(request, run);
          const usage = error.calls.reduce((sum, call) => addUsage(sum, call.usage), answer.usage);
          return { ...answer, calls: [...error.calls, ...answer.calls], usage };
        } catch (second) {
          throw isModelError(second) ? second.withEarlierCalls(error.calls) : second;
        }
      }
    },
  };
}
