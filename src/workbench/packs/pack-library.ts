import { isWikiError, throwIfCancelled, WikiError, type Clock, type Run } from '../../base';
import {
  activatePack,
  CATALOG_RULES,
  discoverPacks,
  logPackUse,
  packCatalog,
  openPackPlace,
  packContentHash,
  PackResolver,
  PackSession,
  PRODUCER,
  readPackLink,
  readPackLog,
  type Activation,
  type Discovery,
  type Grounding,
  type ResolvePurpose,
  type OpenedPlace,
  type Pack,
  type PackLogEntry,
  type ResolvedContext,
} from '../../packs';
import { type Vault } from '../../vault';
import { type DeviceMemory } from '../types';
import { PackConfirmations } from './pack-confirmations';
import { type PackHost } from './pack-host';
import { PACK_TEXT_TOOLS } from './text-tools';

/** Where a library of packs keeps what it has to remember. */
export interface PackLibraryDeps {
  readonly clock: Clock;
  readonly device?: DeviceMemory;
  /** Of the wiki; without one, nothing is logged and no disputed pack can be used. */
  readonly vault: Vault | null;
  /** The name under which the wiki is published when nothing else is chosen. */
  readonly published?: () => Promise<string | null>;
  /** The wiki itself as a pack, where it answers as one. */
  readonly ownPack?: (run: Run) => Promise<Pack>;
}

interface ResolveRequest {
  readonly task: string;
  /** Names; all usable packs when absent. */
  readonly packs?: readonly string[];
  readonly budget?: number;
  readonly grounding?: Grounding;
  readonly need?: ResolvePurpose;
}

/** Tokens of context for one question. */
const DEFAULT_PACK_BUDGET = 4_000;

/** The packs that a wiki, or a folder without one, can use. */
export class PackLibrary {
  readonly #host: PackHost;
  readonly #deps: PackLibraryDeps;
  readonly #resolver = new PackResolver(PACK_TEXT_TOOLS);
  readonly #confirmations: PackConfirmations | null;

  constructor(host: PackHost, deps: PackLibraryDeps) {
    this.#host = host;
    this.#deps = deps;
    this.#confirmations = deps.vault === null ? null : new PackConfirmations(deps.vault, deps);
  }

