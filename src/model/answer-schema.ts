import type * as z from 'zod/mini';
import { toJsonSchema } from './json-schema';
import { type AnswerSchema } from './types';

/**
 * Builds an answer schema from a `zod/mini` schema: JSON Schema for the server, and a check with messages for the model.
 *
 * @param name letters, digits, `_` and `-`, at most 64
 * @param schema an object without optional properties, as strict servers require; nullable is fine
 */
export function answerSchema<T>(name: string, schema: z.ZodMiniType<T>): AnswerSchema<T> {
  return {
    name,
    json: toJsonSchema(schema),
    validate(value) {
      const read = schema.safeParse(value);
      if (read.success) return { ok: true, data: read.data };
      return {
        ok: false,
        problems: read.error.issues.map(({ path, message }) => {
          const at = path.map(String).join('.');
          return at === '' ? message : `"${at}": ${message}`;
        }),
      };
    },
  };
}
