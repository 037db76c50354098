import { WikiError, type Run } from '../../base';
import { type LoadedPackFile, type PackContext, type ShownPackSection } from '../../librarian';
import { CATALOG_RULES, packCatalog, type Pack, type PackSession } from '../../packs';
import { type PackLibrary } from './pack-library';
import { PACK_TEXT_TOOLS } from './text-tools';

/** Tokens of what packs say to one look-up of a model: as much as it takes in with the pages that it reads. */
const LOOKUP_BUDGET = 2_500;
/** Tokens of packs in one question: guides, and all look-ups together. */
const QUESTION_BUDGET = 8_000;
/** Tokens below which a look-up would find no room for a section and its wrapper. */
const MIN_LOOKUP = 200;

/** The packs of one conversation for one question; see {@link PackContext}. */
export class ConversationPacks implements PackContext {
  readonly catalog: string;
  readonly notes: readonly string[];
  readonly #library: PackLibrary;
  readonly #session: PackSession;
  #resolved = 0;

  private constructor(library: PackLibrary, session: PackSession, catalog: string, notes: readonly string[]) {
    this.#library = library;
    this.#session = session;
    this.catalog = catalog;
    this.notes = notes;
  }

  /**
   * Looks for packs, and reads the active ones again.
   *
   * @param before the packs of the last question of the conversation
   * @param names packs that the person chose for the conversation; `undefined` leaves those that are active
   * @throws WikiError as `PackLibrary.require`
   */
  static async open(
    library: PackLibrary,
    before: PackContext | null,
    names: readonly string[] | undefined,
    run: Run,
  ): Promise<ConversationPacks> {
    const session = library.session(before instanceof ConversationPacks ? before.#session : undefined);
    const usable = await library.others(run);
    const find = (name: string): Pack | undefined => usable.find(({ item }) => item.name === name);
    if (names !== undefined && before instanceof ConversationPacks) {
      for (const name of before.active) if (!names.includes(name)) session.deactivate(name);
    }
    const { notes } = await session.rehydrate(find, run);
    for (const name of names ?? []) {
      if (!session.activeNames.includes(name)) await library.activate(name, session, run);
    }
    const catalog = packCatalog(usable);
    return new ConversationPacks(library, session, catalog === '' ? '' : `${CATALOG_RULES}\n\n${catalog}`, notes);
  }

  get guides(): readonly string[] {
    return this.#session.guides.map(({ text }) => text);
  }

  get active(): readonly string[] {
    return this.#session.activeNames;
  }

  get tokens(): number {
    return this.#guideTokens + this.#resolved;
  }

  /** A long guide, which is always whole, leaves room for one look-up. */
  get limit(): number {
    return Math.max(QUESTION_BUDGET, this.#guideTokens + LOOKUP_BUDGET);
  }

  get #guideTokens(): number {
    return this.guides.reduce((sum, guide) => sum + PACK_TEXT_TOOLS.countTokens(guide), 0);
  }

  get loaded(): readonly LoadedPackFile[] {
    return this.#session.loaded;
  }

  async activate(name: string, run: Run): Promise<string> {
    const { guide, state } = await this.#library.activate(name.trim(), this.#session, run);
    return state === 'already' ? `The pack ${guide.pack} is active already. Read it with resolve_context.` : guide.text;
  }

  async resolve(task: string, pack: string | undefined, run: Run): ReturnType<PackContext['resolve']> {
    const { activeNames } = this.#session;
    const wanted = pack?.trim();
    const names = activeNames.filter((name) => wanted === undefined || wanted === '' || name === wanted);
    if (names.length === 0) {
      const named =
        wanted === undefined || wanted === ''
          ? 'No pack is active.'
          : `The pack "${wanted.slice(0, 80)}" is not active.`;
      throw new WikiError('living-wiki:pack_inactive', named, { remedy: 'Activate it first, with activate_pack.' });
    }
    const left = this.limit - this.tokens;
    if (left < MIN_LOOKUP) {
      const spent = `Packs may take ${this.limit} tokens of a question, and they are used up.`;
      return { text: `${spent} Answer with what you have read.`, sections: [] };
    }
    const found = await this.#library.resolve({ task, packs: names, budget: Math.min(LOOKUP_BUDGET, left) }, run);
    this.#session.add(found.packs, found);
    this.#resolved += found.tokens;
    const items = new Map(found.packs.map(({ item }) => [item.name, item]));
    const sections = found.selected.map((each): ShownPackSection => {
      const item = items.get(each.pack);
      return {
        ...{
          pack: each.pack,
          path: each.path,
          section: each.section,
          link: each.link,
          hash: each.hash,
          text: each.text,
        },
        version: item?.version ?? '',
        status: item?.status ?? '',
        trust: item?.trust ?? 'unreviewed',
      };
    });
    const notes = [...found.warnings, ...found.gaps];
    const text = [found.text, ...(notes.length === 0 ? [] : [`Notes: ${notes.join(' ')}`])]
      .filter(Boolean)
      .join('\n\n');
    return { text: found.text === '' && notes.length === 0 ? '' : text, sections };
  }
}
