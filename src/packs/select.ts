import { compareText, throwIfCancelled, type Run } from '../base';
import { scanText } from '../markdown';
import { TextRanker } from '../search';
import { resolveRelative, type Hash } from '../vault';
import { readPackFile } from './pack-files';
import { type PackIndex } from './pack-index';
import { type Section, sectionsOf } from './sections';
import { rankClaims, readSourceMap } from './source-map';
import { type Pack } from './types';

/** A section that may be shown to a model. */
export interface Candidate {
  readonly path: string;
  readonly hash: Hash;
  readonly section: Section;
  /** At most this share of the budget goes to candidates of this kind. */
  readonly share: number;
}

interface Selection {
  readonly candidates: readonly Candidate[];
  /** What the pack should have and has not, one plain sentence each. */
  readonly gaps: readonly string[];
}

export type ResolvePurpose = 'answer' | 'citation' | 'dispute';

/** Files that are read for one task, and sections of each that are offered. */
const MAX_READ = 12;
const MAX_SECTIONS = 40;
/** Files that are ranked. */
const MAX_RANKED = 200;
/** Claims of the source map that lead to files. */
const MAX_CLAIMS = 8;

const VOICE = /persona|voice|tone|taboo|bound|limit|style|边界|禁/i;

/**
 * Chooses what of a pack a task needs, by the pack's profile. Reads the best files only.
 * Source: Agent Knowledge client guide, step 5.
 */
export async function selectFrom(
  pack: Pack,
  index: PackIndex,
  task: string,
  need: ResolvePurpose,
  run: Run,
): Promise<Selection> {
  return new Selector(pack, index, task, run).select(need);
}

class Selector {
  readonly #gaps: string[] = [];
  readonly #all: ReadonlySet<string>;
  #ranked: readonly string[] = [];

  constructor(
    readonly pack: Pack,
    readonly index: PackIndex,
    readonly task: string,
    readonly run: Run,
  ) {
    this.#all = new Set(index.files.map(({ path }) => path));
  }

  async select(need: ResolvePurpose): Promise<Selection> {
    await this.#rank();
    const { profile = 'wiki-first', runtime } = this.pack.item;
    const voice = runtime?.mode === 'persona' ? await this.#voice() : [];
    const evidence = need === 'answer' ? [] : await this.#evidence();
    const facts = await this.#facts(profile);
    return { candidates: withoutRepeats([...voice, ...evidence, ...facts]), gaps: this.#gaps };
  }

  /** Files by their words, those that claims of the source map lead to first: an index finds candidates, and says nothing itself. */
  async #rank(): Promise<void> {
    const byWords = this.index.rank(this.task, MAX_RANKED).map(({ path }) => path);
    const claims = rankClaims(await readSourceMap(this.pack), this.task, MAX_CLAIMS);
    const mapped = claims.flatMap(({ compiledInto }) => compiledInto).filter((path) => this.#all.has(path));
    const [best, ...rest] = byWords;
    this.#ranked = [...new Set([...(best === undefined ? [] : [best]), ...mapped, ...rest])];
  }

  async #facts(profile: 'document-first' | 'wiki-first' | 'hybrid'): Promise<readonly Candidate[]> {
    if (profile === 'document-first') return this.#documentFirst();
    if (profile === 'wiki-first') return this.#wikiFirst();
    // One of the two answers, never the whole pack.
    const first = this.#ranked.find((path) => /^(?:documents|wiki)\//.test(path) || this.#isPrimary(path));
    const isWiki = first === undefined ? this.#documents().length === 0 : first.startsWith('wiki/');
    return isWiki ? this.#wikiFirst() : this.#documentFirst();
  }

