import { clip, isMapping } from '../base';
import { type Frontmatter } from '../markdown';
import {
  fieldPosition,
  isText,
  nestedLink,
  readAliases,
  describeValue,
  unwrapWikilink,
  vendorAliases,
} from './field-values';
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

/** The valid values of the frontmatter; `null` or an empty list for the others. */
interface PageFields {
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
 * Reads the fields of a page in either form. An invalid field is reported and falls back; the others are kept. Without a known
 * schema, only the missing schema is reported. Source: AIP-10, Layer 2, and its JSON Schema, `entry`.
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
      aliases: readAliases(this.#value('aliases') ?? this.#value('alias') ?? vendorAliases(this.#value('metadata'))),
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
    let message = `The schema ${describeValue(schema)} is unknown. Use "knowledge/v1".`;
    if (!this.#frontmatter.present) message = 'The page has no frontmatter. Add "schema: knowledge/v1".';
    else if (schema === undefined) message = 'The page has no `schema`. Add "schema: knowledge/v1".';
    this.#report('schema', message, 'schema_missing');
    return null;
  }

  #readSlug(): string | null {
    const slug = this.#value('slug');
    if (slug === undefined) return this.#reportMissing('slug');
    if (typeof slug !== 'string') return this.#reportInvalid('slug', slug, 'text in kebab-case');
    if (isSlug(slug, this.#schema ?? 'knowledge/v1')) return slug;
    const rule = this.#isEntry
      ? '2 to 96 lower-case letters, digits and dashes, starting with a letter'
      : 'kebab-case with at most 96 characters';
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
      this.#reportInvalid('title', title, 'text in quotes');
      return String(title);
    }
    if (typeof title !== 'string' || title.trim() === '') return this.#reportInvalid('title', title, 'text');
    if (this.#isEntry && Array.from(title).length > 200) this.#reportInvalid('title', title, 'at most 200 characters');
    return title;
  }

  #readSources(): readonly string[] {
    const sources = this.#readTextList('sources');
    if (this.#isEntry) {
      for (const ref of sources) {
        if (!/^[a-z0-9][a-z0-9-]{1,95}$/.test(ref)) this.#reportItem('sources', ref, 'the id of a source, not a path');
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

  /** Slugs. In the page form they may be wikilinks, which Obsidian makes clickable among the properties. */
  #readSlugs(field: 'supersedes' | 'contradicts' | 'links'): readonly string[] {
    if (field === 'links' && !this.#isEntry)
      return typeof this.#value('links') === 'object' ? this.#readTextList('links').map(unwrapWikilink) : [];
    const slugs = this.#readTextList(field);
    if (!this.#isEntry) return slugs.map(unwrapWikilink);
    for (const slug of slugs) if (!isSlug(slug, 'knowledge.entry/v1')) this.#reportItem(field, slug, 'a slug');
    return slugs;
  }

  #readTags(): readonly string[] {
    const value = this.#value('tags') ?? (this.#isEntry ? undefined : this.#value('tag'));
    // Obsidian also reads tags from one string, separated by commas or spaces.
    const tags = !this.#isEntry && typeof value === 'string' ? value.split(/[\s,]+/) : this.#textList('tags', value);
    const clean = tags.map((tag) => tag.trim().replace(/^#/, '')).filter((tag) => tag !== '');
    if (this.#isEntry) {
      for (const tag of tags) if (!/^[a-z][a-z0-9-]*$/.test(tag)) this.#reportItem('tags', tag, 'kebab-case');
    }
    return [...new Set(clean)];
  }

  #checkMetadata(): void {
    const metadata = this.#value('metadata');
    if (metadata !== undefined && !isMapping(metadata))
      this.#reportInvalid('metadata', metadata, 'a mapping with one key per vendor');
  }

  #checkKeys(): void {
    for (const key of Object.keys(this.#data)) {
      if (!ENTRY_FIELDS.has(key))
        this.#report(
          key,
          `The entry form has no field "${clip(key, 60)}". Move it under \`metadata\`.`,
          'entry_invalid',
        );
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
    const texts: string[] = [];
    for (const item of value as readonly unknown[]) {
      const nested = nestedLink(item);
      if (isText(item) && item.trim() !== '') texts.push(item);
      else if (nested !== null && !this.#isEntry) texts.push(nested);
      else this.#reportItem(field, item, 'text');
    }
    return texts;
  }

  get #isEntry(): boolean {
    return this.#schema === 'knowledge.entry/v1';
  }

  #reportMissing(field: string): null {
    if (this.#schema !== null) this.#report(field, `The page has no \`${field}\`. Add it.`, 'entry_invalid');
    return null;
  }

  #reportInvalid(field: string, value: unknown, expected: string): null {
    if (this.#schema !== null) {
      this.#report(field, `\`${field}\` is ${describeValue(value)}. Use ${expected}.`, 'entry_invalid');
    }
    return null;
  }

  #reportItem(field: string, item: unknown, expected: string): void {
    if (this.#schema !== null) {
      this.#report(field, `\`${field}\` contains ${describeValue(item)}. Use ${expected}.`, 'entry_invalid');
    }
  }

  #report(field: string, message: string, code: PageProblem['code']): void {
    this.#problems.push({ code, field, message, ...fieldPosition(this.#text, this.#frontmatter, field) });
  }
}
