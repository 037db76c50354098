import * as z from 'zod/mini';
import { isMapping, type ErrorCode, type JsonObject, parseForeignJson } from '../base';
import { hashText, unsealed, withSeal } from '../vault';
import { JOB_STATES, type Job, type QueuePause } from './types';

/** Raised when the previous release cannot read a record any more. */
const RECORD_VERSION = 1 as const;
/** Bytes of a job's file. */
export const MAX_JOB_SIZE = 65_536;
const MAX_TIME = 8.64e15;

const word = (length: number) => z.string().check(z.maxLength(length));
const time = () => z.number().check(z.nonnegative(), z.lte(MAX_TIME));
const count = () => z.int().check(z.nonnegative());
const code = () => z.custom<ErrorCode>((value) => typeof value === 'string' && /^[a-z_:-]{1,80}$/.test(value));
export const JOB_ID = /^[a-z0-9]{8}$/;
const id = () => z.string().check(z.regex(JOB_ID));
/** It is part of a file's name. */
const proposal = () => z.string().check(z.regex(/^[a-z0-9-]{1,40}$/));

const owner = () => z.strictObject({ name: word(100), host: z.nullable(word(300)), process: z.nullable(z.number()) });

const progress = () =>
  z.strictObject({
    stage: word(200),
    done: z.number(),
    total: z.number(),
    detail: z.exactOptional(word(2000)),
    cost: z.exactOptional(word(200)),
  });

const stored = z.lazy(() =>
  z.strictObject({
    version: z.literal(RECORD_VERSION),
    id: id(),
    /** Names the device that wrote it, and gives nothing away. */
    device: z.nullable(word(16)),
    kind: z.string().check(z.regex(/^[a-z-]{1,40}$/)),
    key: word(300),
    title: word(300),
    usesModel: z.boolean(),
    payload: z.custom<JsonObject>(isMapping),
    state: z.enum(JOB_STATES),
    position: count(),
    createdAt: time(),
    startedAt: z.nullable(time()),
    endedAt: z.nullable(time()),
    attempts: count(),
    progress: z.nullable(progress()),
    failure: z.nullable(z.strictObject({ code: code(), message: word(4000), remedy: z.nullable(word(2000)) })),
    note: z.nullable(word(2000)),
    proposal: z.nullable(proposal()),
    lease: z.nullable(z.strictObject({ token: word(40), owner: owner(), beat: time() })),
    isCancelRequested: z.boolean(),
  }),
);

const storedPause = z.lazy(() =>
  z.strictObject({
    version: z.literal(RECORD_VERSION),
    reason: z.enum(['rate-limited', 'daily-limit', 'offline', 'model', 'approval', 'user']),
    message: word(2000),
    until: z.nullable(time()),
    since: time(),
  }),
);

/** `forged`: it says that this device wrote it, and it did not, or not so. */
type ReadJob =
  { readonly state: 'good'; readonly job: Job } | { readonly state: 'broken' } | { readonly state: 'forged' };

/** Writes and reads the records of one device. */
export class JobFormat {
  readonly #secret: () => string | null;

  constructor(secret: () => string | null) {
    this.#secret = secret;
  }

  /** The name of this device in records; `null` without a secret. */
  get device(): string | null {
    const secret = this.#secret();
    return secret === null ? null : hashText(`living-wiki jobs ${secret}`).slice(0, 16);
  }

  /** A job of another device is not sealed: what changes in it here does not make it this device's own. */
  print({ isOwn, ...job }: Job): string {
    const text = JSON.stringify({ version: RECORD_VERSION, device: isOwn ? this.device : null, ...job });
    return isOwn ? this.#sealed(sealName(job.id), text) : `${text}\n`;
  }

  parse(text: string, wantedId: string): ReadJob {
    const end = text.lastIndexOf('\n');
    const read = stored.safeParse(parseJson(text.slice(0, Math.max(end, 0))));
    if (!read.success || read.data.id !== wantedId) return { state: 'broken' };
    const { version: _, device, ...job } = read.data;
    const secret = this.#secret();
    const isOwn = secret !== null && unsealed(sealName(job.id), text, secret) !== null;
    if (!isOwn && device !== null && device === this.device) return { state: 'forged' };
    return { state: 'good', job: { ...job, isOwn } };
  }

  printPause(pause: QueuePause): string {
    return this.#sealed('pause', JSON.stringify({ version: RECORD_VERSION, ...pause }));
  }

  /** `null` for anything that this device did not write. */
  parsePause(text: string): QueuePause | null {
    const secret = this.#secret();
    const own = secret === null ? null : unsealed('pause', text, secret);
    const read = storedPause.safeParse(parseJson(own ?? ''));
    if (!read.success) return null;
    const { version: _, ...pause } = read.data;
    return pause;
  }

  #sealed(name: string, text: string): string {
    const secret = this.#secret();
    return secret === null ? `${text}\n` : withSeal(name, text, secret);
  }
}

/** The seal binds a record to its job, not to its file, which moves with the state of the job. */
const sealName = (jobId: string): string => `job ${jobId}`;

function parseJson(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return null;
  }
}
