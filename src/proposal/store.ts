import { compareText, isoTime, isWikiError, WikiError, type Clock, type Random } from '../base';
import { type ChangeSet } from '../change';
import { baseName, type FileStat, type Vault } from '../vault';
import { ReviewDraftStore } from './review-drafts';
import { isOwnProposal, parseProposal, printProposal } from './format';
import { type CheckResults, type ProposalDecision, type Proposal } from './types';

const WAITING = '.wiki/proposals';
const DECIDED = '.wiki/proposals/decided';

/** A proposal file that could not be read and was set aside. */
export interface BrokenProposal {
  readonly path: string;
  readonly message: string;
}

/**
 * The proposals of one wiki, one file each: waiting ones in `.wiki/proposals/`, decided ones below `decided/`.
 * A file that does not validate is renamed to `*.broken-…` and reported.
 */
export class ProposalStore {
  /** Unfinished reviews. The review of a proposal is deleted when the proposal is decided. */
  readonly drafts: ReviewDraftStore;
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #secret: () => string | null;
  /** Waiting proposals by path, as last read. They are listed often, and large ones take long to validate. */
  readonly #cache = new Map<string, { readonly size: number; readonly mtime: number; readonly proposal: Proposal }>();
  readonly #own = new WeakSet<Proposal>();
  /** Applied proposals, by id, whose files could not be written yet. */
  readonly #unrecorded = new Map<string, Proposal>();

