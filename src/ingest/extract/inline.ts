import { tidy } from './words';

/** What inline markup reveals besides the words themselves. */
export interface InlineSink {
  linkText(text: string): void;
  /** An embedded file (`![[picture.png]]`, `![alt](picture.png)`). */
  embed(target: string): void;
}

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['hellip', '…'],
  ['copy', '©'],
]);

/** No link text or target is longer; a `[` without its end must not make the scan look further again and again. */
const MAX_LINK = 2_000;
const MAX_OPEN_BRACKETS = 32;

interface OpenBracket {
  readonly chunk: number;
  readonly embed: boolean;
}

/**
 * Inline Markdown as plain text: links and wikilinks by what they show, code by its content, emphasis and HTML tags
 * without their marks, footnote marks gone. Linear in the length of the text.
 * Source: CommonMark 0.31, section 6; Obsidian help, "Obsidian Flavored Markdown".
 */
export function plainInline(text: string, sink: InlineSink): string {
  return new InlineScan(text, sink).run();
}

class InlineScan {
  private readonly chunks: string[] = [];
  private readonly brackets: OpenBracket[] = [];
  private readonly marks = new Map<string, number>();
  private at = 0;
  private wikiEnds = true;
  private tagEnds = true;

  constructor(
    private readonly text: string,
    private readonly sink: InlineSink,
  ) {}

