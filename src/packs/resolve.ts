import { type Run } from '../base';
import { missingWords } from '../search';
import { fencePack } from './fence';
import { PackIndex, packKey } from './pack-index';
import { packLink } from './pack-link';
import { cutBefore } from './sections';
import { type Candidate, type ResolvePurpose, selectFrom } from './select';
import { readSourceMap } from './source-map';
import { stateWarnings } from './state-warnings';
import { type Grounding, type Pack, type TextTools } from './types';

interface ResolveRequest {
  readonly task: string;
  readonly packs: readonly Pack[];
  /** Tokens of the finished text, wrappers included. */
  readonly budget: number;
  /** What each pack asks for itself, where absent. */
  readonly grounding?: Grounding;
  /** `answer` reads no sources. */
  readonly need?: ResolvePurpose;
}

/** A section that was chosen. */
interface SelectedSection {
  readonly pack: string;
  readonly path: string;
  readonly section: string | null;
  /** As it is cited: `pack:acme/documents/brief.md#Load ratings`. */
  readonly link: string;
  /** Of the file as it was read. */
  readonly hash: string;
  /** Whether only the beginning is shown. */
  readonly isCut: boolean;
  /** As a model sees it. */
  readonly text: string;
}

/** The record of the use of one pack. Source: Agent Knowledge client guide, step 8. */
export interface PackUse {
  readonly pack: string;
  readonly version: string;
  readonly status: string;
  readonly profile: string;
  readonly runtime_mode: string;
  readonly selected_files: readonly string[];
  readonly grounding: Grounding;
  /** Chosen files of which no claim leads to a source, where the pack has to be cited. */
  readonly citation_gaps: readonly string[];
  readonly warnings: readonly string[];
}

export interface ResolvedContext {
  /** Fenced; `''` where nothing fits. */
  readonly text: string;
  readonly tokens: number;
  readonly budget: number;
  readonly selected: readonly SelectedSection[];
  readonly uses: readonly PackUse[];
  readonly warnings: readonly string[];
  /** What the packs do not say, one plain sentence each. */
  readonly gaps: readonly string[];
}

/** A section of which less would be shown is left out. UTF-16 units. */
const MIN_CUT = 200;

/** Packs whose indexes are kept, those that were used last. */
const MAX_INDEXES = 16;

/** Chooses context from packs, without a model: the same packs and the same request give the same bytes. Keeps indexes, no texts. */
export class PackResolver {
  readonly #indexes = new Map<string, PackIndex>();
  readonly #tools: TextTools;

  constructor(tools: TextTools) {
    this.#tools = tools;
  }

  async resolve(request: ResolveRequest, run: Run): Promise<ResolvedContext> {
    const { task, packs, budget, need = 'answer' } = request;
    const drafts: PackDraft[] = [];
    for (const pack of packs) {
      const index = this.#indexOf(pack);
      await index.update(need !== 'answer', run);
      const { candidates, gaps } = await selectFrom(pack, index, task, need, run);
      const grounding = request.grounding ?? pack.item.grounding ?? 'recommended';
      const draft = new PackDraft(pack, grounding, candidates, this.#tools);
      draft.gaps.push(...gaps);
      if (index.isCut) draft.gaps.push('It has more files than are looked at.');
      drafts.push(draft);
    }
    fill(drafts, budget, this.#tools.countTokens);
    return this.#finish(drafts, request);
  }

  #indexOf(pack: Pack): PackIndex {
    const key = packKey(pack);
    const known = this.#indexes.get(key) ?? new PackIndex(pack);
    this.#indexes.delete(key);
    this.#indexes.set(key, known);
    for (const oldest of this.#indexes.keys()) {
      if (this.#indexes.size <= MAX_INDEXES) break;
      this.#indexes.delete(oldest);
    }
    return known;
  }

  async #finish(drafts: readonly PackDraft[], { task, budget }: ResolveRequest): Promise<ResolvedContext> {
    const { countTokens } = this.#tools;
    const shown = drafts.filter(({ chosen }) => chosen.length > 0);
    let text = render(shown);
    // The parts were counted one by one; only the whole counts.
    while (countTokens(text) > budget && shown.length > 0) {
      shown.at(-1)?.chosen.pop();
      if (shown.at(-1)?.chosen.length === 0) shown.pop();
      text = render(shown);
    }
    const selected = shown.flatMap(({ chosen }) => chosen);
    const uses: PackUse[] = [];
    for (const draft of drafts) uses.push(await draft.use());
    const missing = missingWords(
      task,
      selected.map((each) => `${each.path} ${each.section ?? ''} ${each.text}`),
    );
    return {
      text,
      tokens: countTokens(text),
      budget,
      selected,
      uses,
      warnings: uses.flatMap(({ warnings }) => warnings),
      gaps: [
        ...drafts.flatMap(({ pack, gaps }) => gaps.map((gap) => `${pack.item.name}: ${gap}`)),
        ...(selected.length === 0 && drafts.length > 0 ? ['No pack says anything about this within the budget.'] : []),
        ...(selected.length > 0 && missing.length > 0
          ? [`Nothing that was chosen mentions: ${missing.slice(0, 8).join(', ')}`]
          : []),
      ],
    };
  }
}

const render = (drafts: readonly PackDraft[]): string => drafts.map((draft) => draft.render()).join('\n\n');

/** Takes the candidates of all packs in turn, as long as they fit. */
function fill(drafts: readonly PackDraft[], budget: number, countTokens: TextTools['countTokens']): void {
  let left = budget;
  for (let rank = 0; drafts.some(({ candidates }) => rank < candidates.length); rank += 1) {
    for (const [at, draft] of drafts.entries()) {
      const candidate = draft.candidates[rank];
      if (candidate === undefined) continue;
      const frame = draft.chosen.length === 0 ? countTokens(draft.frame()) + (at > 0 ? 1 : 0) : 0;
      const allowed = Math.min(left - frame, budget * candidate.share - draft.spent(candidate.share));
      const taken = draft.take(candidate, allowed);
      if (taken > 0) left -= taken + frame;
    }
  }
}

/** What is chosen of one pack so far. */
class PackDraft {
  readonly chosen: SelectedSection[] = [];
  readonly gaps: string[] = [];
  readonly #spent = new Map<number, number>();
  #left = 0;

