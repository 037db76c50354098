import * as z from 'zod/mini';
import { WikiError, type ErrorCode, type JsonValue } from '../base';
import { checkChangeSet, LOSS_KINDS, type GuardFinding } from '../change';
import { isSealed, sealText } from '../vault';
import { type ProposalDecision, type Proposal } from './types';

/** A proposal file of another version is set aside. */
const PROPOSAL_VERSION = 1;

const json: z.ZodMiniType<JsonValue> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(json), z.record(z.string(), json)]),
);

/** Statements are named one by one instead, in `drops`. */
const FORMER_LOSS_KINDS = ['quotes', 'code', 'tables', 'words'] as const;

const anchor = () =>
  z.object({
    line: z.exactOptional(z.int()),
    page: z.exactOptional(z.int()),
    heading: z.exactOptional(z.string()),
    time: z.exactOptional(z.string()),
  });

const evidence = () =>
  z.object({
    source: z.string(),
    sourceHash: z.string(),
    quote: z.string(),
    anchor: anchor(),
    verdict: z.enum(['found', 'not-found', 'unchecked']),
  });

const hunk = () =>
  z.object({
    id: z.string(),
    start: z.int().check(z.nonnegative()),
    end: z.int().check(z.nonnegative()),
    text: z.string(),
    title: z.string(),
    reason: z.string(),
    evidence: z.array(evidence()),
    needs: z.array(z.string()),
    declares: z.pipe(
      z.array(z.enum([...LOSS_KINDS, ...FORMER_LOSS_KINDS])),
      z.transform((kinds) => LOSS_KINDS.filter((kind) => kinds.includes(kind))),
    ),
    footnotes: z.exactOptional(z.array(z.object({ label: z.string(), content: z.string() }))),
    drops: z.exactOptional(z.array(z.object({ text: z.string(), reason: z.nullable(z.string()) }))),
  });

export const fileEdit = z.lazy(() =>
  z.object({
    kind: z.enum(['created', 'updated', 'renamed', 'deleted']),
    path: z.string(),
    to: z.exactOptional(z.string()),
    baseHash: z.exactOptional(z.string()),
    base: z.string(),
    hunks: z.array(hunk()),
    why: z.array(z.string()),
  }),
);

const changeSetShape = () =>
  z.object({
    title: z.string(),
    producer: z.enum(['ingest', 'lint-fix', 'maintenance', 'answer', 'setup', 'undo', 'manual', 'import']),
    files: z.array(fileEdit),
    log: z.object({
      event: z.enum(['ingest', 'query', 'lint', 'manual']),
      subject: z.string(),
      bullets: z.array(z.string()),
    }),
    sources: z.array(z.object({ path: z.string(), hash: z.string(), date: z.exactOptional(z.string()) })),
    notes: z.array(z.string()),
    facts: z.record(z.string(), json),
  });

const severity = () => z.enum(['error', 'warn', 'info']);
const code = () => z.custom<ErrorCode>((value) => typeof value === 'string' && value.length > 0);

const finding = () =>
  z.object({
    rule: z.string(),
    check: z.string(),
    code: code(),
    severity: severity(),
    path: z.string(),
    line: z.int(),
    column: z.int(),
    message: z.string(),
    suggestions: z.array(z.string()),
    fixable: z.boolean(),
    key: z.string(),
  });

const guardFinding = () =>
  z.object({
    code: z.custom<GuardFinding['code']>(
      (value) =>
        value === 'source_mutation_refused' || (typeof value === 'string' && value.startsWith('living-wiki:guard_')),
    ),
    severity: z.enum(['error', 'warn']),
    path: z.string(),
    line: z.int(),
    hunk: z.exactOptional(z.string()),
    message: z.string(),
    remedy: z.string(),
  });

const decision = () =>
  z.object({
    at: z.string(),
    transaction: z.exactOptional(z.string()),
    rejectedHunks: z.array(z.string()),
    waitingHunks: z.exactOptional(z.array(z.string())),
    reason: z.nullable(z.string()),
    reasons: z.exactOptional(z.record(z.string(), z.string())),
    edited: z.exactOptional(z.record(z.string(), z.string())),
  });

const transactionDecision = z.lazy(() => z.omit(decision(), { at: true }));

/** The decision about the proposal that a transaction keeps, if any. */
export function readDecision(facts: JsonValue | undefined): ProposalDecision | null {
  const read = transactionDecision.safeParse(facts);
  return read.success ? read.data : null;
}

const proposal = z.lazy(() =>
  z.object({
    version: z.literal(PROPOSAL_VERSION),
    id: z.string().check(z.regex(/^[0-9]{4,9}-[a-z0-9]{4}$/)),
    sequence: z.int().check(z.positive()),
    createdAt: z.string(),
    state: z.enum(['waiting', 'applied', 'rejected']),
    changeSet: changeSetShape(),
    checks: z.object({ guard: z.array(guardFinding()), introduced: z.array(finding()), fixed: z.array(finding()) }),
    buildsOn: z.array(z.string()),
    decision: z.exactOptional(decision()),
  }),
);

/**
 * The text of a proposal file: versioned JSON with a final newline.
 * @param secret of this device, to sign it with; `null` for none
 */
export function printProposal(value: Proposal, secret: string | null): string {
  const content = { version: PROPOSAL_VERSION, ...value };
  const seal = secret === null ? {} : { seal: sealText(JSON.stringify(content), secret) };
  return `${JSON.stringify({ ...content, ...seal }, null, 1)}\n`;
}

/** Whether the text of a proposal file was written by the device with this secret, exactly as it is. */
export function isOwnProposal(text: string, secret: string | null): boolean {
  const { seal, ...content } = JSON.parse(text) as { readonly seal?: unknown };
  return secret !== null && typeof seal === 'string' && isSealed(JSON.stringify(content), seal, secret);
}

/**
 * Reads a proposal file.
 * @throws WikiError `living-wiki:state_broken` unless it is valid JSON of this version and shape
 */
export function parseProposal(text: string, path: string): Proposal {
  const broken = (why: string, cause?: unknown): WikiError =>
    new WikiError('living-wiki:state_broken', `The proposal file cannot be read: ${why}`, {
      path,
      cause,
      remedy: 'The file was set aside. Ingest its source again to get a new proposal.',
    });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw broken('it is not valid JSON.', error);
  }
  const result = proposal.safeParse(data);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw broken(`invalid value at ${issue?.path.join('.') ?? 'the top level'}.`);
  }
  const { id, sequence, createdAt, state, changeSet, checks, buildsOn, decision } = result.data;
  try {
    checkChangeSet(changeSet);
  } catch (error) {
    throw broken('its changes are inconsistent.', error);
  }
  return { id, sequence, createdAt, state, changeSet, checks, buildsOn, ...(decision && { decision }) };
}
