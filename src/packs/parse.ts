import { clip, isMapping } from '../base';
import { readFrontmatter } from '../markdown';
import { resolveRelative } from '../vault';
import { FIELDS, isKnownType, PACK_NAME } from './schema';
import { type KnowledgeCatalogItem, type LeftOutReason } from './types';

/** What a `KNOWLEDGE.md` turned out to be. */
type ParsedPack =
  | { readonly kind: 'pack'; readonly item: KnowledgeCatalogItem }
  | { readonly kind: 'left-out'; readonly reason: LeftOutReason; readonly message: string; readonly name?: string };

interface PackPlace {
  /** Name of the folder. */
  readonly folderName: string;
  readonly location: string;
  readonly packRoot: string;
  /** Files and folders of the pack's own folder, by name. */
  readonly children: ReadonlySet<string>;
  /** Types that are accepted besides the standard ones. */
  readonly types: readonly string[];
}

/** A wiki's manifest has the same file name. */
const WIKI_SCHEMA = /^knowledge\.workspace\b/;

/** A guide for a persona says what it must not do. */
const BOUNDARIES = /bound|limit|taboo|must not|do not|never|avoid|边界|禁|不得/i;

/**
 * Reads a `KNOWLEDGE.md`. Never throws. What costs a pack is said; everything else that is wrong is a diagnostic of it.
 * Source: Agent Knowledge client guide, step 2, the table of issues.
 */
export function parsePack(text: string, place: PackPlace): ParsedPack {
  const { data, present, problems, bodyStart } = readFrontmatter(text);
  const [problem] = problems;
  if (problem !== undefined)
    return invalid(`Its front matter is no valid YAML (line ${problem.line}): ${problem.message}`);
  if (!present) return invalid('It has no front matter.');
  if (WIKI_SCHEMA.test(asText(data.schema))) {
    return { kind: 'left-out', reason: 'a-wiki', message: 'It is a wiki, not a knowledge pack.' };
  }
  return new ItemReader(data, text.slice(bodyStart), place).read();
}

const invalid = (message: string, name?: string): ParsedPack => ({
  kind: 'left-out',
  reason: 'invalid',
  message,
  ...(name !== undefined && { name }),
});

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

type Fields = ReturnType<typeof FIELDS>;

class ItemReader {
  readonly #diagnostics: string[] = [];

  constructor(
    readonly data: Readonly<Record<string, unknown>>,
    readonly body: string,
    readonly place: PackPlace,
  ) {}

  read(): ParsedPack {
    const name = this.#name();
    if (name === null) return invalid('It has no usable name: 1 to 64 lower-case letters, digits and hyphens.');
    const description = this.#field('description', this.data.description) ?? '';
    if (description === '') return invalid('It has no description, so nothing says when to use it.', name);
    const type = this.#field('type', this.data.type);
    if (type === undefined) return invalid('It has no type.', name);
    if (!isKnownType(type, this.place.types)) {
      return invalid(`Its type "${clip(type, 60)}" is unknown. Name the type in the settings to allow it.`, name);
    }
    const item = this.#item(name, description, type);
    return { kind: 'pack', item: { ...item, diagnostics: this.#diagnostics } };
  }

  #item(name: string, description: string, type: string): Omit<KnowledgeCatalogItem, 'diagnostics'> {
    const { data, place } = this;
    const status = this.#field('status', data.status);
    if (status === undefined) this.#note('It has no valid status, so it counts as needing a review.');
    const trust = this.#field('trust', data.trust);
    const profile = this.#profile();
    const mode = this.#mode();
    const metadata = this.#metadata();
    const version = this.#field('version', data.version);
    const language = this.#field('language', data.language);
    const grounding = this.#field('grounding', data.grounding);
    if (profile === 'document-first') this.#checkDocuments(metadata?.primaryDocument);
    return {
      name,
      description,
      type,
      status: status ?? 'needs-review',
      ...(trust !== undefined && { trust }),
      profile,
      ...(mode !== undefined && { runtime: { mode } }),
      ...(metadata !== undefined && { metadata }),
      ...(version !== undefined && { version }),
      ...(language !== undefined && { language }),
      ...(grounding !== undefined && { grounding }),
      location: place.location,
      packRoot: place.packRoot,
    };
  }

  #note(message: string): void {
    this.#diagnostics.push(message);
  }

  /** A field that is absent is `undefined`, and so, with a diagnostic, is one that is not as it should be. */
  #field<K extends keyof Fields>(key: K, value: unknown): Parsed<K> | undefined {
    if (value === undefined || value === null) return undefined;
    const read = FIELDS()[key].safeParse(value);
    if (read.success) return read.data;
    const shown = typeof value === 'string' ? ` "${clip(value, 60)}"` : '';
    this.#note(`The value${shown} of "${key}" is not valid and is not used.`);
    return undefined;
  }

  #name(): string | null {
    const { folderName } = this.place;
    const name = this.#field('name', this.data.name);
    if (name === undefined) {
      if (!PACK_NAME.test(folderName)) return null;
      this.#note('It has no valid name and is called as its folder is.');
      return folderName;
    }
    if (name !== folderName) this.#note(`Its name is "${name}", but its folder is called "${clip(folderName, 60)}".`);
    return name;
  }

  #profile(): 'document-first' | 'wiki-first' | 'hybrid' {
    const profile = this.#field('profile', this.data.profile);
    if (profile === undefined)
      this.#note('It has no profile and is read as wiki-first, as packs before version 0.6 are.');
    return profile ?? 'wiki-first';
  }

  #mode(): 'data' | 'persona' | undefined {
    const { runtime } = this.data;
    if (runtime === undefined) return undefined;
    const mode = this.#field('mode', isMapping(runtime) ? runtime.mode : runtime);
    if (mode === 'persona' && !BOUNDARIES.test(this.body)) {
      this.#note('It is a persona, but its guide names no boundaries: its limits are incomplete.');
    }
    return mode;
  }

  #metadata(): KnowledgeCatalogItem['metadata'] {
    const { metadata } = this.data;
    if (!isMapping(metadata)) return undefined;
    const primary = this.#field('primaryDocument', metadata.primaryDocument);
    const producedBy = this.#field('producedBy', metadata.producedBy);
    const inside = primary === undefined ? null : resolveRelative('KNOWLEDGE.md', primary);
    if (primary !== undefined && inside === null)
      this.#note('Its primary document is outside the pack and is not used.');
    return {
      ...(inside !== null && { primaryDocument: inside }),
      ...(producedBy !== undefined && { producedBy }),
    };
  }

  #checkDocuments(primary: string | undefined): void {
    const { children } = this.place;
    const [top = ''] = (primary ?? '').split('/');
    if (!children.has('documents') && !children.has(top)) {
      this.#note('It is document-first, but has neither documents nor a primary document.');
    }
  }
}

type Parsed<K extends keyof Fields> = NonNullable<ReturnType<Fields[K]['safeParse']>['data']>;
