import { clip, isMapping } from '../base';
import { type Frontmatter } from '../markdown';
import { fieldPosition, isText, nestedLink, describeValue, unwrapWikilink, vendorAliases } from './field-values';
import { isSlug } from './slug';
import { isKind } from './paths';
import { readTimestamp } from './time';
import { type PageProblem, type PageSchema } from './types';

const ENTRY_FIELDS: ReadonlySet<string> = new Set([
  'schema',
  'slug',
  'kind',
  'title',
  'sources',
  'confidence',
  'updated_at',
  'supersedes',
  'contradicts',
  'links',
  'tags',
  'metadata',
]);

/** What the frontmatter says where it can be used; `null` or an empty list where it cannot. */
export interface PageFields {
  readonly schema: PageSchema | null;
  readonly slug: string | null;
  readonly kind: string | null;
  readonly title: string | null;
  readonly sources: readonly string[];
  readonly confidence: number;
  readonly updatedAt: string | null;
  readonly supersedes: readonly string[];
  readonly contradicts: readonly string[];
  readonly declaredLinks: readonly string[];
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly problems: readonly PageProblem[];
}

/**
 * Reads the fields of a page in either form. Lenient: a field that is wrong is a problem and falls back, the others stand.
 * A page without a known schema is read as far as it goes, and only its missing schema is reported.
 * Source: AIP-10, Layer 2, and its JSON Schema, `entry`; specs README, 1, 2, 14.
 */
export function readFields(text: string, frontmatter: Frontmatter): PageFields {
  return new FieldReader(text, frontmatter).read();
}

class FieldReader {
  readonly #problems: PageProblem[] = [];
  readonly #data: Readonly<Record<string, unknown>>;
  #schema: PageSchema | null = null;

  readonly #text: string;
  readonly #frontmatter: Frontmatter;

  constructor(text: string, frontmatter: Frontmatter) {
    this.#text = text;
    this.#frontmatter = frontmatter;
    this.#data = frontmatter.data;
  }

  read(): PageFields {
    for (const problem of this.#frontmatter.problems) this.#problems.push({ ...problem, code: 'entry_invalid' });
    const broken = this.#problems.length > 0;
    this.#schema = this.#readSchema(broken);
    const fields = {
      slug: this.#readSlug(),
      kind: this.#readKind(),
      title: this.#readTitle(),
      sources: this.#readSources(),
      confidence: this.#readConfidence(),
      updatedAt: this.#readUpdatedAt(),
      supersedes: this.#readSlugs('supersedes'),
      contradicts: this.#readSlugs('contradicts'),
      declaredLinks: this.#readSlugs('links'),
      tags: this.#readTags(),
      aliases: this.#readAliases(),
    };
    this.#checkMetadata();
    if (this.#schema === 'knowledge.entry/v1') this.#checkKeys();
    return { schema: this.#schema, ...fields, problems: this.#problems };
  }

  #value(field: string): unknown {
    const value = Object.hasOwn(this.#data, field) ? this.#data[field] : undefined;
    return value === null ? undefined : value;
  }

  #readSchema(broken: boolean): PageSchema | null {
    const schema = this.#value('schema');
    if (schema === 'knowledge/v1' || schema === 'knowledge.entry/v1') return schema;
    if (broken) return null;
    const found = !this.#frontmatter.present
      ? 'no frontmatter'
      : schema === undefined
        ? 'no schema'
        : `schema ${describeValue(schema)}`;
    this.#report('schema', `Unexpected page with ${found}, expected "schema: knowledge/v1"`, 'schema_missing');
    return null;
  }

  #readSlug(): string | null {
    const slug = this.#value('slug');
    if (slug === undefined) return this.#reportMissing('slug');
    if (typeof slug !== 'string') return this.#reportInvalid('slug', slug, 'a text in kebab-case');
    if (isSlug(slug, this.#schema ?? 'knowledge/v1')) return slug;
    const rule = this.#isEntry
      ? 'a letter, then lower-case letters, digits and dashes (2 to 96)'
      : 'kebab-case (up to 96)';
    return this.#reportInvalid('slug', slug, rule);
  }

  #readKind(): string | null {
    const kind = this.#value('kind');
    if (kind === undefined) return this.#reportMissing('kind');
    return typeof kind === 'string' && isKind(kind)
      ? kind
      : this.#reportInvalid('kind', kind, 'a kind in kebab-case such as "concept"');
  }

  #readTitle(): string | null {
    const title = this.#value('title');
    if (title === undefined) return this.#reportMissing('title');
    if (typeof title === 'number') {
      this.#reportInvalid('title', title, 'a text in quotes');
      return String(title);
    }
    if (typeof title !== 'string' || title.trim() === '') return this.#reportInvalid('title', title, 'a text');
    if (this.#isEntry && Array.from(title).length > 200) this.#reportInvalid('title', title, 'at most 200 characters');
    return title;
  }

  #readSources(): readonly string[] {
    const sources = this.#readTextList('sources');
    if (this.#isEntry) {
      for (const ref of sources) {
        if (!/^[a-z0-9][a-z0-9-]{1,95}$/.test(ref))
          this.#reportInvalid('sources', ref, 'the id of a source, not a path');
      }
    }
    return sources;
  }

  #readConfidence(): number {
    const confidence = this.#value('confidence');
    if (confidence === undefined) return 1;
    if (typeof confidence === 'number' && confidence >= 0 && confidence <= 1) return confidence;
    this.#reportInvalid('confidence', confidence, 'a number from 0 to 1');
    return 1;
  }

