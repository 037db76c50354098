import type * as z from 'zod/mini';
import { type JsonObject } from '../base';
import { type AnswerSchema } from './types';

/**
 * An answer's shape from a `zod/mini` schema: the JSON Schema for the server, and the check with sentences for the model.
 *
 * @param name letters, digits, `_` and `-`, at most 64
 * @param schema an object; give every property and no optional ones, so that strict servers take it (nullable is fine)
 * @throws Error where a part of the schema is of a kind that {@link jsonSchemaOf} does not know
 */
export function answerSchema<T>(name: string, schema: z.ZodMiniType<T>): AnswerSchema<T> {
  return {
    name,
    json: jsonSchemaOf(schema),
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

/**
 * JSON Schema (2020-12) of the few kinds of value that answers are made of, the same as `z.toJSONSchema` writes, which
 * would bring all the others along: a fortieth of the bundle.
 */
function jsonSchemaOf(schema: z.core.$ZodType): JsonObject {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ((def as { checks?: readonly unknown[] }).checks?.length) throw new Error('Unexpected check in a schema');
  const { type } = def;
  if ((type === 'string' || type === 'number' || type === 'boolean') && !('format' in def)) return { type };
  if (type === 'enum') return { type: 'string', enum: Object.values(def.entries).map(String) };
  if (type === 'array') return { type, items: jsonSchemaOf(def.element) };
  if (type === 'nullable') {
    const inner = jsonSchemaOf(def.innerType);
    const isBare = typeof inner.type === 'string' && Object.keys(inner).length === 1;
    return isBare ? { type: [inner.type ?? null, 'null'] } : { anyOf: [inner, { type: 'null' }] };
  }
  if (type === 'object') {
    const parts = Object.entries(def.shape);
    return {
      type,
      properties: Object.fromEntries(parts.map(([name, part]) => [name, jsonSchemaOf(part)])),
      ...(parts.length > 0 && { required: parts.map(([name]) => name) }),
      additionalProperties: false,
    };
  }
  throw new Error(`Unexpected ${type} in a schema`);
}
