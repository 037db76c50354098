import * as z from 'zod/mini';
import { once } from '../../base';
import { answerSchema, type AnswerSchema } from '../../model';

// Flat shapes without optional properties, so that strict servers and small models can fill them.

const plannedPage = () =>
  z.object({
    slug: z.string(),
    title: z.string(),
    kind: z.string(),
    op: z.enum(['create', 'compose', 'edit']),
    units: z.array(z.string()),
    from: z.array(z.string()),
    aliasesAdd: z.array(z.string()),
    why: z.string(),
  });

const leftUnits = () =>
  z.object({
    units: z.array(z.string()),
    reason: z.enum(['boilerplate', 'off-scope', 'already-said', 'navigational']),
    note: z.string(),
  });

const sourceFacts = () => z.object({ what: z.string(), date: z.nullable(z.string()), points: z.array(z.string()) });

const replacement = () => z.object({ old: z.string(), by: z.string(), units: z.array(z.string()) });

const answeredQuestion = () => z.object({ question: z.string(), units: z.array(z.string()) });

const edit = () =>
  z.object({
    block: z.string(),
    starts: z.string(),
    do: z.enum(['replace', 'insert_after', 'insert_before', 'delete']),
    markdown: z.string(),
  });

const dropped = () =>
  z.object({
    mark: z.string(),
    reason: z.enum(['superseded_by', 'duplicate_of', 'moved_to', 'wrong']),
    by: z.string(),
  });

const conflict = () => z.object({ marks: z.array(z.string()), what: z.string() });

const writtenPage = () =>
  z.object({
    slug: z.string(),
    title: z.string(),
    aliasesAdd: z.array(z.string()),
    aliasesRemove: z.array(z.string()),
    markdown: z.string(),
    edits: z.array(edit()),
    dropped: z.array(dropped()),
    conflicts: z.array(conflict()),
    confidence: z.nullable(z.number()),
  });

const finding = () =>
  z.object({
    block: z.string(),
    sentence: z.string(),
    kind: z.enum(['overclaim', 'polarity', 'tense', 'loss', 'wrong_mark', 'repeat', 'style']),
    markdown: z.string(),
  });

/** Accepts answers of models that leave out what is empty, in the answer and in the objects of its lists. */
function withDefaults<T>(
  schema: AnswerSchema<T>,
  top: object,
  lists: Readonly<Record<string, object>> = {},
): AnswerSchema<T> {
  const fill = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    const filled: Record<string, unknown> = { ...top, ...value };
    for (const [name, defaults] of Object.entries(lists)) {
      const list = filled[name];
      if (Array.isArray(list))
        filled[name] = list.map((each: unknown) => (isObject(each) ? { ...defaults, ...each } : each));
    }
    return filled;
  };
  return { ...schema, validate: (value) => schema.validate(fill(value)) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Which units of a source go to which pages. */
export const planSchema = once(() =>
  withDefaults(
    answerSchema(
      'plan',
      z.object({
        source: sourceFacts(),
        pages: z.array(plannedPage()),
        left: z.array(leftUnits()),
        replaces: z.array(replacement()),
        answers: z.array(answeredQuestion()),
      }),
    ),
    { source: { what: '', date: null, points: [] }, left: [], replaces: [], answers: [] },
    { pages: { kind: '', from: [], aliasesAdd: [], why: '', units: [] }, left: { note: '' } },
  ),
);

/** The text of pages. */
export const writeSchema = once(() =>
  withDefaults(
    answerSchema('pages', z.object({ pages: z.array(writtenPage()) })),
    {},
    {
      pages: {
        title: '',
        aliasesAdd: [],
        aliasesRemove: [],
        markdown: '',
        edits: [],
        dropped: [],
        conflicts: [],
        confidence: null,
      },
    },
  ),
);

/** What a second reading finds wrong in new text. */
export const verifySchema = once(() =>
  withDefaults(
    answerSchema('verification', z.object({ findings: z.array(finding()) })),
    { findings: [] },
    { findings: { sentence: '', markdown: '' } },
  ),
);

/** The text that a model reads in a picture. */
export const transcriptionSchema = once(() => answerSchema('transcription', z.object({ transcription: z.string() })));

export type RawPlan = z.infer<
  z.ZodMiniObject<{
    source: ReturnType<typeof sourceFacts>;
    pages: z.ZodMiniArray<ReturnType<typeof plannedPage>>;
    left: z.ZodMiniArray<ReturnType<typeof leftUnits>>;
    replaces: z.ZodMiniArray<ReturnType<typeof replacement>>;
    answers: z.ZodMiniArray<ReturnType<typeof answeredQuestion>>;
  }>
>;
export type RawPlannedPage = z.infer<ReturnType<typeof plannedPage>>;
export type RawWrittenPage = z.infer<ReturnType<typeof writtenPage>>;
export type RawEdit = z.infer<ReturnType<typeof edit>>;
export type RawDrop = z.infer<ReturnType<typeof dropped>>;
export type RawFinding = z.infer<ReturnType<typeof finding>>;