  constructor(
    readonly pack: Pack,
    readonly grounding: Grounding,
    readonly candidates: readonly Candidate[],
    readonly tools: TextTools,
  ) {}

  frame(): string {
    return fencePack(this.pack.item, this.grounding, '');
  }

  /** Tokens of what was taken with this share or a smaller one. */
  spent(share: number): number {
    return share >= 1 ? 0 : (this.#spent.get(share) ?? 0);
  }

  /** @returns the tokens that it takes; 0 where it is left out */
  take({ path, hash, section, share }: Candidate, allowed: number): number {
    const { name } = this.pack.item;
    if (
      this.chosen.some(
        (each) => each.path === path && each.section === section.name && startsLike(each.text, section.text),
      )
    ) {
      return 0;
    }
    const whole = this.tools.clean(section.text);
    const fitted = this.#fit(whole, headOf(name, path, section.name), allowed);
    if (fitted === null) {
      this.#left += 1;
      return 0;
    }
    const { text, tokens } = fitted;
    const isCut = text.length < whole.length;
    const link = packLink(name, path, section.name);
    this.chosen.push({ pack: name, path, section: section.name, link, hash, isCut, text });
    this.#spent.set(share, (this.#spent.get(share) ?? 0) + tokens);
    return tokens;
  }

  /** As much of a section as fits; `null` where that is too little. */
  #fit(whole: string, head: string, allowed: number): { readonly text: string; readonly tokens: number } | null {
    const { countTokens } = this.tools;
    const cost = (text: string): number => countTokens(`${head}\n${text}\n\n`) + 1;
    let text = whole;
    for (let tries = 0; tries < 6; tries += 1) {
      const tokens = cost(text);
      if (tokens <= allowed) return { text, tokens };
      const length = Math.floor((text.length * Math.max(0, allowed)) / tokens) - 20;
      if (length < MIN_CUT) return null;
      text = text.slice(0, cutBefore(text, length)).trimEnd();
    }
    return null;
  }

  render(): string {
    const parts = this.chosen.map(({ pack, path, section, text, isCut }) =>
      [headOf(pack, path, section), text, ...(isCut ? ['(…)'] : [])].join('\n'),
    );
    return fencePack(this.pack.item, this.grounding, parts.join('\n\n'));
  }

  async use(): Promise<PackUse> {
    const { item } = this.pack;
    const files = [...new Set(this.chosen.map(({ path }) => path))];
    return {
      pack: item.name,
      version: item.version ?? '',
      status: item.status,
      profile: item.profile ?? 'wiki-first',
      runtime_mode: item.runtime?.mode ?? 'data',
      selected_files: files,
      grounding: this.grounding,
      citation_gaps: this.grounding === 'required' ? await this.#unmapped(files) : [],
      warnings: [...stateWarnings(this.pack), ...this.#leftOut()],
    };
  }

  #leftOut(): readonly string[] {
    return this.#left === 0
      ? []
      : [`${this.pack.item.name}: sections that did not fit the budget were left out: ${this.#left}`];
  }

  async #unmapped(files: readonly string[]): Promise<readonly string[]> {
    const mapped = new Set((await readSourceMap(this.pack)).flatMap(({ compiledInto }) => compiledInto));
    return files.filter((path) => !mapped.has(path) && !path.startsWith('sources/'));
  }
}

const startsLike = (shown: string, text: string): boolean => text.startsWith(shown.slice(0, MIN_CUT));

const headOf = (pack: string, path: string, section: string | null): string =>
  `From [[${packLink(pack, path, section)}]]:`;
