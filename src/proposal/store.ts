import { compareText, isoTime, isWikiError, WikiError, type Clock, type Random } from '../base';
import { type ChangeSet, type FileEdit } from '../change';
import {
  baseName,
  hashText,
  listKinds,
  readPackedAgain,
  TextBlobs,
  writePacked,
  type FileStat,
  type Hash,
  type Vault,
} from '../vault';
import { PackedHunks } from './packed-hunks';
import { ReviewDraftStore } from './review-drafts';
import { isOwnProposal, parseProposal, printProposal, withBases, withoutBases, type StoredProposal } from './format';
import { type CheckResults, type ProposalDecision, type Proposal } from './types';

const WAITING = '.wiki/proposals';
const DECIDED = '.wiki/proposals/decided';
/** The texts that waiting proposals change. */
const BASES = '.wiki/proposals/texts';

/** A proposal file that could not be read and was set aside. */
interface BrokenProposal {
  readonly path: string;
  readonly message: string;
}

/**
 * The proposals of one wiki, one file each: waiting ones in `.wiki/proposals/`, decided ones below `decided/`. The texts that waiting ones
 * change are kept once each, below `texts/`. A file that does not validate is renamed to `*.broken-…` and reported.
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
  /** Ids of those that were read and are not. */
  readonly #foreign = new Set<string>();
  readonly #bases: TextBlobs;
  readonly #hunks = new PackedHunks();
  /** The base that was kept last for a path: that of the next proposal mostly resembles it. */
  readonly #lastBases = new Map<string, Hash>();
  readonly #deps: ProposalStoreDeps;
  #isHeld = false;
  /** What waits, while this store is held and has not written since. */
  #heldWaiting: readonly Proposal[] | null = null;
  /** How often this store wrote. */
  #changes = 0;
  /** Applied proposals, by id, whose files could not be written yet. */
  readonly #unrecorded = new Map<string, Proposal>();

  /** @param vault scoped to the wiki's root */
  constructor(vault: Vault, deps: ProposalStoreDeps) {
    this.#vault = vault;
    this.#deps = deps;
    this.#bases = new TextBlobs(vault, BASES);
    this.#clock = deps.clock;
    this.#random = deps.random;
    this.#secret = () => deps.device?.secret() ?? null;
    this.drafts = new ReviewDraftStore(vault, deps.random, this.#secret);
  }

  /** Does what must happen while nobody else writes to the wiki. Meanwhile the waiting proposals are read again only after this store wrote. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#isHeld = true;
    try {
      return await work();
    } finally {
      this.#isHeld = false;
      this.#heldWaiting = null;
    }
  }

  /** Waiting proposals, in the order in which they apply. */
  async waiting(): Promise<{ proposals: readonly Proposal[]; broken: readonly BrokenProposal[] }> {
    if (this.#heldWaiting !== null) return { proposals: this.#heldWaiting, broken: [] };
    for (const decided of this.#unrecorded.values()) await this.#recordIfPossible(decided);
    const changes = this.#changes;
    const { proposals, broken } = await this.#readAll(WAITING);
    this.#forgetGone(proposals);
    const waiting = proposals.filter(({ id }) => !this.#unrecorded.has(id));
    if (this.#isHeld && changes === this.#changes) this.#heldWaiting = waiting;
    return { proposals: waiting, broken };
  }

  /** Applied and rejected proposals, oldest first. Their hunks tell what they add and no longer where; {@link find} tells that, too. */
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
    if (exact) return (await this.#readOne(exact.id)) ?? exact;
    const wanted = idOrPrefix.replace(/^0+(?=\d)/, '');
    const fits = ({ id, sequence }: Proposal): boolean => id.startsWith(idOrPrefix) || String(sequence) === wanted;
    const matching = idOrPrefix === '' ? [] : all.filter(fits);
    const [only, second] = matching;
    if (only === undefined) {
      throw new WikiError('living-wiki:proposal_missing', `There is no proposal "${idOrPrefix}".`, {
        remedy: 'List the proposals to see their ids.',
      });
    }
    if (second !== undefined) {
      const ids = matching
        .slice(0, 10)
        .map((proposal) => proposal.id)
        .join(', ');
      throw new WikiError('living-wiki:proposal_ambiguous', `"${idOrPrefix}" matches several proposals: ${ids}.`, {
        remedy: 'Give more of the id.',
      });
    }
    return (await this.#readOne(only.id)) ?? only;
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
    for (const { path, base } of changeSet.files) {
      if (base !== '') this.#lastBases.set(path, await this.#bases.put(base, this.#lastBases.get(path) ?? null));
    }
    await this.#write(proposal);
    return proposal;
  }

  /** Removes decided proposals. Call it while nobody else writes to the wiki. */
  async removeDecided(ids: Iterable<string>): Promise<void> {
    for (const id of ids) for (const path of filesOf({ id, state: 'applied' })) await this.#vault.remove(path);
  }

  /**
   * Removes the texts that only decided proposals changed. Call it while nobody else writes to the wiki.
   * @returns how many were removed
   */
  async removeUnusedTexts(): Promise<number> {
    const { proposals } = await this.waiting();
    return this.#bases.keepOnly(
      proposals.flatMap(({ changeSet }) =>
        changeSet.files.flatMap(({ base }) => (base === '' ? [] : [hashText(base)])),
      ),
    );
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
    // Why each page was looked at matters only while a person decides.
    const { recall: _, ...facts } = proposal.changeSet.facts;
    const decided: Proposal = {
      ...proposal,
      changeSet: { ...proposal.changeSet, facts },
      state,
      decision: { at: isoTime(this.#clock.now()), ...decision },
    };
    if (state === 'applied') await this.#recordIfPossible(decided);
    else await this.#record(decided);
    return decided;
  }

  /** Records that a proposal was applied which counts as rejected. */
  async recordApplied(id: string, decision: ProposalDecision): Promise<void> {
    const proposal = await this.#readOne(id);
    if (proposal?.state === 'rejected') await this.recordDecision(proposal, 'applied', decision);
  }

  async #recordIfPossible(decided: Proposal): Promise<void> {
    try {
      await this.#record(decided);
      this.#unrecorded.delete(decided.id);
    } catch (error) {
      if (!isWikiError(error)) throw error;
      this.#unrecorded.set(decided.id, decided);
      this.#forgetWaiting();
    }
  }

  async #record(decided: Proposal): Promise<void> {
    await this.#write(decided);
    for (const before of filesOf({ id: decided.id, state: 'waiting' })) {
      await this.#vault.remove(before, { durable: true });
      this.#cache.delete(before);
    }
    this.#forgetWaiting();
    await this.drafts.remove(decided.id);
  }

  async #write(proposal: Proposal): Promise<void> {
    const [path] = filesOf(proposal);
    this.#forgetWaiting();
    await writePacked(this.#vault, path, printProposal(proposal, this.#secret()), { durable: true });
    this.#forgetWaiting();
  }

  /** Those that another program decided would stay in memory for as long as this one runs. */
  #forgetGone(waiting: readonly Proposal[]): void {
    if (this.#cache.size === waiting.length) return;
    const current = new Set(waiting);
    for (const [path, { proposal }] of this.#cache) if (!current.has(proposal)) this.#cache.delete(path);
  }

  #forgetWaiting(): void {
    this.#changes += 1;
    this.#heldWaiting = null;
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
    for (const path of [...filesOf({ id, state: 'waiting' }), ...filesOf({ id, state: 'applied' })]) {
      const stat = await this.#vault.stat(path);
      if (stat === null) continue;
      try {
        return await this.#parse(path, stat, true);
      } catch (error) {
        if (!isWikiError(error) || !BROKEN_FILE_CODES.has(error.code)) throw error;
      }
    }
    return null;
  }

  async #lastSequence(): Promise<number> {
    const names = [...(await listKinds(this.#vault, WAITING)), ...(await listKinds(this.#vault, DECIDED))];
    const numbers = names.map(({ path }) => sequenceOf(path)).sort((a, b) => a - b);
    // A number far above the others is forged, and might be the last that fits.
    return numbers.reduce((last, number) => (number - last > MAX_GAP ? last : number), 0);
  }

  /** @param isWhole whether to look for the bases of a decided proposal, too */
  async #parse(path: string, { size, mtime }: FileStat, isWhole = false): Promise<Proposal> {
    if (size > MAX_SIZE) throw tooLarge(path);
    const known = this.#cache.get(path);
    if (known?.size === size && known.mtime === mtime && mtime > 0) return known.proposal;
    const { text: read, again } = await readPackedAgain(this.#vault, path);
    const text = read ?? '';
    if (text.length > MAX_SIZE) throw tooLarge(path);
    const stored = parseProposal(text, path);
    const { id, state } = stored.proposal;
    if (!filesOf({ id, state }).some((file) => baseName(file) === baseName(path))) throw misnamed(path);
    const found = state === 'waiting' || isWhole ? await this.#findBases(stored) : new Set<Hash>();
    const isFound = [...stored.bases.values()].every((hash) => found.has(hash));
    const complete =
      state === 'waiting' || isFound ? withBases(stored, (hash) => this.#bases.text(hash)) : withoutBases(stored);
    const hunks = (): readonly FileEdit['hunks'][] =>
      parseProposal(again() ?? '', path).proposal.changeSet.files.map((edit) => edit.hunks);
    const kept = state === 'waiting' ? this.#hunks.pack(complete, text.length, hunks) : complete;
    const proposal = this.#limitRights(kept, text);
    if (proposal.state === 'waiting') {
      this.#cache.set(path, { size, mtime, proposal });
      for (const [file, hash] of stored.bases) this.#lastBases.set(file, hash);
    }
    if (isOwnProposal(text, this.#secret())) {
      this.#own.add(proposal);
      this.#foreign.delete(proposal.id);
    } else this.#foreign.add(proposal.id);
    return proposal;
  }

  /** Loads the bases of a proposal, as far as they are kept, or still in the files, or in the history. */
  async #findBases({ proposal, bases }: StoredProposal): Promise<ReadonlySet<Hash>> {
    const found = new Set<Hash>();
    const transaction = proposal.decision?.transaction;
    for (const [path, hash] of bases) {
      if (await this.#bases.load(hash)) found.add(hash);
      else {
        const earlier = transaction === undefined ? null : await this.#deps.textBefore?.(transaction, path);
        const text = [await this.#textOf(path), earlier].find(
          (each) => typeof each === 'string' && hashText(each) === hash,
        );
        if (typeof text !== 'string') continue;
        this.#bases.take(text);
        found.add(hash);
      }
    }
    return found;
  }

  async #textOf(path: string): Promise<string | null> {
    try {
      return (await this.#vault.stat(path))?.kind === 'file' ? await this.#vault.readText(path) : null;
    } catch (error) {
      if (isWikiError(error)) return null;
      throw error;
    }
  }

  /** A proposal, as this store gave it, that this device made or decided; any other may be forged. */
  isOwn(proposal: Proposal): boolean {
    return this.#own.has(proposal);
  }

  /** Whether a proposal was read that this device did not make: what it says of itself may be forged. Also of a copy. */
  isForeign({ id }: Pick<Proposal, 'id'>): boolean {
    return this.#foreign.has(id);
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
    const entries = await this.#vault.list(folder);
    const packed = new Set(entries.map(({ path }) => path).filter((path) => path.endsWith('.z')));
    for (const entry of entries) {
      // A crash may leave the file of an earlier version beside that of this one.
      if (entry.kind !== 'file' || !FILE_NAME.test(entry.path) || packed.has(`${entry.path}.z`)) continue;
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
  /** The text of a file before a transaction; `null` when that is not known. */
  readonly textBefore?: (transaction: string, path: string) => Promise<string | null>;
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
  return new WikiError('living-wiki:state_broken', 'The file name does not match the proposal in it.', {
    path,
    remedy: 'The file was set aside. Ingest its source again to get a new proposal.',
  });
}

const PROPOSAL_ID = /^\d{4,9}-[a-z0-9]{4}$/;

const BROKEN_FILE_CODES: ReadonlySet<string> = new Set(['living-wiki:state_broken', 'living-wiki:not_utf8']);

/** A proposal file, also of an earlier version. */
const FILE_NAME = /\.json(?:\.z)?$/;

/** The file of a proposal, and the one that earlier versions wrote. */
function filesOf({ id, state }: Pick<Proposal, 'id' | 'state'>): readonly [string, string] {
  const folder = state === 'waiting' ? WAITING : DECIDED;
  return [`${folder}/${id}.json.z`, `${folder}/${id}.json`];
}

/** The number at the start of a file name. Broken files count too, so that no number is used twice. */
function sequenceOf(path: string): number {
  const match = /^(\d{4,9})-/.exec(baseName(path));
  return match?.[1] === undefined ? 0 : Number(match[1]);
}
