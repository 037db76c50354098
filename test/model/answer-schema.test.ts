import * as z from 'zod/mini';
import {
  planSchema,
  planSchemaWithAnswers,
  smallPageSchema,
  smallPlanSchema,
  transcriptionSchema,
  verifySchema,
  writeNewSchema,
  writeSchema,
} from '../../src/ingest/model-run/answer-schemas';
import { toJsonSchema } from '../../src/model/json-schema';

describe('the JSON Schema of an answer', () => {
  it('requires every property, as strict servers demand', () => {
    const schemas = [planSchema(), planSchemaWithAnswers(), smallPlanSchema(), smallPageSchema(), writeSchema()];
    for (const { json } of [...schemas, writeNewSchema(), verifySchema(), transcriptionSchema()]) {
      expect(json.required).toEqual(Object.keys(json.properties as object));
    }
  });

  it('is the one that zod writes', () => {
    const schema = z.object({
      text: z.string(),
      pages: z.array(z.object({ kind: z.enum(['new', 'old']), lines: z.array(z.string()) })),
      confidence: z.nullable(z.number()),
      isSure: z.boolean(),
      source: z.nullable(z.strictObject({ date: z.nullable(z.string()) })),
    });
    const { $schema, ...expected } = z.toJSONSchema(schema);
    expect($schema).toBeDefined();
    expect(JSON.stringify(toJsonSchema(schema))).toBe(JSON.stringify(expected));
  });

  it('cannot be made of a kind of schema that no answer uses', () => {
    expect(() => toJsonSchema(z.object({ when: z.optional(z.string()) }))).toThrow(
      'Answers have no schema of the kind "optional".',
    );
  });
});