  async #documentFirst(): Promise<readonly Candidate[]> {
    const splits = this.#in('compiled/splits/');
    const compiled = this.#in('compiled/').filter((path) => !path.startsWith('compiled/splits/'));
    const main = splits.length > 0 ? splits : this.#documents();
    if (main.length === 0) this.#gaps.push('It is document-first, but has no documents: only its guide can be used.');
    const primary = this.pack.item.metadata?.primaryDocument;
    if (primary !== undefined && !this.#all.has(primary))
      this.#gaps.push(`Its primary document is missing: ${primary}`);
    return [...(await this.#sections(main, 1)), ...(await this.#sections(compiled, 1))];
  }

  async #wikiFirst(): Promise<readonly Candidate[]> {
    const compiled = this.#in('compiled/');
    const pages = this.#in('wiki/');
    if (compiled.length + pages.length === 0) this.#gaps.push('It has neither compiled views nor wiki pages.');
    const common = await this.#sections(compiled, 0.5);
    const detail = await this.#sections(pages, 1);
    // An overview helps where no view has the words of the task.
    const overview = common.length > 0 ? [] : (await this.#read(this.#briefing())).slice(0, 1);
    const linked = await this.#sections(await this.#linkedFrom(pages.slice(0, 3)), 1);
    const rest = common.map((candidate) => ({ ...candidate, share: 1 }));
    return [...common, ...overview, ...detail, ...linked, ...rest];
  }

  #briefing(): readonly string[] {
    return [...this.#all].filter((path) => path === 'compiled/briefing.md');
  }

  #isPrimary(path: string): boolean {
    return path === this.pack.item.metadata?.primaryDocument;
  }

  /** The primary document; without one, all documents that the task names. */
  #documents(): readonly string[] {
    const primary = [...this.#all].filter((path) => this.#isPrimary(path));
    return primary.length > 0 ? primary : this.#in('documents/');
  }

  /** Files of a folder that have words of the task, best first; where none has, the folder's first files. */
  #in(folder: string): readonly string[] {
    const ranked = this.#ranked.filter((path) => path.startsWith(folder));
    if (ranked.length > 0) return ranked;
    return [...this.#all]
      .filter((path) => path.startsWith(folder) && /\.(?:md|markdown|txt)$/i.test(path))
      .sort(compareText);
  }

  async #linkedFrom(paths: readonly string[]): Promise<readonly string[]> {
    const linked = new Set<string>();
    for (const path of paths) {
      const read = await readPackFile(this.pack, path);
      if (read === null) continue;
      for (const { target, external } of scanText(read.text).links) {
        const to = external ? null : resolveRelative(path, target);
        if (to !== null && this.#all.has(to) && to.startsWith('wiki/')) linked.add(to);
      }
    }
    return [...linked].filter((path) => this.#ranked.includes(path));
  }

  /** Sections of the first of these files that have words of the task, best first. */
  async #sections(paths: readonly string[], share: number): Promise<readonly Candidate[]> {
    const all = await this.#read(paths);
    const ranker = new TextRanker();
    for (const [at, { path, section }] of all.entries()) {
      const names = `${section.name ?? ''} ${path.replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
      ranker.add({ key: String(at).padStart(5, '0'), names, text: section.text });
    }
    return ranker.rank(this.task, MAX_SECTIONS).flatMap(({ key }) => {
      const found = all[Number(key)];
      return found === undefined ? [] : [{ ...found, share }];
    });
  }

  async #read(paths: readonly string[]): Promise<readonly Candidate[]> {
    const all: Candidate[] = [];
    for (const path of paths.slice(0, MAX_READ)) {
      throwIfCancelled(this.run);
      const read = await readPackFile(this.pack, path);
      if (read === null) this.#gaps.push(`${path} cannot be read as text.`);
      else all.push(...sectionsOf(read.text).map((section) => ({ path, hash: read.hash, section, share: 1 })));
    }
    return all;
  }

  /** What a persona sounds like and must not say, before any facts. */
  async #voice(): Promise<readonly Candidate[]> {
    const files = [...new Set([...this.#documents(), ...this.#in('compiled/')])];
    const all = await this.#read(files);
    return all
      .filter(({ path, section }) => VOICE.test(section.name ?? '') || VOICE.test(path))
      .map((candidate) => ({ ...candidate, share: 0.5 }));
  }

  /** What the sources say, only where a citation, a check or a dispute asks for it. */
  async #evidence(): Promise<readonly Candidate[]> {
    const claims = rankClaims(await readSourceMap(this.pack), this.task, MAX_CLAIMS);
    const mapped = claims.map(({ source }) => source).filter((path) => this.#all.has(path));
    const found = this.index.rankSources(this.task, MAX_READ).map(({ path }) => path);
    const paths = [...new Set([...mapped, ...found])].filter((path) => path.startsWith('sources/'));
    if (paths.length === 0) this.#gaps.push('It has no source that says anything about this.');
    return this.#sections(paths, 0.5);
  }
}

/** Letters by which two sections are compared; a shorter section is compared whole. */
const MIN_ALIKE = 40;
const MAX_ALIKE = 240;

/** A view that was made of a page has the same words: the section that comes first is enough. */
function withoutRepeats(candidates: readonly Candidate[]): readonly Candidate[] {
  const seen = new Set<string>();
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    const { path, section } = candidate;
    if (isOnlyLinks(section.text)) continue;
    const words = lettersOf(section.text);
    const keys = [`${path}#${section.name ?? ''} ${section.text}`, ...(words.length < MIN_ALIKE ? [] : [words])];
    if (keys.some((key) => seen.has(key))) continue;
    for (const key of keys) seen.add(key);
    kept.push(candidate);
  }
  return kept;
}

/** Whether a section only leads to what is said elsewhere: under its heading are links, and no sentence. */
function isOnlyLinks(text: string): boolean {
  const links = /\[[^\]\n]*\]\([^)\s]*\)/g;
  return links.test(text) && !/\p{L}{3}/u.test(text.replace(/^ {0,3}#+[^\n]*/, '').replace(links, ''));
}

/** The first letters of what a section says, without its heading, links and footnotes. */
function lettersOf(text: string): string {
  return text
    .replace(/^ {0,3}#+[^\n]*\n/, '')
    .replace(/^\[\^[^\]\n]+\]:.*$/gm, '')
    .replace(/^\[The page, with its sources\]\([^)]*\)$/gm, '')
    .replace(/\[\^[^\]\s]+\]/g, '')
    .replace(/\]\([^)\s]*\)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
    .slice(0, MAX_ALIKE);
}