  /** Looks for packs anew. */
  async discover(run: Run): Promise<Discovery> {
    const { types } = this.#host;
    return discoverPacks(await this.#host.scopes(), run, types === undefined ? {} : { types });
  }

  /** The packs that may be used: without archived ones, and without disputed ones that wait for a yes. */
  async usable(run: Run): Promise<readonly Pack[]> {
    const { packs } = await this.discover(run);
    const usable: Pack[] = [];
    for (const pack of packs) if (await this.isUsable(pack, run)) usable.push(pack);
    return usable;
  }

  async isUsable(pack: Pack, run: Run): Promise<boolean> {
    if (pack.item.status === 'archived') return false;
    if (pack.item.status !== 'disputed') return true;
    if (this.#confirmations === null) return false;
    try {
      return await this.#confirmations.has(await packContentHash(pack, run));
    } catch (error) {
      throwIfCancelled(run);
      if (isWikiError(error)) return false;
      throw error;
    }
  }

  /** @throws WikiError `living-wiki:pack_missing` */
  async find(name: string, run: Run): Promise<Pack> {
    const { packs, archived, leftOut } = await this.discover(run);
    const found = packs.find(({ item }) => item.name === name) ?? archived.find(({ item }) => item.name === name);
    if (found !== undefined) return found;
    const own = await this.#own(name, run);
    if (own !== null) return own;
    const why = leftOut.find((each) => each.name === name || each.place.split('/').includes(name));
    throw new WikiError('living-wiki:pack_missing', `There is no knowledge pack "${name.slice(0, 80)}".`, {
      remedy:
        why === undefined
          ? 'See which packs there are with: living-wiki packs list'
          : `It was found but not loaded (${why.place}): ${why.message}`,
    });
  }

  async #own(name: string, run: Run): Promise<Pack | null> {
    // It is built as a whole, so only when it is meant.
    if ((await this.#deps.published?.()) !== name) return null;
    return (await this.#deps.ownPack?.(run)) ?? null;
  }

  /** The wiki as a pack; `null` where it does not answer as one. */
  async own(run: Run): Promise<Pack | null> {
    return (await this.#deps.ownPack?.(run)) ?? null;
  }

  /** A pack that may be used. @throws WikiError `living-wiki:pack_missing`, `living-wiki:pack_disputed`, `living-wiki:pack_archived` */
  async require(name: string, run: Run): Promise<Pack> {
    const pack = await this.find(name, run);
    if (pack.item.status === 'archived') {
      throw new WikiError('living-wiki:pack_archived', `The pack "${name}" is archived.`, {
        path: pack.item.location,
        remedy: 'Use a newer pack, or change its status if it is yours.',
      });
    }
    if (await this.isUsable(pack, run)) return pack;
    // What the wiki disputes of itself, its pages say.
    const own = await this.#own(name, run);
    if (own?.vault === pack.vault) return pack;
    throw new WikiError('living-wiki:pack_disputed', `The pack "${name}" is disputed and answers nothing yet.`, {
      path: pack.item.location,
      remedy: `Read it first. To use it all the same: living-wiki packs confirm ${name}`,
    });
  }

  /** A person's yes to a disputed pack as it is now. @throws WikiError `living-wiki:pack_missing`, `living-wiki:pack_too_large`, `living-wiki:pack_unconfirmable` */
  async confirm(name: string, run: Run): Promise<void> {
    const pack = await this.find(name, run);
    if (this.#confirmations === null || (this.#deps.device?.secret() ?? null) === null) {
      throw new WikiError('living-wiki:pack_unconfirmable', 'The confirmation cannot be stored here.', {
        remedy: 'Confirm it from a wiki, on a device where Living Wiki can store its settings.',
      });
    }
    await this.#confirmations.add(await packContentHash(pack, run), name);
  }

  async withdraw(name: string): Promise<void> {
    await this.#confirmations?.remove(name);
  }

  /** @param before what the conversation has so far; it does not change */
  session(before?: PackSession): PackSession {
    return new PackSession(PACK_TEXT_TOOLS, before);
  }

  /** The usable packs without the one that this wiki itself was published as: its pages say the same. */
  async others(run: Run): Promise<readonly Pack[]> {
    const usable = await this.usable(run);
    const { published } = this.#deps;
    const own = published === undefined ? null : await published();
    return own === null
      ? usable
      : usable.filter(
          ({ item, scope }) =>
            !(scope === 'project' && item.name === own && item.metadata?.producedBy?.name === PRODUCER),
        );
  }

  /** Opens a file of a pack where a citation leads; `null` for a file that is gone. @throws as {@link require} */
  async open(link: string, run: Run): Promise<(OpenedPlace & { readonly pack: Pack }) | null> {
    const place = readPackLink(link);
    if (place === null) return null;
    const pack = await this.require(place.pack, run);
    const opened = await openPackPlace(pack, place);
    return opened && { ...opened, pack };
  }

  /** The guide of a pack. @throws as {@link require} */
  async activate(name: string, session: PackSession | null, run: Run): Promise<Activation> {
    const pack = await this.require(name, run);
    if (session !== null) return session.activate(pack, run);
    return { guide: await activatePack(pack, PACK_TEXT_TOOLS, run), state: 'new' };
  }

  /** Context for a task, and a line of the log for each pack. @throws as {@link require} */
  async resolve(request: ResolveRequest, run: Run): Promise<ResolvedContext & { readonly packs: readonly Pack[] }> {
    const { task, packs: names, budget = DEFAULT_PACK_BUDGET, grounding, need } = request;
    const packs: Pack[] = [];
    if (names === undefined) packs.push(...(await this.usable(run)));
    else for (const name of new Set(names)) packs.push(await this.require(name, run));
    const options = { ...(grounding !== undefined && { grounding }), ...(need !== undefined && { need }) };
    const found = await this.#resolver.resolve({ task, packs, budget, ...options }, run);
    await this.#log(found);
    return { ...found, packs };
  }

  async #log({ uses }: ResolvedContext): Promise<void> {
    const { vault, clock } = this.#deps;
    if (vault === null) return;
    try {
      await logPackUse(vault, uses, clock);
    } catch (error) {
      // A vault that cannot be written to can still be read.
      if (!isWikiError(error)) throw error;
    }
  }

  /** @param limit at most so many, newest first */
  async log(limit: number): Promise<readonly PackLogEntry[]> {
    return this.#deps.vault === null ? [] : readPackLog(this.#deps.vault, limit);
  }

  /** As {@link catalog}, with the wiki itself as the first pack, for a client that knows nothing of it. */
  async fullCatalog(run: Run): Promise<string> {
    const own = await this.own(run);
    const catalog = packCatalog([...(own === null ? [] : [own]), ...(await this.others(run))]);
    return catalog === '' ? 'There are no knowledge packs.' : `${CATALOG_RULES}\n\n${catalog}`;
  }

  /** What a model is told of the usable packs; `''` where there are none. */
  async catalog(run: Run): Promise<string> {
    const catalog = packCatalog(await this.usable(run));
    return catalog === '' ? '' : `${CATALOG_RULES}\n\n${catalog}`;
  }
}
