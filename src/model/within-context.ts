import { type Run } from '../base';
import { isModelError } from './errors';
import { type LanguageModel, type Message, type ModelRequest } from './types';
import { estimateRequest } from './tokens';

/**
 * The model with prompts that fit its context. When it can take even less than `tokens`, the limit is halved.
 * @param tokens of one prompt, roughly
 * @param least the limit is not lowered below it, in tokens
 * @param shorten leaves out what can be spared of messages that exceed a limit in tokens
 */
export function withinContext(
  model: LanguageModel,
  { tokens, least }: { readonly tokens: number; readonly least: number },
  shorten: (messages: readonly Message[], tokens: number) => readonly Message[],
): LanguageModel {
  let limit = tokens;
  return {
    name: model.name,
    identity: model.identity,
    async ask<T>(request: ModelRequest<T>, run: Run) {
      for (;;) {
        try {
          return await model.ask({ ...request, messages: shorten(request.messages, limit) }, run);
        } catch (error) {
          const isTooLong = isModelError(error) && error.code === 'living-wiki:model_context_too_long';
          if (!isTooLong || limit <= least) throw error;
          limit = Math.max(least, Math.min(limit, estimateRequest(request).input) / 2);
        }
      }
    },
  };
}