  #readUpdatedAt(): string | null {
    const value = this.#value('updated_at');
    if (value === undefined) return this.#reportMissing('updated_at');
    return (
      readTimestamp(value) ??
      this.#reportInvalid('updated_at', value, 'an ISO 8601 time such as "2026-04-27T15:00:00Z"')
    );
  }

  /** Slugs; a text page may write them as wikilinks, so that they can be clicked among the properties. */
  #readSlugs(field: 'supersedes' | 'contradicts' | 'links'): readonly string[] {
    if (field === 'links' && !this.#isEntry)
      return typeof this.#value('links') === 'object' ? this.#readTextList('links').map(unwrapWikilink) : [];
    const slugs = this.#readTextList(field);
    if (!this.#isEntry) return slugs.map(unwrapWikilink);
    for (const slug of slugs) if (!isSlug(slug, 'knowledge.entry/v1')) this.#reportInvalid(field, slug, 'a slug');
    return slugs;
  }

  #readTags(): readonly string[] {
    const value = this.#value('tags') ?? (this.#isEntry ? undefined : this.#value('tag'));
    // Obsidian reads a text of tags with commas or blanks between them too.
    const tags = !this.#isEntry && typeof value === 'string' ? value.split(/[\s,]+/) : this.#textList('tags', value);
    const clean = tags.map((tag) => tag.trim().replace(/^#/, '')).filter((tag) => tag !== '');
    if (this.#isEntry) {
      for (const tag of tags)
        if (!/^[a-z][a-z0-9-]*$/.test(tag)) this.#reportInvalid('tags', tag, 'a tag in kebab-case');
    }
    return [...new Set(clean)];
  }

  #readAliases(): readonly string[] {
    const own = this.#value('aliases') ?? this.#value('alias');
    const value = own ?? vendorAliases(this.#value('metadata'));
    const aliases = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? (value as unknown[]) : [];
    return [
      ...new Set(
        aliases
          .filter(isText)
          .map((alias) => alias.trim())
          .filter((alias) => alias !== ''),
      ),
    ];
  }

  #checkMetadata(): void {
    const metadata = this.#value('metadata');
    if (metadata !== undefined && !isMapping(metadata))
      this.#reportInvalid('metadata', metadata, 'a mapping of vendors');
  }

  #checkKeys(): void {
    for (const key of Object.keys(this.#data)) {
      if (!ENTRY_FIELDS.has(key))
        this.#report(key, `Unexpected field "${clip(key, 60)}", expected it under metadata`, 'entry_invalid');
    }
  }

  #readTextList(field: string): readonly string[] {
    return this.#textList(field, this.#value(field));
  }

  #textList(field: string, value: unknown): readonly string[] {
    if (value === undefined) return [];
    if (typeof value === 'string' && value.trim() !== '') {
      this.#reportInvalid(field, value, 'a list');
      return [value];
    }
    if (!Array.isArray(value)) {
      this.#reportInvalid(field, value, 'a list');
      return [];
    }
    const textList: string[] = [];
    for (const item of value as readonly unknown[]) {
      const nested = nestedLink(item);
      if (isText(item) && item.trim() !== '') textList.push(item);
      else if (nested !== null && !this.#isEntry) textList.push(nested);
      else this.#reportInvalid(field, item, 'a list of texts');
    }
    return textList;
  }

  get #isEntry(): boolean {
    return this.#schema === 'knowledge.entry/v1';
  }

  #reportMissing(field: string): null {
    if (this.#schema !== null) this.#report(field, `Unexpected page without ${field}, expected one`, 'entry_invalid');
    return null;
  }

  #reportInvalid(field: string, value: unknown, expected: string): null {
    if (this.#schema !== null) {
      this.#report(field, `Unexpected ${field} ${describeValue(value)}, expected ${expected}`, 'entry_invalid');
    }
    return null;
  }

  #report(field: string, message: string, code: PageProblem['code']): void {
    this.#problems.push({ code, field, message, ...fieldPosition(this.#text, this.#frontmatter, field) });
  }
}
