import { checkpoint, WikiError } from '../../base';
import { type MarkupReader } from '../../workbench';
import { app } from '../locale';

const words = app.files;

/** Nodes between two checks of the clock. */
const YIELD_EVERY = 2_000;

/**
 * Reads HTML and XML with the browser's parser, in a separate document in which no script runs and nothing is loaded.
 * Malformed HTML is repaired as the standard says; XML must be well-formed.
 *
 * @throws WikiError `living-wiki:source_broken` for XML that is not well-formed, because the text after the error would be
 *   lost, and for elements that are nested too deeply
 */
export const markupReader: MarkupReader = {
  async read(text, kind, events, run) {
    const isXml = kind === 'xml';
    if (!isXml && isTooDeep(text)) throw brokenSource(words.tooDeep(MAX_DEPTH));
    const parsed = isXml
      ? parseXml(text)
      : new DOMParser().parseFromString(kind === 'html' ? text : asHtml(text), 'text/html');
    if (parsed === null) throw brokenSource(words.badXml);
    const places = new OffsetTracker(text);
    let steps = 0;
    // No recursion, because trees can be deep.
    let node: Node | null = parsed.firstChild;
    while (node !== null) {
      if (++steps % YIELD_EVERY === 0) {
        await checkpoint(run);
      }
      if (isElement(node)) {
        const attributes = Object.create(null) as Record<string, string>;
        for (const { name, value } of Array.from(node.attributes)) attributes[name] = value;
        const name = nameOf(node, isXml);
        places.open(name);
        events.open(name, attributes);
      } else if (node.nodeType === COMMENT) places.comment();
      else if (node.nodeType === TEXT || node.nodeType === CDATA) {
        const characters = node.nodeValue ?? '';
        events.text(characters, places.text(characters));
      }
      if (node.firstChild !== null) {
        node = node.firstChild;
        continue;
      }
      for (;;) {
        if (isElement(node)) events.close(nameOf(node, isXml));
        if (node.nextSibling !== null) {
          node = node.nextSibling;
          break;
        }
        node = node.parentNode;
        if (node === null || node === parsed) return;
      }
    }
  },
};

function brokenSource(message: string): WikiError {
  return new WikiError('living-wiki:source_broken', message, { remedy: words.brokenRemedy });
}

const [TEXT, CDATA, COMMENT] = [3, 4, 8];

const isElement = (node: Node): node is Element => node.nodeType === 1;

const nameOf = (element: Element, isXml: boolean): string => (isXml ? element.nodeName : element.localName);

/** Elements with an optional end tag, each of which ends the previous one. */
const OPTIONAL_END_TAGS =
  /^(?:html|head|body|p|li|d[dt]|t[dhr]|thead|tbody|tfoot|colgroup|option|optgroup|r[bpt]|rtc)$/iu;
const MAX_DEPTH = 4_000;

/** Checked before parsing: the time to parse grows with the square of the depth, and parsing cannot be interrupted. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/giu)) {
    if (VOID_ELEMENTS.test(name) || OPTIONAL_END_TAGS.test(name)) continue;
    depth = slash === '/' ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** `null` if it is not well-formed; undeclared prefixes are allowed. */
function parseXml(text: string): Document | null {
  const strict = asStrictXml(text);
  for (const source of [strict, withPrefixes(strict)]) {
    const parsed = new DOMParser().parseFromString(source, 'application/xml');
    if (parsed.querySelector('parsererror') === null) return parsed;
  }
  return null;
}

/** Declares the prefixes of all names on the root element. */
function withPrefixes(xml: string): string {
  const names = new Set(Array.from(xml.matchAll(/[<\s]([a-z_][\w.-]*):[a-z_]/giu), ([, prefix = '']) => prefix));
  const first = /<[a-z_][^\s<>/]*/iu.exec(xml);
  if (first === null) return xml;
  const end = first.index + first[0].length;
  const root = xml.slice(end, xml.indexOf('>', end));
  const missing = [...names].filter((name) => !/^xml/iu.test(name) && !root.includes(`xmlns:${name}=`));
  return xml.slice(0, end) + missing.map((name) => ` xmlns:${name}="x"`).join('') + xml.slice(end);
}

/** Escapes all but numeric and the five predefined references, so that no custom entity is expanded. */
const asStrictXml = (text: string): string =>
  text.trimStart().replace(/&(?!(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos);)/giu, '&amp;');

const VOID_ELEMENTS = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/iu;

/** Converts XHTML to HTML: expands self-closing tags and turns `CDATA` into text. */
const asHtml = (text: string): string =>
  text
    .replace(/<!\[CDATA\[((?:(?!<!\[CDATA\[|\]\]>)[\s\S])*)\]\]>/gu, (_, data: string) =>
      data.replace(/&/gu, '&amp;').replace(/</gu, '&lt;'),
    )
    .replace(/<([a-z][^\s<>/]*)(?=[\s/])([^<>]*)\/>/giu, (tag, name: string, rest: string) =>
      VOID_ELEMENTS.test(name) ? tag : `<${name}${rest}></${name}>`,
    );

/** Elements that the parser adds even without a start tag. */
const IMPLIED_TAGS = /^(?:html|head|body|tbody|colgroup|tr|p)$/u;
/** The most tags that are searched for a tag, and the most characters that are searched for a word. */
const [TAGS_AHEAD, TEXT_AHEAD] = [50, 2_000];

/**
 * Finds the position of a text in the source, which a parsed document does not record, by following the source from tag to
 * tag. Where the parser moves something, such as text between the rows of a table, the position is approximate.
 */
class OffsetTracker {
  #at = 0;

  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  open(name: string): void {
    const tag = /<([a-z][^\s/>]*)/giu;
    tag.lastIndex = this.#at;
    for (let tries = IMPLIED_TAGS.test(name) ? 1 : TAGS_AHEAD; tries > 0; tries -= 1) {
      const found = tag.exec(this.#source);
      if (found === null) return;
      if (found[1]?.toLowerCase() !== name.toLowerCase()) continue;
      this.#at = this.#endOfTag(tag.lastIndex);
      return;
    }
  }

  comment(): void {
    const start = this.#source.indexOf('<!--', this.#at);
    const end = start < 0 ? -1 : this.#source.indexOf('-->', start);
    if (end >= 0) this.#at = end + 3;
  }

  /** The start of the text: the position of its first word that is found. */
  text(characters: string): number {
    const closing = /\s*<[!?/][^>]*>/uy;
    for (closing.lastIndex = this.#at; closing.test(this.#source);) this.#at = closing.lastIndex;
    const word = /[a-z0-9]+/iu.exec(characters.slice(0, TEXT_AHEAD)) ?? /\S/u.exec(characters);
    if (word === null) return this.#at;
    const found = this.#source.slice(this.#at, this.#at + TEXT_AHEAD).indexOf(word[0]);
    if (found < 0) return this.#at;
    const start = Math.max(this.#at, this.#at + found - word.index);
    this.#at += found + word[0].length;
    if (this.#source.startsWith(characters, start)) this.#at = start + characters.length;
    return start;
  }

  /** The position after the `>` of a tag; one inside a quoted attribute does not count. */
  #endOfTag(from: number): number {
    const mark = /=\s*(["'])|>/gu;
    mark.lastIndex = from;
    for (;;) {
      const found = mark.exec(this.#source);
      if (found === null) return from;
      if (found[1] === undefined) return mark.lastIndex;
      const end = this.#source.indexOf(found[1], mark.lastIndex);
      if (end < 0) return mark.lastIndex;
      mark.lastIndex = end + 1;
    }
  }
}
