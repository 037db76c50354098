import { decodeEntities, unescapeText } from './destination';
import { isAsciiPunctuation, runLength, CHAR_CODE } from './chars';
import { isInlineQuery, isPadded, joinCodeLines } from './inert-code';
import { encodeAddress, inertTarget, plainLabel, type InertRules } from './inert-links';

/** What a printed text holds on purpose, to be compared with what a parser finds in it. */
export interface Inventory {
  /** Wikilinks and Markdown links, without embeds. */
  links: number;
  spans: number;
  /** The lines of each code block. */
  readonly code: string[];
}

export interface InlineContext {
  readonly rules: InertRules;
  readonly inventory: Inventory;
  /** More than one dollar sign in the text: two of them could make a formula. */
  readonly escapeDollar: boolean;
}

const WIKILINK = /!?\[\[([^[\]|\n\\`<$%]{1,400})(?:\\?\|([^[\]\n]{0,400}))?\]\]/y;
const FOOTNOTE = /\[\^([\w-]{1,60})\]/y;
const CITATION = /\[([a-z0-9][a-z0-9-]{0,95})\](?![([:])/y;
const DESTINATION =
  /\(\s{0,20}(?:<([^<>\n]{0,2000})>|([^\s()<>]{0,2000}))(?:\s{1,20}(?:"[^"]{0,300}"|'[^']{0,300}'|\([^()]{0,300}\)))?\s{0,20}\)/y;
/** Each level reads its text again; the brackets of deeper links are text. */
const MAX_LINK_DEPTH = 10;
const ANGLE_ADDRESS = /<(https?:\/\/[^\s<>\\`|[\]]{1,2000})>/y;
const SCHEME_WORD = /(?:^|[^A-Za-z0-9])(?:javascript|data|vbscript|obsidian|file|mailto|xmpp)$/i;

/** Prints inline Markdown of which only what is allowed is live. Takes time linear in the length of the text. */
export function printInline(source: string, context: InlineContext, inTable = false): string {
  return new InlinePrinter(source, context, inTable, 0).print(0, source.length);
}

class InlinePrinter {
  readonly #parts: string[] = [];
  /** The last character printed. */
  #last = '';
  readonly #source: string;
  readonly #context: InlineContext;
  readonly #inTable: boolean;
  readonly #closers = new Map<number, number>();
  /** For each length of a run of backticks, the offsets where such runs start. */
  readonly #runs = new Map<number, number[]>();
  /** How many links the text is in. */
  readonly #depth: number;

  constructor(source: string, context: InlineContext, inTable: boolean, depth: number) {
    this.#depth = depth;
    this.#source = source;
    this.#context = context;
    this.#inTable = inTable;
    for (let at = source.indexOf('`'); at !== -1;) {
      const length = runLength(source, at, source.length, CHAR_CODE.backtick);
      const known = this.#runs.get(length);
      if (known === undefined) this.#runs.set(length, [at]);
      else known.push(at);
      at = source.indexOf('`', at + length);
    }
    for (const starts of this.#runs.values()) starts.reverse();
    if (source.includes('](')) this.#matchBrackets();
  }

  print(from: number, to: number): string {
    for (let at = from; at < to;) at = this.#step(at, to);
    return this.#parts.join('');
  }

  #matchBrackets(): void {
    const open: number[] = [];
    const source = this.#source;
    for (let at = 0; at < source.length; at++) {
      const char = source.charCodeAt(at);
      if (char === CHAR_CODE.backslash) at++;
      else if (char === CHAR_CODE.leftBracket) open.push(at);
      else if (char === CHAR_CODE.rightBracket) {
        const start = open.pop();
        if (start !== undefined && source.charCodeAt(at + 1) === CHAR_CODE.leftParen) this.#closers.set(start, at);
      }
    }
  }

  /** Appends a part so that it makes nothing together with what precedes it. */
  #emit(part: string): void {
    const before = this.#last;
    const first = part.charAt(0);
    // A link in two brackets defines no reference: "[[ferrule]]: a tool".
    const mayDefine = first === ':' && this.#parts.at(-1)?.startsWith('[[') !== true;
    if (before === ']' && (first === '(' || first === '[' || first === '{' || mayDefine)) {
      this.#parts.push(first === '[' ? ' ' : '\\');
    } else if ((before === '!' || before === '^') && first === '[' && this.#parts.at(-1) === before) {
      this.#parts[this.#parts.length - 1] = `\\${before}`;
    } else if (before === '`' && first === '`') this.#parts.push(' ');
    this.#parts.push(part);
    if (part !== '') this.#last = part.charAt(part.length - 1);
  }

  #step(at: number, to: number): number {
    const source = this.#source;
    const char = source.charAt(at);
    switch (char) {
      case '\\': {
        const next = source.charAt(at + 1);
        if (at + 1 >= to || !isAsciiPunctuation(next.charCodeAt(0))) {
          this.#emit(next === '\n' ? '\\' : '\\\\');
          return at + 1;
        }
        if (next === '`') {
          // The run of which this mark is part is one shorter.
          this.#emit('\\`');
          return this.#code(at + 2, to, true);
        }
        this.#emit(`\\${next}`);
        return at + 2;
      }
      case '`':
        return this.#code(at, to, false);
      case '!':
      case '[':
        return this.#bracket(at, to);
      case '<':
        return this.#less(at, to);
      default:
        this.#text(at, char);
        return at + 1;
    }
  }

  #text(at: number, char: string): void {
    const source = this.#source;
    const { escapeDollar, rules } = this.#context;
    const next = source.charAt(at + 1);
    let isLive = false;
    if (char === '%') isLive = next === '%' || this.#last === '%' || this.#last === '<';
    else if (char === '$') isLive = escapeDollar;
    else if (char === '|') isLive = this.#inTable;
    else if (char === ':') {
      // "A changed file: this" is no address.
      const mayBeScheme = !/\s/.test(next) && SCHEME_WORD.test(source.slice(Math.max(0, at - 12), at));
      isLive = next === '/' || next === '\\' || mayBeScheme;
      isLive ||= rules.asPage !== true && source.charAt(at - 1) === ':';
    } else if (char === '.') isLive = /www$/i.test(source.slice(Math.max(0, at - 3), at));
    else if (char === '@') isLive = /[\w-]/.test(next);
    else if (char === '#')
      isLive =
        rules.asPage !== true &&
        /^(?:^|\s)#[\p{L}\p{N}_/-]/u.test(source.slice(Math.max(0, at - 1), at + 3)) &&
        (at === 0 || /\s/.test(source.charAt(at - 1))) &&
        // A number alone, such as that of an issue, is no tag.
        !/^#[0-9]{1,9}(?:$|[\s.,;:!?)'"’”])/.test(source.slice(at, at + 12));
    else if (char === '^')
      isLive =
        next === '[' ||
        (rules.asPage !== true && /(?:^|\s)$/.test(source.charAt(at - 1)) && /^[A-Za-z0-9-]/.test(next));
    this.#emit(isLive ? `\\${char}` : char);
  }

  /** A code span, if one starts at `at` and is not a query; else its backticks as text. */
  #code(at: number, to: number, afterEscape: boolean): number {
    const source = this.#source;
    const length = runLength(source, at, to, CHAR_CODE.backtick);
    if (length === 0) return at;
    const starts = this.#runs.get(length);
    const from = at + length;
    while (starts !== undefined && (starts.at(-1) ?? Infinity) < from) starts.pop();
    const end = starts?.at(-1);
    if (end !== undefined && end + length <= to) {
      const inner = joinCodeLines(source.slice(from, end));
      const raw = this.#inTable ? inner.replace(/\\\|/g, '|') : inner;
      const code = (isPadded(raw) ? raw.slice(1, -1) : raw).replace(/<(?=%)/g, '< ');
      if (this.#emitCode(code, afterEscape)) return end + length;
      if (code.length < 2000) {
        const marks = this.#context.rules.showsCodeMarks === true ? '\\`'.repeat(length) : '';
        this.#emit(marks);
        for (let index = 0; index < code.length; index++) this.#literal(code.charAt(index));
        this.#emit(marks);
        return end + length;
      }
    }
    this.#emit('\\`'.repeat(length));
    return from;
  }

  #emitCode(code: string, afterEscape: boolean): boolean {
    if (code.trim() === '' || isInlineQuery(code) || /``|^\s*$/.test(code)) return false;
    const marks = code.includes('`') ? '``' : '`';
    const needsPadding = code.startsWith('`') || code.endsWith('`') || isPadded(code);
    const shown = this.#inTable ? code.replace(/\|/g, '\\|') : code;
    // In a table the parser takes the cell's bars first, and a backslash before one would be taken for its escape.
    if (this.#inTable && code.includes('\\|')) return false;
    this.#context.inventory.spans += 1;
    this.#emit(`${afterEscape ? ' ' : ''}${marks}${needsPadding ? ` ${shown} ` : shown}${marks}`);
    return true;
  }

  /** A character of which nothing is markup. */
  #literal(char: string): void {
    const isDot = char === '.' && /w/i.test(this.#last);
    const isDollar = char === '$' && this.#context.escapeDollar;
    this.#emit(isDot || isDollar || /[\\`*_[\]<|~%!&:@#^]/.test(char) ? `\\${char}` : char);
  }

  #less(at: number, to: number): number {
    const source = this.#source;
    if (this.#context.rules.asPage === true && this.#depth === 0) {
      ANGLE_ADDRESS.lastIndex = at;
      const address = ANGLE_ADDRESS.exec(source);
      if (address !== null && at + address[0].length <= to) {
        this.#emit(`<${encodeAddress(address[1] ?? '')}>`);
        return at + address[0].length;
      }
    }
    const isPlain = /[\s\d=-]/.test(source.charAt(at + 1)) || at + 1 >= to;
    this.#emit(isPlain || source.charAt(at + 1) === '%' ? '<' : '\\<');
    return at + 1;
  }

  #bracket(at: number, to: number): number {
    const source = this.#source;
    const start = source.charAt(at) === '!' ? at + 1 : at;
    if (source.charAt(start) !== '[') {
      this.#emit('!');
      return at + 1;
    }
    const end = this.#wikilink(at, to) ?? this.#link(at, start, to) ?? this.#mark(start, to, start > at);
    if (end !== null) return end;
    this.#emit(start > at ? '\\!\\[' : '\\[');
    return start + 1;
  }

  #wikilink(at: number, to: number): number | null {
    if (this.#depth > 0) return null;
    WIKILINK.lastIndex = at;
    const match = WIKILINK.exec(this.#source);
    if (match === null || at + match[0].length > to) return null;
    const [whole, written = '', alias] = match;
    const target = written.trim();
    if (target === '' || target.includes('://') || /^[a-z]{2,}:\S/i.test(target)) {
      this.#printPlain(alias ?? target);
      return at + whole.length;
    }
    const resolved = this.#resolve(target);
    if (resolved === null) this.#printPlain(alias ?? target.replace(/^.*\//, ''));
    else this.#emitWikilink(resolved, alias ?? null);
    return at + whole.length;
  }

  #emitWikilink(target: string, alias: string | null): void {
    const shown = plainLabel(alias ?? '');
    const bar = this.#inTable ? '\\|' : '|';
    this.#context.inventory.links += 1;
    this.#emit(shown === '' || shown === target ? `[[${target}]]` : `[[${target}${bar}${shown}]]`);
  }

  #link(at: number, start: number, to: number): number | null {
    const close = this.#depth < MAX_LINK_DEPTH ? this.#closers.get(start) : undefined;
    if (close === undefined || close >= to) return null;
    DESTINATION.lastIndex = close + 1;
    const match = DESTINATION.exec(this.#source);
    if (match === null || close + 1 + match[0].length > to) return null;
    const end = close + 1 + match[0].length;
    const address = decodeEntities(unescapeText(match[1] ?? match[2] ?? '')).trim();
    const target = this.#depth > 0 ? null : inertTarget(address, this.#context.rules);
    const label = this.#source.slice(start + 1, close);
    const inner = new InlinePrinter(label, this.#context, this.#inTable, this.#depth + 1);
    const text = inner.print(0, label.length) || plainLabel(target?.target ?? '');
    if (target === null) this.#emit(text);
    else if (target.form === 'wikilink') this.#emitWikilink(target.target, label);
    else {
      this.#context.inventory.links += 1;
      this.#emit(`[${text}](${encodeAddress(target.target)})`);
    }
    return end;
  }

  #resolve(target: string): string | null {
    const { resolve } = this.#context.rules;
    return resolve === undefined ? target : resolve(target);
  }

  /** A footnote's mark or a citation. */
  #mark(start: number, to: number, afterBang: boolean): number | null {
    if (this.#depth > 0 || afterBang) return null;
    const { asPage, canCite } = this.#context.rules;
    FOOTNOTE.lastIndex = start;
    CITATION.lastIndex = start;
    const footnote = asPage === true ? FOOTNOTE.exec(this.#source) : null;
    const citation = footnote === null ? CITATION.exec(this.#source) : null;
    const match = footnote ?? (canCite?.(citation?.[1] ?? '') === false ? null : citation);
    if (match === null || start + match[0].length > to) return null;
    this.#emit(match[0]);
    return start + match[0].length;
  }

  #printPlain(text: string): void {
    this.#emit(plainLabel(text));
  }
}
