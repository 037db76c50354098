import * as z from 'zod/mini';
import { once } from '../../base';
import { answerSchema, type AnswerLayout, type AnswerSchema } from '../../model';
import {
  NEW_PAGES_LAYOUT,
  PAGES_LAYOUT,
  PLAN_LAYOUT,
  PLAN_LAYOUT_WITH_ANSWERS,
  VERIFY_LAYOUT,
  YES_NO_LAYOUT,
  SMALL_PLAN_LAYOUT,
} from './answer-layouts';

// Flat shapes without optional properties, so that strict servers and small models can fill them. Lists of units, names and marks
// are asked for as one line of text, which takes fewer tokens; a list is read as well.

const REASONS_TO_LEAVE = ['boilerplate', 'off-scope', 'already-said', 'navigational'] as const;
const KINDS_OF_EDIT = ['replace', 'insert_after', 'insert_before', 'append', 'delete'] as const;
const REASONS_TO_DROP = ['superseded_by', 'duplicate_of', 'moved_to', 'wrong'] as const;

const plannedPage = () =>
  z.object({
    slug: z.string(),
    title: z.string(),
    kind: z.string(),
    op: z.enum(['create', 'compose', 'edit']),
    units: z.string(),
    from: z.string(),
    aliases: z.string(),
    retitle: z.string(),
    why: z.string(),
  });

const leftUnits = () => z.object({ units: z.string(), reason: z.enum(REASONS_TO_LEAVE), note: z.string() });

const sourceFacts = () => z.object({ what: z.string(), date: z.nullable(z.string()), points: z.array(z.string()) });

const replacement = () => z.object({ old: z.string(), by: z.string(), units: z.string() });

const endedStatement = () => z.object({ statement: z.string(), units: z.string() });

const unnamedSubject = () => z.object({ name: z.string(), why: z.string() });

const answeredQuestion = () => z.object({ question: z.string(), units: z.string() });

const edit = () => z.object({ block: z.string(), starts: z.string(), do: z.enum(KINDS_OF_EDIT), markdown: z.string() });

const dropped = () => z.object({ mark: z.string(), reason: z.enum(REASONS_TO_DROP), by: z.string() });

const conflict = () => z.object({ marks: z.string(), what: z.string() });

const newPage = () =>
  z.object({
    slug: z.string(),
    markdown: z.string(),
    left: z.string(),
    conflicts: z.array(conflict()),
    confidence: z.nullable(z.number()),
  });

const writtenPage = () =>
  z.object({ ...newPage().shape, edits: z.array(edit()), dropped: z.array(dropped()), aliases: z.string() });

const finding = () =>
  z.object({
    block: z.string(),
    sentence: z.string(),
    kind: z.enum(['overclaim', 'polarity', 'tense', 'loss', 'wrong_mark', 'repeat', 'style']),
    markdown: z.string(),
  });

/** A list that may come as one line of text. */
const items = () => z.array(z.string());

const readPlannedPage = () => z.object({ ...plannedPage().shape, units: items(), from: items(), aliases: items() });

const readWrittenPage = () =>
  z.object({
    ...writtenPage().shape,
    aliases: items(),
    left: items(),
    conflicts: z.array(z.object({ marks: items(), what: z.string() })),
    /** Lines of an answer that mean nothing. */
    unread: items(),
  });

const readPlan = () =>
  z.object({
    source: sourceFacts(),
    pages: z.array(readPlannedPage()),
    left: z.array(z.object({ ...leftUnits().shape, units: items() })),
    replaces: z.array(z.object({ ...replacement().shape, units: items() })),
    answers: z.array(z.object({ question: z.string(), units: items() })),
    ended: z.array(z.object({ statement: z.string(), units: items() })),
    holds: z.string(),
    unnamed: z.array(unnamedSubject()),
  });

/** What an answer may leave out, by the name of the list or object. */
const DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  plan: {
    source: { what: '', date: null, points: [] },
    left: [],
    replaces: [],
    answers: [],
    ended: [],
    holds: '',
    unnamed: [],
  },
  'plan.unnamed': { why: '' },
  'plan.pages': { title: '', kind: '', op: 'create', from: [], aliases: [], retitle: '', why: '', units: [] },
  'plan.left': { note: '' },
  'pages.pages': {
    markdown: '',
    left: [],
    edits: [],
    dropped: [],
    conflicts: [],
    aliases: [],
    confidence: null,
    unread: [],
  },
  'pages.edits': { block: '', starts: '', markdown: '' },
  'pages.conflicts': { marks: [] },
  verification: { findings: [] },
  'verification.findings': { sentence: '', markdown: '' },
};

