import fc from 'fast-check';
import * as z from 'zod/mini';
import { editsSchema, pictureSurveySchema, surveySchema, textsSchema } from '../../src/ingest/model-run/answer-schemas';
import { answerSchema } from '../../src/model';

/** Whatever an answer may be made of. */
const { schema: shapes } = fc.letrec<{ schema: z.ZodMiniType; object: z.ZodMiniType }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<z.ZodMiniType>(z.string(), z.number(), z.boolean()),
    fc.uniqueArray(fc.string(), { minLength: 1 }).map((values): z.ZodMiniType => z.enum(values as [string])),
    tie('schema').map((schema): z.ZodMiniType => z.array(schema)),
    tie('schema').map((schema): z.ZodMiniType => (schema._zod.def.type === 'nullable' ? schema : z.nullable(schema))),
    tie('object'),
  ),
  object: fc
    .dictionary(fc.stringMatching(/^[a-z][A-Za-z0-9_]{0,8}$/), tie('schema'), { noNullPrototype: true })
    .map((shape): z.ZodMiniType => z.object(shape)),
}));

const oracle = (schema: z.ZodMiniType): string =>
  JSON.stringify({ ...z.toJSONSchema(schema, { io: 'output' }), $schema: undefined });

it('the JSON Schema of an answer is the one that zod would write', () => {
  fc.assert(
    fc.property(shapes, (schema) => {
      expect(JSON.stringify(answerSchema('answer', schema).json)).toBe(oracle(schema));
    }),
  );
});

it('every property that a server is told of is required', () => {
  for (const { json } of [surveySchema(), pictureSurveySchema(), editsSchema(), textsSchema()]) {
    expect(json.required).toEqual(Object.keys(json.properties as object));
  }
});

it('a kind of value that it does not know is refused, not left out', () => {
  const schemas: z.ZodMiniType[] = [
    z.int(),
    z.email(),
    z.string().check(z.minLength(1)),
    z.union([z.string(), z.number()]),
    z.object({ a: z.optional(z.string()) }),
    z.record(z.string(), z.string()),
  ];
  for (const schema of schemas) expect(() => answerSchema('answer', schema)).toThrow(/^Unexpected/);
});
