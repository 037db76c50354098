import * as z from 'zod/mini';
import { compareText, isWikiError, type Random, parseForeignJson } from '../base';
import { checkChangeSet, type ChangeSet, type FileEdit } from '../change';
import { baseName, hashText, isSealed, sealText, type Vault } from '../vault';
import { fileEdit } from './format';
import { type HunkDecision, type HunkDecisions } from './types';

const DRAFTS_FOLDER = '.wiki/proposals/decisions';
const VERSION = 1;
const ENDING = '.json';
/** Bytes of a file. A larger one is no review. */
const MAX_SIZE = 50_000_000;

/** The proposal that is reviewed. */
interface Reviewed {
  readonly id: string;
  readonly changeSet: Pick<ChangeSet, 'files'>;
}

/** A problem with the file of a review: `broken` and set aside, or `foreign`, not made on this device for these changes. */
export type DraftProblem = 'broken' | 'foreign';

/** An unfinished review: the decisions about a proposal so far, none of them applied yet. */
export interface ReviewDraft {
  readonly decisions: HunkDecisions;
  /** Edits that replace those of the proposal, by path, after a conflict was resolved or a moved text was edited. */
  readonly edits: Readonly<Record<string, FileEdit>>;
  /** Ids of hunks that these edits join with another, to the id of that one. */
  readonly joined: Readonly<Record<string, string>>;
}

export const EMPTY_REVIEW_DRAFT: ReviewDraft = { decisions: {}, edits: {}, joined: {} };

const shape = z.lazy(() =>
  z.object({
    version: z.literal(VERSION),
    decisions: z.record(
      z.string(),
      z.pipe(
        z.object({
          verdict: z.enum(['accepted', 'rejected']),
          reason: z.exactOptional(z.string()),
          text: z.exactOptional(z.string()),
          along: z.exactOptional(
            z.nullable(z.object({ verdict: z.literal('accepted'), text: z.exactOptional(z.string()) })),
          ),
        }),
        z.transform(({ along, ...rest }): HunkDecision =>
          along === undefined ? rest : { ...rest, beforeCascade: along },
        ),
      ),
    ),
    edits: z.record(z.string(), fileEdit),
    joined: z.record(z.string(), z.string()),
    seal: z.exactOptional(z.string()),
  }),
);

/** @param key see `keyOf` @param secret of this device; `null` for none */
function print({ decisions, ...draft }: ReviewDraft, key: string, secret: string | null): string {
  const stored = Object.entries(decisions).map(([id, { beforeCascade, ...rest }]) => [
    id,
    beforeCascade === undefined ? rest : { ...rest, along: beforeCascade },
  ]);
  const content = { version: VERSION, decisions: Object.fromEntries(stored) as unknown, ...draft };
  const seal = secret === null ? {} : { seal: sealText(key + JSON.stringify(content), secret) };
  return `${JSON.stringify({ ...content, ...seal })}\n`;
}

function parse(text: string, key: string, secret: string | null): { draft: ReviewDraft; isOwn: boolean } | null {
  try {
    const data: unknown = parseForeignJson(text);
    const { decisions, edits, joined, seal } = z.parse(shape, data);
    checkChangeSet({ files: Object.values(edits) });
    const { seal: _, ...content } = data as Record<string, unknown>;
    const isOwn = secret !== null && seal !== undefined && isSealed(key + JSON.stringify(content), seal, secret);
    return { draft: { decisions, edits, joined }, isOwn };
  } catch {
    return null;
  }
}

/** What a review is about. With other changes, the same ids would accept something else. */
function keyOf({ id, changeSet }: Reviewed): string {
  const hunks = changeSet.files.map(({ kind, path, to = null, hunks: own }) => [
    ...[kind, path, to],
    own.map((hunk) => [hunk.id, hunk.start, hunk.end, hunk.text]),
  ]);
  return `living-wiki review ${id} ${hashText(JSON.stringify(hunks))}\n`;
}

/** Of the decisions of somebody else, only rejections count: they let nothing into the wiki. */
function rejectionsOnly({ decisions }: ReviewDraft): ReviewDraft {
  const kept = Object.entries(decisions).flatMap(([id, { verdict, reason }]) =>
    verdict === 'rejected' ? [[id, { verdict, ...(reason !== undefined && { reason }) }] as const] : [],
  );
  return { ...EMPTY_REVIEW_DRAFT, decisions: Object.fromEntries(kept) };
}

/**
 * Unfinished reviews, one file per proposal in `.wiki/proposals/decisions/`. A file that does not validate is set aside, and
 * the review starts over. They are signed: a file that this device did not make for the same changes accepts nothing.
 */
export class ReviewDraftStore {
  readonly #vault: Vault;
  readonly #random: Random;
  readonly #secret: () => string | null;

  constructor(vault: Vault, random: Random, secret: () => string | null) {
    this.#vault = vault;
    this.#random = random;
    this.#secret = secret;
  }

  /**
   * The decisions about a proposal so far; empty if there are none.
   * @param onProblem called with the path of the file, which is new if it was set aside
   */
  async read(proposal: Reviewed, onProblem?: (problem: DraftProblem, path: string) => void): Promise<ReviewDraft> {
    const path = fileOf(proposal.id);
    const stat = await this.#vault.stat(path);
    if (stat === null) return EMPTY_REVIEW_DRAFT;
    let text: string | null = null;
    try {
      if (stat.size <= MAX_SIZE) text = await this.#vault.readText(path);
    } catch (error) {
      if (!isWikiError(error) || error.code !== 'living-wiki:not_utf8') throw error;
    }
    const read = text === null ? null : parse(text, keyOf(proposal), this.#secret());
    if (read === null) {
      const aside = `${path}.broken-${this.#random.id(4)}`;
      await this.#vault.rename(path, aside);
      onProblem?.('broken', aside);
      return EMPTY_REVIEW_DRAFT;
    }
    if (read.isOwn) return read.draft;
    onProblem?.('foreign', path);
    return rejectionsOnly(read.draft);
  }

  async write(proposal: Reviewed, draft: ReviewDraft): Promise<void> {
    const text = print(draft, keyOf(proposal), this.#secret());
    await this.#vault.write(fileOf(proposal.id), text, { durable: true });
  }

  async remove(id: string): Promise<void> {
    if ((await this.#vault.stat(fileOf(id))) !== null) await this.#vault.remove(fileOf(id));
  }

  /** Deletes the reviews of all proposals except these. */
  async removeAllExcept(waiting: ReadonlySet<string>): Promise<void> {
    const files = (await this.#vault.list(DRAFTS_FOLDER)).filter(({ path }) => path.endsWith(ENDING));
    for (const { path } of [...files].sort((a, b) => compareText(a.path, b.path))) {
      if (!waiting.has(baseName(path).slice(0, -ENDING.length))) await this.#vault.remove(path);
    }
  }
}

const fileOf = (id: string): string => `${DRAFTS_FOLDER}/${id}${ENDING}`;
