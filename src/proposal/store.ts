import { compareText, isoTime, isWikiError, WikiError, type Clock, type Random } from '../base';
import { type ChangeSet } from '../change';
import { baseName, type Vault } from '../vault';
import { ReviewDraftStore } from './review-drafts';
import { parseProposal, printProposal } from './format';
import { type CheckResults, type ProposalDecision, type Proposal } from './types';

const WAITING = '.wiki/proposals';
const DECIDED = '.wiki/proposals/decided';

/** A state file that could not be read and was set aside. */
export interface BrokenProposal {
  readonly path: string;
  readonly message: string;
}

/**
 * The proposals of one wiki, one file each: waiting ones in `.wiki/proposals/`, decided ones below `decided/`.
 * A file that does not validate is renamed to `*.broken` and reported, never trusted, never overwritten unread.
 */
export class ProposalStore {
  /** The reviews under way; a proposal's goes when it is decided. */
  readonly drafts: ReviewDraftStore;
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #random: Random;
  /** What waits, as it was read last, by path: large proposals take long to check, and are listed often. */
  readonly #known = new Map<string, { readonly text: string; readonly proposal: Proposal }>();
  /** Applied, but the files could not be written that say so, by id. */
  readonly #unrecorded = new Map<string, Proposal>();

  /** @param vault scoped to the wiki's root */
  constructor(vault: Vault, deps: { readonly clock: Clock; readonly random: Random }) {
    this.#vault = vault;
    this.#clock = deps.clock;
    this.#random = deps.random;
    this.drafts = new ReviewDraftStore(vault, deps.random);
  }

