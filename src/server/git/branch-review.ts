import { type Clock, type Run } from '../../base';
import { allHunks, hunksToAccept, toFileChanges } from '../../change';
import { missingDependencies, Workbench, type Proposal } from '../../workbench';
import { type HiddenReason, type ProposalBranch } from '../checkout';
import { applyMerged } from './apply-merged';
import { commitMessage, evidenceOf, proposalTrailers, trailersIn } from './commit-message';
import { isGeneratedFile, mergeFile, textOf } from './merge-file';
import { proposalBranches, waitsFor, type Hidden } from './proposal-branches';
import { REVIEW_PREFIX } from './remote';
import { type CommitChange, type Repository } from './repository';
import { type ReviewRecord, type ReviewRecords } from './review-records';
import { type WikiTree } from './tree';
import { type Upstream } from './upstream';

/** Branches that are pushed together. */
const BATCH = 50;

interface BranchReviewDeps {
  readonly repository: Repository;
  readonly upstream: Upstream;
  readonly records: ReviewRecords;
  /** The wiki's folder in the repository. */
  readonly inside: string;
  readonly clock: Clock;
  /** Told of a proposal that gets no branch, and why, each time that this changes. */
  readonly onHidden?: ((proposal: string, why: HiddenReason) => void) | undefined;
}

interface Verdict {
  /** `open`: it is neither merged nor deleted, and no commit on it says `Decision: rejected`. */
  readonly state: 'open' | 'rejected' | 'ended';
  /** What people wrote in `Reason:` trailers. */
  readonly reason: string | null;
}

/**
 * Review where a team reviews: each proposal that waits is a branch with one commit, whose message holds its quotes. Once the branch is
 * merged, in whatever way, the proposal is applied; once it is deleted without that, or a commit on it says so, it is rejected.
 */
export class BranchReview {
  readonly #deps: BranchReviewDeps;
  /**
   * By id, what the wiki's branch and that of a proposal were when nothing was decided, or the wiki's branch alone when the proposal did
   * not fit: until one of them moves, it is not looked at again.
   */
  readonly #looked = new Map<string, string>();
  /** By id, why a proposal has no branch although nothing that it builds on waits. */
  readonly #hidden = new Map<string, Hidden>();

  constructor(deps: BranchReviewDeps) {
    this.#deps = deps;
  }

