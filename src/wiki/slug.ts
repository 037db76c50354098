import { type PageSchema } from './types';

/** In UTF-16 units. Source: AIP-10 JSON Schema, `slug.maxLength`. */
const MAX_LENGTH = 96;
/** Most file systems limit a file name to 255 bytes of UTF-8, including `.md` and a temporary suffix. */
const MAX_BYTES = 200;

/**
 * Slugs whose file name would collide with `KNOWLEDGE.md` or `AGENTS.md` where names ignore case, and names that Windows
 * reserves for devices.
 */
const RESERVED_SLUGS = /^(?:knowledge|agents|con|prn|aux|nul|clock|com[0-9]|lpt[0-9])$/;

/** Latin letters that NFKD does not decompose, with their usual ASCII spelling. */
const LATIN_FOLDINGS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ı', 'i'],
]);

const ENTRY_SLUG_PATTERN = /^[a-z][a-z0-9-]*[a-z0-9]$/;
const TEXT_SLUG_PATTERN = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}]+)*$/u;

/**
 * Whether a slug is valid: in the entry form according to its JSON Schema; in the page form any kebab-case, including a
 * leading digit and other scripts.
 */
export function isSlug(slug: string, schema: PageSchema): boolean {
  if (slug.length > MAX_LENGTH) return false;
  return schema === 'knowledge.entry/v1'
    ? slug.length >= 2 && ENTRY_SLUG_PATTERN.test(slug)
    : TEXT_SLUG_PATTERN.test(slug);
}

/**
 * Makes a slug; no other function does. It is lower-case kebab-case without accents, at most 96 characters, never empty and
 * never the name of a reserved file. The same text always gives the same slug, and a slug gives itself.
 *
 * In the page form, other scripts keep their letters (`東京` stays `東京`, so the file name is readable). In the entry form,
 * whose slugs are ASCII, they become `p-` and a hash. A shortened slug ends in a hash, so that two long titles do not
 * collide.
 *
 * @param text a title, a name or a file name without extension
 * @param schema the form of the page
 */
export function slugify(text: string, schema: PageSchema = 'knowledge/v1'): string {
  const entry = schema === 'knowledge.entry/v1';
  let slug = toKebabCase(text, entry);
  if (slug === '') slug = `p-${shortHash(text)}`;
  if (entry && !/^[a-z]/.test(slug)) slug = `p-${slug}`;
  if (entry && slug.length < 2) slug = `${slug}-page`;
  if (RESERVED_SLUGS.test(slug)) slug = `${slug}-page`;
  return truncateSlug(slug, text);
}

/**
 * The id of a source from its file name: like an ASCII slug, but it may start with a digit.
 * Source: AIP-10 JSON Schema, source `id`: `^[a-z0-9][a-z0-9-]*$`, 2 to 96 characters.
 */
export function sourceIdFor(text: string): string {
  const id = toKebabCase(text, true);
  if (id === '') return `s-${shortHash(text)}`;
  return truncateSlug(id.length < 2 ? `source-${id}` : id, text);
}

/** Spells out signs that distinguish names: C, C++ and C#. */
function spellOutSigns(text: string): string {
  return text.replace(/([a-z0-9])\+\+/gi, '$1-plus-plus').replace(/([a-z])#(?![\p{L}\p{N}])/giu, '$1-sharp');
}

function toKebabCase(text: string, asciiOnly: boolean): string {
  let out = '';
  let gap = false;
  // Accents are dropped after an ASCII letter; in other scripts they belong to the letter.
  let folds = true;
  for (const char of spellOutSigns(text).toLowerCase().normalize('NFKD').toLowerCase()) {
    const plain = /^[a-z0-9]$/.test(char) ? char : LATIN_FOLDINGS.get(char);
    if (plain !== undefined) {
      out += gap && out !== '' ? `-${plain}` : plain;
      gap = false;
      folds = true;
    } else if (/^[\p{Cf}'’ʼ]$/u.test(char)) {
      // Joiners, soft hyphens and apostrophes do not separate words: `don't` is `dont`.
    } else if (/^\p{M}$/u.test(char)) {
      if (!folds && !gap && out !== '') out += char;
    } else if (!asciiOnly && /^[\p{Ll}\p{Lo}\p{Lm}\p{Nd}]$/u.test(char)) {
      out += gap && out !== '' ? `-${char}` : char;
      gap = false;
      folds = false;
    } else {
      gap = true;
      folds = true;
    }
  }
  return out.normalize('NFC');
}

function truncateSlug(slug: string, text: string): string {
  if (slug.length <= MAX_LENGTH && utf8Length(slug) <= MAX_BYTES) return slug;
  const tail = `-${shortHash(text)}`;
  let cut = '';
  let bytes = tail.length;
  for (const char of slug) {
    bytes += utf8Length(char);
    if (cut.length + char.length + tail.length > MAX_LENGTH || bytes > MAX_BYTES) break;
    cut += char;
  }
  const word = cut.lastIndexOf('-');
  if (word > MAX_LENGTH / 2) cut = cut.slice(0, word);
  return cut.replace(/[-\p{M}]+$/u, '') + tail;
}

export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) {
      bytes += 4;
      at += 1;
    } else bytes += 3;
  }
  return bytes;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** A hash of eight letters and digits (two rounds of FNV-1a). To tell names apart, not for security. */
function shortHash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13);
  }
  const digits = (value: number): string => (value >>> 0).toString(36).padStart(7, '0').slice(-4);
  return digits(a) + digits(b ^ a);
}
