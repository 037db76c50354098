import { CHAR_CODE, isWhitespace, isDigit, isAsciiPunctuation, runLength } from './chars';
import { type Definitions, labelEnd, normaliseLabel } from './definitions';
import { type Destination } from './destination';
import { autolinkEnd, inlineTagEnd } from './html';
import { readTarget, tagEnd, wikilinkEnd } from './inline-targets';

/** Receives what the inline scanner finds in a block. All offsets are into the block's source. */
export interface InlineSink {
  /** `[[inner]]`, its `[[` at `start` (the `!` excluded). */
  wikilink(start: number, end: number, embed: boolean): void;
  /** `[text](destination)`; the text is between `start + 1` and `textEnd`. */
  link(start: number, textEnd: number, end: number, embed: boolean, destination: Destination): void;
  /** `[text][label]`, `[text][]` or `[text]` with its definition, whose offsets are into the whole text. */
  reference(start: number, textEnd: number, end: number, embed: boolean, definition: Destination): void;
  /** `[id]` that is not a link. */
  citation(start: number, end: number): void;
  footnote(start: number, end: number): void;
  tag(start: number, end: number): void;
  /** A code span or formula with its marks; its content is between `from` and `to`. */
  verbatim(start: number, end: number, from: number, to: number): void;
  /** An HTML tag or comment, or a `%% %%` comment. */
  hidden(start: number, end: number): void;
  /** `<https://…>` with its angle brackets. */
  autolink(start: number, end: number): void;
}

