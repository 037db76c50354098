import type { Run } from '../../base';
import { readFrontmatter } from '../../markdown';
import type { PassageKind } from '../types';
import { cellsOf, isDelimiterRow, unquote } from './markdown-lines';
import { pause } from './pause';
import { Drafting, labelledRow } from './draft';
import type { Draft, Reading } from './draft';
import { plainInline } from './inline';
import { isoDate, joinAllLines, splitLines } from './words';

const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp[34]|m4a|wav|ogg|flac|webm|mov|mkv|3gp|pdf)(?:$|[?#|\s])/iu;

/**
 * Markdown in Obsidian's dialect. Frontmatter gives title, date and language and is no passage; callouts are quotes,
 * each list item and each table row is a passage, code stays as it is, comments are left out.
 * Every anchor is the line of the file on which the passage's first words stand.
 * Source: CommonMark 0.31 and GFM 0.29 blocks; Obsidian help, "Obsidian Flavored Markdown".
 */
export async function readMarkdown(text: string, reading: Reading): Promise<Draft> {
  const draft = new Drafting('markdown');
  const frontmatter = readFrontmatter(text);
  const { data } = frontmatter;
  for (const problem of frontmatter.problems) {
    draft.note(`The frontmatter could not be read (line ${problem.line}): ${problem.message}`);
  }
  if (typeof data.title === 'string') draft.offerTitle(data.title);
  draft.date =
    ['date', 'published', 'published_at', 'captured_at', 'created', 'updated']
      .map((key) => dateOf(data[key]))
      .find(Boolean) ?? null;
  const language = data.lang ?? data.language;
  if (typeof language === 'string' && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/iu.test(language)) draft.language = language;
  const skipped = splitLines(text.slice(0, frontmatter.bodyStart)).length - 1;
  await new BlockScan(splitLines(text).slice(skipped), skipped, draft).run(reading.run);
  return draft.finish();
}

function dateOf(value: unknown): string | null {
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    const iso = value.toISOString();
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : `${iso.slice(0, 19)}Z`;
  }
  return isoDate(value);
}

interface Pending {
  readonly kind: PassageKind;
  readonly line: number;
  readonly lines: string[];
}

class BlockScan {
  private pending: Pending | null = null;
  private at = 0;
  private comment: '%%' | '-->' | null = null;
  private afterBlank = true;
  private inList = false;
  private readonly sink = {
    linkText: (text: string): void => this.draft.linkText(text),
    embed: (target: string): void => this.embed(target),
  };

  constructor(
    private readonly lines: readonly string[],
    private readonly skipped: number,
    private readonly draft: Drafting,
  ) {}

  async run(run: Run): Promise<void> {
    let next = 2_000;
    while (this.at < this.lines.length) {
      if (this.at >= next) {
        await pause(run);
        next = this.at + 2_000;
      }
      this.block();
    }
    this.flush();
  }

  private get line(): number {
    return this.skipped + this.at + 1;
  }

  private block(): void {
    const raw = this.lines[this.at] ?? '';
    const { body, quoted } = unquote(raw);
    if (this.comment === null && this.fence(body, quoted)) return;
    const line = this.uncomment(body);
    if (line.trim() === '') {
      this.flush();
      // A line that held only a comment does not end the block around it for indentation's sake.
      this.afterBlank = true;
      this.at += 1;
      return;
    }
    if (
      this.setext(line) ||
      this.heading(line) ||
      this.rule(line) ||
      this.table(line) ||
      this.indentedCode(line, quoted)
    )
      return;
    if (this.definition(line) || this.item(line, quoted)) return;
    this.text(line, quoted);
    this.afterBlank = false;
    this.at += 1;
  }

  private flush(): void {
    const { pending } = this;
    this.pending = null;
    if (pending === null) return;
    this.draft.add(pending.kind, plainInline(joinAllLines(pending.lines), this.sink), { line: pending.line });
  }

  private fence(body: string, quoted: boolean): boolean {
    const open = /^(\s*)(`{3,}|~{3,}|\${2})/u.exec(body);
    if (!open) return false;
    const [, indent = '', mark = ''] = open;
    const rest = body.slice(indent.length + mark.length);
    if (mark.startsWith('`') && rest.includes('`')) return false;
    if (mark === '$$' && rest.includes('$$')) return false;
    if (indent.length > 3 && !this.inList && this.afterBlank) return false;
    this.flush();
    const code: string[] = mark === '$$' && rest.trim() !== '' ? [rest] : [];
    let first = code.length > 0 ? this.line : 0;
    for (this.at += 1; this.at < this.lines.length; this.at += 1) {
      const raw = this.lines[this.at] ?? '';
      const inner = quoted ? unquote(raw) : { body: raw, quoted };
      if (quoted && !inner.quoted) break;
      const closing = inner.body.trim();
      if (closing.startsWith(mark) && /^([`~$])\1*$/u.test(closing)) {
        this.at += 1;
        break;
      }
      if (mark === '$$' && closing.endsWith('$$')) {
        code.push(closing.slice(0, -2));
        this.at += 1;
        break;
      }
      if (first === 0 && closing !== '') first = this.line;
      if (first !== 0) code.push(inner.body.startsWith(indent) ? inner.body.slice(indent.length) : inner.body);
    }
    this.draft.add('code', code.join('\n'), { line: first === 0 ? this.line : first });
    this.afterBlank = false;
    return true;
  }

  /** The line without `%% %%` and HTML comments, which may run over many lines. Code spans are not comments. */
  private uncomment(line: string): string {
    if (this.comment === null && !line.includes('%%') && !line.includes('<!--')) return line;
    let shown = '';
    let rest = line;
    while (rest !== '') {
      if (this.comment !== null) {
        const end = rest.indexOf(this.comment);
        if (end < 0) return shown;
        rest = rest.slice(end + this.comment.length);
        this.comment = null;
        continue;
      }
      const start = /%%|<!--|`+/u.exec(rest);
      if (start === null) return shown + rest;
      const mark = start[0];
      const after = start.index + mark.length;
      if (mark.startsWith('`')) {
        const end = rest.indexOf(mark, after);
        const stop = end < 0 ? after : end + mark.length;
        shown += rest.slice(0, stop);
        rest = rest.slice(stop);
      } else {
        shown += rest.slice(0, start.index);
        rest = rest.slice(after);
        this.comment = mark === '%%' ? '%%' : '-->';
      }
    }
    return shown;
  }

  private setext(line: string): boolean {
    const { pending } = this;
    if (pending?.kind !== 'paragraph' || !/^ {0,3}(?:=+|-+)\s*$/u.test(line)) return false;
    this.pending = null;
    const level = line.trim().startsWith('=') ? 1 : 2;
    this.draft.heading(plainInline(joinAllLines(pending.lines), this.sink), level, { line: pending.line });
    return this.next(true);
  }

  private heading(line: string): boolean {
    const match = /^ {0,3}(#{1,6})(?:[ \t]|$)/u.exec(line);
    if (!match) return false;
    this.flush();
    let text = line.slice(match[0].length).trim();
    const bare = text.replace(/#+$/u, '');
    if (bare === '' || /\s$/u.test(bare)) text = bare.trim();
    this.draft.heading(plainInline(text, this.sink), match[1]?.length ?? 1, { line: this.line });
    this.inList = false;
    return this.next(true);
  }

  private rule(line: string): boolean {
    if (line.length > 200 || !/^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/u.test(line)) return false;
    this.flush();
    this.inList = false;
    return this.next(true);
  }

  private table(line: string): boolean {
    const under = unquote(this.lines[this.at + 1] ?? '').body;
    if (!line.includes('|') || !under.includes('-') || !isDelimiterRow(under)) return false;
    const header = cellsOf(line);
    if (header.length !== cellsOf(under).length) return false;
    this.flush();
    const labels = header.map((cell) => plainInline(cell, this.sink));
    const headerLine = this.line;
    let rows = 0;
    for (this.at += 2; this.at < this.lines.length; this.at += 1) {
      const row = unquote(this.lines[this.at] ?? '').body;
      if (row.trim() === '' || !row.includes('|')) break;
      const cells = cellsOf(row).map((cell) => plainInline(cell, this.sink));
      this.draft.add('table', labelledRow(labels, cells), { line: this.line });
      rows += 1;
    }
    if (rows === 0) this.draft.add('table', labels.join(' | '), { line: headerLine });
    this.afterBlank = false;
    return true;
  }

  private indentedCode(line: string, quoted: boolean): boolean {
    if (quoted || this.inList || !this.afterBlank || this.pending !== null || !/^(?: {4}|\t)/u.test(line)) return false;
    const code: string[] = [];
    const start = this.line;
    while (this.at < this.lines.length) {
      const raw = this.lines[this.at] ?? '';
      if (raw.trim() !== '' && !/^(?: {4}|\t)/u.test(raw)) break;
      code.push(raw.replace(/^(?: {4}|\t)/u, ''));
      this.at += 1;
    }
    this.draft.add('code', code.join('\n'), { line: start });
    this.afterBlank = true;
    return true;
  }

  /** A footnote's text is a paragraph of its own; the target of a reference link is not shown at all. */
  private definition(line: string): boolean {
    const match = /^ {0,3}\[(\^?)([^\]]{1,200})\]:[ \t]*/u.exec(line);
    if (!match) return false;
    const rest = line.slice(match[0].length);
    if (match[1] === '' && (this.pending !== null || !/^\S+(?:[ \t]+["'(].*)?[ \t]*$/u.test(rest))) return false;
    this.flush();
    if (match[1] === '^') this.pending = { kind: 'paragraph', line: this.line, lines: [rest.trim()] };
    return this.next();
  }

  private item(line: string, quoted: boolean): boolean {
    const match = /^(\s*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/u.exec(line);
    if (!match) return false;
    // In running text only `1.` may begin a list, so that a wrapped line that begins with a year stays text.
    const inParagraph = this.pending?.kind === 'paragraph' || this.pending?.kind === 'quote';
    if (inParagraph && /\d/u.test(match[0]) && !/^\s*1[.)]/u.test(match[0])) return false;
    this.flush();
    const content = line.slice(match[0].length).replace(/^\[[^\]]\][ \t]+/u, '');
    this.pending = {
      kind: quoted ? 'quote' : 'list',
      line: this.line,
      lines: [content.trim()],
    };
    this.inList = !quoted;
    return this.next();
  }

  private text(line: string, quoted: boolean): void {
    const callout = quoted ? /^\s*\[![\w-]{1,40}(?:\|[^\]]{0,80})?\][+-]?[ \t]*/u.exec(line) : null;
    if (callout !== null) {
      this.flush();
      this.draft.add('quote', plainInline(line.slice(callout[0].length), this.sink), { line: this.line });
      return;
    }
    const indented = /^\s/u.test(line);
    if (!indented && this.pending === null) this.inList = false;
    const kind = quoted ? 'quote' : this.inList && indented ? 'list' : 'paragraph';
    if (quoted && this.pending?.kind !== 'quote') this.flush();
    this.pending ??= { kind, line: this.line, lines: [] };
    this.pending.lines.push(line.trim().replace(/\\$/u, ''));
  }

  private embed(target: string): void {
    if (PICTURE.test(target)) this.draft.note('Pictures and other embedded files were left out.');
    else this.draft.linkText(target);
  }

  /** Indented code may follow a heading or a rule at once, but no text. */
  private next(afterBlank = false): true {
    this.afterBlank = afterBlank;
    this.at += 1;
    return true;
  }
}
