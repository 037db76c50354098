import { isWikiError, type Run } from '../base';
import { activatePack, type PackGuide } from './activate';
import { type ResolvedContext } from './resolve';
import { type Pack, type TextTools } from './types';

/** UTF-16 units of a guide that a conversation keeps. */
const MAX_GUIDE_LENGTH = 12_000;

/** What of a pack was shown in a conversation. */
interface LoadedFile {
  readonly pack: string;
  readonly version: string;
  readonly profile: string;
  readonly runtime_mode: string;
  readonly path: string;
  readonly hash: string;
}

export interface Activation {
  readonly guide: PackGuide;
  /** `already`: this version is active, and nothing need be shown again. */
  readonly state: 'new' | 'already' | 'changed';
}

/**
 * The packs of one conversation. A version is activated once. What is active is kept by name alone and read from disk again,
 * so that it outlives every trimming: unchanged files give the same bytes, and changed ones are said.
 */
export class PackSession {
  readonly #active = new Map<string, PackGuide>();
  readonly #loaded = new Map<string, LoadedFile>();
  readonly #tools: TextTools;

  /** @param before the session so far; it does not change */
  constructor(tools: TextTools, before?: PackSession) {
    this.#tools = tools;
    if (before === undefined) return;
    for (const [name, guide] of before.#active) this.#active.set(name, guide);
    for (const [key, file] of before.#loaded) this.#loaded.set(key, file);
  }

  /** The guides of the active packs, in the order of activation. */
  get guides(): readonly PackGuide[] {
    return [...this.#active.values()];
  }

  get activeNames(): readonly string[] {
    return [...this.#active.keys()];
  }

  /** Everything that was shown, in order. */
  get loaded(): readonly LoadedFile[] {
    return [...this.#loaded.values()];
  }

  async activate(pack: Pack, run: Run): Promise<Activation> {
    const known = this.#active.get(pack.item.name);
    const guide = await activatePack(pack, this.#tools, run, MAX_GUIDE_LENGTH);
    const isSame = known?.hash === guide.hash && known.version === guide.version;
    const changed = known === undefined ? 'new' : 'changed';
    this.#active.set(guide.pack, guide);
    this.#note(pack, 'KNOWLEDGE.md', guide.hash);
    return { guide, state: isSame ? 'already' : changed };
  }

  deactivate(name: string): void {
    this.#active.delete(name);
  }

  /** Records what was resolved. */
  add(packs: readonly Pack[], { selected }: ResolvedContext): void {
    for (const { pack, path, hash } of selected) {
      const from = packs.find(({ item }) => item.name === pack);
      if (from !== undefined) this.#note(from, path, hash);
    }
  }

  /**
   * The guides of the active packs as they are on disk now, in the order of activation.
   *
   * @param find the pack as it was found last; `undefined` for one that is gone
   */
  async rehydrate(
    find: (name: string) => Pack | undefined,
    run: Run,
  ): Promise<{ readonly guides: readonly PackGuide[]; readonly notes: readonly string[] }> {
    const notes: string[] = [];
    for (const name of this.activeNames) {
      const pack = find(name);
      const state = pack === undefined ? 'gone' : await this.#refresh(pack, run);
      if (state === 'gone') {
        this.#active.delete(name);
        notes.push(`The pack ${name} is gone and no longer used.`);
      } else if (state === 'changed') notes.push(`The pack ${name} has changed and was read again.`);
    }
    return { guides: [...this.#active.values()], notes };
  }

  async #refresh(pack: Pack, run: Run): Promise<Activation['state'] | 'gone'> {
    try {
      return (await this.activate(pack, run)).state;
    } catch (error) {
      if (isWikiError(error) && error.code === 'living-wiki:pack_missing') return 'gone';
      throw error;
    }
  }

  #note({ item }: Pack, path: string, hash: string): void {
    this.#loaded.set(`${item.name} ${path}`, {
      pack: item.name,
      version: item.version ?? '',
      profile: item.profile ?? 'wiki-first',
      runtime_mode: item.runtime?.mode ?? 'data',
      path,
      hash,
    });
  }
}
