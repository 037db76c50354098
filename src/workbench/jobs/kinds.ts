import * as z from 'zod/mini';
import { capitalise, once } from '../../base';
import { type PlanWishes } from '../../ingest';
import { type Job, type NewJob } from '../../jobs';
import { type IngestStep } from '../ingest/request';
import { wishesShape } from '../ingest/plan-wishes';

const name = () => z.string().check(z.maxLength(2000));

const ingestPayload = once(() =>
  z.strictObject({
    source: name(),
    /** Names the run that it was queued with, whose limit it shares. */
    run: name(),
    isNamed: z.boolean(),
    apply: z.boolean(),
    resume: z.boolean(),
    units: z.exactOptional(name()),
    wishes: z.exactOptional(wishesShape),
    lens: z.exactOptional(name()),
    curator: z.exactOptional(z.enum(['model', 'extractive'])),
    /** Which of how many sources of its run it reads, from 1. */
    place: z.exactOptional(z.strictObject({ at: z.int(), of: z.int() })),
  }),
);

const fixPayload = once(() => z.strictObject({ apply: z.boolean(), lens: z.exactOptional(name()) }));

/** How a source is to be read. */
export interface IngestPayload extends Omit<z.infer<ReturnType<typeof ingestPayload>>, 'wishes'> {
  readonly wishes?: PlanWishes;
}
/** What a run of ingest has in common. */
export type IngestOptions = Omit<IngestPayload, 'source' | 'place'>;
type FixPayload = z.infer<ReturnType<typeof fixPayload>>;

/** `null` for a payload that this version does not know. */
export function readIngestPayload({ payload }: Job): IngestPayload | null {
  return ingestPayload().safeParse(payload).data ?? null;
}

export function readFixPayload({ payload }: Job): FixPayload | null {
  return fixPayload().safeParse(payload).data ?? null;
}

/** The place of a job among those that were queued together. */
interface JobPlace {
  /** Names them. */
  readonly run: string;
  readonly at: number;
  readonly of: number;
}

/** `null` for a job that was queued alone. */
export function placeOfJob(job: Job): JobPlace | null {
  const payload = job.kind === 'ingest' ? readIngestPayload(job) : null;
  return payload?.place === undefined ? null : { run: payload.run, ...payload.place };
}

/** The job that reads a source. The same content is one job, wherever it lies. */
export function ingestJob(
  { path, hash, usesModel }: IngestStep,
  options: IngestOptions,
  place: { readonly at: number; readonly of: number },
): NewJob {
  const { wishes, ...rest } = options;
  const payload = {
    ...{ ...rest, source: path },
    ...(wishes && { wishes: { ...wishes } }),
    ...(place.of > 1 && { place: { ...place } }),
  };
  return {
    kind: 'ingest',
    key: `ingest ${hash ?? `path ${path}`}`,
    title: path,
    usesModel,
    payload,
  };
}

export function fixJob(payload: FixPayload): NewJob {
  return {
    kind: 'fix',
    key: `fix ${payload.lens ?? ''}`,
    title: 'Safe fixes',
    usesModel: false,
    payload,
  };
}

const skillPayload = once(() =>
  z.strictObject({
    skill: name(),
    write: z.exactOptional(z.enum(['links', 'quotes', 'all'])),
    proposeOnly: z.exactOptional(z.boolean()),
    dryRun: z.boolean(),
    vaultSkills: z.boolean(),
    by: z.enum(['person', 'schedule']),
    curator: z.exactOptional(z.enum(['model', 'extractive'])),
  }),
);

type SkillPayload = z.infer<ReturnType<typeof skillPayload>>;

export function readSkillPayload({ payload }: Job): SkillPayload | null {
  return skillPayload().safeParse(payload).data ?? null;
}

/** A skill that is queued or running is not queued again. */
export function skillJob(payload: SkillPayload, usesModel: boolean): NewJob {
  return {
    kind: 'skill',
    key: `skill ${payload.skill}`,
    title: capitalise(payload.skill.replaceAll('-', ' ')),
    usesModel,
    payload,
  };
}

const composePayload = once(() => z.strictObject({ apply: z.boolean(), pages: z.exactOptional(z.array(name())) }));

type ComposePayload = z.infer<ReturnType<typeof composePayload>>;

export function readComposePayload({ payload }: Job): ComposePayload | null {
  return composePayload().safeParse(payload).data ?? null;
}

export function composeJob(payload: ComposePayload): NewJob {
  const pages = payload.pages ?? [];
  const title = pages.length === 0 ? 'Overview pages' : `Write anew: ${pages.join(', ')}`;
  return { kind: 'compose', key: ['compose', ...pages].join(' '), title, usesModel: true, payload };
}

const exportPayload = once(() =>
  z.strictObject({
    name: z.exactOptional(name()),
    lens: z.exactOptional(name()),
    withSources: z.exactOptional(z.boolean()),
    briefingTokens: z.exactOptional(z.number()),
    to: z.exactOptional(name()),
    follow: z.exactOptional(z.boolean()),
  }),
);

type ExportPayload = z.infer<ReturnType<typeof exportPayload>>;

export function readExportPayload({ payload }: Job): ExportPayload | null {
  return exportPayload().safeParse(payload).data ?? null;
}

/** A pack that is queued or being written is not queued again. */
export function exportJob(payload: ExportPayload): NewJob {
  const { name: named, lens, to = '' } = payload;
  const pack = named ?? lens;
  return {
    kind: 'export',
    key: `export ${JSON.stringify([to, named ?? null, lens ?? null])}`,
    title: pack === undefined ? 'Knowledge pack' : `Knowledge pack ${pack}`,
    usesModel: false,
    payload: { ...payload },
  };
}
