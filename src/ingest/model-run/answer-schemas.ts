import * as z from 'zod/mini';
import { once } from '../../base';
import { answerSchema, type AnswerSchema } from '../../model';

// Flat shapes without optional properties, so that strict servers and small models can fill them.

const claimShape = () => ({
  text: z.string(),
  quote: z.string(),
  about: z.array(z.string()),
  pages: z.array(z.string()),
  key: z.boolean(),
});
const claim = () => z.object(claimShape());
const name = () => z.object({ name: z.string(), type: z.string(), definition: z.nullable(z.string()) });
const passage = () => z.object({ text: z.string(), claims: z.array(z.string()) });
const edit = () =>
  z.object({
    op: z.enum(['insert_after', 'replace', 'append_to_section', 'set_field']),
    anchor: z.string(),
    text: z.string(),
    claims: z.array(z.string()),
    declares: z.array(z.string()),
  });

const replacement = () => z.object({ old: z.string(), new: z.string(), quote: z.string() });
const namesAndReplacements = () => ({ names: z.array(name()), replaces: z.array(replacement()) });

/** Accepts answers of models that leave out empty lists. */
function withDefaults<T>(schema: AnswerSchema<T>, fill: (value: object) => object): AnswerSchema<T> {
  const filling = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? { replaces: [], ...fill(value) } : value;
  return { ...schema, validate: (value) => schema.validate(filling(value)) };
}

/** The claims and names of a source, and what replaces what. */
export const surveySchema = once(() =>
  withDefaults(
    answerSchema('survey', z.object({ claims: z.array(claim()), ...namesAndReplacements() })),
    (value) => value,
  ),
);

/** {@link surveySchema} with the open questions that each claim answers. */
export const surveyWithQuestionsSchema = once(() =>
  withDefaults(
    answerSchema(
      'survey_asked',
      z.object({
        claims: z.array(z.object({ ...claimShape(), answers: z.array(z.string()) })),
        ...namesAndReplacements(),
      }),
    ),
    (value) => ({
      ...value,
      ...('claims' in value &&
        Array.isArray(value.claims) && { claims: value.claims.map((each: object) => ({ answers: [], ...each })) }),
    }),
  ),
);

/** The survey of a picture, with the text that the model read in it. */
export const pictureSurveySchema = once(() =>
  answerSchema(
    'picture_survey',
    z.object({ transcription: z.string(), claims: z.array(claim()), names: z.array(name()) }),
  ),
);

/** The edits of one page. */
export const editsSchema = once(() =>
  answerSchema(
    'page_edits',
    z.object({
      edits: z.array(edit()),
      conflicts: z.array(z.object({ claim: z.string(), statement: z.string() })),
    }),
  ),
);

/** The text of the summary and of new pages. */
export const textsSchema = once(() =>
  answerSchema(
    'new_texts',
    z.object({
      summary: z.array(passage()),
      pages: z.array(
        z.object({
          name: z.string(),
          aliases: z.array(z.string()),
          confidence: z.nullable(z.number()),
          sections: z.array(z.object({ heading: z.string(), text: z.string(), claims: z.array(z.string()) })),
        }),
      ),
    }),
  ),
);

export type RawClaim = z.infer<ReturnType<typeof claim>> & { readonly answers?: readonly string[] };
export type RawName = z.infer<ReturnType<typeof name>>;
export type RawReplacement = z.infer<ReturnType<typeof replacement>>;
export interface RawPassage {
  readonly text: string;
  readonly claims: readonly string[];
}
export type RawEdit = z.infer<ReturnType<typeof edit>>;
export interface RawConflict {
  readonly claim: string;
  readonly statement: string;
}
export interface RawPageEdits {
  readonly edits: readonly RawEdit[];
  readonly conflicts: readonly RawConflict[];
}
export interface RawTexts {
  readonly summary: readonly RawPassage[];
  readonly pages: readonly {
    readonly name: string;
    readonly aliases: readonly string[];
    readonly confidence: number | null;
    readonly sections: readonly {
      readonly heading: string;
      readonly text: string;
      readonly claims: readonly string[];
    }[];
  }[];
}
