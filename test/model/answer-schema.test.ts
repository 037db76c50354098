import { planSchema, transcriptionSchema, verifySchema, writeSchema } from '../../src/ingest/model-run/answer-schemas';

describe('the JSON Schema of an answer', () => {
  it('requires every property, as strict servers demand', () => {
    for (const { json } of [planSchema(), writeSchema(), verifySchema(), transcriptionSchema()]) {
      expect(json.required).toEqual(Object.keys(json.properties as object));
    }
  });
});
