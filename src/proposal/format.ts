import * as z from 'zod/mini';
import { isWikiError, WikiError, type ErrorCode, type JsonValue, parseForeignJson } from '../base';
import { checkChangeSet, LOSS_KINDS, type FileEdit, type GuardFinding } from '../change';
import { hashText, isSealed, sealText, type Hash } from '../vault';
import { type ProposalDecision, type Proposal } from './types';

/** Version 2 names the text that an edit changes by its hash; version 1 holds it, and is still read. A file of another version is set aside. */
const PROPOSAL_VERSION = 2;
const VERSION_WITH_BASES = 1;

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
    drops: z.exactOptional(
      z.array(
        z.object({
          text: z.string(),
          reason: z.nullable(z.string()),
          saidOn: z.exactOptional(z.string()),
        }),
      ),
    ),
  });

const hash = () => z.string().check(z.regex(/^[0-9a-f]{64}$/));

const editFields = () => ({
  kind: z.enum(['created', 'updated', 'renamed', 'deleted']),
  path: z.string(),
  to: z.exactOptional(z.string()),
  baseHash: z.exactOptional(z.string()),
  hunks: z.array(hunk()),
  why: z.array(z.string()),
});

export const fileEdit = z.lazy(() => z.object({ ...editFields(), base: z.string() }));

/** An edit whose base is kept elsewhere, under the hash `text`; absent when it is empty. */
const editWithHash = z.lazy(() => z.object({ ...editFields(), text: z.exactOptional(hash()) }));

const changeSetShape = <T extends z.ZodMiniType>(edit: T) =>
  z.object({
    title: z.string(),
    producer: z.enum([
      'ingest',
      'lint-fix',
      'maintenance',
      'answer',
      'deliberation',
      'setup',
      'undo',
      'manual',
      'import',
    ]),
    files: z.array(edit),
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
    isReviewed: z.exactOptional(z.boolean()),
  });

const transactionDecision = z.lazy(() => z.omit(decision(), { at: true }));

/** The decision about the proposal that a transaction keeps, if any. */
export function readDecision(facts: JsonValue | undefined): ProposalDecision | null {
  const read = transactionDecision.safeParse(facts);
  return read.success ? read.data : null;
}

const proposalOf = <V extends number, T extends z.ZodMiniType>(version: V, edit: T) =>
  z.object({
    version: z.literal(version),
    id: z.string().check(z.regex(/^[0-9]{4,9}-[a-z0-9]{4}$/)),
    sequence: z.int().check(z.positive()),
    createdAt: z.string(),
    state: z.enum(['waiting', 'applied', 'rejected']),
    changeSet: changeSetShape(edit),
    checks: z.object({ guard: z.array(guardFinding()), introduced: z.array(finding()), fixed: z.array(finding()) }),
    buildsOn: z.array(z.string()),
    decision: z.exactOptional(decision()),
  });

const proposalWithBases = z.lazy(() => proposalOf(VERSION_WITH_BASES, fileEdit));
const proposalWithHashes = z.lazy(() => proposalOf(PROPOSAL_VERSION, editWithHash));

/**
 * The text of a proposal file: JSON that names the base of each edit by its hash.
 * @param secret of this device, to sign it with; `null` for none
 */
export function printProposal({ changeSet, ...value }: Proposal, secret: string | null): string {
  const files = changeSet.files.map(({ base, ...edit }) => ({ ...edit, ...(base !== '' && { text: hashText(base) }) }));
  const content = { version: PROPOSAL_VERSION, ...value, changeSet: { ...changeSet, files } };
  const seal = secret === null ? {} : { seal: sealText(JSON.stringify(content), secret) };
  return JSON.stringify({ ...content, ...seal });
}

/** Whether the text of a proposal file was written by the device with this secret, exactly as it is. */
export function isOwnProposal(text: string, secret: string | null): boolean {
  const { seal, ...content } = JSON.parse(text) as { readonly seal?: unknown };
  return secret !== null && typeof seal === 'string' && isSealed(JSON.stringify(content), seal, secret);
}

/** A proposal as its file holds it. */
export interface StoredProposal {
  readonly path: string;
  /** Without the bases that are in {@link bases}. */
  readonly proposal: Proposal;
  /** Hashes of the bases that are kept elsewhere, by the path of their edit. */
  readonly bases: ReadonlyMap<string, Hash>;
}

/**
 * Reads a proposal file.
 * @throws WikiError `living-wiki:state_broken` unless it is valid JSON of a known version and shape
 */
export function parseProposal(text: string, path: string): StoredProposal {
  let data: unknown;
  try {
    data = parseForeignJson(text);
  } catch (error) {
    throw brokenProposal(path, 'it is not valid JSON.', error);
  }
  const shape = isVersion(data, VERSION_WITH_BASES) ? proposalWithBases : proposalWithHashes;
  const result = shape.safeParse(data);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw brokenProposal(path, `invalid value at ${issue?.path.join('.') ?? 'the top level'}.`);
  }
  const { version: _, changeSet, decision, ...rest } = result.data;
  const bases = new Map<string, Hash>();
  const files = changeSet.files.map((edit): FileEdit => {
    if ('base' in edit) return edit;
    const { text: hashOfBase, ...others } = edit;
    if (hashOfBase !== undefined) bases.set(edit.path, hashOfBase);
    return { ...others, base: '' };
  });
  const proposal = { ...rest, changeSet: { ...changeSet, files }, ...(decision && { decision }) };
  return { path, proposal, bases };
}

/**
 * A proposal with the bases of its edits. They are taken from `textOf` whenever they are asked for: those of a backlog take far more memory
 * than the proposals.
 * @throws WikiError `living-wiki:state_broken` when a base is missing, or a hunk does not fit it
 */
export function withBases({ path, proposal, bases }: StoredProposal, textOf: (hash: Hash) => string | null): Proposal {
  const missing = (): WikiError => brokenProposal(path, 'the text that it changes is missing or damaged.');
  const files = proposal.changeSet.files.map((edit): FileEdit => {
    const base = bases.get(edit.path);
    if (base === undefined) return edit;
    const get = (): string => {
      const text = textOf(base);
      if (text === null) throw missing();
      return text;
    };
    return Object.defineProperty({ ...edit }, 'base', { enumerable: true, get });
  });
  const changeSet = { ...proposal.changeSet, files };
  try {
    checkChangeSet(changeSet);
  } catch (error) {
    throw isWikiError(error) && error.code === 'living-wiki:state_broken'
      ? error
      : brokenProposal(path, 'its changes are inconsistent.', error);
  }
  return { ...proposal, changeSet };
}

/** A proposal without the bases that are kept elsewhere: its hunks tell what they add, and no longer where. */
export function withoutBases({ proposal, bases }: StoredProposal): Proposal {
  const files = proposal.changeSet.files.map((edit) =>
    bases.has(edit.path) ? { ...edit, hunks: edit.hunks.map((each) => ({ ...each, start: 0, end: 0 })) } : edit,
  );
  return { ...proposal, changeSet: { ...proposal.changeSet, files } };
}

function isVersion(data: unknown, version: number): boolean {
  return typeof data === 'object' && data !== null && 'version' in data && data.version === version;
}

function brokenProposal(path: string, why: string, cause?: unknown): WikiError {
  return new WikiError('living-wiki:state_broken', `The proposal file cannot be read: ${why}`, {
    path,
    cause,
    remedy: 'The file was set aside. Ingest its source again to get a new proposal.',
  });
}
