import type * as z from 'zod/v4/core';
import { type JsonObject } from '../base';

/**
 * The JSON Schema of an answer, as `z.toJSONSchema` writes it. That function knows every kind of schema and would be a third of what
 * zod weighs in the plugin; answers have these seven.
 *
 * @throws Error for a schema of another kind
 */
export function toJsonSchema(schema: z.$ZodType): JsonObject {
  const { def } = (schema as z.$ZodTypes)._zod;
  if (def.type === 'string' || def.type === 'number' || def.type === 'boolean') return { type: def.type };
  if (def.type === 'enum') return { type: 'string', enum: Object.values(def.entries) };
  if (def.type === 'array') return { type: 'array', items: toJsonSchema(def.element) };
  if (def.type === 'nullable') {
    const inner = toJsonSchema(def.innerType);
    const isBare = Object.keys(inner).length === 1;
    return isBare ? { type: [inner.type ?? null, 'null'] } : { anyOf: [inner, { type: 'null' }] };
  }
  if (def.type !== 'object') throw new Error(`Answers have no schema of the kind "${def.type}".`);
  const properties = Object.entries(def.shape).map(([name, each]) => [name, toJsonSchema(each)] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}