/** A quick check for anything that the scanner looks for. */
const HAS_MARKUP = /[[`<#$%]/;

/** The characters at which markup can start. */
const MARK = /[\\`<$%#![\]]/g;

interface Opener {
  readonly at: number;
  readonly embed: boolean;
  active: boolean;
}

/** Further open brackets in one block are text. */
const MAX_OPENERS = 1000;

const CITATION_ID = /^[a-z0-9][a-z0-9-]*$/;

/**
 * Scans the inline content of a block in one pass. Code spans, formulas, comments and HTML contain no other markup.
 *
 * @param source the block's content, see `sourceOf`
 */
export function scanInline(source: string, definitions: Definitions, sink: InlineSink): void {
  if (HAS_MARKUP.test(source)) new InlineScanner(source, definitions, sink).scan();
}

class InlineScanner {
  readonly #openers: Opener[] = [];
  /** For each length of a run of backticks, where the last one is; counted at the first run. */
  #lastBackticks: ReadonlyMap<number, number> | null = null;
  #lastGreater = -2;

  readonly #source: string;
  readonly #definitions: Definitions;
  readonly #sink: InlineSink;

  constructor(source: string, definitions: Definitions, sink: InlineSink) {
    this.#source = source;
    this.#definitions = definitions;
    this.#sink = sink;
  }

  scan(): void {
    const source = this.#source;
    MARK.lastIndex = 0;
    for (let match = MARK.test(source); match; match = MARK.test(source)) {
      // The regular expression is shared: continue where the step ended.
      MARK.lastIndex = this.#step(MARK.lastIndex - 1);
    }
  }

  #step(at: number): number {
    const source = this.#source;
    switch (source.charCodeAt(at)) {
      case CHAR_CODE.backslash:
        return isAsciiPunctuation(source.charCodeAt(at + 1)) ? at + 2 : at + 1;
      case CHAR_CODE.backtick:
        return this.#code(at);
      case CHAR_CODE.less:
        return this.#angle(at);
      case CHAR_CODE.dollar:
        return this.#formula(at);
      case CHAR_CODE.percent:
        return this.#comment(at);
      case CHAR_CODE.hash:
        return this.#tag(at);
      case CHAR_CODE.bang:
        return source.charCodeAt(at + 1) === CHAR_CODE.leftBracket ? this.#open(at + 1, true) : at + 1;
      case CHAR_CODE.leftBracket:
        return this.#open(at, false);
      case CHAR_CODE.rightBracket:
        return this.#close(at);
      default:
        return at + 1;
    }
  }

  #code(at: number): number {
    const source = this.#source;
    const length = runLength(source, at, source.length, CHAR_CODE.backtick);
    const from = at + length;
    this.#lastBackticks ??= lastRuns(source, at);
    if ((this.#lastBackticks.get(length) ?? -1) < from) return from;
    for (let i = source.indexOf('`', from); i !== -1; i = source.indexOf('`', i)) {
      const other = runLength(source, i, source.length, CHAR_CODE.backtick);
      if (other === length) {
        this.#sink.verbatim(at, i + other, from, i);
        return i + other;
      }
      i += other;
    }
    return from;
  }

  #angle(at: number): number {
    const source = this.#source;
    if (this.#lastGreater === -2) this.#lastGreater = source.lastIndexOf('>');
    if (at >= this.#lastGreater) return at + 1;
    if (source.startsWith('<!--', at)) {
      const end = source.indexOf('-->', at + 4);
      if (end === -1) return at + 4;
      this.#sink.hidden(at, end + 3);
      return end + 3;
    }
    const linkEnd = autolinkEnd(source, at);
    if (linkEnd !== -1) {
      this.#sink.autolink(at, linkEnd);
      return linkEnd;
    }
    const tagEnd = inlineTagEnd(source, at);
    if (tagEnd === -1) return at + 1;
    this.#sink.hidden(at, tagEnd);
    return tagEnd;
  }

  /** `$x$`: no blank inside next to a mark, no digit after it. `$$x$$`. */
  #formula(at: number): number {
    const source = this.#source;
    if (source.charCodeAt(at + 1) === CHAR_CODE.dollar) {
      const end = source.indexOf('$$', at + 2);
      if (end === -1) return at + 2;
      this.#sink.verbatim(at, end + 2, at + 2, end);
      return end + 2;
    }
    const first = source.charCodeAt(at + 1);
    if (Number.isNaN(first) || isWhitespace(first)) return at + 1;
    const end = source.indexOf('$', at + 1);
    if (end === -1) return at + 1;
    const before = source.charCodeAt(end - 1);
    if (isWhitespace(before) || before === CHAR_CODE.backslash || isDigit(source.charCodeAt(end + 1))) return at + 1;
    this.#sink.verbatim(at, end + 1, at + 1, end);
    return end + 1;
  }

  #comment(at: number): number {
    const source = this.#source;
    if (source.charCodeAt(at + 1) !== CHAR_CODE.percent) return at + 1;
    const end = source.indexOf('%%', at + 2);
    if (end === -1) return at + 2;
    this.#sink.hidden(at, end + 2);
    return end + 2;
  }

  #tag(at: number): number {
    const end = tagEnd(this.#source, at);
    if (end === -1) return at + 1;
    this.#sink.tag(at, end);
    return end;
  }

  #open(at: number, embed: boolean): number {
    const source = this.#source;
    if (source.charCodeAt(at + 1) === CHAR_CODE.leftBracket) {
      const end = wikilinkEnd(source, at);
      if (end !== -1) {
        this.#sink.wikilink(at, end, embed);
        if (!embed) this.#deactivate();
        return end;
      }
    }
    if (this.#openers.length < MAX_OPENERS) this.#openers.push({ at, embed, active: true });
    return at + 1;
  }

  /** A link contains no link: the brackets around one do not make another. */
  #deactivate(): void {
    for (const opener of this.#openers) if (!opener.embed) opener.active = false;
  }

  #close(at: number): number {
    const opener = this.#openers.pop();
    if (opener?.active !== true) return at + 1;
    const source = this.#source;
    const sink = this.#sink;
    const { at: start, embed } = opener;
    const next = source.charCodeAt(at + 1);
    if (next === CHAR_CODE.leftParen) {
      const found = readTarget(source, at + 2);
      if (found !== null) {
        sink.link(start, at, found.end, embed, found.destination);
        if (!embed) this.#deactivate();
        return found.end;
      }
    }
    const inner = source.slice(start + 1, at);
    if (inner.startsWith('^')) {
      if (!embed && /^\^[^\s[\]]+$/.test(inner)) sink.footnote(start, at + 1);
      return at + 1;
    }
    if (this.#definitions.size > 0 && this.#reference(opener, at, inner)) return this.#referenceEnd(at);
    const bracketed = source.charCodeAt(start - 1) === CHAR_CODE.leftBracket || next === CHAR_CODE.rightBracket;
    if (!embed && !bracketed && next !== CHAR_CODE.leftParen && CITATION_ID.test(inner)) sink.citation(start, at + 1);
    return at + 1;
  }

  #reference(opener: Opener, at: number, inner: string): boolean {
    const end = this.#referenceEnd(at);
    const label = end > at + 3 ? this.#source.slice(at + 2, end - 1) : inner;
    // A label contains no bracket unless it is escaped.
    if (end <= at + 3 && /(?:^|[^\\])[[\]]/.test(inner)) return false;
    const definition = this.#definitions.get(normaliseLabel(label));
    if (definition === undefined) return false;
    this.#sink.reference(opener.at, at, end, opener.embed, definition);
    if (!opener.embed) this.#deactivate();
    return true;
  }

  /** The offset after `][label]`, `][]` or `]`. */
  #referenceEnd(at: number): number {
    if (this.#source.charCodeAt(at + 1) !== CHAR_CODE.leftBracket) return at + 1;
    const end = labelEnd(this.#source, at + 1);
    return end === -1 ? at + 1 : end + 1;
  }
}

/** Where the last run of backticks of each length begins. */
function lastRuns(source: string, from: number): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  for (let at = source.indexOf('`', from); at !== -1; at = source.indexOf('`', at)) {
    const length = runLength(source, at, source.length, CHAR_CODE.backtick);
    last.set(length, at);
    at += length;
  }
  return last;
}
