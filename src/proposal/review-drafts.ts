import * as z from 'zod/mini';
import { compareText, isWikiError, type Random } from '../base';
import { checkChangeSet, type FileEdit } from '../change';
import { baseName, type Vault } from '../vault';
import { fileEdit } from './format';
import { type HunkDecision, type HunkDecisions } from './types';

const DRAFTS_FOLDER = '.wiki/proposals/decisions';
const VERSION = 1;
const ENDING = '.json';

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
  }),
);

function print({ decisions, ...draft }: ReviewDraft): string {
  const stored = Object.entries(decisions).map(([id, { beforeCascade, ...rest }]) => [
    id,
    beforeCascade === undefined ? rest : { ...rest, along: beforeCascade },
  ]);
  return `${JSON.stringify({ version: VERSION, decisions: Object.fromEntries(stored) as unknown, ...draft })}\n`;
}

function parse(text: string): ReviewDraft | null {
  try {
    const { decisions, edits, joined } = z.parse(shape, JSON.parse(text));
    checkChangeSet({ files: Object.values(edits) });
    return { decisions, edits, joined };
  } catch {
    return null;
  }
}

/**
 * Unfinished reviews, one file per proposal in `.wiki/proposals/decisions/`. A file that does not validate is set aside, and
 * the review starts over.
 */
export class ReviewDraftStore {
  readonly #vault: Vault;
  readonly #random: Random;

  constructor(vault: Vault, random: Random) {
    this.#vault = vault;
    this.#random = random;
  }

  /**
   * The decisions about a proposal so far; empty if there are none.
   * @param onBroken called with the new path of a file that was set aside
   */
  async read(id: string, onBroken?: (path: string) => void): Promise<ReviewDraft> {
    const path = fileOf(id);
    if ((await this.#vault.stat(path)) === null) return EMPTY_REVIEW_DRAFT;
    let text: string | null = null;
    try {
      text = await this.#vault.readText(path);
    } catch (error) {
      if (!isWikiError(error) || error.code !== 'living-wiki:not_utf8') throw error;
    }
    const draft = text === null ? null : parse(text);
    if (draft === null) {
      const aside = `${path}.broken-${this.#random.id(4)}`;
      await this.#vault.rename(path, aside);
      onBroken?.(aside);
    }
    return draft ?? EMPTY_REVIEW_DRAFT;
  }

  async write(id: string, draft: ReviewDraft): Promise<void> {
    await this.#vault.write(fileOf(id), print(draft), { durable: true });
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