  run(): string {
    const special = /[\\`![\]*_~=<&]/gu;
    while (this.at < this.text.length) {
      special.lastIndex = this.at;
      const found = special.exec(this.text);
      if (found === null) break;
      if (found.index > this.at) this.chunks.push(this.text.slice(this.at, found.index));
      this.at = found.index;
      this.step(found[0]);
    }
    this.chunks.push(this.text.slice(this.at));
    return tidy(this.chunks.join('')).replace(/(?:^| )\^[A-Za-z0-9-]{1,64}$/u, '');
  }

  private step(char: string): void {
    if (char === '\\') this.escape();
    else if (char === '`') this.code();
    else if (char === '!') this.bang();
    else if (char === '[') this.open(false);
    else if (char === ']') this.close();
    else if (char === '<') this.tag();
    else if (char === '&') this.entity();
    else this.mark(char);
  }

  private take(length: number): void {
    this.chunks.push(this.text.slice(this.at, this.at + length));
    this.at += length;
  }

  private escape(): void {
    if (/[!-/:-@[-`{-~]/u.test(this.text[this.at + 1] ?? '')) {
      this.at += 1;
      this.take(1);
    } else this.take(1);
  }

  private code(): void {
    let run = 1;
    while (this.text[this.at + run] === '`') run += 1;
    const fence = '`'.repeat(run);
    const limit = Math.min(this.text.length, this.at + MAX_LINK);
    let end = this.text.slice(this.at + run, limit).indexOf(fence);
    if (end >= 0) end += this.at + run;
    if (end < 0 || this.text[end + run] === '`') {
      this.take(run);
      return;
    }
    const content = this.text.slice(this.at + run, end);
    this.sink.linkText(content);
    this.chunks.push(content);
    this.at = end + run;
  }

  private bang(): void {
    if (this.text[this.at + 1] === '[') this.open(true);
    else this.take(1);
  }

  private open(embed: boolean): void {
    const start = this.at + (embed ? 1 : 0);
    if (this.text[start + 1] === '[' && this.wikilink(start, embed)) return;
    if (this.text[start + 1] === '^') {
      const mark = /^\[\^[^\]\s]{1,80}\]/u.exec(this.text.slice(start, start + 90));
      if (mark) {
        this.at = start + mark[0].length;
        return;
      }
    }
    if (this.brackets.length >= MAX_OPEN_BRACKETS) this.brackets.shift();
    this.brackets.push({ chunk: this.chunks.length, embed });
    this.take(embed ? 2 : 1);
  }

  private wikilink(start: number, embed: boolean): boolean {
    if (!this.wikiEnds) return false;
    const length = this.text.slice(start + 2, start + 2 + MAX_LINK).indexOf(']]');
    if (length < 0) {
      if (start + MAX_LINK >= this.text.length) this.wikiEnds = false;
      return false;
    }
    const end = start + 2 + length;
    const inner = this.text.slice(start + 2, end);
    if (inner.includes('[[')) return false;
    const bar = inner.indexOf('|');
    const target = (bar < 0 ? inner : inner.slice(0, bar)).replace(/\\$/u, '').trim();
    const shown = bar < 0 ? wikilinkText(target) : inner.slice(bar + 1).trim();
    this.at = end + 2;
    if (embed) this.sink.embed(target);
    else {
      this.sink.linkText(shown);
      this.chunks.push(shown);
    }
    return true;
  }

  private close(): void {
    const opened = this.brackets.pop();
    const after = opened === undefined ? 0 : this.linkEnd();
    if (opened === undefined || after === 0) {
      this.take(1);
      return;
    }
    const shown = this.chunks.slice(opened.chunk + 1).join('');
    this.chunks.length = opened.chunk;
    if (opened.embed) this.sink.embed(this.text.slice(this.at + 2, after - 1));
    else {
      this.sink.linkText(shown);
      this.chunks.push(shown);
      // An emphasis that began inside the link can no longer be closed by chunk number.
      for (const [mark, chunk] of this.marks) if (chunk >= opened.chunk) this.marks.delete(mark);
    }
    this.at = after;
  }

  /** The offset behind `](target)` or `][reference]`, or 0 when no link ends here. */
  private linkEnd(): number {
    const next = this.text[this.at + 1];
    if (next !== '(' && next !== '[') return 0;
    const stop = Math.min(this.text.length, this.at + MAX_LINK);
    let depth = 0;
    for (let i = this.at + 1; i < stop; i += 1) {
      const char = this.text[i];
      if (char === '\\') i += 1;
      else if (char === next) {
        depth += 1;
        // CommonMark asks for 32 levels in a target, and forbids any in a reference.
        if (depth > (next === '(' ? 32 : 1)) return 0;
      } else if (char === (next === '(' ? ')' : ']')) {
        depth -= 1;
        if (depth === 0) return i + 1;
      }
    }
    return 0;
  }

  private tag(): void {
    if (this.tagEnds && /[a-zA-Z/!?]/u.test(this.text[this.at + 1] ?? '')) {
      const length = this.text.slice(this.at, this.at + MAX_LINK).indexOf('>');
      if (length < 0) {
        if (this.at + MAX_LINK >= this.text.length) this.tagEnds = false;
      } else {
        const end = this.at + length;
        const inner = this.text.slice(this.at + 1, end);
        if (/^(?:[a-z][a-z0-9+.-]{1,30}:[^\s<]*|[^\s@<]{1,64}@[^\s<]{1,250})$/iu.test(inner)) this.chunks.push(inner);
        else if (/^\/?[a-z][a-z0-9-]*(?:[\s/]|$)/iu.test(inner)) {
          if (/^\/?(?:br|p|div|li|td|th|tr|summary|details)\b/iu.test(inner)) this.chunks.push(' ');
        } else {
          this.take(1);
          return;
        }
        this.at = end + 1;
        return;
      }
    }
    this.take(1);
  }

  private entity(): void {
    const match = /^&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/u.exec(
      this.text.slice(this.at, this.at + 12),
    );
    const [whole, decimal, hex, name] = match ?? [];
    const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : 0;
    const char =
      name !== undefined ? NAMED.get(name) : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (whole === undefined || char === undefined) {
      this.take(1);
      return;
    }
    this.chunks.push(char);
    this.at += whole.length;
  }

  /** Emphasis, strong, strikethrough and highlight: both marks of a pair go, a lone mark stays. */
  private mark(char: string): void {
    let run = 1;
    while (this.text[this.at + run] === char) run += 1;
    const before = this.text[this.at - 1] ?? ' ';
    const after = this.text[this.at + run] ?? ' ';
    const fits = char === '~' || char === '=' ? run === 2 : run <= 3;
    const wordBefore = /[\p{L}\p{N}_]/u.test(before);
    const wordAfter = /[\p{L}\p{N}_]/u.test(after);
    const inWord = char === '_' && wordBefore && wordAfter;
    if (!fits || inWord) {
      this.take(run);
      return;
    }
    const mark = char.repeat(run);
    const opened = this.marks.get(mark);
    if (opened !== undefined && !/\s/u.test(before)) {
      this.chunks[opened] = '';
      this.marks.delete(mark);
      this.at += run;
      return;
    }
    if (!/\s/u.test(after)) this.marks.set(mark, this.chunks.length);
    this.take(run);
  }
}

/** What Obsidian shows for a wikilink without display text: the path, and a heading after a `>`. */
function wikilinkText(target: string): string {
  const [note = '', ...rest] = target.split('#');
  const heading = rest.filter((part) => part !== '' && !part.startsWith('^')).join(' > ');
  if (note === '') return heading;
  return heading === '' ? note : `${note} > ${heading}`;
}
