import * as z from 'zod/mini';
import { compareText, isWikiError, type Random } from '../base';
import { checkChangeSet, type FileEdit } from '../change';
import { baseName, type Vault } from '../vault';
import { fileEdit } from './format';
import { type HunkDecisions } from './types';

const DRAFTS_FOLDER = '.wiki/proposals/decisions';
const VERSION = 1;
const ENDING = '.json';

/** A review under way: what was decided of a proposal so far, and nothing of it applied yet. */
export interface ReviewDraft {
  readonly decisions: HunkDecisions;
  /** Edits of files that take the place of the proposal's, because a conflict was settled or a moved text was edited. */
  readonly edits: Readonly<Record<string, FileEdit>>;
  /** Hunks that these edits hold as a part of another, by the id of that one. */
  readonly joined: Readonly<Record<string, string>>;
}

export const EMPTY_REVIEW_DRAFT: ReviewDraft = { decisions: {}, edits: {}, joined: {} };

const shape = z.lazy(() =>
  z.object({
    version: z.literal(VERSION),
    decisions: z.record(
      z.string(),
      z.object({
        verdict: z.enum(['accepted', 'rejected']),
        reason: z.exactOptional(z.string()),
        text: z.exactOptional(z.string()),
        along: z.exactOptional(
          z.nullable(z.object({ verdict: z.literal('accepted'), text: z.exactOptional(z.string()) })),
        ),
      }),
    ),
    edits: z.record(z.string(), fileEdit),
    joined: z.record(z.string(), z.string()),
  }),
);

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
 * The reviews under way, one file a proposal in `.wiki/proposals/decisions/`. A file that does not validate is set aside,
 * and the review begins anew: a decision that cannot be read is none.
 */
export class ReviewDraftStore {
  readonly #vault: Vault;
  readonly #random: Random;

  constructor(vault: Vault, random: Random) {
    this.#vault = vault;
    this.#random = random;
  }

  /**
   * What was decided of a proposal; nothing where nobody began.
   * @param broken told where a file was set aside
   */
  async read(id: string, broken?: (path: string) => void): Promise<ReviewDraft> {
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
      broken?.(aside);
    }
    return draft ?? EMPTY_REVIEW_DRAFT;
  }

  async write(id: string, draft: ReviewDraft): Promise<void> {
    await this.#vault.write(fileOf(id), `${JSON.stringify({ version: VERSION, ...draft })}\n`, { durable: true });
  }

  async remove(id: string): Promise<void> {
    if ((await this.#vault.stat(fileOf(id))) !== null) await this.#vault.remove(fileOf(id));
  }

  /** Forgets the reviews of all proposals but these. */
  async removeAllExcept(waiting: ReadonlySet<string>): Promise<void> {
    const files = (await this.#vault.list(DRAFTS_FOLDER)).filter(({ path }) => path.endsWith(ENDING));
    for (const { path } of [...files].sort((a, b) => compareText(a.path, b.path))) {
      if (!waiting.has(baseName(path).slice(0, -ENDING.length))) await this.#vault.remove(path);
    }
  }
}

const fileOf = (id: string): string => `${DRAFTS_FOLDER}/${id}${ENDING}`;