  /** @param vault scoped to the wiki's root */
  constructor(vault: Vault, deps: ProposalStoreDeps) {
    this.#vault = vault;
    this.#clock = deps.clock;
    this.#random = deps.random;
    this.#secret = () => deps.device?.secret() ?? null;
    this.drafts = new ReviewDraftStore(vault, deps.random, this.#secret);
  }

  /** Waiting proposals, in the order in which they apply. */
  async waiting(): Promise<{ proposals: readonly Proposal[]; broken: readonly BrokenProposal[] }> {
    for (const decided of this.#unrecorded.values()) await this.#recordIfPossible(decided);
    const { proposals, broken } = await this.#readAll(WAITING);
    return { proposals: proposals.filter(({ id }) => !this.#unrecorded.has(id)), broken };
  }

  /** Applied and rejected proposals, oldest first. */
  async decided(): Promise<{ proposals: readonly Proposal[]; broken: readonly BrokenProposal[] }> {
    return this.#readAll(DECIDED);
  }

  /**
   * One proposal by its id, its sequence number or an unambiguous prefix of its id.
   * @throws WikiError `living-wiki:proposal_missing`, `living-wiki:proposal_ambiguous`
   */
  async find(idOrPrefix: string): Promise<Proposal> {
    const named = PROPOSAL_ID.test(idOrPrefix) ? await this.#readOne(idOrPrefix) : null;
    if (named) return named;
    const all = [...(await this.waiting()).proposals, ...(await this.decided()).proposals];
    const exact = all.find((proposal) => proposal.id === idOrPrefix);
    if (exact) return exact;
    const wanted = idOrPrefix.replace(/^0+(?=\d)/, '');
    const matching = all.filter(
      (proposal) => proposal.id.startsWith(idOrPrefix) || String(proposal.sequence) === wanted,
    );
    const [only, second] = matching;
    if (only === undefined) {
      throw new WikiError('living-wiki:proposal_missing', `There is no proposal "${idOrPrefix}".`, {
        remedy: 'List the proposals to see their ids.',
      });
    }
    if (second !== undefined) {
      const ids = matching.map((proposal) => proposal.id).join(', ');
      throw new WikiError('living-wiki:proposal_ambiguous', `"${idOrPrefix}" matches several proposals: ${ids}.`, {
        remedy: 'Give more of the id.',
      });
    }
    return only;
  }

  /** Stores a change set as a new waiting proposal. */
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
    await this.#vault.write(fileOf(proposal), printProposal(proposal, this.#secret()), { durable: true });
    return proposal;
  }

  /**
   * Records the decision about a waiting proposal. If the files of an applied proposal cannot be written, it counts as applied
   * anyway, because its transaction has the decision, and the files are written later.
   */
  async recordDecision(
    proposal: Proposal,
    state: 'applied' | 'rejected',
    decision: ProposalDecision,
  ): Promise<Proposal> {
    const decided: Proposal = {
      ...proposal,
      state,
      decision: { at: isoTime(this.#clock.now()), ...decision },
    };
    if (state === 'applied') await this.#recordIfPossible(decided);
    else await this.#record(decided);
    return decided;
  }

  async #recordIfPossible(decided: Proposal): Promise<void> {
    try {
      await this.#record(decided);
      this.#unrecorded.delete(decided.id);
    } catch (error) {
      if (!isWikiError(error)) throw error;
      this.#unrecorded.set(decided.id, decided);
    }
  }

  async #record(decided: Proposal): Promise<void> {
    const before = fileOf({ ...decided, state: 'waiting' });
    await this.#vault.write(fileOf(decided), printProposal(decided, this.#secret()), { durable: true });
    await this.#vault.remove(before, { durable: true });
    this.#cache.delete(before);
    await this.drafts.remove(decided.id);
  }

  /**
   * Marks applied proposals that a crash left waiting, and deletes reviews of decided proposals.
   * @param applied decisions by the id of the proposal that they applied
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

  /** The proposal with exactly this id, without reading others; `null` if it is missing or broken. */
  async #readOne(id: string): Promise<Proposal | null> {
    const unrecorded = this.#unrecorded.get(id);
    if (unrecorded) return unrecorded;
    for (const folder of [WAITING, DECIDED]) {
      const path = `${folder}/${id}.json`;
      const stat = await this.#vault.stat(path);
      if (stat === null) continue;
      try {
        return await this.#parse(path, stat);
      } catch (error) {
        if (!isWikiError(error) || !BROKEN_FILE_CODES.has(error.code)) throw error;
      }
    }
    return null;
  }

  async #lastSequence(): Promise<number> {
    const names = [...(await this.#vault.list(WAITING)), ...(await this.#vault.list(DECIDED))];
    const numbers = names.map(({ path }) => sequenceOf(path)).sort((a, b) => a - b);
    // A number far above the others is forged, and might be the last that fits.
    return numbers.reduce((last, number) => (number - last > MAX_GAP ? last : number), 0);
  }

  async #parse(path: string, { size, mtime }: FileStat): Promise<Proposal> {
    if (size > MAX_SIZE) throw tooLarge(path);
    const known = this.#cache.get(path);
    if (known?.size === size && known.mtime === mtime && mtime > 0) return known.proposal;
    const text = await this.#vault.readText(path);
    const proposal = this.#limitRights(parseProposal(text, path), text);
    if (baseName(path) !== `${proposal.id}.json`) throw misnamed(path);
    if (proposal.state === 'waiting') this.#cache.set(path, { size, mtime, proposal });
    if (isOwnProposal(text, this.#secret())) this.#own.add(proposal);
    return proposal;
  }

  /** A proposal, as this store gave it, that this device made or decided; any other may be forged. */
  isOwn(proposal: Proposal): boolean {
    return this.#own.has(proposal);
  }

  /** What a person starts may do more than other changes; a file that only says so may not. */
  #limitRights(proposal: Proposal, text: string): Proposal {
    const { changeSet } = proposal;
    if (!PRIVILEGED.has(changeSet.producer) || isOwnProposal(text, this.#secret())) return proposal;
    const notes = [...changeSet.notes, 'This device did not make this proposal, so it may change pages only.'];
    return { ...proposal, changeSet: { ...changeSet, producer: 'import', notes } };
  }

  async #readAll(folder: string): Promise<{ proposals: Proposal[]; broken: BrokenProposal[] }> {
    const proposals: Proposal[] = [];
    const broken: BrokenProposal[] = [];
    for (const entry of await this.#vault.list(folder)) {
      if (entry.kind !== 'file' || !entry.path.endsWith('.json')) continue;
      try {
        proposals.push(await this.#parse(entry.path, entry));
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

interface ProposalStoreDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** Signs what this device stores. */
  readonly device?: { secret(): string | null };
}

const PRIVILEGED: ReadonlySet<string> = new Set<ChangeSet['producer']>(['setup', 'undo', 'manual']);

/** Numbers between two proposals; those between them may have been removed. */
const MAX_GAP = 1_000_000;

/** Bytes of a proposal file. A larger one is none that this program made. */
const MAX_SIZE = 50_000_000;

function tooLarge(path: string): WikiError {
  return new WikiError('living-wiki:state_broken', 'The proposal file is too large.', {
    path,
    remedy: 'The file was set aside. Ingest its source again to get a new proposal.',
  });
}

function misnamed(path: string): WikiError {
  return new WikiError('living-wiki:state_broken', 'The name of the proposal file is not that of the proposal in it.', {
    path,
    remedy: 'The file was set aside. Ingest its source again to get a new proposal.',
  });
}

const PROPOSAL_ID = /^\d{4,9}-[a-z0-9]{4}$/;

const BROKEN_FILE_CODES: ReadonlySet<string> = new Set(['living-wiki:state_broken', 'living-wiki:not_utf8']);

function fileOf(proposal: Proposal): string {
  return `${proposal.state === 'waiting' ? WAITING : DECIDED}/${proposal.id}.json`;
}

/** The number at the start of a file name. Broken files count too, so that no number is used twice. */
function sequenceOf(path: string): number {
  const match = /^(\d{4,9})-/.exec(baseName(path));
  return match?.[1] === undefined ? 0 : Number(match[1]);
}