  /**
   * Takes in what was decided on branches. @param head of the wiki's branch, which the folder holds
   * @param branches as the remote said together with that head
   */
  async decide(wiki: Workbench, head: string, branches: ReadonlyMap<string, string>, run: Run): Promise<void> {
    const records = this.#deps.records.read();
    const waiting = (await wiki.proposals()).filter(({ id }) => records.has(id));
    for (const { id } of waiting) {
      const record = records.get(id);
      const seen = `${head} ${branches.get(REVIEW_PREFIX + id) ?? ''}`;
      if (record === undefined || this.#looked.get(id) === seen) continue;
      const now = await this.#followed(id, record, branches.get(REVIEW_PREFIX + id) ?? null, run);
      if (now !== record) this.#deps.records.write(records.set(id, now));
      const { state, reason } = await this.#verdict(id, now, branches.has(REVIEW_PREFIX + id), head, run);
      if (state === 'open') {
        this.#looked.set(id, seen);
        continue;
      }
      this.#looked.delete(id);
      // Also where the branch was deleted: somebody may have changed it while merging. What the pages do not hold is rejected.
      await applyMerged(wiki, id, reason, run);
      // Whoever rejected it needs the branch no more, unless it holds work of theirs.
      const isOurs = state === 'rejected' && (await this.#deps.repository.hasSameFiles(now.commit, now.tip, run));
      if (isOurs) this.#deps.records.write(records.set(id, { ...now, commit: now.tip }));
    }
  }

  /** Which proposals are on branches, and why others are not. */
  branches(waiting: readonly Proposal[]): ReadonlyMap<string, ProposalBranch> {
    return proposalBranches(waiting, this.#deps.records.read(), this.#hidden);
  }

  /** Shows on a branch what waits and is not shown yet, and takes away branches of what was decided here. */
  async publish(wiki: Workbench, head: string, run: Run): Promise<void> {
    const { upstream, records: file, repository } = this.#deps;
    const records = file.read();
    const waiting = await wiki.proposals();
    const ids = new Set(waiting.map(({ id }) => id));
    const decided = [...records].filter(([id]) => !ids.has(id));
    for (const id of this.#hidden.keys()) if (!ids.has(id)) this.#hidden.delete(id);
    const hidden = waiting.filter(
      (proposal) =>
        !records.has(proposal.id) && this.#looked.get(proposal.id) !== head && waitsFor(proposal, ids).length === 0,
    );
    if (decided.length + hidden.length === 0) return;
    const branches = await upstream.branches(run);
    for (const [id, { commit }] of decided) {
      const branch = REVIEW_PREFIX + id;
      // A branch with somebody else's commits is theirs.
      if (branches.get(branch) === commit) await upstream.push([{ branch, to: null, holds: commit }], run);
      await repository.remember(branch, null, run);
      records.delete(id);
      file.write(records);
    }
    for (let at = 0; at < hidden.length; at += BATCH) {
      const shown = await this.#show(wiki, hidden.slice(at, at + BATCH), head, branches, run);
      for (const [id, record] of shown) records.set(id, record);
      file.write(records);
    }
    await repository.tidy(run);
  }

  /** Pushes branches together, and finds those that were pushed just before a program ended. */
  async #show(
    wiki: Workbench,
    proposals: readonly Proposal[],
    head: string,
    branches: ReadonlyMap<string, string>,
    run: Run,
  ): Promise<ReadonlyMap<string, ReviewRecord>> {
    const { upstream } = this.#deps;
    const shown = new Map<string, ReviewRecord>();
    const made = new Map<string, ReviewRecord>();
    for (const proposal of proposals) {
      const { id } = proposal;
      const tip = branches.get(REVIEW_PREFIX + id);
      if (tip === undefined) {
        const commit = await this.#commit(proposal, head, run);
        if (typeof commit === 'string') made.set(id, { base: head, commit, tip: commit });
        else {
          this.#looked.set(id, head);
          await this.#hide(wiki, proposal, commit.why);
        }
      } else {
        const record = await this.#found(id, tip, head, run);
        if (record !== null) shown.set(id, record);
      }
    }
    if (made.size === 0) return shown;
    const pushes = [...made].map(([id, { commit }]) => ({ branch: REVIEW_PREFIX + id, to: commit }));
    // If somebody made one of them meanwhile, all are tried again at the next look.
    return (await upstream.push(pushes, run)) === 'lost' ? shown : new Map([...shown, ...made]);
  }

  /** Keeps why a proposal is not shown. One that does not fit mostly lacks what it builds on. */
  async #hide(wiki: Workbench, proposal: Proposal, why: 'conflict' | 'unsupported'): Promise<void> {
    const { id } = proposal;
    const missing = why === 'conflict' ? await missingDependencies(Workbench.sessionOf(wiki), proposal) : [];
    const hidden: Hidden =
      missing.length === 0
        ? { why, proposals: [] }
        : { why: 'stale', proposals: missing.map(({ id: earlier }) => earlier) };
    if (this.#hidden.get(id)?.why !== hidden.why) this.#deps.onHidden?.(id, hidden.why);
    this.#hidden.set(id, hidden);
  }

  async #found(id: string, tip: string, head: string, run: Run): Promise<ReviewRecord | null> {
    const { repository, upstream } = this.#deps;
    if (!(await repository.has(tip, run))) await upstream.fetch([REVIEW_PREFIX + id], run);
    const base = await repository.mergeBase(tip, head, run);
    return base === null ? null : { base, commit: tip, tip };
  }

  /** With what others added to the branch, fetched so that it is still known once the branch is deleted. */
  async #followed(id: string, record: ReviewRecord, tip: string | null, run: Run): Promise<ReviewRecord> {
    const { repository, upstream } = this.#deps;
    if (tip === null || tip === record.tip) return record;
    if (!(await repository.has(tip, run))) await upstream.fetch([REVIEW_PREFIX + id], run);
    return (await repository.has(tip, run)) ? { ...record, tip } : record;
  }

  async #verdict(id: string, record: ReviewRecord, isThere: boolean, head: string, run: Run): Promise<Verdict> {
    const { repository } = this.#deps;
    const { base, tip } = record;
    const main = await repository.log(base, head, run);
    const ids = new Set(main.map((commit) => commit.id));
    // Somebody may have merged the wiki's branch, with what it says of other proposals, into this one.
    const isOwn = (commit: { readonly id: string }): boolean => ids.has(tip) || !ids.has(commit.id);
    const onBranch = (await repository.log(base, tip, run)).filter(isOwn);
    // A host that squashes puts the messages of the branch into that of its commit.
    const onMain = main.filter(
      ({ message, parents }) => parents.includes(tip) || trailersIn(message, 'Proposal').includes(id),
    );
    const said = (name: string, commits: typeof main): readonly string[] =>
      commits.flatMap(({ message }) => trailersIn(message, name));
    const reason = [...new Set(said('Reason', [...onBranch, ...onMain]))].join(' ') || null;
    if (onMain.length > 0 || (await this.#isHeld(record, head, run))) return { state: 'ended', reason };
    const isRejected = said('Decision', onBranch).some((decision) => /^reject(?:ed)?\b/i.test(decision));
    if (isRejected) return { state: 'rejected', reason };
    return { state: isThere ? 'open' : 'ended', reason };
  }

  /** Whether a branch holds nothing that is not in the other one: by history or, after a squash or a rebase, by content. */
  async #isHeld({ base, tip }: ReviewRecord, head: string, run: Run): Promise<boolean> {
    const { repository, inside } = this.#deps;
    // A branch that was set back to where it began shows nothing any more.
    if (await repository.holds(base, tip, run)) return false;
    if (await repository.holds(head, tip, run)) return true;
    const [from, own, main] = await Promise.all(
      [base, tip, head].map((commit) => repository.tree(commit, inside, run)),
    );
    if (from === undefined || own === undefined || main === undefined) return false;
    const blobOf = ({ files }: WikiTree, path: string): string | null => files.get(path)?.blob ?? null;
    const changed = [...new Set([...from.files.keys(), ...own.files.keys()])].filter(
      (path) => !isGeneratedFile(path) && blobOf(from, path) !== blobOf(own, path),
    );
    for (const path of changed) {
      const [was, ours, now] = [blobOf(from, path), blobOf(own, path), blobOf(main, path)];
      if (ours === now) continue;
      const contents = await repository.blobs(
        [was, ours, now].filter((blob) => blob !== null),
        run,
      );
      const content = (blob: string | null): Buffer | null => (blob === null ? null : (contents.get(blob) ?? null));
      const theirs = content(now);
      const merged = mergeFile(path, { base: content(was), own: content(ours), theirs });
      if (merged === 'conflict' || merged.content === null || theirs === null || !merged.content.equals(theirs))
        return false;
    }
    return changed.length > 0;
  }

  /** The commit of a proposal. Nothing refers to it yet. @returns why there is none if the proposal does not fit, or changes nothing */
  async #commit(
    proposal: Proposal,
    head: string,
    run: Run,
  ): Promise<string | { readonly why: 'conflict' | 'unsupported' }> {
    const { repository, inside, clock } = this.#deps;
    const tree = await repository.tree(head, inside, run);
    const read = async (path: string): Promise<string | null> => {
      const blob = tree.files.get(path)?.blob;
      const content = blob === undefined ? undefined : (await repository.blobs([blob], run)).get(blob);
      return textOf(content ?? null);
    };
    const accepted = hunksToAccept(proposal.changeSet, { drops: true });
    const { changes, conflicts } = await toFileChanges(proposal.changeSet, accepted, read, run);
    if (conflicts.length > 0) return { why: 'conflict' };
    if (changes.length === 0) return { why: 'unsupported' };
    const prefix = inside === '' ? '' : `${inside}/`;
    const files = changes.flatMap((change): CommitChange[] => {
      if (change.op === 'delete') return [[prefix + change.path, null]];
      const write: CommitChange = [prefix + change.path, change.text];
      return change.op === 'rename' && change.from !== change.path ? [[prefix + change.from, null], write] : [write];
    });
    const message = branchMessage(proposal, accepted);
    return repository.commit({ parent: head, message, changes: files, at: clock.now() }, run);
  }
}

function branchMessage(proposal: Proposal, accepted: ReadonlySet<string>): string {
  const { changeSet } = proposal;
  const left = allHunks(changeSet).filter(({ hunk }) => !accepted.has(hunk.id)).length;
  const shown = {
    ...changeSet,
    files: changeSet.files.map((edit) => ({ ...edit, hunks: edit.hunks.filter(({ id }) => accepted.has(id)) })),
  };
  const notes = [
    ...changeSet.notes,
    ...(left === 0 ? [] : [`Not on this branch: ${left} changes whose quotes are not in the source.`]),
  ];
  const body = [notes.slice(0, 30).join('\n'), ...evidenceOf(shown), HOW_TO_DECIDE];
  return commitMessage(changeSet.title, body, proposalTrailers(proposal));
}

const HOW_TO_DECIDE =
  'Merge this branch to apply the proposal; index, log and provenance follow. Delete it to reject\n' +
  'the proposal, or add an empty commit with the line “Decision: rejected”. A line “Reason: …” in a\n' +
  'commit message says why, and steers what comes. Closing a pull request alone decides nothing.';