const LISTS: ReadonlySet<string> = new Set(['units', 'aliases', 'marks', 'from', 'left']);

/** Fills in what an answer leaves out, and splits lists that come as one line. */
function complete(value: unknown, name: string, root = name): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => complete(each, name, root));
  if (!isRecord(value)) return value;
  const filled: Record<string, unknown> = { ...DEFAULTS[name], ...value };
  for (const [key, each] of Object.entries(filled)) {
    if (LISTS.has(key) && typeof each === 'string') filled[key] = splitItems(each, key === 'aliases' ? /;/ : /[,;]/);
    else if (typeof each === 'object') filled[key] = complete(each, `${root}.${key}`, root);
  }
  return filled;
}

/** A name may have a comma: what one is, the source tells later. */
function splitItems(line: string, separator: RegExp): readonly string[] {
  return line
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The server is told `asked`; what comes back is completed and read as `read`. */
function tolerant<T>(
  name: string,
  asked: z.ZodMiniType,
  read: z.ZodMiniType<T>,
  layout: AnswerLayout,
): AnswerSchema<T> {
  const { validate } = answerSchema(name, read);
  return { ...answerSchema(name, asked), validate: (value) => validate(complete(value, name)), layout };
}

const planShape = () => ({
  source: sourceFacts(),
  pages: z.array(plannedPage()),
  left: z.array(leftUnits()),
  replaces: z.array(replacement()),
  ended: z.array(endedStatement()),
  holds: z.string(),
  unnamed: z.array(unnamedSubject()),
});

/** Which units of a source go to which pages. */
export const planSchema = once(() => tolerant('plan', z.object(planShape()), readPlan(), PLAN_LAYOUT));

/** The same, where questions are open. */
export const planSchemaWithAnswers = once(() =>
  tolerant(
    'plan',
    z.object({ ...planShape(), answers: z.array(answeredQuestion()) }),
    readPlan(),
    PLAN_LAYOUT_WITH_ANSWERS,
  ),
);

const readPages = () => z.object({ pages: z.array(readWrittenPage()) });

/** The text of pages, some of which exist. */
export const writeSchema = once(() =>
  tolerant('pages', z.object({ pages: z.array(writtenPage()) }), readPages(), PAGES_LAYOUT),
);

/** The text of new pages. */
export const writeNewSchema = once(() =>
  tolerant('pages', z.object({ pages: z.array(newPage()) }), readPages(), NEW_PAGES_LAYOUT),
);

/** Which units go to which page, for a weak model: nothing can be left, so that a thoughtless answer loses nothing. */
export const smallPlanSchema = once(() => {
  const page = z.object({ slug: z.string(), title: z.string(), units: z.string() });
  return tolerant('plan', z.object({ pages: z.array(page) }), readPlan(), SMALL_PLAN_LAYOUT);
});

/** The text of one page, for a weak model. */
export const smallPageSchema = once(() => {
  const asked = z.object({ markdown: z.string() });
  const schema = tolerant('pages', asked, readPages(), NEW_PAGES_LAYOUT);
  return { ...schema, validate: (value: unknown) => schema.validate(asPages(value)) };
});

function asPages(value: unknown): unknown {
  return isRecord(value) && typeof value.markdown === 'string' ? { pages: [{ slug: '', ...value }] } : value;
}

/** What a second reading finds wrong in new text. */
export const verifySchema = once(() => {
  const shape = z.object({ findings: z.array(finding()) });
  return tolerant('verification', shape, shape, VERIFY_LAYOUT);
});

/** Whether a sentence says what its units say, for a weak model. */
export const yesNoSchema = once(() => {
  const shape = z.object({ answer: z.enum(['yes', 'no']) });
  return tolerant('verification', shape, shape, YES_NO_LAYOUT);
});

/** The text that a model reads in a picture. */
export const transcriptionSchema = once(() => answerSchema('transcription', z.object({ transcription: z.string() })));

export type RawPlan = z.infer<ReturnType<typeof readPlan>>;
export type RawPlannedPage = z.infer<ReturnType<typeof readPlannedPage>>;
export type RawWrittenPage = z.infer<ReturnType<typeof readWrittenPage>>;
export type RawEdit = z.infer<ReturnType<typeof edit>>;
export type RawDrop = z.infer<ReturnType<typeof dropped>>;
export type RawFinding = z.infer<ReturnType<typeof finding>>;