  /** The proposals that wait, in the order in which they apply. */
  async waiting(): Promise<{ proposals: readonly Proposal[]; broken: readonly BrokenProposal[] }> {
    for (const settled of this.#unrecorded.values()) await this.#recordIfPossible(settled);
    const { proposals, broken } = await this.#readAll(WAITING);
    return { proposals: proposals.filter(({ id }) => !this.#unrecorded.has(id)), broken };
  }

  /** The proposals that were applied or rejected, oldest first. */
  async decided(): Promise<{ proposals: readonly Proposal[]; broken: readonly BrokenProposal[] }> {
    return this.#readAll(DECIDED);
  }

  /**
   * One proposal by its id or by the beginning of it that fits only one.
   * @throws WikiError `living-wiki:proposal_missing`, `living-wiki:proposal_ambiguous`
   */
  async find(idOrPrefix: string): Promise<Proposal> {
    const named = PROPOSAL_ID.test(idOrPrefix) ? await this.#readOne(idOrPrefix) : null;
    if (named) return named;
    const all = [...(await this.waiting()).proposals, ...(await this.decided()).proposals];
    const exact = all.find((proposal) => proposal.id === idOrPrefix);
    if (exact) return exact;
    const wanted = idOrPrefix.replace(/^0+(?=\d)/, '');
    const fitting = all.filter(
      (proposal) => proposal.id.startsWith(idOrPrefix) || String(proposal.sequence) === wanted,
    );
    const [only, second] = fitting;
    if (only === undefined) {
      throw new WikiError('living-wiki:proposal_missing', `There is no proposal "${idOrPrefix}".`, {
        remedy: 'List the proposals to see their names.',
      });
    }
    if (second !== undefined) {
      const names = fitting.map((proposal) => proposal.id).join(', ');
      throw new WikiError('living-wiki:proposal_ambiguous', `"${idOrPrefix}" fits several proposals: ${names}.`, {
        remedy: 'Give more of the name.',
      });
    }
    return only;
  }

  /** Stores a new change set as a proposal that waits. */
  async add(changeSet: ChangeSet, checks: CheckResults, buildsOn: readonly string[]): Promise<Proposal> {
    const sequence = (await this.#lastSequence()) + 1;
    const proposal: Proposal = {
      id: `${String(sequence).padStart(4, '0')}-${this.#random.id(4)}`,
      sequence,
      createdAt: isoTime(this.#clock.now()),
      state: 'waiting',
      changeSet,
      checks,
      buildsOn,
    };
    await this.#vault.write(fileOf(proposal), printProposal(proposal), { durable: true });
    return proposal;
  }

  /**
   * Records what became of a proposal that waited. That it was applied its transaction tells as well: where it cannot be
   * recorded now, it counts all the same, and is recorded later.
   */
  async recordDecision(
    proposal: Proposal,
    state: 'applied' | 'rejected',
    decision: ProposalDecision,
  ): Promise<Proposal> {
    const settled: Proposal = {
      ...proposal,
      state,
      decision: { at: isoTime(this.#clock.now()), ...decision },
    };
    if (state === 'applied') await this.#recordIfPossible(settled);
    else await this.#record(settled);
    return settled;
  }

  async #recordIfPossible(settled: Proposal): Promise<void> {
    try {
      await this.#record(settled);
      this.#unrecorded.delete(settled.id);
    } catch (error) {
      if (!isWikiError(error)) throw error;
      this.#unrecorded.set(settled.id, settled);
    }
  }

  async #record(settled: Proposal): Promise<void> {
    const before = fileOf({ ...settled, state: 'waiting' });
    await this.#vault.write(fileOf(settled), printProposal(settled), { durable: true });
    await this.#vault.remove(before, { durable: true });
    this.#known.delete(before);
    await this.drafts.remove(settled.id);
  }

  /**
   * Marks proposals that a crash left waiting although they were applied, and forgets reviews of what is decided.
   * @param applied proposal id to what is known of the decision that applied it
   * @returns the ids that were marked
   */
  async reconcile(applied: ReadonlyMap<string, ProposalDecision>): Promise<readonly string[]> {
    const marked: string[] = [];
    const waiting = new Set<string>();
    for (const proposal of (await this.waiting()).proposals) {
      const decision = applied.get(proposal.id);
      if (decision === undefined) waiting.add(proposal.id);
      else {
        await this.recordDecision(proposal, 'applied', decision);
        marked.push(proposal.id);
      }
    }
    await this.drafts.removeAllExcept(waiting);
    return marked;
  }

  /** The proposal with exactly this id, without reading the others; `null` where it has to be looked for. */
  async #readOne(id: string): Promise<Proposal | null> {
    const unrecorded = this.#unrecorded.get(id);
    if (unrecorded) return unrecorded;
    for (const folder of [WAITING, DECIDED]) {
      const path = `${folder}/${id}.json`;
      if ((await this.#vault.stat(path)) === null) continue;
      try {
        return await this.#parse(path);
      } catch (error) {
        if (!isWikiError(error) || !BROKEN_FILE_CODES.has(error.code)) throw error;
      }
    }
    return null;
  }

  async #lastSequence(): Promise<number> {
    const names = [...(await this.#vault.list(WAITING)), ...(await this.#vault.list(DECIDED))];
    return names.reduce((last, entry) => Math.max(last, sequenceOf(entry.path)), 0);
  }

  async #parse(path: string): Promise<Proposal> {
    const text = await this.#vault.readText(path);
    const known = this.#known.get(path);
    if (known?.text === text) return known.proposal;
    const proposal = parseProposal(text, path);
    if (proposal.state === 'waiting') this.#known.set(path, { text, proposal });
    return proposal;
  }

  async #readAll(folder: string): Promise<{ proposals: Proposal[]; broken: BrokenProposal[] }> {
    const proposals: Proposal[] = [];
    const broken: BrokenProposal[] = [];
    for (const entry of await this.#vault.list(folder)) {
      if (entry.kind !== 'file' || !entry.path.endsWith('.json')) continue;
      try {
        proposals.push(await this.#parse(entry.path));
      } catch (error) {
        if (!isWikiError(error) || !BROKEN_FILE_CODES.has(error.code)) throw error;
        broken.push({ path: entry.path, message: error.message });
        await this.#vault.rename(entry.path, `${entry.path}.broken-${this.#random.id(4)}`);
      }
    }
    proposals.sort((a, b) => a.sequence - b.sequence || compareText(a.id, b.id));
    return { proposals, broken };
  }
}

const PROPOSAL_ID = /^\d{4,9}-[a-z0-9]{4}$/;

const BROKEN_FILE_CODES: ReadonlySet<string> = new Set(['living-wiki:state_broken', 'living-wiki:not_utf8']);

function fileOf(proposal: Proposal): string {
  return `${proposal.state === 'waiting' ? WAITING : DECIDED}/${proposal.id}.json`;
}

/** The number that a proposal's file name begins with, broken files included, so that no number is given twice. */
function sequenceOf(path: string): number {
  const match = /^(\d{4,9})-/.exec(baseName(path));
  return match?.[1] === undefined ? 0 : Number(match[1]);
}
