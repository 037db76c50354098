import { isoTime, silentRun, WikiError, type Run } from '../../base';
import { EMPTY_REVIEW_DRAFT, isBlocked, type Proposal, type ReviewDraft } from '../../proposal';
import { commitSetUp, planSetUp, prepareSetUp, type PreparedSetUp, type SetupRequest } from '../set-up/set-up-wiki';
import { type ReviewBackend, type ReviewSelection, type WriteSelection } from './backend';
import { createReviewSession } from './review-session';
import { type ReviewOutcome, type ReviewSession } from './types';

/** The review of a new wiki. Its `load` throws what `setUpWiki` would. */
export function reviewNewWiki(request: SetupRequest): ReviewSession {
  return createReviewSession(new SetUpReviewBackend(request));
}

/** Keeps the decisions in memory, because there is no wiki yet to store them in. */
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
    // The folder may have changed, or have become a wiki, since it was last read.
    this.#prepared = null;
    const { changeSet } = await this.#prepare(run);
    const { checks } = await this.plan({ changeSet, accepted: new Set(), whole: false }, run);
    const createdAt = isoTime(this.#request.clock.now());
    return { id: this.id, sequence: 1, createdAt, state: 'waiting', changeSet, checks, buildsOn: [] };
  }

  readDraft(): Promise<ReviewDraft> {
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

  async plan({ changeSet, accepted }: ReviewSelection, run: Run): ReturnType<ReviewBackend['plan']> {
    return planSetUp(await this.#prepare(run), changeSet, accepted, run);
  }

  apply(work: (write: WriteSelection) => Promise<ReviewOutcome>, run: Run): Promise<ReviewOutcome> {
    return work(async (selection) => {
      const { vault } = await this.#prepare(run);
      const { changes, conflicts, checks } = await this.plan(selection, run);
      if (conflicts.length > 0) return { kind: 'conflict', conflicts };
      if (isBlocked(checks, 'setup')) return { kind: 'blocked', checks };
      if (!changes.some(({ path }) => path === 'KNOWLEDGE.md')) throw manifestNotAccepted();
      const done = await commitSetUp(this.#request, vault, selection.changeSet.title, changes, run);
      return { kind: 'applied', transaction: done.id, files: done.files.map(({ path }) => path) };
    });
  }

  reject(): Promise<void> {
    this.#draft = EMPTY_REVIEW_DRAFT;
    return Promise.resolve();
  }
}

function manifestNotAccepted(): WikiError {
  return new WikiError('living-wiki:nothing_accepted', 'A wiki needs KNOWLEDGE.md, but that file is not accepted.', {
    path: 'KNOWLEDGE.md',
    remedy: 'Accept KNOWLEDGE.md, or reject the whole setup.',
  });
}
