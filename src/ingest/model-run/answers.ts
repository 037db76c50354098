import * as z from 'zod/mini';
import { answerSchema } from '../../model';

// Flat shapes, every property given, so that strict servers and small models can fill them.

const claim = z.object({
  text: z.string(),
  quote: z.string(),
  about: z.array(z.string()),
  pages: z.array(z.string()),
  key: z.boolean(),
});
const name = z.object({ name: z.string(), type: z.string(), definition: z.nullable(z.string()) });
const passage = z.object({ text: z.string(), claims: z.array(z.string()) });
const edit = z.object({
  op: z.enum(['insert_after', 'replace', 'append_to_section', 'set_field']),
  anchor: z.string(),
  text: z.string(),
  claims: z.array(z.string()),
  declares: z.array(z.string()),
});

/** Where the prompt has open questions. */
const askedClaim = z.extend(claim, { answers: z.array(z.string()) });

const replacement = z.object({ old: z.string(), new: z.string(), quote: z.string() });
const survey = answerSchema(
  'survey',
  z.object({ claims: z.array(claim), names: z.array(name), replaces: z.array(replacement) }),
);

/** What a source claims, what it names, and what took the place of what. Models that leave the last out mean that nothing did. */
export const surveySchema: typeof survey = {
  ...survey,
  validate: (value) =>
    survey.validate(typeof value === 'object' && value !== null ? { replaces: [], ...value } : value),
};

/** The same of a picture, with what the model read in it. */
export const pictureSchema = answerSchema(
  'picture_survey',
  z.object({ transcription: z.string(), claims: z.array(claim), names: z.array(name) }),
);

const askedSurvey = answerSchema(
  'survey_asked',
  z.object({ claims: z.array(askedClaim), names: z.array(name), replaces: z.array(replacement) }),
);

/** {@link surveySchema} where there are open questions. Models that say nothing of them mean that nothing answers one. */
export const askedSurveySchema: typeof askedSurvey = {
  ...askedSurvey,
  validate: (value) => askedSurvey.validate(withoutAnswers(value)),
};

function withoutAnswers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const claims = 'claims' in value && Array.isArray(value.claims) ? value.claims : [];
  const filled = claims.map((each: unknown) => (typeof each === 'object' ? { answers: [], ...each } : each));
  return { replaces: [], ...value, claims: filled };
}

/** Edits of one page. */
export const editsSchema = answerSchema(
  'page_edits',
  z.object({
    edits: z.array(edit),
    conflicts: z.array(z.object({ claim: z.string(), statement: z.string() })),
  }),
);

/** The text of the summary and of new pages. */
export const textsSchema = answerSchema(
  'new_texts',
  z.object({
    summary: z.array(passage),
    pages: z.array(
      z.object({
        name: z.string(),
        aliases: z.array(z.string()),
        confidence: z.nullable(z.number()),
        sections: z.array(z.object({ heading: z.string(), text: z.string(), claims: z.array(z.string()) })),
      }),
    ),
  }),
);

export type RawClaim = z.infer<typeof claim> & { readonly answers?: readonly string[] };
export type RawName = z.infer<typeof name>;
export type RawReplacement = z.infer<typeof replacement>;
export interface RawPassage {
  readonly text: string;
  readonly claims: readonly string[];
}
export type RawEdit = z.infer<typeof edit>;
export interface RawConflict {
  readonly claim: string;
  readonly statement: string;
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
