import { type PageSchema } from './types';

/** Longest slug in UTF-16 units. Source: AIP-10 JSON Schema, `slug.maxLength`. */
const MAX_LENGTH = 96;
/** Longest slug in UTF-8 bytes: a file name of most file systems ends at 255, and `.md` and a temporary suffix follow. */
const MAX_BYTES = 200;

/**
 * File names that would clash with a file of the wiki where names are compared without case (`knowledge.md` is
 * `KNOWLEDGE.md` there, and `[[agents]]` opens `AGENTS.md`), and names that Windows reserves for devices.
 */
const RESERVED_SLUGS = /^(?:knowledge|agents|con|prn|aux|nul|clock|com[0-9]|lpt[0-9])$/;

/** Latin letters that NFKD leaves whole although everybody writes them with plain ones. */
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
 * Whether a slug is valid in that form: the entry form as its JSON Schema says; the text form is any kebab-case,
 * digit-first and other scripts included. Source: specs README, 2.
 */
export function isSlug(slug: string, schema: PageSchema): boolean {
  if (slug.length > MAX_LENGTH) return false;
  return schema === 'knowledge.entry/v1'
    ? slug.length >= 2 && ENTRY_SLUG_PATTERN.test(slug)
    : TEXT_SLUG_PATTERN.test(slug);
}

/**
 * The slug for a text, and the only function that makes one: kebab-case, lower case, accents folded, at most 96
 * characters, never empty, never the name of a reserved file. The same text always gives the same slug, and a slug
 * gives itself.
 *
 * A text in another script keeps its letters in the text form (`東京` is `東京`: the file stays readable, and Obsidian links to it), and in
 * the entry form, whose slugs are ASCII, becomes `p-` and a hash of the text. A slug that had to be cut ends in a hash, so
 * that two long titles do not meet.
 *
 * @param text a title, a name, a file name without its extension
 * @param schema the form of the page; the text form (`knowledge/v1`) when absent
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
 * A source's id from its file name: like a slug in ASCII, but free to begin with a digit.
 * Source: AIP-10 JSON Schema, source `id`: `^[a-z0-9][a-z0-9-]*$`, 2 to 96 characters.
 */
export function sourceIdFor(text: string): string {
  const id = toKebabCase(text, true);
  if (id === '') return `s-${shortHash(text)}`;
  return truncateSlug(id.length < 2 ? `source-${id}` : id, text);
}

/** Signs that tell one name from another: C, C++ and C# are three things. */
function spellOutSigns(text: string): string {
  return text.replace(/([a-z0-9])\+\+/gi, '$1-plus-plus').replace(/([a-z])#(?![\p{L}\p{N}])/giu, '$1-sharp');
}

function toKebabCase(text: string, asciiOnly: boolean): string {
  let out = '';
  let gap = false;
  // Whether the last letter is plain ASCII, whose accents fold; those of other scripts belong to the letter.
  let folds = true;
  for (const char of spellOutSigns(text).toLowerCase().normalize('NFKD').toLowerCase()) {
    const plain = /^[a-z0-9]$/.test(char) ? char : LATIN_FOLDINGS.get(char);
    if (plain !== undefined) {
      out += gap && out !== '' ? `-${plain}` : plain;
      gap = false;
      folds = true;
    } else if (/^[\p{Cf}'’ʼ]$/u.test(char)) {
      // Joiners, soft hyphens and apostrophes stand within a word: `don't` is `dont`.
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

/** Bytes of a text in UTF-8. */
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

/** Eight letters and digits that stand for a text (two rounds of FNV-1a). To tell names apart, not to guard anything. */
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
