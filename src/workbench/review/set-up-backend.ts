import { isoTime, silentRun, WikiError, type Run } from '../../base';
import { isBlocked, EMPTY_REVIEW_DRAFT, type ReviewDraft, type Proposal } from '../../proposal';
import { commitSetUp, planSetUp, prepareSetUp, type PreparedSetUp, type SetupRequest } from '../set-up-wiki';
import { type ReviewSelection, type ReviewBackend } from './backend';
import { BackendReviewSession } from './review-session';
import { type ReviewSession, type ReviewOutcome } from './types';

/** The review of a wiki that is to be made: there is none yet to keep decisions in, so they live as long as the desk. */
class SetUpReviewBackend implements ReviewBackend {
  readonly id: string;
  readonly basis: object = {};
  readonly #request: SetupRequest;
  #draft: ReviewDraft = EMPTY_REVIEW_DRAFT;
  #prepared: Promise<PreparedSetUp> | null = null;

  constructor(request: SetupRequest) {
    this.#request = request;
    this.id = `setup:${request.root}`;
  }

  async #prepare(run: Run): Promise<PreparedSetUp> {
    this.#prepared ??= prepareSetUp(this.#request, run);
    try {
      return await this.#prepared;
    } catch (error) {
      this.#prepared = null;
      throw error;
    }
  }

  async proposal(run: Run): Promise<Proposal> {
    const { changeSet } = await this.#prepare(run);
    const { checks } = await this.plan({ changeSet, accepted: new Set(), whole: false }, run);
    const createdAt = isoTime(this.#request.clock.now());
    return { id: this.id, sequence: 1, createdAt, state: 'waiting', changeSet, checks, buildsOn: [] };
  }

  readDraft(anew = false): Promise<ReviewDraft> {
    if (anew) this.#prepared = null;
    return Promise.resolve(this.#draft);
  }

  saveDraft(draft: ReviewDraft): Promise<void> {
    this.#draft = draft;
    return Promise.resolve();
  }

  async textOf(path: string): Promise<string | null> {
    const { vault } = await this.#prepare(silentRun);
    return (await vault.stat(path))?.kind === 'file' ? vault.readText(path) : null;
  }

  checkQuotes(): Promise<[]> {
    return Promise.resolve([]);
  }

  async plan({ changeSet, accepted }: Omit<ReviewSelection, 'decision'>, run: Run): ReturnType<ReviewBackend['plan']> {
    return planSetUp(await this.#prepare(run), changeSet, accepted, run);
  }

  async apply(choose: () => Promise<ReviewSelection>, run: Run): Promise<ReviewOutcome> {
    // Somebody may have made it a wiki meanwhile, or put notes there.
    this.#prepared = null;
    const { vault } = await this.#prepare(run);
    const choice = await choose();
    const { changes, conflicts, checks } = await this.plan(choice, run);
    if (conflicts.length > 0) return { kind: 'conflict', conflicts };
    if (isBlocked(checks, 'setup')) return { kind: 'blocked', checks };
    if (!changes.some(({ path }) => path === 'KNOWLEDGE.md')) throw noManifest();
    const done = await commitSetUp(this.#request, vault, choice.changeSet.title, changes, run);
    return { kind: 'applied', transaction: done.id, files: done.files.map(({ path }) => path) };
  }

  reject(): Promise<void> {
    this.#draft = EMPTY_REVIEW_DRAFT;
    return Promise.resolve();
  }
}

function noManifest(): WikiError {
  return new WikiError('living-wiki:nothing_accepted', 'A wiki needs its manifest, and that is not accepted.', {
    path: 'KNOWLEDGE.md',
    remedy: 'Accept KNOWLEDGE.md, or reject the set-up as a whole.',
  });
}

/**
 * Making a folder a wiki, or adopting one, as a review: nothing is written before it is applied. Its `load` throws what
 * {@link setUpWiki} would.
 */
export function reviewSetUp(request: SetupRequest): ReviewSession {
  return new BackendReviewSession(new SetUpReviewBackend(request));
}
