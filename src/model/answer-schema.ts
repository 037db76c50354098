import * as z from 'zod/mini';
import type { JsonObject } from '../base';
import type { AnswerSchema } from './types';

/**
 * An answer's shape from a `zod/mini` schema: the JSON Schema for the server, and the check with sentences for the model.
 *
 * @param name letters, digits, `_` and `-`, at most 64
 * @param schema an object; give every property and no optional ones, so that strict servers take it (nullable is fine)
 */
export function answerSchema<T>(name: string, schema: z.ZodMiniType<T>): AnswerSchema<T> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'output' }) as Record<string, unknown>;
  return {
    name,
    json: json as unknown as JsonObject,
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
